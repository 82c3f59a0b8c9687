// Says for which account a request to version 1.1 acts: that of its signature, or the default account where it is not signed.

import type { ServerRequest } from '@octavo/runtime';
import type { CallerV1, MicroblogPlatform } from '../deps.ts';
import { tokens } from '../seeds/credentials.ts';
import { type ReadClaim, unauthorized } from './signatures.ts';
import { tokenFinder } from './tokens.ts';

export type Identify = (request: ServerRequest) => Promise<CallerV1>;

/** @param everybody for whom unsigned requests act, unless the token of the same user is refused, since other machines can reach the service */
export function identify(platform: MicroblogPlatform, readClaim: ReadClaim, everybody: CallerV1): Identify {
  const { seal } = platform;
  const find = tokenFinder(platform);

  return async (request) => {
    // A credential of version 2 has no effect.
    if (!/^oauth\s/i.test(request.header('authorization') ?? ''))
      return platform.refuses(tokens.tideWatch) ? unauthorized('Requests need a signature here.') : everybody;
    const { app, token = unauthorized('The header Authorization lacks oauth_token.'), check } = await readClaim(request);
    const found = await find(token);
    const user = found?.caller.user;
    if (found?.kind !== 'oauth1' || found.secret === null || user === undefined || found.caller.app !== app.id)
      return unauthorized('The oauth_token is not known.');
    await check(seal.open(found.secret));
    return { ...found.caller, user, token };
  };
}
