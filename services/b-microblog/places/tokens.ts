// Keeps the tokens by which callers create places: each is for one name at one location, is good once, and for an hour.

import { refuse } from '@octavo/runtime';
import { isOf } from '../../platform/payload.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { metresBetween } from '../rules/globe.ts';
import { foldedName } from '../rules/places.ts';
import type { PlaceTokenRow } from './tables.ts';

type TokenDeps = Pick<MicroblogPlatform, 'store' | 'clock' | 'ids' | 'due'>;

const TOKEN_MILLISECONDS = 60 * 60 * 1000;

/** What a token is for. */
type Placed = Pick<PlaceTokenRow, 'user_id' | 'name' | 'latitude' | 'longitude'>;

const EXPIRE = { service: 'b-microblog', name: 'expire-place-tokens', accepts: isOf({}) };

export async function giveToken({ store, clock, ids, due }: TokenDeps, placed: Placed): Promise<string> {
  const token = ids.hex(16);
  const expires_at = clock.now() + TOKEN_MILLISECONDS;
  await store.write((tables) => addToken({ due }, tables, { token, ...placed, expires_at }));
  return token;
}

/** Adds a token and its end, within a unit of work. */
export async function addToken({ due }: Pick<TokenDeps, 'due'>, tables: Tables, row: PlaceTokenRow): Promise<void> {
  await rows.insert(tables, 'b_place_tokens', row);
  await due.schedule(tables, EXPIRE, { at: row.expires_at, payload: {} });
}

/** Uses a token up, within a unit of work. @throws the refusal 403 of one that is not for this */
export async function useToken(tables: Tables, token: string, { user_id, name, latitude, longitude }: Placed, now: number): Promise<void> {
  const row = await tables.selectFrom('b_place_tokens').selectAll().where('token', '=', token).executeTakeFirst();
  if (row === undefined || row.user_id !== user_id || row.expires_at <= now)
    throw refuse(403, { detail: 'The token was used, has expired, or was never given to you.' });
  // Clients may write the same number in another way.
  const isSamePoint = metresBetween([row.latitude, row.longitude], [latitude, longitude]) < 1;
  if (!isSamePoint || foldedName(row.name) !== foldedName(name))
    throw refuse(403, { detail: 'The token is for another name or location.' });
  await rows.remove(tables, 'b_place_tokens', { token });
}

/** Says how tokens end. Call it once, before jobs run. */
export function handlePlaceTokens({ due }: Pick<TokenDeps, 'due'>): void {
  due.handle(EXPIRE, async ({ at }, tables) => {
    await tables.deleteFrom('b_place_tokens').where('expires_at', '<=', at).execute();
  });
}
