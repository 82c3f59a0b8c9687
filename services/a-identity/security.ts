// Finds the access token of a request, and checks that it has one of the scopes that the operation needs.

import type { IdentitySecurity } from '@octavo/interfaces/a-identity';
import { refuse, type SecurityContext } from '@octavo/runtime';
import type { Deps } from './deps.ts';
import { type FoundToken, SCOPES, scopesOf } from './rules/claims.ts';
import type { FindToken } from './tokens.ts';

export function security({ clock }: Pick<Deps, 'clock'>, findToken: FindToken): IdentitySecurity<FoundToken> {
  /** @throws the refusal 401 for a token that has expired, and for one without any of the three scopes */
  async function requireToken(text: string, { scopes }: SecurityContext): Promise<FoundToken | null> {
    const found = await findToken('access', text, clock.now());
    if ('invalid' in found) {
      if (found.invalid !== 'expired') return null;
      throw refuse(401, { code: 'ACCESS_TOKEN_EXPIRED', detail: 'The access token is not valid.' });
    }
    const granted = scopesOf(found.valid);
    if (!SCOPES.some((scope) => granted.includes(scope)))
      throw refuse(401, { code: 'required', detail: 'The access token has none of the scopes that this operation needs.' });
    // The document lists the scopes as alternatives, and the server asks for one after the other.
    return scopes.every((scope) => granted.includes(scope)) ? found.valid : null;
  }
  return { oauth2: requireToken, oauthToken: requireToken };
}
