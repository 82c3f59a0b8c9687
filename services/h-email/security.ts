// Finds the account of a key, which comes in the query or in one of two headers.

import type { EmailSecurity } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import { changedKeys } from '../platform/cache.ts';
import { credentialFinder } from '../platform/credentials.ts';
import type { Caller, Deps } from './deps.ts';
import { findBy } from './store.ts';

/** Keys that were revoked, by their hashes. */
export const KEYS = changedKeys('h-email/keys');

export function security({ store, bus }: Pick<Deps, 'store' | 'bus'>): EmailSecurity<Caller> {
  const find = credentialFinder(bus, KEYS, async (hash): Promise<Caller | undefined> => {
    const row = await findBy(store.read, 'h_keys', { hash });
    return row && { account: row.account_id ?? 'test' };
  });

  function callerOf(key: string): Caller | null | Promise<Caller | null> {
    const found = find(key);
    return found instanceof Promise ? found.then((caller) => caller ?? null) : (found ?? null);
  }
  return { apiKey: callerOf, apiKeyHeader: callerOf, bearer: callerOf };
}

/**
 * The account of a caller.
 * @throws the refusal 401 for the test key, which belongs to no account
 */
export function accountOf({ account }: Caller): number {
  if (account === 'test') throw refuse(401, { code: 'authentication_failed', detail: 'The test key has no account.' });
  return account;
}
