// Declares the rows of deliveries and of their attempts.

import type { Migration } from 'kysely/migration';
import { createTable } from '../store/create-table.ts';

export interface OutboxTables {
  platform_deliveries: DeliveryRow;
  platform_attempts: AttemptRow;
}

export interface DeliveryRow {
  readonly id: string;
  readonly service: string;
  readonly event: string;
  readonly url: string;
  /** The service and the origin of the address. Attempts at one target are limited, so that a slow one does not hold up the others. */
  readonly target: string;
  readonly sequence: string | null;
  /** JSON. */
  readonly payload: string;
  /** Orders deliveries as they were added. */
  readonly position: number;
  /** `queued`, `waiting`, `sending`, `delivered` or `gave-up`. */
  readonly state: string;
  readonly reason: string | null;
  /** On the sandbox clock. */
  readonly created: number;
  readonly due: number;
  /** Attempts since it was added or replayed: its place in the schedule. */
  readonly tries: number;
  /** All attempts. */
  readonly attempts: number;
  /** The process that sends it. */
  readonly holder: string | null;
  /** Wall time after which another process may send it. */
  readonly lease_until: number;
}

interface AttemptRow {
  readonly delivery: string;
  readonly number: number;
  readonly at: number;
  readonly milliseconds: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly error: string | null;
  /** JSON: the headers that were sent, by name in lower case. Null where nothing was sent, or by a version before this column. */
  readonly headers: string | null;
  /** Of the address and the body that were sent. Null as above. */
  readonly digest: string | null;
  /** JSON: headers and beginning of the body of the answer. Null where there was none, or by a version before this column. */
  readonly answer: string | null;
}

export const outboxMigrations: Readonly<Record<string, Migration>> = {
  '2026-11-22-outbox': {
    async up(database) {
      await createTable(
        database,
        'platform_deliveries',
        {
          id: 'text',
          service: 'text',
          event: 'text',
          url: 'text',
          target: 'text',
          sequence: 'text?',
          payload: 'text',
          position: 'whole',
          state: 'text',
          reason: 'text?',
          created: 'whole',
          due: 'whole',
          tries: 'whole',
          attempts: 'whole',
          holder: 'text?',
          lease_until: 'whole',
        },
        ['id'],
      );
      const indexes: Readonly<Record<string, (keyof DeliveryRow)[]>> = {
        targets: ['state', 'target', 'due', 'position'],
        leases: ['state', 'lease_until'],
        sequences: ['sequence', 'state', 'position'],
        newest: ['position'],
      };
      for (const [name, columns] of Object.entries(indexes))
        await database.schema.createIndex(`platform_deliveries_${name}`).on('platform_deliveries').columns(columns).execute();
      await createTable(
        database,
        'platform_attempts',
        { delivery: 'text', number: 'whole', at: 'whole', milliseconds: 'whole', outcome: 'text', status: 'whole?', error: 'text?' },
        ['delivery', 'number'],
      );
    },
  },
  '2026-11-23-headers': {
    async up(database) {
      await database.schema.alterTable('platform_attempts').addColumn('headers', 'text').execute();
    },
  },
  '2026-11-23-answers': {
    async up(database) {
      for (const column of ['digest', 'answer']) await database.schema.alterTable('platform_attempts').addColumn(column, 'text').execute();
    },
  },
  // Finds what is being sent, what has ended and what the operator lists without a look at what waits, however much does.
  '2026-11-26-states': {
    async up(database) {
      await database.schema.dropIndex('platform_deliveries_leases').execute();
      await database.schema.createIndex('platform_deliveries_states').on('platform_deliveries').columns(['state', 'position']).execute();
    },
  },
};
