// The migrations of the instalment service, in order.
import type { Migration } from 'kysely/migration';
import { up as tables } from './001-tables.ts';

export const migrations: Readonly<Record<string, Migration>> = { '001-tables': { up: tables } };
