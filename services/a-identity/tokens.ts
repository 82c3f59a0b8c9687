// Mints, finds and revokes tokens. The store holds their hashes only.

import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { Kysely } from 'kysely';
import type { Ids } from '../platform/ids.ts';
import { hashOf } from '../platform/secrets.ts';
import type { FoundToken } from './rules/claims.ts';
import type { IdentityTables, SigningKeyRow, TokenRow } from './tables.ts';

/** Who issues ID tokens. */
export const ISSUER = 'https://auth.example.com';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** What a token is minted for. */
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
  const token = `at-${ids.text(24, ALPHABET)}`;
  await tables
    .insertInto('a_tokens')
    .values(rowOf('access', token, grant, now))
    .execute();
  return token;
}

/**
 * Mints an ID token (OpenID Connect Core 1.0 section 2): a JWT that is signed with the key of this sandbox.
 * @param key of `signingKey`, which makes one on first use
 */
export async function mintIdToken(tables: Kysely<IdentityTables>, key: SigningKeyRow, grant: Grant, now: number): Promise<string> {
  const { email, is_email_verified } = await tables
    .selectFrom('a_users')
    .select(['email', 'is_email_verified'])
    .where('id', '=', grant.user_id)
    .executeTakeFirstOrThrow();
  const claims = grant.scopes.includes('userinfo.email') ? { email, email_verified: is_email_verified === 1 } : {};
  const issued = Math.floor(now / 1000);
  const token = await new SignJWT({ ...claims, ...(grant.nonce === undefined ? {} : { nonce: grant.nonce }) })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(grant.user_id)
    .setAudience(grant.client)
    .setIssuedAt(issued)
    .setExpirationTime(issued + grant.seconds)
    .sign(await importJWK(JSON.parse(key.private_jwk) as JWK, ALGORITHM));
  await tables
    .insertInto('a_tokens')
    .values(rowOf('id', token, grant, now))
    .execute();
  return token;
}

const ALGORITHM = 'RS256';

/** Makes a key for ID tokens. It takes a tenth of a second, so it is made outside of units of work. */
export async function newSigningKey(ids: Ids): Promise<SigningKeyRow> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return { kid: ids.hex(16), private_jwk: JSON.stringify(await exportJWK(privateKey)) };
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
    is_revoked: 0,
  };
}

/** How a token was found: valid, or why it is not. */
export type Lookup = { readonly valid: FoundToken } | { readonly invalid: 'unknown' | 'expired' | 'revoked' };

/** Looks a token up at a moment. A token is not found under another kind than its own. */
export async function findToken(tables: Kysely<IdentityTables>, kind: TokenRow['kind'], token: string, now: number): Promise<Lookup> {
  const row = await tables.selectFrom('a_tokens').selectAll().where('hash', '=', hashOf(token)).where('kind', '=', kind).executeTakeFirst();
  if (row === undefined) return { invalid: 'unknown' };
  if (row.is_revoked === 1) return { invalid: 'revoked' };
  return row.expires_at <= now ? { invalid: 'expired' } : { valid: row };
}

/** Revokes a token within a unit of work. Returns whether it was known. */
export async function revokeToken(tables: Kysely<IdentityTables>, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('a_tokens')
    .set({ is_revoked: 1 })
    .where('hash', '=', hashOf(token))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
