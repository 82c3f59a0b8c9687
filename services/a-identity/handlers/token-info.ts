// Handlers of the operations tagged 'Token info'.

import type { IdentityTokenInfoHandlers, TokenInfo } from '@octavo/interfaces/a-identity';
import { refuse } from '@octavo/runtime';
import type { Deps } from '../deps.ts';
import { type FoundToken, selectFields, tokenInfo } from '../rules/claims.ts';
import { findToken, ISSUER } from '../tokens.ts';

const ALWAYS: readonly (keyof TokenInfo)[] = ['audience', 'issued_to', 'expires_in'];

export const tokenInfoHandlers = <Principal>({ store, clock }: Deps): IdentityTokenInfoHandlers<Principal> => ({
  async introspectToken({ query: { access_token, id_token, fields } }) {
    const now = clock.now();
    const found =
      access_token === undefined
        ? await findToken(store.read, 'id', id_token ?? '', now)
        : await findToken(store.read, 'access', access_token, now);
    // The answer is the same for an unknown, expired and revoked token, so that it does not disclose whether a token exists.
    if ('invalid' in found) throw refuse(400, { code: 'invalid_token', detail: 'The token is not valid.' });
    const token: FoundToken = found.valid;
    const user = await store.read.selectFrom('a_users').selectAll().where('id', '=', token.user_id).executeTakeFirstOrThrow();
    return { status: 200, body: selectFields(tokenInfo(token, user, ISSUER, now), ALWAYS, fields) };
  },
});
