// Mints, finds and revokes the tokens of applications and users.

import type { Kysely } from 'kysely';
import { changedKeys } from '../../platform/cache.ts';
import { credentialFinder } from '../../platform/credentials.ts';
import { ALPHANUMERIC, type Ids } from '../../platform/ids.ts';
import { hashOf } from '../../platform/secrets.ts';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Caller, MicroblogPlatform, Tables } from '../deps.ts';
import type { MicroblogTables } from '../tables.ts';
import type { TokenRow } from './tables.ts';

/** Tokens that were revoked, by their hashes. */
export const TOKENS = changedKeys('b-microblog/tokens');

/** How long an access token is valid, in seconds. */
export const ACCESS_SECONDS = 7200;

/** What a known token stands for. */
export interface Found {
  readonly kind: TokenRow['kind'];
  readonly caller: Caller;
  readonly scopes: readonly string[];
  readonly expires: number;
  readonly secret: string | null;
}

const tokenByHash = prepare((tables: Tables, given: Given<{ hash: string }>) =>
  tables
    .selectFrom('b_tokens')
    .innerJoin('b_apps', 'b_apps.id', 'b_tokens.app_id')
    .select(['kind', 'app_id', 'user_id', 'scopes', 'expires_at', 'secret', 'level', 'is_revoked'])
    .where('hash', '=', given('hash')),
);

/** Finds a token that is valid at the moment. */
export function tokenFinder({ store, bus, clock }: Pick<MicroblogPlatform, 'store' | 'bus' | 'clock'>) {
  const find = credentialFinder(bus, TOKENS, async (hash): Promise<Found | undefined> => {
    const row = await tokenByHash.first(store.read, { hash });
    if (row === undefined || row.is_revoked || row.kind === 'refresh') return undefined;
    const { kind, app_id: app, user_id, level, scopes, expires_at, secret } = row;
    const caller: Caller = user_id === null ? { app, level } : { app, level, user: user_id };
    return { kind, caller, scopes: scopes.split(' '), expires: expires_at ?? Number.POSITIVE_INFINITY, secret };
  });
  return async (token: string): Promise<Found | undefined> => {
    const found = await find(token);
    return found === undefined || found.expires <= clock.now() ? undefined : found;
  };
}

/** What a user grants to an application. */
export interface Grant {
  readonly app_id: string;
  readonly user_id: string;
  readonly scopes: string;
  readonly family: string;
}

/** The texts of new tokens, which are made before the unit of work that keeps them. */
export interface NewTokens {
  readonly access: string;
  readonly refresh: string | undefined;
}

const CHARACTERS = 40;

export function newTokens(ids: Ids, scopes: string): NewTokens {
  const text = () => ids.text(CHARACTERS, ALPHANUMERIC);
  return { access: text(), refresh: scopes.split(' ').includes('offline.access') ? text() : undefined };
}

const EMPTY = { expires_at: null, is_used: false, is_revoked: false, secret: null } satisfies Partial<TokenRow>;

const DAY = 86_400_000;

/** Removes what has expired a day ago, within a unit of work that adds another one. Until then, a second use is known as one. */
export async function forgetOld(tables: Kysely<MicroblogTables>, table: 'b_codes' | 'b_requests', now: number): Promise<void> {
  await tables
    .deleteFrom(table)
    .where('expires_at', '<', now - DAY)
    .execute();
}

/** Keeps the tokens of a grant, within a unit of work, and removes those of it that have expired a day ago. */
export async function addTokens(tables: Kysely<MicroblogTables>, grant: Grant, { access, refresh }: NewTokens, now: number): Promise<void> {
  await tables
    .deleteFrom('b_tokens')
    .where('family', '=', grant.family)
    .where('expires_at', '<', now - DAY)
    .execute();
  const rows: TokenRow[] = [{ ...grant, ...EMPTY, kind: 'user', hash: hashOf(access), expires_at: now + ACCESS_SECONDS * 1000 }];
  if (refresh !== undefined) rows.push({ ...grant, ...EMPTY, kind: 'refresh', hash: hashOf(refresh) });
  await tables.insertInto('b_tokens').values(rows).execute();
}

/** Revokes all tokens of a grant, within a unit of work. @returns their hashes, which `forgetTokens` tells all processes after the commit */
export async function revokeFamily(tables: Kysely<MicroblogTables>, family: string): Promise<readonly string[]> {
  const rows = await tables.updateTable('b_tokens').set({ is_revoked: true }).where('family', '=', family).returning('hash').execute();
  return rows.map(({ hash }) => hash);
}

export async function forgetTokens(bus: MicroblogPlatform['bus'], hashes: readonly string[]): Promise<void> {
  await Promise.all(hashes.map((hash) => bus.publish(TOKENS, hash)));
}

/** A token that signs requests, and its secret. */
export interface SigningToken {
  readonly token: string;
  readonly secret: string;
  /** As rows keep it. */
  readonly sealed: string;
}

export function newSigningToken(ids: Ids, seal: MicroblogPlatform['seal'], user_id: string): SigningToken {
  const secret = ids.text(CHARACTERS, ALPHANUMERIC);
  return { token: `${user_id}-${ids.text(24, ALPHANUMERIC)}`, secret, sealed: seal.seal(secret) };
}

export async function addSigningToken(
  tables: Kysely<MicroblogTables>,
  app_id: string,
  user_id: string,
  { token, sealed }: SigningToken,
): Promise<void> {
  const hash = hashOf(token);
  const row: TokenRow = { ...EMPTY, hash, kind: 'oauth1', app_id, user_id, scopes: '', family: hash, secret: sealed };
  await tables.insertInto('b_tokens').values(row).execute();
}
