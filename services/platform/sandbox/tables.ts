// Declares the rows that the sandbox keeps about itself.

import { type BlobTables, blobPart } from '../blobs/tables.ts';
import { type ClockTables, clockPart } from '../clock/tables.ts';
import { type DueTables, duePart } from '../due/tables.ts';
import { type OutboxTables, outboxPart } from '../outbox/tables.ts';
import { createTables } from '../store/create-tables.ts';
import type { Part } from '../store/store.ts';
import { integer, key, nullable, since, type TablesOf, table, text } from '../store/table.ts';

const tables = [
  table('platform_sandbox', {
    /** Always 1. */
    id: key(integer),
    /** Random: tells this sandbox from others that share a Redis with it. */
    key: text,
    /** How often it was filled with seeds: 1 when it is new, then one more with each reset. */
    generation: integer,
    /** How many processes have opened it so far. */
    starts: integer,
    /** The time of the clock when the last snapshot was taken. */
    shown: since('2026-11-23-shown', nullable(integer)),
  }),
  /** The services whose seeds are in the store. */
  table('platform_services', {
    name: key(text),
    /** The time of the sandbox clock when the service was seeded: its story is moved to this moment. */
    started: integer,
  }),
] as const;

/** The tables of the platform, which all services of a sandbox share. */
export interface SandboxTables extends BlobTables, ClockTables, DueTables, OutboxTables, TablesOf<typeof tables> {}
export type SandboxRow = SandboxTables['platform_sandbox'];

const sandboxPart: Part = {
  name: 'platform_sandbox',
  tables,
  migrations: { '2026-11-22-sandbox': createTables(tables), '2026-11-23-shown': createTables(tables, '2026-11-23-shown') },
};

export const platformParts: readonly Part[] = [clockPart, sandboxPart, duePart, outboxPart, blobPart];
