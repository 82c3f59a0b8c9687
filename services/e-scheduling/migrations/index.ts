// The migrations of the scheduling service, in order.
import type { Migration } from 'kysely/migration';
import { createTables } from '../../platform/store/create-tables.ts';
import { tables } from '../tables.ts';
import { up } from './001-tables.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '001-tables': { up },
  '002-messages': createTables(tables, '002-messages'),
};
