// Reads and writes the rows of deliveries that are to be sent.

import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { type Given, prepare } from '../store/prepare.ts';
import { nextPosition } from '../work/positions.ts';
import type { ReceivedAnswer } from './outbox.ts';
import type { AttemptRow, DeliveryRow, OutboxTables } from './tables.ts';

type Tables = Kysely<OutboxTables>;

type NewRow = Pick<DeliveryRow, 'id' | 'service' | 'event' | 'url' | 'sequence' | 'payload' | 'created'>;

/** Adds a delivery. Where its sequence has one that has not ended, it waits behind that one. */
export async function insertDelivery(tables: Tables, row: NewRow): Promise<void> {
  const before = row.sequence === null ? undefined : await lastOfSequence(tables, row.sequence);
  await insertRow.run(tables, {
    ...row,
    target: `${row.service} ${new URL(row.url).origin}`,
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

const lastPosition = prepare((tables: Tables, given: Given<{ readonly sequence: string }>) =>
  tables
    .selectFrom('platform_deliveries')
    .select((row) => row.fn.max('position').as('position'))
    .where('sequence', '=', given('sequence'))
    .where('state', 'in', ['queued', 'waiting', 'sending']),
);

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

export interface Claim {
  readonly target: string;
  readonly most: number;
}

interface Lease {
  readonly holder: string;
  readonly until: number;
}

/** Takes the lease of deliveries that are due. */
export async function claim(tables: Tables, claims: readonly Claim[], now: number, { holder, until }: Lease): Promise<DeliveryRow[]> {
  const claimed: DeliveryRow[] = [];
  for (const { target, most } of claims) {
    const rows = await claimOf.all(tables, { target, most, now, holder, until });
    // The database gives the rows that it changed in any order.
    claimed.push(...rows.toSorted((one, other) => one.due - other.due || one.position - other.position));
  }
  return claimed;
}

const claimOf = prepare((tables: Tables, given: Given<Claim & Lease & { readonly now: number }>) => {
  const due = tables
    .selectFrom('platform_deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .where('target', '=', given('target'))
    .where('due', '<=', given('now'))
    .orderBy('due')
    .orderBy('position')
    .limit(given('most'));
  // SQLite has one writer, so no other process can be about to take the same rows, and no such clause.
  const isPostgres = tables.getExecutor().adapter instanceof PostgresAdapter;
  // PostgreSQL runs a query that locks rows once where it is named, and may run it again where it is not.
  return tables
    .with('due_now', () => (isPostgres ? due.forUpdate().skipLocked() : due))
    .updateTable('platform_deliveries')
    .set({ state: 'sending', holder: given('holder'), lease_until: given('until') })
    .where('id', 'in', (row) => row.selectFrom('due_now').select('due_now.id'))
    .returningAll();
});

/** Gives a lease back: the delivery was not sent, or nothing is known of it. */
export async function release(tables: Tables, id: string, holder: string): Promise<void> {
  await tables
    .updateTable('platform_deliveries')
    .set({ state: 'waiting', holder: null, lease_until: 0 })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
}

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

export interface Attempt {
  readonly at: number;
  readonly milliseconds: number;
  readonly outcome: 'delivered' | 'retry' | 'gave-up';
  readonly status: number | null;
  readonly error: string | null;
  readonly reason: string | null;
  /** When the next attempt is due, where there is one. */
  readonly due: number;
  /** What was sent, by name in lower case. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Of what was sent. */
  readonly digest: string | undefined;
  readonly answer: ReceivedAnswer | undefined;
}

/**
 * Records an attempt and ends its lease.
 * @returns false if the process has lost the lease: another sends it, and records that
 */
export async function recordAttempt(tables: Tables, row: DeliveryRow, holder: string, attempt: Attempt): Promise<boolean> {
  const { at, milliseconds, outcome, status, error, reason, due, headers, digest, answer } = attempt;
  const ended = await endAttempt.run(tables, {
    id: row.id,
    held: holder,
    state: outcome === 'retry' ? 'waiting' : outcome,
    reason,
    due,
    tries: row.tries + 1,
    attempts: row.attempts + 1,
  });
  if (ended !== 1) return false;
  await insertAttempt.run(tables, {
    delivery: row.id,
    number: row.attempts + 1,
    at,
    milliseconds,
    outcome,
    status,
    error: error?.slice(0, 2_000) ?? null,
    headers: headers === undefined ? null : JSON.stringify(headers),
    digest: digest ?? null,
    answer: answer === undefined ? null : JSON.stringify(answer),
  });
  if (outcome !== 'retry' && row.sequence !== null) await beginNext.run(tables, { sequence: row.sequence, at });
  return true;
}

type Ended = Pick<DeliveryRow, 'id' | 'state' | 'reason' | 'due' | 'tries' | 'attempts'>;

const endAttempt = prepare((tables: Tables, given: Given<Ended & { readonly held: string }>) =>
  tables
    .updateTable('platform_deliveries')
    .set({
      state: given('state'),
      reason: given('reason'),
      due: given('due'),
      tries: given('tries'),
      attempts: given('attempts'),
      holder: null,
      lease_until: 0,
    })
    .where('id', '=', given('id'))
    .where('holder', '=', given('held')),
);

const insertAttempt = prepare((tables: Tables, given: Given<AttemptRow>) =>
  tables.insertInto('platform_attempts').values({
    delivery: given('delivery'),
    number: given('number'),
    at: given('at'),
    milliseconds: given('milliseconds'),
    outcome: given('outcome'),
    status: given('status'),
    error: given('error'),
    headers: given('headers'),
    digest: given('digest'),
    answer: given('answer'),
  }),
);

/**
 * Lets the next delivery of a sequence be sent, unless one is: an operator may have sent an older one again. It could not be sent earlier, which
 * shows where the clock was moved past both.
 */
const beginNext = prepare((tables: Tables, given: Given<{ readonly sequence: string; readonly at: number }>) => {
  const others = tables.selectFrom('platform_deliveries').select('id').where('sequence', '=', given('sequence'));
  return tables
    .updateTable('platform_deliveries')
    .set((row) => ({
      state: 'waiting',
      due: row
        .case()
        .when('due', '<', given('at'))
        .then(sql<number>`cast(${given('at')} as bigint)`)
        .else(row.ref('due'))
        .end(),
    }))
    .where('id', '=', others.where('state', '=', 'queued').orderBy('position').limit(1))
    .where((row) => row.not(row.exists(others.where('state', 'in', ['waiting', 'sending']))));
});
