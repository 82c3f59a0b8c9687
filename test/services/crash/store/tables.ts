// What the processes of the crash test share: a unit of work adds an entry and its delivery.

import { TransportError } from '@octavo/runtime';
import type { Migration } from 'kysely/migration';
import type { DeliveryHandler, DeliveryKind, Outbox } from '../../../../services/platform/outbox/outbox.ts';
import { createOutbox } from '../../../../services/platform/outbox/stored-outbox.ts';
import { type OutboxTables, outboxPart } from '../../../../services/platform/outbox/tables.ts';
import { createTable } from '../../../../services/platform/store/create-table.ts';
import { openStore, type StorePlace } from '../../../../services/platform/store/open.ts';
import type { OpenStore, Store } from '../../../../services/platform/store/store.ts';
import { withAfterCommit } from '../../../../services/platform/work/after-commit.ts';

export interface CrashTables extends OutboxTables {
  x_entries: { id: string; text: string };
}

const migrations: Readonly<Record<string, Migration>> = {
  '0001': {
    async up(database) {
      await createTable(database, 'x_entries', { id: 'text', text: 'text' }, ['id']);
    },
  },
};

/** Its payload is the id of the entry. */
export const ADDED: DeliveryKind<string> = {
  service: 'x-entries',
  event: 'added',
  accepts: (value): value is string => typeof value === 'string',
};

const handler: DeliveryHandler<string, CrashTables> = {
  schedule: Array.from({ length: 50 }, () => 1),
  async post({ id, url, payload }, { fetch }, { signal, onAnswer }) {
    const init = { method: 'POST', headers: { 'webhook-id': id }, body: payload, redirect: 'manual', signal: signal ?? null } as const;
    const response = await fetch(url, init).catch((error: unknown) => {
      throw new TransportError('added', undefined, error);
    });
    onAnswer?.({ status: response.status, retryAfter: undefined });
    await response.arrayBuffer();
  },
};

export interface CrashStore {
  readonly opened: OpenStore<CrashTables>;
  /** Wakes the outbox after each commit that adds a delivery. */
  readonly store: Store<CrashTables>;
  readonly outbox: Outbox;
}

export async function openCrashStore(place: StorePlace): Promise<CrashStore> {
  const opened = await openStore<CrashTables>(place);
  await opened.migrate(outboxPart);
  await opened.migrate({ name: 'crash', migrations, tables: [] });
  const store = withAfterCommit(opened);
  const outbox = createOutbox({
    store: store as Store<unknown> as Store<OutboxTables>,
    clock: { now: () => Date.now() },
    network: { fetch, allowPrivate: 'loopback' },
    // A loss of the database is what the test is about.
    warn: () => {},
    // Short, so that the test need not wait long for what a killed process was sending.
    leaseMilliseconds: 2_000,
    mostPerTarget: 16,
    kept: Number.MAX_SAFE_INTEGER,
  });
  outbox.handle(ADDED, handler);
  return { opened, store, outbox };
}
