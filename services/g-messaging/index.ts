// The messaging service, as the platform sees it: one store, of which two documents show.
import { defineService } from '../platform/service.ts';
import { actions } from './actions.ts';
import { handleBroadcasts } from './broadcasts/run.ts';
import { handleFeeds } from './catalogue/feeds.ts';
import { handlePurges } from './contacts/delete.ts';
import { handleHooks } from './hooks/deliver.ts';
import { checkHooks } from './hooks/settings.ts';
import { handleImports } from './imports/bulk.ts';
import { handleFiles } from './imports/files.ts';
import { migrations } from './migrations/index.ts';
import { ANY_USER } from './security.ts';
import { seed } from './seed.ts';
import { basicOf, PAPAVER_KEY, users } from './seeds/credentials.ts';
import { handlePassage } from './sends/passage.ts';
import { links, sends } from './sent.ts';
import { messagingServer } from './server-main.ts';
import { marketingServer } from './server-marketing.ts';
import { handleDeletions } from './sessions/deletions.ts';
import { handleDataFiles } from './sites/files.ts';
import { type MessagingTables, tables } from './tables.ts';
import { handleWorkflows } from './workflows/run.ts';

const BOOKS = 'the account of the shop Papaver Books, whose contacts the examples show';

export const messaging = defineService<MessagingTables>({
  name: 'g-messaging',
  documents: ['g-messaging', 'g-messaging-marketing'],
  story: '2026-11-21T09:30:00Z',
  migrations,
  tables,
  credentials: [
    { scheme: 'basic', value: basicOf(users.papaver), note: BOOKS },
    { scheme: 'basic', value: `${ANY_USER}:${PAPAVER_KEY}`, note: 'a key of the same account in the place of the password' },
    { scheme: 'basic', value: basicOf(users.harbour), note: 'the account of the shop Harbour Tea, without contacts' },
  ],
  actions,
  messages: [sends, links],
  seed,
  bringUpToDate: checkHooks,
  serve(platform) {
    handlePurges(platform);
    handleImports(platform);
    handleDeletions(platform);
    handleFeeds(platform);
    handlePassage(platform);
    handleBroadcasts(platform);
    handleHooks(platform);
    handleWorkflows(platform);
    handleFiles(platform);
    handleDataFiles(platform);
    return { 'g-messaging': messagingServer(platform), 'g-messaging-marketing': marketingServer(platform) };
  },
});
