// The server of version 2: its operations with their limits, and beside them the page and the endpoints of OAuth 2.0.

import { createMicroblogServer, type MicroblogServerOptions, type RequiredMicroblogHandlers } from '@octavo/interfaces/b-microblog';
import { rateLimits } from '@octavo/interfaces/b-microblog/rate-limits';
import { combineHandlers, type FetchHandler } from '@octavo/runtime';
import { createRates } from '../platform/limits/rates.ts';
import { withPages } from '../platform/pages/with-pages.ts';
import { CONSENT, consentPages } from './access/consent.ts';
import { withTokenEndpoints } from './access/endpoints.ts';
import { requireOwnPath } from './access/own-paths.ts';
import { security } from './access/security.ts';
import { withCompliance } from './compliance/transfer.ts';
import type { Caller, MicroblogPlatform } from './deps.ts';
import { countedCaller, isForUsers, limitFactor, rateHeaders } from './limits.ts';
import { withUploadDialect } from './media/dialect.ts';
import { withFiles } from './media/files.ts';
import { withPictures } from './people/pictures.ts';
import { withEmbedScript } from './posts/embed.ts';
import { answering } from './refusals.ts';
import { MOST_PART_BYTES } from './rules/uploads.ts';
import { createPresents } from './search/searches.ts';
import { createMicroblogStreams } from './streams/streams.ts';
import type { Trends } from './trends/trends.ts';
import { createUsage } from './usage/usage.ts';
import { appHandlers } from './v2/app.ts';
import { bookmarkHandlers } from './v2/bookmarks.ts';
import { communityHandlers } from './v2/communities.ts';
import { complianceHandlers } from './v2/compliance.ts';
import { directMessageHandlers } from './v2/direct-messages.ts';
import { filteredStreamHandlers } from './v2/filtered-stream.ts';
import { insightHandlers } from './v2/insights.ts';
import { likeHandlers } from './v2/likes.ts';
import { listHandlers } from './v2/lists.ts';
import { mediaHandlers } from './v2/media.ts';
import { noteHandlers } from './v2/notes.ts';
import { postHandlers } from './v2/posts.ts';
import { repostHandlers } from './v2/reposts.ts';
import { spaceHandlers } from './v2/spaces.ts';
import { streamHandlers } from './v2/streams.ts';
import { timelineHandlers } from './v2/timelines.ts';
import { trendHandlers } from './v2/trends.ts';
import { userHandlers } from './v2/users.ts';

/** What a form has beside the bytes of a part. */
const FORM_BYTES = 128 * 1024;

export function microblogServer(platform: MicroblogPlatform, trends: Trends): FetchHandler {
  const usage = createUsage(platform);
  const streams = createMicroblogStreams(platform, usage);
  const handlers: RequiredMicroblogHandlers<Caller> = combineHandlers({
    posts: postHandlers(platform, createPresents(platform)),
    timelines: timelineHandlers(platform),
    likes: likeHandlers(platform),
    notes: noteHandlers(platform),
    reposts: repostHandlers(platform),
    bookmarks: bookmarkHandlers(platform),
    users: userHandlers(platform),
    lists: listHandlers(platform),
    spaces: spaceHandlers(platform),
    communities: communityHandlers(platform),
    trends: trendHandlers(platform, trends),
    media: mediaHandlers(platform),
    directMessages: directMessageHandlers(platform),
    insights: insightHandlers(platform),
    compliance: complianceHandlers(platform, streams),
    streams: streamHandlers(streams),
    filteredStream: filteredStreamHandlers(platform, usage, streams),
    app: appHandlers(platform, usage, streams),
  });
  const { factor, learn } = limitFactor(platform);
  const rates = createRates<Caller>(platform, {
    service: 'b-microblog',
    limits: rateLimits,
    callerOf: (caller, per, operation) => countedCaller(caller, per, isForUsers(operation)),
    levelOf: ({ level }) => level,
    factor,
    status: 429,
    headers: rateHeaders,
  });
  const options: MicroblogServerOptions<Caller> = {
    security: security(platform),
    maxBodyBytes: { uploadMedia: MOST_PART_BYTES + FORM_BYTES },
    ...rates.hooks,
    async around(context, next, input) {
      await learn();
      return rates.hooks.around(context, () => {
        requireOwnPath(context, input);
        return usage.around(context, () => answering('v2', next));
      });
    },
  };
  const server = createMicroblogServer(handlers, platform.serverOptions(options, 'b-microblog'));
  const beside = withCompliance(withTokenEndpoints(withUploadDialect(server, platform), platform), platform);
  return withPages(withEmbedScript(withFiles(withPictures(beside, platform), platform)), [CONSENT], consentPages(platform));
}
