// The migrations of the messaging service, in order.
import type { Migration } from 'kysely/migration';
import { createTables } from '../../platform/store/create-tables.ts';
import { tables } from '../tables.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '001-tables': createTables(tables),
  '002-broadcasts': createTables(tables, '002-broadcasts'),
};
