// The migrations of the scheduling service, in order.
import type { Migration } from 'kysely/migration';
import { up as tables } from './001-tables.ts';
import { up as messages } from './002-messages.ts';

export const migrations: Readonly<Record<string, Migration>> = { '001-tables': { up: tables }, '002-messages': { up: messages } };
