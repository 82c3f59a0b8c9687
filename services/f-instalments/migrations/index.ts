// The migrations of the instalment service, in order.
import type { Migration } from 'kysely/migration';
import { createTables } from '../../platform/store/create-tables.ts';
import { tables } from '../tables.ts';
import { up } from './003-lists.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '001-tables': createTables(tables),
  '002-holders': createTables(tables, '002-holders'),
  '003-lists': { up },
};
