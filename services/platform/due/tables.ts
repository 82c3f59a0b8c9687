// Declares the rows of jobs that fall due, and of the lease of the process that runs them.

import { createTables } from '../store/create-tables.ts';
import type { Part } from '../store/store.ts';
import { flag, integer, key, nullable, type TablesOf, table, text } from '../store/table.ts';

const tables = [
  table(
    'platform_due',
    {
      id: key(text),
      service: text,
      kind: text,
      /** When it falls due, on the sandbox clock. */
      at: integer,
      /** Orders jobs that fall due at the same moment. */
      position: integer,
      /** JSON. */
      payload: text,
      /** How often it has failed. */
      failures: integer,
      /** Whether it has failed so often that it is not tried again. */
      failed: flag,
      /** Wall time before which it is not tried again. */
      not_before: integer,
      error: nullable(text),
    },
    { indexes: { order: ['failed', 'at', 'position'] } },
  ),
  table('platform_leases', {
    name: key(text),
    /** The process that holds it. */
    holder: text,
    /** Wall time at which it ends, unless it is renewed. */
    until: integer,
  }),
] as const;

export type DueTables = TablesOf<typeof tables>;
export type DueRow = DueTables['platform_due'];

export const duePart: Part = { name: 'platform_due', tables, migrations: { '2026-11-22-due': createTables(tables) } };
