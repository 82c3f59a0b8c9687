// Adds deliveries, and finds those that wait. No query here takes longer where more of them wait.

import { type Kysely, sql } from 'kysely';
import { type Given, prepare } from '../store/prepare.ts';
import { nextPosition } from '../work/positions.ts';
import type { DeliveryRow, OutboxTables } from './tables.ts';

type Tables = Kysely<OutboxTables>;

type NewRow = Pick<DeliveryRow, 'id' | 'service' | 'event' | 'url' | 'sequence' | 'payload' | 'created'>;

/** The service and the origin of an address. */
export function targetOf(service: string, url: string): string {
  return `${service} ${new URL(url).origin}`;
}

/** Adds a delivery. Where its sequence has one that has not ended, it waits behind that one. */
export async function insertDelivery(tables: Tables, row: NewRow): Promise<void> {
  const before = row.sequence === null ? undefined : await lastOfSequence(tables, row.sequence);
  await insertRow.run(tables, {
    ...row,
    target: targetOf(row.service, row.url),
    // A process whose clock is behind must not put it before one that another process has added.
    position: Math.max(nextPosition(), (before ?? 0) + 1),
    state: before === undefined ? 'waiting' : 'queued',
  });
}

const insertRow = prepare((tables: Tables, given: Given<NewRow & Pick<DeliveryRow, 'target' | 'position' | 'state'>>) =>
  tables.insertInto('platform_deliveries').values({
    id: given('id'),
    service: given('service'),
    event: given('event'),
    url: given('url'),
    target: given('target'),
    sequence: given('sequence'),
    payload: given('payload'),
    position: given('position'),
    state: given('state'),
    reason: null,
    created: given('created'),
    due: given('created'),
    tries: 0,
    attempts: 0,
    holder: null,
    lease_until: 0,
  }),
);

/** The position of the last delivery of a sequence that has not ended. */
async function lastOfSequence(tables: Tables, sequence: string): Promise<number | undefined> {
  return (await lastPosition.first(tables, { sequence }))?.position ?? undefined;
}

const lastPosition = prepare((tables: Tables, given: Given<{ readonly sequence: string }>) => {
  // Each is the last entry of its part of an index; together, SQLite would read all that wait in the sequence.
  const last = (state: string) =>
    sql`(select max(position) as position from platform_deliveries where sequence = ${given('sequence')} and state = ${state})`;
  const all = sql.join(
    ['queued', 'waiting', 'sending'].map((state) => sql`select * from ${last(state)} as one`),
    sql` union all `,
  );
  return { compile: () => sql<{ position: number | null }>`select max(position) as position from (${all}) as unended`.compile(tables) };
});

/** Changes the payloads of the deliveries of a kind that hold a text. */
export async function revisePayloads(
  tables: Tables,
  { service, event, holding }: { readonly service: string; readonly event: string; readonly holding: string },
  revise: (payload: string) => string,
): Promise<void> {
  const rows = await tables
    .selectFrom('platform_deliveries')
    .select(['id', 'payload'])
    .where('service', '=', service)
    .where('event', '=', event)
    .where('payload', 'like', `%${holding}%`)
    .execute();
  for (const { id, payload } of rows) {
    // SQLite compares without regard to case.
    if (!payload.includes(holding)) continue;
    await tables
      .updateTable('platform_deliveries')
      .set({ payload: revise(payload) })
      .where('id', '=', id)
      .execute();
    // A receiver may have repeated what it got.
    await tables.updateTable('platform_attempts').set({ answer: null }).where('delivery', '=', id).execute();
  }
}

export interface Target {
  readonly target: string;
  /** When its first delivery is due, on the sandbox clock. */
  readonly due: number;
}

/**
 * All targets for which deliveries wait, those that are due first at the beginning. The query jumps from target to target in the index, so it takes
 * as long where 100,000 deliveries wait for one of them.
 */
export function waitingTargets(tables: Tables): Promise<readonly Target[]> {
  return targetsThatWait.all(tables, {});
}

const targetsThatWait = prepare((tables: Tables) => ({
  compile: () =>
    sql<Target>`
    with recursive targets(target) as (
      select min(target) from platform_deliveries where state = 'waiting'
      union all
      select (select min(target) from platform_deliveries where state = 'waiting' and target > targets.target)
      from targets where target is not null
    ), dues as (
      select target, (select min(due) from platform_deliveries where state = 'waiting' and target = targets.target) as due
      from targets where target is not null
    )
    select target, due from dues order by due, target`.compile(tables),
}));

/** When the first delivery to a target is due. */
export async function nextDue(tables: Tables, target: string): Promise<number | undefined> {
  return (await firstDue.first(tables, { target }))?.due ?? undefined;
}

const firstDue = prepare((tables: Tables, given: Given<{ readonly target: string }>) =>
  tables
    .selectFrom('platform_deliveries')
    .select((row) => row.fn.min('due').as('due'))
    .where('state', '=', 'waiting')
    .where('target', '=', given('target')),
);

/** Counts the deliveries to a target that wait for their time or their turn, up to a bound. */
export async function countWaiting(tables: Tables, target: string, most: number): Promise<number> {
  const counts = ['waiting', 'queued'].map((state) => countOf.first(tables, { state, target, most }));
  return Math.min(
    (await Promise.all(counts)).reduce((sum, one) => sum + (one?.count ?? 0), 0),
    most,
  );
}

const countOf = prepare((tables: Tables, given: Given<{ readonly state: string; readonly target: string; readonly most: number }>) =>
  tables
    .selectFrom((query) =>
      query
        .selectFrom('platform_deliveries')
        .select('position')
        .where('state', '=', given('state'))
        .where('target', '=', given('target'))
        .limit(given('most'))
        .as('counted'),
    )
    .select((row) => row.fn.countAll<number>().as('count')),
);

/** Lets deliveries be sent again whose process has died: their lease has ended. */
export async function releaseExpired(tables: Tables, wall: number): Promise<void> {
  await tables
    .updateTable('platform_deliveries')
    .set({ state: 'waiting', holder: null, lease_until: 0 })
    .where('state', '=', 'sending')
    .where('lease_until', '<', wall)
    .execute();
}

/** Whether something is being sent, or was by a process that has died; with a wall time, only if its lease ended before that. */
export async function isSending(tables: Tables, leaseBefore: number = Number.MAX_SAFE_INTEGER): Promise<boolean> {
  return (await sending.first(tables, { leaseBefore })) !== undefined;
}

const sending = prepare((tables: Tables, given: Given<{ readonly leaseBefore: number }>) =>
  tables
    .selectFrom('platform_deliveries')
    .select('id')
    .where('state', '=', 'sending')
    .where('lease_until', '<', given('leaseBefore'))
    .limit(1),
);
