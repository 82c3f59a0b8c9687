// Declares the rows of the identity service. Times are milliseconds since 1970 (UTC).

import { flag, integer, key, nullable, type RowOf, type TablesOf, table, text, textOf } from '../platform/store/table.ts';

const users = table('a_users', {
  id: key(text),
  email: text,
  is_email_verified: flag,
  name: text,
  given_name: text,
  family_name: text,
  link: text,
  picture: text,
  gender: nullable(text),
  /** A BCP 47 tag. */
  locale: text,
  /** Domain of the organization that hosts the account; null for a personal one. */
  hosted_domain: nullable(text),
});

/** A token that was minted for a user and a client. */
const tokens = table('a_tokens', {
  /** Hash of the token (`hashOf`). */
  hash: key(text),
  kind: textOf<'access' | 'id'>(),
  user_id: text,
  /** Identifier of the client that the token was issued to. */
  client: text,
  /** Separated by single spaces. */
  scopes: text,
  nonce: nullable(text),
  issued_at: integer,
  expires_at: integer,
  is_revoked: flag,
});

/** A key that signs ID tokens. */
const signingKeys = table('a_signing_keys', {
  kid: key(text),
  /** JSON Web Key (RFC 7517) with its private part. */
  private_jwk: text,
});

export const tables = [users, tokens, signingKeys] as const;

export type IdentityTables = TablesOf<typeof tables>;
export type UserRow = RowOf<typeof users>;
export type TokenRow = RowOf<typeof tokens>;
