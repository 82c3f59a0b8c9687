// Handlers of the operations tagged 'Token info'.

import type { RequiredIdentityTokenInfoHandlers, TokenInfo } from '@octavo/interfaces/a-identity';
import { refuse } from '@octavo/runtime';
import type { Deps } from '../deps.ts';
import { type FoundToken, selectFields, tokenInfo } from '../rules/claims.ts';
import { type FindToken, ISSUER } from '../tokens.ts';
import { requireUser } from '../users.ts';

const ALWAYS: readonly (keyof TokenInfo)[] = ['audience', 'issued_to', 'expires_in'];

export const tokenInfoHandlers = <Principal>(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  findToken: FindToken,
): RequiredIdentityTokenInfoHandlers<Principal> => ({
  async introspectToken({ query: { access_token, id_token, fields } }) {
    const now = clock.now();
    const found = access_token === undefined ? await findToken('id', id_token ?? '', now) : await findToken('access', access_token, now);
    // The answer is the same for an unknown, expired and revoked token, so that it does not disclose whether a token exists.
    if ('invalid' in found) throw refuse(400, { code: 'invalid_token', detail: 'The token is not valid.' });
    const token: FoundToken = found.valid;
    const user = await requireUser(store.read, token);
    return { status: 200, body: selectFields(tokenInfo(token, user, ISSUER, now), ALWAYS, fields) };
  },
});
