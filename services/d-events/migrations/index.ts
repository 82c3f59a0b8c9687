// The migrations of the event service, in order.
import type { Migration } from 'kysely/migration';
import { up as tables } from './001-tables.ts';
import { up as oldSecrets } from './002-old-secrets.ts';

export const migrations: Readonly<Record<string, Migration>> = { '001-tables': { up: tables }, '002-old-secrets': { up: oldSecrets } };
