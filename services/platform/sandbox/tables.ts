// Declares the rows that the sandbox keeps about itself.

import type { Migration } from 'kysely/migration';
import type { ClockTables } from '../clock/tables.ts';
import type { DueTables } from '../due/tables.ts';
import type { OutboxTables } from '../outbox/tables.ts';
import { createTable } from '../store/create-table.ts';

/** The tables of the platform, which all services of a sandbox share. */
export interface SandboxTables extends ClockTables, DueTables, OutboxTables {
  platform_sandbox: SandboxRow;
  platform_services: ServiceRow;
}

export interface SandboxRow {
  /** Always 1. */
  readonly id: number;
  /** Random: tells this sandbox from others that share a Redis with it. */
  readonly key: string;
  /** How often it was filled with seeds: 1 when it is new, then one more with each reset. */
  readonly generation: number;
  /** How many processes have opened it so far. */
  readonly starts: number;
  /** What the clock showed when the last snapshot was taken. */
  readonly shown: number | null;
}

/** A service whose seeds are in the store. */
interface ServiceRow {
  readonly name: string;
  /** What the sandbox clock showed when the service was seeded: its story is moved to this moment. */
  readonly started: number;
}

export const sandboxMigrations: Readonly<Record<string, Migration>> = {
  '2026-11-22-sandbox': {
    async up(database) {
      await createTable(database, 'platform_sandbox', { id: 'whole', key: 'text', generation: 'whole', starts: 'whole' }, ['id']);
      await createTable(database, 'platform_services', { name: 'text', started: 'whole' }, ['name']);
    },
  },
  '2026-11-23-shown': {
    async up(database) {
      await database.schema.alterTable('platform_sandbox').addColumn('shown', 'bigint').execute();
    },
  },
};
