// Declares the rows of deliveries and of their attempts.

import type { AttemptReport } from '@octavo/runtime/conformance';
import { createTables } from '../store/create-tables.ts';
import type { Part } from '../store/store.ts';
import { integer, json, key, nullable, type RowOf, since, type TablesOf, table, text } from '../store/table.ts';

const deliveries = table('platform_deliveries', {
  id: key(text),
  service: text,
  event: text,
  url: text,
  /** The service and the origin of the address. Attempts at one target are limited, so that a slow one does not hold up the others. */
  target: text,
  sequence: nullable(text),
  /** JSON. */
  payload: text,
  /** Orders deliveries as they were added. */
  position: integer,
  /** `queued`, `waiting`, `sending`, `delivered` or `gave-up`. */
  state: text,
  reason: nullable(text),
  /** On the sandbox clock. */
  created: integer,
  due: integer,
  /** Attempts since it was added or replayed: its place in the schedule. */
  tries: integer,
  /** All attempts. */
  attempts: integer,
  /** The process that sends it. */
  holder: nullable(text),
  /** Wall time after which another process may send it. */
  lease_until: integer,
});

const attempts = table('platform_attempts', {
  delivery: key(text),
  number: key(integer),
  at: integer,
  milliseconds: integer,
  outcome: text,
  status: nullable(integer),
  error: nullable(text),
  /** The headers that were sent, by name in lower case. Null where nothing was sent, or by a version before this column. */
  headers: since('2026-11-23-headers', nullable(json<NonNullable<AttemptReport['headers']>>())),
  /** The digest of the address and the body that were sent. Null as above. */
  digest: since('2026-11-23-answers', nullable(text)),
  /** Headers and beginning of the body of the answer. Null where there was none, or by a version before this column. */
  answer: since('2026-11-23-answers', nullable(json<NonNullable<AttemptReport['answer']>>())),
});

const tables = [deliveries, attempts] as const;

export type OutboxTables = TablesOf<typeof tables>;
export type DeliveryRow = RowOf<typeof deliveries>;

export const outboxPart: Part = {
  name: 'platform_outbox',
  tables,
  migrations: {
    '2026-11-22-outbox': {
      async up(database) {
        await createTables([deliveries]).up(database);
        const indexes: Readonly<Record<string, (keyof DeliveryRow)[]>> = {
          targets: ['state', 'target', 'due', 'position'],
          leases: ['state', 'lease_until'],
          sequences: ['sequence', 'state', 'position'],
          newest: ['position'],
        };
        for (const [name, columns] of Object.entries(indexes))
          await database.schema.createIndex(`platform_deliveries_${name}`).on('platform_deliveries').columns(columns).execute();
        await createTables([attempts]).up(database);
      },
    },
    '2026-11-23-headers': createTables(tables, '2026-11-23-headers'),
    '2026-11-23-answers': createTables(tables, '2026-11-23-answers'),
    // Finds what is being sent, what has ended and what the operator lists without a look at what waits, however much does.
    '2026-11-26-states': {
      async up(database) {
        await database.schema.dropIndex('platform_deliveries_leases').execute();
        await database.schema.createIndex('platform_deliveries_states').on('platform_deliveries').columns(['state', 'position']).execute();
      },
    },
  },
};
