// Finds the shop of an API key.

import type { InstalmentsSecurity } from '@octavo/interfaces/f-instalments';
import { changedKeys } from '../platform/cache.ts';
import { credentialFinder } from '../platform/credentials.ts';
import type { Platform } from '../platform/service.ts';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Caller, Tables } from './deps.ts';
import type { InstalmentsTables } from './tables.ts';

/** Keys that were revoked, by their hashes. */
export const KEYS = changedKeys('f-instalments/keys');

const shopByKey = prepare((tables: Tables, given: Given<{ hash: string }>) =>
  tables
    .selectFrom('f_keys')
    .innerJoin('f_shops', 'f_shops.id', 'f_keys.shop')
    .selectAll('f_shops')
    .where('f_keys.hash', '=', given('hash'))
    .where('f_keys.is_revoked', '=', false),
);

export function security({ store, bus }: Pick<Platform<InstalmentsTables>, 'store' | 'bus'>): InstalmentsSecurity<Caller> {
  const find = credentialFinder(bus, KEYS, async (hash): Promise<Caller | undefined> => {
    const shop = await shopByKey.first(store.read, { hash });
    return shop && { shop };
  });
  return { InstalmentsAuth: async (key) => (await find(key)) ?? null };
}
