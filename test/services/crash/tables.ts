// The tables of the crash test: a unit of work adds a row to both.

import type { Migration } from 'kysely/migration';

export interface CrashTables {
  x_entries: { id: string; text: string };
  x_events: { entry: string };
}

export const migrations: Readonly<Record<string, Migration>> = {
  '0001': {
    async up(database) {
      await database.schema
        .createTable('x_entries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('text', 'text', (column) => column.notNull())
        .execute();
      await database.schema
        .createTable('x_events')
        .addColumn('entry', 'text', (column) => column.primaryKey())
        .execute();
    },
  },
};
