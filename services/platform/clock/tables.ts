// Declares the row of the sandbox clock.

import type { Migration } from 'kysely/migration';

export interface ClockTables {
  platform_clock: ClockRow;
}

export interface ClockRow {
  /** Always 1: a sandbox has one clock. */
  readonly id: number;
  readonly frozen_at: number | null;
  readonly ahead: number;
}

export const clockMigrations: Readonly<Record<string, Migration>> = {
  '2026-11-22-clock': {
    async up(database) {
      await database.schema
        .createTable('platform_clock')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('frozen_at', 'bigint')
        .addColumn('ahead', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};
