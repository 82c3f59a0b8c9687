// A sender as a service without an outbox of its own would write it, and as this one was before: four attempts at once, a unit of work to claim what
// may begin, one to record each attempt, and a look at what waits before and after.

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DeliveryRow, OutboxTables } from '../../services/platform/outbox/tables.ts';
import { perEngine } from '../../services/platform/store/per-engine.ts';
import { type Given, prepare } from '../../services/platform/store/prepare.ts';
import type { Store } from '../../services/platform/store/store.ts';

type Tables = Kysely<OutboxTables>;

const AT_ONCE = 4;

/** Sends all deliveries that wait. */
export async function sendPlainly(store: Store<OutboxTables>, post: (row: DeliveryRow) => Promise<void>): Promise<void> {
  const holder = randomUUID();
  const underWay = new Set<Promise<void>>();
  for (;;) {
    await sending.first(store.read, {});
    if ((await waiting.first(store.read, {})) === undefined && underWay.size === 0) return;
    const most = AT_ONCE - underWay.size;
    const claimed = most === 0 ? [] : await store.write((tables) => claim.all(tables, { holder, most }));
    await waiting.first(store.read, {});
    for (const row of claimed) {
      const sent = sendOne(store, row, post).finally(() => underWay.delete(sent));
      underWay.add(sent);
    }
    if (underWay.size > 0) await Promise.race(underWay);
  }
}

async function sendOne(store: Store<OutboxTables>, row: DeliveryRow, post: (row: DeliveryRow) => Promise<void>): Promise<void> {
  await post(row);
  await store.write(async (tables) => {
    await end.run(tables, { id: row.id });
    await log.run(tables, { id: row.id });
    if (row.sequence !== null) await beginNext.run(tables, { sequence: row.sequence });
  });
}

const waiting = prepare((tables: Tables) => tables.selectFrom('platform_deliveries').select('id').where('state', '=', 'waiting').limit(1));

const sending = prepare((tables: Tables) => tables.selectFrom('platform_deliveries').select('id').where('state', '=', 'sending').limit(1));

const claim = prepare((tables: Tables, given: Given<{ readonly holder: string; readonly most: number }>) => {
  const due = tables
    .selectFrom('platform_deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .orderBy('target')
    .orderBy('due')
    .orderBy('position')
    .limit(given('most'));
  return tables
    .with('due_now', () => perEngine(tables, { sqlite: () => due, postgres: () => due.forUpdate().skipLocked() }))
    .updateTable('platform_deliveries')
    .set({ state: 'sending', holder: given('holder') })
    .where('id', 'in', (row) => row.selectFrom('due_now').select('due_now.id'))
    .returningAll();
});

const end = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.updateTable('platform_deliveries').set({ state: 'delivered', attempts: 1, holder: null }).where('id', '=', given('id')),
);

const log = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.insertInto('platform_attempts').values({
    delivery: given('id'),
    number: 1,
    at: 0,
    milliseconds: 0,
    outcome: 'delivered',
    status: 204,
    error: null,
    headers: null,
    digest: null,
    answer: null,
  }),
);

const beginNext = prepare((tables: Tables, given: Given<{ readonly sequence: string }>) => {
  const others = tables.selectFrom('platform_deliveries').select('id').where('sequence', '=', given('sequence'));
  return tables
    .updateTable('platform_deliveries')
    .set({ state: 'waiting' })
    .where('id', '=', others.where('state', '=', 'queued').orderBy('position').limit(1))
    .where((row) => row.not(row.exists(others.where('state', 'in', ['waiting', 'sending']))));
});
