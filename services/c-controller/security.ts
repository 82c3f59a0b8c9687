// Finds the key of a request, which comes by HTTP Basic: the identifier as user id, the value as password.

import type { ControllerSecurity } from '@octavo/interfaces/c-controller';
import { forbidden } from '@octavo/runtime';
import { changedKeys, createCache } from '../platform/cache.ts';
import { equalSecrets, hashOf } from '../platform/secrets.ts';
import type { Platform } from '../platform/service.ts';
import type { Caller } from './deps.ts';
import { find } from './store.ts';
import type { ControllerTables, KeyRow } from './tables.ts';

/** Keys that were revoked, by the hashes of identifier and value. */
export const KEYS = changedKeys('c-controller/keys');

export function security({ store, bus }: Pick<Platform<ControllerTables>, 'store' | 'bus'>): ControllerSecurity<Caller> {
  const keys = createCache<KeyRow>(bus, KEYS);

  async function load(id: string, value: string): Promise<KeyRow | undefined> {
    const row = await find(store.read, 'c_keys', id);
    return row !== undefined && equalSecrets(row.hash, hashOf(value)) ? row : undefined;
  }

  return {
    async key({ username, password }, { scopes }) {
      // Identifiers have no colon (RFC 7617 section 2).
      const row = await keys.get(hashOf(`${username}:${password}`), () => load(username, password));
      if (row === undefined) return null;
      if (scopes.includes('write') && !row.can_write) return forbidden('The key is read-only.');
      return { key: row.id };
    },
  };
}
