// Finds the key of a request, which comes by HTTP Basic: the identifier as user id, the value as password.

import type { ControllerSecurity } from '@octavo/interfaces/c-controller';
import { forbidden } from '@octavo/runtime';
import { equalSecrets, hashOf } from '../platform/secrets.ts';
import type { Caller, Deps } from './deps.ts';

export function security({ store }: Deps): ControllerSecurity<Caller> {
  return {
    async key({ username, password }, { scopes }) {
      const row = await store.read.selectFrom('c_keys').selectAll().where('id', '=', username).executeTakeFirst();
      if (row === undefined || !equalSecrets(row.hash, hashOf(password))) return null;
      if (scopes.includes('write') && row.can_write === 0) return forbidden('The key is read-only.');
      return { key: row.id };
    },
  };
}
