// Declares the rows of access: applications, their tokens, and the codes that are exchanged for tokens.

import { flag, integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';
import type { Level } from './levels.ts';

const apps = table(
  'b_apps',
  {
    id: key(text),
    name: text,
    /** What the limits of rules and of posts hold for together. */
    project: text,
    level: textOf<Level>(),
    /** Names the application in OAuth 2.0. */
    client_id: text,
    /** Hash of the secret of a confidential client; null for a public one. */
    client_secret_hash: nullable(text),
    redirect_uris: json<string[]>(),
    /** The key and secret that sign requests of version 1.1, and that get the app-only token. */
    consumer_key: text,
    /** Sealed, since signatures are computed with it. */
    consumer_secret: text,
    /** The app-only token, sealed, since it is the same each time that it is asked for. */
    bearer: text,
  },
  { unique: { client: ['client_id'], consumer: ['consumer_key'] } },
);

const tokens = table(
  'b_tokens',
  {
    /** Hash of the token (`hashOf`). */
    hash: key(text),
    kind: textOf<'app' | 'user' | 'refresh' | 'oauth1'>(),
    app_id: text,
    /** Null for an app-only token. */
    user_id: nullable(text),
    /** Separated by spaces. */
    scopes: text,
    /** Null: it does not expire. */
    expires_at: nullable(integer),
    /** The grant from which it comes: what revokes one of its tokens revokes all. */
    family: text,
    /** Whether a refresh token was used. It is kept, so that a second use is known as one. */
    is_used: flag,
    is_revoked: flag,
    /** The secret of a token that signs requests, sealed; null for all others. */
    secret: nullable(text),
  },
  { indexes: { family: ['family'] } },
);

/** An authorization code (RFC 6749 section 4.1). A used one is kept, so that a second use is known as one. */
const codes = table('b_codes', {
  hash: key(text),
  app_id: text,
  user_id: text,
  scopes: text,
  redirect_uri: text,
  challenge: text,
  method: textOf<'S256' | 'plain'>(),
  expires_at: integer,
  family: text,
  is_used: flag,
});

/** A request token of OAuth 1.0a, until it is exchanged. */
const requests = table('b_requests', {
  token: key(text),
  /** Sealed, since signatures are computed with it. */
  secret: text,
  app_id: text,
  /** Where the user is sent, or `oob`: nowhere. */
  callback: text,
  expires_at: integer,
  /** Both are null until a user has granted it. */
  verifier_hash: nullable(text),
  user_id: nullable(text),
});

export const accessTables = [apps, tokens, codes, requests] as const;

export type AppRow = RowOf<typeof apps>;
export type TokenRow = RowOf<typeof tokens>;
export type RequestRow = RowOf<typeof requests>;
