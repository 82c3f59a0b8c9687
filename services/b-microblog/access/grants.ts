// Exchanges codes and refresh tokens for tokens. A code and a refresh token are good once: a second use revokes all tokens of their grant.

import { hashOf } from '../../platform/secrets.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { proves } from '../rules/pkce.ts';
import { fieldOf, GrantRefused } from './clients.ts';
import { scopesOf } from './scopes.ts';
import type { AppRow } from './tables.ts';
import { addTokens, forgetTokens, type Grant, type NewTokens, newTokens, revokeFamily } from './tokens.ts';

export interface Granted extends NewTokens {
  readonly scopes: string;
}

type Parts = Pick<MicroblogPlatform, 'store' | 'clock' | 'ids' | 'bus'>;

/** What a unit of work has found: a refusal that must be committed, as it revokes tokens, is not thrown in it. */
type Outcome = { readonly granted: Granted } | { readonly reused: readonly string[] };

async function settle({ bus }: Parts, outcome: Outcome): Promise<Granted> {
  if ('granted' in outcome) return outcome.granted;
  await forgetTokens(bus, outcome.reused);
  throw new GrantRefused('invalid_grant', 'It was used before, so all tokens of the grant are revoked.');
}

/** @throws {GrantRefused} */
export async function exchangeCode(parts: Parts, app: AppRow, form: URLSearchParams): Promise<Granted> {
  const { store, clock, ids } = parts;
  const [code, redirect, verifier] = [fieldOf(form, 'code'), fieldOf(form, 'redirect_uri'), fieldOf(form, 'code_verifier')];
  const now = clock.now();
  const made = newTokens(ids, 'offline.access');
  const outcome = await store.write(async (tables): Promise<Outcome> => {
    const row = await tables.selectFrom('b_codes').selectAll().where('hash', '=', hashOf(code)).executeTakeFirst();
    if (row?.app_id !== app.id) throw new GrantRefused('invalid_grant', 'The code is not one of this client.');
    if (row.is_used) return { reused: await revokeFamily(tables, row.family) };
    if (row.expires_at <= now) throw new GrantRefused('invalid_grant', 'The code has expired.');
    if (row.redirect_uri !== redirect) throw new GrantRefused('invalid_grant', 'The code was made for another redirect_uri.');
    if (!proves(verifier, row.challenge, row.method)) throw new GrantRefused('invalid_grant', 'The code_verifier does not fit the code.');
    await tables.updateTable('b_codes').set({ is_used: true }).where('hash', '=', row.hash).execute();
    return { granted: await give(tables, row, made, now) };
  });
  return settle(parts, outcome);
}

/** @throws {GrantRefused} */
export async function refreshTokens(parts: Parts, app: AppRow, form: URLSearchParams): Promise<Granted> {
  const { store, clock, ids } = parts;
  const token = fieldOf(form, 'refresh_token');
  const asked = form.has('scope') ? scopesOf(fieldOf(form, 'scope')) : [];
  const now = clock.now();
  const made = newTokens(ids, 'offline.access');
  const outcome = await store.write(async (tables): Promise<Outcome> => {
    const row = await tables.selectFrom('b_tokens').selectAll().where('hash', '=', hashOf(token)).executeTakeFirst();
    if (row?.app_id !== app.id || row.kind !== 'refresh' || row.user_id === null || row.is_revoked)
      throw new GrantRefused('invalid_grant', 'The refresh token is not one of this client, or is revoked.');
    if (row.is_used) return { reused: await revokeFamily(tables, row.family) };
    const held = row.scopes.split(' ');
    if (asked === undefined || asked.some((scope) => !held.includes(scope)))
      throw new GrantRefused('invalid_scope', 'The scope must be part of what the user has granted.');
    await tables.updateTable('b_tokens').set({ is_used: true }).where('hash', '=', row.hash).execute();
    const { app_id, user_id, family } = row;
    const scopes = asked.length === 0 ? row.scopes : asked.join(' ');
    return { granted: await give(tables, { app_id, user_id, family, scopes }, made, now) };
  });
  return settle(parts, outcome);
}

async function give(tables: Tables, { app_id, user_id, scopes, family }: Grant, made: NewTokens, now: number): Promise<Granted> {
  const tokens = scopes.split(' ').includes('offline.access') ? made : { ...made, refresh: undefined };
  await addTokens(tables, { app_id, user_id, scopes, family }, tokens, now);
  return { ...tokens, scopes };
}

/** Revokes the grant of a token. A token that is not known, or is another client's, changes nothing (RFC 7009 section 2.2). */
export async function revokeGrant({ store, bus }: Parts, app: AppRow, token: string): Promise<void> {
  const hashes = await store.write(async (tables) => {
    const row = await tables.selectFrom('b_tokens').selectAll().where('hash', '=', hashOf(token)).executeTakeFirst();
    return row?.app_id === app.id && (row.kind === 'user' || row.kind === 'refresh') ? revokeFamily(tables, row.family) : [];
  });
  await forgetTokens(bus, hashes);
}
