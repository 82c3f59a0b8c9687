// Looks up apps by their keys.

import type { Kysely } from 'kysely';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { AppRow, EventsTables } from './tables.ts';

const byKey = prepare((tables: Kysely<EventsTables>, given: Given<{ key: string }>) =>
  tables.selectFrom('d_apps').selectAll().where('key', '=', given('key')),
);

export function appByKey(tables: Kysely<EventsTables>, key: string): Promise<AppRow | undefined> {
  return byKey.first(tables, { key });
}
