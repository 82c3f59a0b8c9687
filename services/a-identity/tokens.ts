// Mints, finds and revokes tokens. The store holds their hashes only.

import { SignJWT } from 'jose';
import type { Kysely } from 'kysely';
import { changedKeys } from '../platform/cache.ts';
import { credentialFinder } from '../platform/credentials.ts';
import { ALPHANUMERIC, type Ids } from '../platform/ids.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Deps } from './deps.ts';
import { ALGORITHM, type SigningKey } from './keys.ts';
import type { FoundToken } from './rules/claims.ts';
import { changeAll, findBy, insert, insertMissing } from './store.ts';
import type { IdentityTables, TokenRow, UserRow } from './tables.ts';

/** Who issues ID tokens. */
export const ISSUER = 'https://auth.example.com';

/** The user, client and scopes of a token. */
export interface Grant {
  readonly user_id: string;
  readonly client: string;
  readonly scopes: readonly string[];
  /** How long it is valid, in seconds. */
  readonly seconds: number;
  readonly nonce?: string;
}

/** Mints an access token at a moment, within a unit of work, and returns it. */
export async function mintAccessToken(tables: Kysely<IdentityTables>, ids: Ids, grant: Grant, now: number): Promise<string> {
  const token = `at-${ids.text(24, ALPHANUMERIC)}`;
  await insert(tables, 'a_tokens', rowOf('access', token, grant, now));
  return token;
}

/** Mints an ID token (OpenID Connect Core 1.0 section 2): a JWT, signed with the key of this sandbox. `keepIdToken` makes it valid. */
export async function newIdToken({ kid, key }: SigningKey, user: UserRow, grant: Grant, now: number): Promise<string> {
  const { email, is_email_verified } = user;
  const claims = grant.scopes.includes('userinfo.email') ? { email, email_verified: is_email_verified } : {};
  const issued = Math.floor(now / 1000);
  return await new SignJWT({ ...claims, ...(grant.nonce === undefined ? {} : { nonce: grant.nonce }) })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(user.id)
    .setAudience(grant.client)
    .setIssuedAt(issued)
    .setExpirationTime(issued + grant.seconds)
    .sign(key);
}

/**
 * Keeps an ID token of `newIdToken`, with the same moment, within a unit of work. Two tokens of one second with the same claims are the same token.
 */
export async function keepIdToken(tables: Kysely<IdentityTables>, token: string, grant: Grant, now: number): Promise<void> {
  await insertMissing(tables, 'a_tokens', rowOf('id', token, grant, Math.floor(now / 1000) * 1000));
}

function rowOf(kind: TokenRow['kind'], token: string, { user_id, client, scopes, seconds, nonce }: Grant, now: number): TokenRow {
  return {
    hash: hashOf(token),
    kind,
    user_id,
    client,
    scopes: scopes.join(' '),
    nonce: nonce ?? null,
    issued_at: now,
    expires_at: now + seconds * 1000,
    is_revoked: false,
  };
}

/** How a token was found: valid, or why it is not. */
type Lookup = { readonly valid: FoundToken } | { readonly invalid: 'unknown' | 'expired' | 'revoked' };

/** Looks tokens up at a moment. A token is not found under another kind than its own. */
export type FindToken = (kind: TokenRow['kind'], token: string, now: number) => Promise<Lookup>;

/** Tokens that were revoked, by their hashes. */
export const TOKENS = changedKeys('a-identity/tokens');

export function tokenFinder({ store, bus }: Pick<Deps, 'store' | 'bus'>): FindToken {
  const find = credentialFinder<TokenRow>(bus, TOKENS, (hash) => findBy(store.read, 'a_tokens', { hash }));
  return async (kind, token, now) => {
    const row = await find(token);
    if (row === undefined || row.kind !== kind) return { invalid: 'unknown' };
    if (row.is_revoked) return { invalid: 'revoked' };
    return row.expires_at <= now ? { invalid: 'expired' } : { valid: row };
  };
}

/** Revokes a token within a unit of work. Returns whether it was known. */
export async function revokeToken(tables: Kysely<IdentityTables>, hash: string): Promise<boolean> {
  return (await changeAll(tables, 'a_tokens', { hash }, { is_revoked: true })) > 0;
}
