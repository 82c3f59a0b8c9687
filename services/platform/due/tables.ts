// Declares the rows of jobs that fall due, and of the lease of the process that runs them.

import type { Migration } from 'kysely/migration';

export interface DueTables {
  platform_due: DueRow;
  platform_leases: LeaseRow;
}

export interface DueRow {
  readonly id: string;
  readonly service: string;
  readonly kind: string;
  /** When it falls due, on the sandbox clock. */
  readonly at: number;
  /** Orders jobs that fall due at the same moment. */
  readonly position: number;
  /** JSON. */
  readonly payload: string;
  /** How often it has failed. */
  readonly failures: number;
  /** 1 once it has failed so often that it is not tried again. */
  readonly failed: number;
  /** Wall time before which it is not tried again. */
  readonly not_before: number;
  readonly error: string | null;
}

interface LeaseRow {
  readonly name: string;
  /** The process that holds it. */
  readonly holder: string;
  /** Wall time at which it ends, unless it is renewed. */
  readonly until: number;
}

export const dueMigrations: Readonly<Record<string, Migration>> = {
  '2026-11-22-due': {
    async up(database) {
      await database.schema
        .createTable('platform_due')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('service', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addColumn('payload', 'text', (column) => column.notNull())
        .addColumn('failures', 'bigint', (column) => column.notNull())
        .addColumn('failed', 'bigint', (column) => column.notNull())
        .addColumn('not_before', 'bigint', (column) => column.notNull())
        .addColumn('error', 'text')
        .execute();
      await database.schema.createIndex('platform_due_order').on('platform_due').columns(['failed', 'at', 'position']).execute();
      await database.schema
        .createTable('platform_leases')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};
