// Finds the shop of an API key.

import type { InstalmentsSecurity } from '@octavo/interfaces/f-instalments';
import type { Kysely } from 'kysely';
import { changedKeys, createCache } from '../platform/cache.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Platform } from '../platform/service.ts';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Caller } from './deps.ts';
import type { InstalmentsTables } from './tables.ts';

/** Keys that were revoked, by their hashes. */
const KEYS = changedKeys('f-instalments/keys');

const shopByKey = prepare((tables: Kysely<InstalmentsTables>, given: Given<{ hash: string }>) =>
  tables.selectFrom('f_shops').selectAll().where('key_hash', '=', given('hash')),
);

export function security({ store, bus }: Pick<Platform<InstalmentsTables>, 'store' | 'bus'>): InstalmentsSecurity<Caller> {
  const callers = createCache<Caller>(bus, KEYS);

  async function load(hash: string): Promise<Caller | undefined> {
    const shop = await shopByKey.first(store.read, { hash });
    return shop === undefined ? undefined : { shop };
  }

  return {
    async InstalmentsAuth(key) {
      const hash = hashOf(key);
      return (await callers.get(hash, () => load(hash))) ?? null;
    },
  };
}
