// Declares the row of the sandbox clock.

import { createTables } from '../store/create-tables.ts';
import type { Part } from '../store/store.ts';
import { integer, key, nullable, type TablesOf, table } from '../store/table.ts';

const tables = [
  table('platform_clock', {
    /** Always 1: a sandbox has one clock. */
    id: key(integer),
    frozen_at: nullable(integer),
    ahead: integer,
  }),
] as const;

export type ClockTables = TablesOf<typeof tables>;
export type ClockRow = ClockTables['platform_clock'];

export const clockPart: Part = { name: 'platform_clock', tables, migrations: { '2026-11-22-clock': createTables(tables) } };
