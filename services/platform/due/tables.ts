// Declares the rows of jobs that fall due, and of the lease of the process that runs them.

import type { Migration } from 'kysely/migration';
import { createTable } from '../store/create-table.ts';

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
      await createTable(
        database,
        'platform_due',
        {
          id: 'text',
          service: 'text',
          kind: 'text',
          at: 'whole',
          position: 'whole',
          payload: 'text',
          failures: 'whole',
          failed: 'whole',
          not_before: 'whole',
          error: 'text?',
        },
        ['id'],
      );
      await database.schema.createIndex('platform_due_order').on('platform_due').columns(['failed', 'at', 'position']).execute();
      await createTable(database, 'platform_leases', { name: 'text', holder: 'text', until: 'whole' }, ['name']);
    },
  },
};
