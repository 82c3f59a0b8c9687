// Finds the account of a key, which comes in the query or in one of two headers.

import type { EmailSecurity } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import { hashOf } from '../platform/secrets.ts';
import type { Caller, Deps } from './deps.ts';

export function security({ store }: Pick<Deps, 'store'>): EmailSecurity<Caller> {
  async function callerOf(key: string): Promise<Caller | null> {
    const row = await store.read.selectFrom('h_keys').select('account_id').where('hash', '=', hashOf(key)).executeTakeFirst();
    return row === undefined ? null : { account: row.account_id ?? 'test' };
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
