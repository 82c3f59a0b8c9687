// Bounds what waits for a receiver that takes nothing: above the bound, the newest deliveries are given up.

import type { Kysely } from 'kysely';
import type { Store } from '../store/store.ts';
import type { DeliveryRow, OutboxTables } from './tables.ts';

/** Deliveries of a sequence are queued behind its first; the others wait by target. */
const QUEUES = [
  { state: 'waiting', by: 'target' },
  { state: 'queued', by: 'sequence' },
] as const;

/** @returns how many were given up */
export async function dropExcess(store: Store<OutboxTables>, most: number): Promise<number> {
  let dropped = 0;
  for (const { state, by } of QUEUES) {
    const long = await store.read
      .selectFrom('platform_deliveries')
      .select(by)
      .where('state', '=', state)
      .where(by, 'is not', null)
      .groupBy(by)
      .having((row) => row.fn.countAll(), '>', most)
      .execute();
    for (const queue of long as Partial<DeliveryRow>[]) {
      const name = queue[by];
      if (name != null) dropped += await store.write((tables) => giveUpNewest(tables, { state, by, name, most }));
    }
  }
  return dropped;
}

interface Queue {
  readonly state: string;
  readonly by: 'target' | 'sequence';
  readonly name: string;
  readonly most: number;
}

async function giveUpNewest(tables: Kysely<OutboxTables>, { state, by, name, most }: Queue): Promise<number> {
  const rows = tables.selectFrom('platform_deliveries').select('position').where('state', '=', state).where(by, '=', name);
  const first = await rows.orderBy('position').offset(most).limit(1).executeTakeFirst();
  if (first === undefined) return 0;
  const { numUpdatedRows } = await tables
    .updateTable('platform_deliveries')
    .set({ state: 'gave-up', reason: 'overflow' })
    .where('state', '=', state)
    .where(by, '=', name)
    .where('position', '>=', first.position)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
