// The microblogging service, as the platform sees it: one store, of which two documents show.
import { defineService } from '../platform/service.ts';
import { actions } from './actions/index.ts';
import { handleCompliance } from './compliance/course.ts';
import { handleMembers } from './lists/later.ts';
import { handleListRemovals } from './lists/remove.ts';
import { handleUploads } from './media/processing.ts';
import { handleExpiry } from './messages/expiry.ts';
import { migrations } from './migrations/index.ts';
import { handlePlaceTokens } from './places/tokens.ts';
import { handleRemovals } from './posts/remove.ts';
import { searchIndex } from './search/index.ts';
import { seed } from './seed.ts';
import { clients, credentials } from './seeds/credentials.ts';
import { microblogV1Server } from './server-v1.ts';
import { microblogServer } from './server-v2.ts';
import { type MicroblogTables, tables } from './tables.ts';
import { createTrends } from './trends/trends.ts';

export const microblog = defineService<MicroblogTables>({
  name: 'b-microblog',
  documents: ['b-microblog', 'b-microblog-v1'],
  story: '2026-11-20T12:00:00Z',
  migrations,
  tables,
  indexes: [searchIndex],
  credentials,
  clients,
  actions,
  seed,
  serve(platform) {
    handleRemovals(platform);
    handleCompliance(platform);
    handlePlaceTokens(platform);
    handleListRemovals(platform);
    handleUploads(platform);
    handleMembers(platform);
    handleExpiry(platform);
    const trends = createTrends(platform);
    return { 'b-microblog': microblogServer(platform, trends), 'b-microblog-v1': microblogV1Server(platform, trends) };
  },
});
