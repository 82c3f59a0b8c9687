// What the processes of a test share: the kinds of work, and the tables.

import type { Kysely } from 'kysely';
import type { JobKind } from '../../../../services/platform/due/due.ts';
import type { DueTables } from '../../../../services/platform/due/tables.ts';
import type { DeliveryKind } from '../../../../services/platform/outbox/outbox.ts';
import type { OutboxTables } from '../../../../services/platform/outbox/tables.ts';

/** Short, so that a test need not wait long for what a killed process had begun. */
export const LEASE_MILLISECONDS = 2_000;

export interface WorkTables extends DueTables, OutboxTables {
  notes: { readonly id: string; readonly text: string; readonly position: number; readonly process: string };
}

export const noteMigrations = {
  notes: {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('notes')
        .addColumn('id', 'text')
        .addColumn('text', 'text')
        .addColumn('position', 'bigint')
        .addColumn('process', 'text')
        .execute();
    },
  },
};

const isText = (value: unknown): value is string => typeof value === 'string';
export const EVENT: DeliveryKind<string> = { service: 'x-notes', event: 'note.written', accepts: isText };
export const NOTE: JobKind<string> = { service: 'x-notes', name: 'note', accepts: isText };
