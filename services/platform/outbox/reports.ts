// Reads deliveries for the operator, sends one again, and removes old ones.

import { parseJson } from '@octavo/runtime';
import type { AttemptReport, DeliveryReport, DeliveryState } from '@octavo/runtime/conformance';
import type { Kysely } from 'kysely';
import type { DeliveryFilter } from './outbox.ts';
import type { DeliveryRow, OutboxTables } from './tables.ts';

type Tables = Kysely<OutboxTables>;

export async function listDeliveries(tables: Tables, { service, state, before, most }: DeliveryFilter): Promise<readonly DeliveryReport[]> {
  let query = tables.selectFrom('platform_deliveries').selectAll().orderBy('position', 'desc').limit(most);
  if (service !== undefined) query = query.where('service', '=', service);
  if (state !== undefined) query = query.where('state', '=', state);
  if (before !== undefined) query = query.where('position', '<', before);
  return (await query.execute()).map(reportOf);
}

export async function oneDelivery(
  tables: Tables,
  id: string,
): Promise<(DeliveryReport & { readonly log: readonly AttemptReport[] }) | undefined> {
  const row = await rowOf(tables, id);
  if (row === undefined) return undefined;
  const attempts = await tables.selectFrom('platform_attempts').selectAll().where('delivery', '=', id).orderBy('number').execute();
  const log = attempts.map(({ number, at, milliseconds, outcome, status, error, headers, digest, answer }) => ({
    number,
    at,
    milliseconds,
    outcome: outcome as AttemptReport['outcome'],
    status,
    error,
    headers,
    digest,
    answer,
  }));
  return { ...reportOf(row), log };
}

export function rowOf(tables: Tables, id: string): Promise<DeliveryRow | undefined> {
  return tables.selectFrom('platform_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

function reportOf(row: DeliveryRow): DeliveryReport {
  const { id, service, event, url, sequence, created, due, attempts, position } = row;
  const payload = parseJson(row.payload);
  const state = row.state as DeliveryState;
  const reason = row.reason as DeliveryReport['reason'];
  return { id, service, event, url, payload, sequence, state, reason, created, due, attempts, position };
}

/** @returns false if there is none, or if it is being sent or waits in its sequence */
export async function replayDelivery(tables: Tables, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('platform_deliveries')
    .set({ state: 'waiting', due: now, tries: 0, reason: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'delivered', 'gave-up'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const ENDED = ['delivered', 'gave-up'];

/** Removes all deliveries that have ended but the newest. */
export async function removeOld(tables: Tables, kept: number): Promise<void> {
  // The newest of each state are the last entries of its part of an index; together, SQLite would sort all that have ended.
  const newest = (state: string) => {
    const rows = tables.selectFrom('platform_deliveries').select('position').where('state', '=', state);
    return tables
      .selectFrom(
        rows
          .orderBy('position', 'desc')
          .limit(kept + 1)
          .as('newest'),
      )
      .selectAll();
  };
  const first = await newest('delivered').unionAll(newest('gave-up')).orderBy('position', 'desc').offset(kept).limit(1).executeTakeFirst();
  if (first === undefined) return;
  const old = tables.selectFrom('platform_deliveries').select('id').where('state', 'in', ENDED).where('position', '<=', first.position);
  await tables.deleteFrom('platform_attempts').where('delivery', 'in', old).execute();
  await tables.deleteFrom('platform_deliveries').where('state', 'in', ENDED).where('position', '<=', first.position).execute();
}

/** Removes all deliveries of services. */
export async function removeDeliveries(tables: Tables, services: readonly string[]): Promise<void> {
  const gone = tables.selectFrom('platform_deliveries').select('id').where('service', 'in', services);
  await tables.deleteFrom('platform_attempts').where('delivery', 'in', gone).execute();
  await tables.deleteFrom('platform_deliveries').where('service', 'in', services).execute();
}
