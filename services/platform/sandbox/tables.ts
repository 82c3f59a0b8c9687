// Declares the rows that the sandbox keeps about itself.

import type { Migration } from 'kysely/migration';

export interface SandboxTables {
  platform_services: ServiceRow;
}

/** A service whose seeds are in the store. */
interface ServiceRow {
  readonly name: string;
  /** What the sandbox clock showed when the service was seeded: its story is moved to this moment. */
  readonly started: number;
}

export const sandboxMigrations: Readonly<Record<string, Migration>> = {
  '2026-11-22-services': {
    async up(database) {
      await database.schema
        .createTable('platform_services')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('started', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};
