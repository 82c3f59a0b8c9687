// Declares the rows of webhooks to which the activity of an account is sent.

import type { ActivityStatus } from '@octavo/interfaces/g-messaging';
import { integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

const hooks = table(
  'g_hooks',
  {
    account: key(integer),
    url: text,
    /** The kinds of activity that are sent; null: all. */
    kinds: nullable(json<readonly ActivityStatus[]>()),
    /** The names of the headers that requests have by the account's own choice. */
    header_names: json<readonly string[]>(),
    /** All headers with their values, that of HTTP Basic too: JSON, sealed, since a value may be a key. */
    headers: text,
    /** The outcome of the test of the address. */
    state: textOf<'untested' | 'accepted' | 'failed'>(),
    fault: nullable(text),
  },
  { since: '002-broadcasts' },
);

export const hookTables = [hooks] as const;

export type HookRow = RowOf<typeof hooks>;
