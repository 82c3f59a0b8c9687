// Adds deliveries, and finds those that wait. No query here takes longer where more of them wait.

import { type Kysely, sql } from 'kysely';
import { rowsOfList } from '../store/per-engine.ts';
import { type Given, prepare } from '../store/prepare.ts';
import { nextPosition } from '../work/positions.ts';
import { inSequence } from './sequences.ts';
import type { DeliveryRow, OutboxTables } from './tables.ts';

type Tables = Kysely<OutboxTables>;

type NewRow = Pick<DeliveryRow, 'id' | 'service' | 'event' | 'url' | 'sequence' | 'payload' | 'created'>;

/** The service and the origin of an address. */
export function targetOf(service: string, url: string): string {
  return `${service} ${new URL(url).origin}`;
}

/** Adds deliveries. Where a sequence has one that has not ended, the next one waits behind that. */
export async function insertDeliveries(tables: Tables, rows: readonly NewRow[]): Promise<void> {
  const last = await lastOfSequences(tables, new Set(rows.flatMap(({ sequence }) => sequence ?? [])));
  const added = rows.map((row) => {
    const before = row.sequence === null ? undefined : last.get(row.sequence);
    // A process whose clock is behind must not put it before one that another process has added.
    const position = Math.max(nextPosition(), (before ?? 0) + 1);
    if (row.sequence !== null) last.set(row.sequence, position);
    return { ...row, target: targetOf(row.service, row.url), position, state: before === undefined ? 'waiting' : 'queued' };
  });
  await insertRows.run(tables, { rows: JSON.stringify(added) });
}

const insertRows = prepare((tables: Tables, given: Given<{ readonly rows: string }>) => {
  const columns = {
    id: 'text',
    service: 'text',
    event: 'text',
    url: 'text',
    target: 'text',
    sequence: 'text',
    payload: 'text',
    position: 'whole',
    state: 'text',
    created: 'whole',
  } as const;
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  return {
    compile: () =>
      sql`
      insert into platform_deliveries (${names}, reason, due, tries, attempts, holder, lease_until)
      select ${names}, null, created, 0, 0, null, 0 from ${rowsOfList(tables, given('rows'), columns)} as added`.compile(tables),
  };
});

/** The positions of the last deliveries of sequences that have not ended. */
async function lastOfSequences(tables: Tables, sequences: ReadonlySet<string>): Promise<Map<string, number>> {
  if (sequences.size === 0) return new Map();
  const rows = await lastPositions.all(tables, { sequences: JSON.stringify([...sequences].map((sequence) => ({ sequence }))) });
  return new Map(
    rows.flatMap(({ sequence, queued, waiting, sending }) => {
      const last = Math.max(queued ?? 0, waiting ?? 0, sending ?? 0);
      return last === 0 ? [] : [[sequence, last] as const];
    }),
  );
}

interface LastPositions {
  readonly sequence: string;
  readonly queued: number | null;
  readonly waiting: number | null;
  readonly sending: number | null;
}

const lastPositions = prepare((tables: Tables, given: Given<{ readonly sequences: string }>) => {
  // Each is the last entry of its part of an index; together, SQLite would read all that wait in the sequence.
  const last = (state: 'queued' | 'waiting' | 'sending') => {
    const found = inSequence('one', sql.ref('wanted.sequence'), state, { end: 'last', most: 1 });
    return sql`(select position from platform_deliveries as one ${found}) as ${sql.ref(state)}`;
  };
  const all = sql.join([last('queued'), last('waiting'), last('sending')]);
  return {
    compile: () =>
      sql<LastPositions>`
      select wanted.sequence as sequence, ${all} from ${rowsOfList(tables, given('sequences'), { sequence: 'text' })} as wanted`.compile(
        tables,
      ),
  };
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
