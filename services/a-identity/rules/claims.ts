// Which claims of a user a token shows, by its scopes and by the parameter `fields`.

import type { TokenInfo, UserInfo } from '@octavo/interfaces/a-identity';
import type { TokenRow, UserRow } from '../tables.ts';

export const SCOPES = ['openid', 'userinfo.email', 'userinfo.profile'] as const;

/** A token that was found, and its user. */
export type FoundToken = Omit<TokenRow, 'hash' | 'is_revoked'>;

/** The scopes of a token, which are separated by spaces. */
export function scopesOf({ scopes }: Pick<TokenRow, 'scopes'>): readonly string[] {
  return scopes.split(' ').filter((scope) => scope !== '');
}

/** The claims that the scopes allow. `id` and `picture` are always shown; `hd` is, where an organization hosts the account. */
export function userInfo(user: UserRow, scopes: readonly string[]): UserInfo {
  const { id, picture, name, given_name, family_name, link, gender, locale, hosted_domain } = user;
  return {
    id,
    picture,
    ...(scopes.includes('userinfo.email') ? emailClaims(user) : {}),
    ...(scopes.includes('userinfo.profile') ? { name, given_name, family_name, link, locale, ...(gender === null ? {} : { gender }) } : {}),
    ...(hosted_domain === null ? {} : { hd: hosted_domain }),
  };
}

/** The facts about a valid token. @param now milliseconds since 1970; before the token expires */
export function tokenInfo(token: FoundToken, user: UserRow, issuer: string, now: number): TokenInfo {
  const scopes = scopesOf(token);
  const info: TokenInfo = {
    issued_to: token.client,
    audience: token.client,
    // A second that has begun counts, so that a valid token never has 0 seconds left.
    expires_in: Math.ceil((token.expires_at - now) / 1000),
    ...(scopes.includes('userinfo.email') ? emailClaims(user) : {}),
  };
  if (token.kind === 'id') {
    const nonce = token.nonce === null ? {} : { nonce: token.nonce };
    return { ...info, user_id: user.id, issuer, issued_at: Math.floor(token.issued_at / 1000), ...nonce };
  }
  const isIdentified = scopes.includes('openid') || scopes.includes('userinfo.profile');
  return { ...info, scope: scopes.join(' '), ...(isIdentified ? { user_id: user.id } : {}) };
}

function emailClaims({ email, is_email_verified }: UserRow): { email: string; verified_email: boolean } {
  return { email, verified_email: is_email_verified };
}

/**
 * Leaves out the optional fields that `fields` does not name.
 * @param fields names, separated by commas; absent: all fields are shown
 */
export function selectFields<Body extends object>(body: Body, required: readonly (keyof Body)[], fields: string | undefined): Body {
  if (fields === undefined) return body;
  const shown = new Set<string>([...(required as readonly string[]), ...fields.split(',').map((name) => name.trim())]);
  return Object.fromEntries(Object.entries(body).filter(([name]) => shown.has(name))) as Body;
}
