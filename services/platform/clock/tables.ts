// Declares the row of the sandbox clock.

import type { Migration } from 'kysely/migration';
import { createTable } from '../store/create-table.ts';

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
      await createTable(database, 'platform_clock', { id: 'whole', frozen_at: 'whole?', ahead: 'whole' }, ['id']);
    },
  },
};
