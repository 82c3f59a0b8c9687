// The server of version 1.1: its operations with their limits, for the account of the signature.

import {
  createMicroblogV1Server,
  type MicroblogV1ServerOptions,
  type RequiredMicroblogV1Handlers,
} from '@octavo/interfaces/b-microblog-v1';
import { rateLimits } from '@octavo/interfaces/b-microblog-v1/rate-limits';
import { combineHandlers, type FetchHandler, type Operation } from '@octavo/runtime';
import { createRates } from '../platform/limits/rates.ts';
import { withPages } from '../platform/pages/with-pages.ts';
import { identify } from './access/identify.ts';
import { SIGN_IN, signInPages, withSignIn } from './access/sign-in.ts';
import { claimReader } from './access/signatures.ts';
import type { CallerV1, MicroblogPlatform } from './deps.ts';
import { callerDialect } from './dialect-v1.ts';
import { countedCaller, limitFactor, rateHeaders } from './limits.ts';
import { answering } from './refusals.ts';
import { createPresents } from './search/searches.ts';
import { TIDE_WATCH } from './seeds/people.ts';
import type { Trends } from './trends/trends.ts';
import { accountHandlers } from './v1/account.ts';
import { blockHandlers } from './v1/blocks.ts';
import { directMessageHandlers } from './v1/direct-messages.ts';
import { favoriteHandlers } from './v1/favorites.ts';
import { friendshipHandlers } from './v1/friendships.ts';
import { helpHandlers } from './v1/help.ts';
import { listHandlers } from './v1/lists.ts';
import { placeHandlers } from './v1/places.ts';
import { postHandlers } from './v1/posts.ts';
import { rateLimitHandlers } from './v1/rate-limits.ts';
import { savedSearchHandlers } from './v1/saved-searches.ts';
import { trendHandlers } from './v1/trends.ts';
import { userHandlers } from './v1/users.ts';

/** For whom unsigned requests act: no application, so that they share the counters of nobody who signs. */
const EVERYBODY: CallerV1 = { app: 'unsigned', level: 'pro', user: TIDE_WATCH };

/** A picture of 700 kB is longer in Base64, and longer again where its characters are escaped. */
const PICTURE_BYTES = 3 * 1024 * 1024;

/** So is one of 5 MiB that comes with a post. */
const POST_BYTES = 12 * 1024 * 1024;

export function microblogV1Server(platform: MicroblogPlatform, trends: Trends): FetchHandler {
  const readClaim = claimReader(platform);
  const dialect = callerDialect(identify(platform, readClaim, EVERYBODY));
  let operations: readonly Operation[] = [];
  const { factor, learn } = limitFactor(platform);
  const rates = createRates<CallerV1>(platform, {
    service: 'b-microblog-v1',
    limits: rateLimits,
    callerOf: (caller, per, { method }) => countedCaller(caller, per, method !== 'GET'),
    factor,
    status: 429,
    headers: rateHeaders,
  });
  const handlers: RequiredMicroblogV1Handlers<CallerV1> = combineHandlers({
    posts: postHandlers(platform, createPresents(platform)),
    favorites: favoriteHandlers(platform),
    users: userHandlers(platform),
    friendships: friendshipHandlers(platform),
    blocks: blockHandlers(platform),
    lists: listHandlers(platform),
    directMessages: directMessageHandlers(platform),
    savedSearches: savedSearchHandlers(platform),
    account: accountHandlers(platform),
    help: helpHandlers,
    trends: trendHandlers(platform, trends),
    places: placeHandlers(platform),
    rateLimits: rateLimitHandlers(platform, { entryOf: rates.entryOf, operations: () => operations }),
  });
  const options: MicroblogV1ServerOptions<CallerV1> = {
    identify: dialect.identify,
    ...rates.hooks,
    async around(context, next) {
      await learn();
      return rates.hooks.around(context, () => answering('v1', next));
    },
    maxBodyBytes: { updateProfileImage: PICTURE_BYTES, updateProfileBackgroundImage: PICTURE_BYTES, createPostWithMedia: POST_BYTES },
  };
  const server = createMicroblogV1Server(handlers, platform.serverOptions(options, 'b-microblog-v1'));
  operations = (server.served?.routes ?? []).map(({ operation }) => operation);
  return withPages(withSignIn(dialect.around(server), platform, readClaim), SIGN_IN, signInPages(platform));
}
