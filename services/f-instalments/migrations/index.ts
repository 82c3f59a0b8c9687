// The migrations of the instalment service, in order.
import type { Migration } from 'kysely/migration';
import { up as tables } from './001-tables.ts';
import { up as holders } from './002-holders.ts';
import { up as lists } from './003-lists.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '001-tables': { up: tables },
  '002-holders': { up: holders },
  '003-lists': { up: lists },
};
