// Keeps shops and their API keys. A shop may have several keys, so that it can change to a new one before the old one is revoked.

import { refuse } from '@octavo/runtime';
import { ALPHANUMERIC } from '../platform/ids.ts';
import { isSealed, opens, type Seal } from '../platform/seal.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Platform } from '../platform/service.ts';
import { type Given, prepare } from '../platform/store/prepare.ts';
import { nextPosition } from '../platform/work/positions.ts';
import type { Tables } from './deps.ts';
import { newId } from './identifiers.ts';
import { changeAll, find, insert } from './store/rows.ts';
import type { InstalmentsTables, Row } from './tables.ts';

/** A shop and its first key. */
export async function addShop(
  tables: Tables,
  { ids, seal }: KeyMaker,
  given: Omit<Row<'f_shops'>, 'id'>,
): Promise<{ shop: string; key: string }> {
  const shop = newId({ ids }, 'merchant');
  await insert(tables, 'f_shops', { id: shop, ...given });
  return { shop, key: await insertKey(tables, { ids, seal }, shop) };
}

/** @throws the refusal 404 where there is no such shop */
export async function addKey(tables: Tables, maker: KeyMaker, shop: string): Promise<string> {
  if ((await find(tables, 'f_shops', shop)) === undefined) throw refuse(404, { detail: `There is no shop ${shop}.` });
  return insertKey(tables, maker, shop);
}

/** Revokes a key within a unit of work. Returns whether a shop had it. */
export async function revokeKey(tables: Tables, hash: string): Promise<boolean> {
  return (await changeAll(tables, 'f_keys', { hash, is_revoked: false }, { is_revoked: true })) > 0;
}

/** The key with which deliveries to a shop are signed: its newest one that is valid; the newest of all, where none is. */
export async function signingKey(tables: Tables, seal: Seal, shop: string): Promise<string> {
  const key = await newestKey.first(tables, { shop });
  if (key === undefined) throw new Error(`The shop ${shop} has no key.`);
  return seal.open(key.value);
}

const newestKey = prepare((tables: Tables, given: Given<{ readonly shop: string }>) =>
  tables.selectFrom('f_keys').select('value').where('shop', '=', given('shop')).orderBy('is_revoked').orderBy('position', 'desc').limit(1),
);

/** Seals the keys that an older release has written, and says where the key of the seal is another one than theirs. */
export async function sealKeys(tables: Tables, { seal, warn }: Pick<Platform<InstalmentsTables>, 'seal' | 'warn'>): Promise<void> {
  const rows = await tables.selectFrom('f_keys').select(['hash', 'value']).execute();
  for (const { hash, value } of rows) if (!isSealed(value)) await changeAll(tables, 'f_keys', { hash }, { value: seal.seal(value) });
  if (rows.some(({ value }) => isSealed(value) && !opens(seal, value)))
    warn(
      'API keys of f-instalments were sealed with another key, so their deliveries cannot be signed. Put back the file seal.key of these rows, or mint new keys.',
    );
}

type KeyMaker = Pick<Platform<InstalmentsTables>, 'ids' | 'seal'>;

async function insertKey(tables: Tables, { ids, seal }: KeyMaker, shop: string): Promise<string> {
  const value = `sk_test_${ids.text(20, ALPHANUMERIC)}`;
  const row: Row<'f_keys'> = { hash: hashOf(value), shop, value: seal.seal(value), position: nextPosition(), is_revoked: false };
  await insert(tables, 'f_keys', row);
  return value;
}
