// Reads and writes the rows of deliveries that are to be sent.

import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { nextPosition } from '../work/positions.ts';
import type { ReceivedAnswer } from './outbox.ts';
import type { DeliveryRow, OutboxTables } from './tables.ts';

type Tables = Kysely<OutboxTables>;

type NewRow = Pick<DeliveryRow, 'id' | 'service' | 'event' | 'url' | 'sequence' | 'payload' | 'created'>;

/** Adds a delivery. Where its sequence has one that has not ended, it waits behind that one. */
export async function insertDelivery(tables: Tables, row: NewRow): Promise<void> {
  const before = row.sequence === null ? undefined : await lastOfSequence(tables, row.sequence);
  await tables
    .insertInto('platform_deliveries')
    .values({
      ...row,
      target: `${row.service} ${new URL(row.url).origin}`,
      // A process whose clock is behind must not put it before one that another process has added.
      position: Math.max(nextPosition(), (before ?? 0) + 1),
      state: before === undefined ? 'waiting' : 'queued',
      reason: null,
      due: row.created,
      tries: 0,
      attempts: 0,
      holder: null,
      lease_until: 0,
    })
    .execute();
}

/** The position of the last delivery of a sequence that has not ended. */
async function lastOfSequence(tables: Tables, sequence: string): Promise<number | undefined> {
  const last = await tables
    .selectFrom('platform_deliveries')
    .select((row) => row.fn.max('position').as('position'))
    .where('sequence', '=', sequence)
    .where('state', 'in', ['queued', 'waiting', 'sending'])
    .executeTakeFirst();
  return last?.position ?? undefined;
}

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
export async function waitingTargets(tables: Tables): Promise<readonly Target[]> {
  const { rows } = await sql<Target>`
    with recursive targets(target) as (
      select min(target) from platform_deliveries where state = 'waiting'
      union all
      select (select min(target) from platform_deliveries where state = 'waiting' and target > targets.target)
      from targets where target is not null
    ), dues as (
      select target, (select min(due) from platform_deliveries where state = 'waiting' and target = targets.target) as due
      from targets where target is not null
    )
    select target, due from dues order by due, target`.execute(tables);
  return rows;
}

export interface Claim {
  readonly target: string;
  readonly most: number;
}

/** Takes the lease of deliveries that are due. */
export async function claim(
  tables: Tables,
  claims: readonly Claim[],
  now: number,
  lease: { holder: string; until: number },
): Promise<DeliveryRow[]> {
  const claimed: DeliveryRow[] = [];
  for (const { target, most } of claims) {
    const query = tables
      .selectFrom('platform_deliveries')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('target', '=', target)
      .where('due', '<=', now)
      .orderBy('due')
      .orderBy('position')
      .limit(most);
    // SQLite has one writer, so no other process can be about to take the same rows, and no such clause.
    const isPostgres = tables.getExecutor().adapter instanceof PostgresAdapter;
    claimed.push(...(await (isPostgres ? query.forUpdate().skipLocked() : query).execute()));
  }
  if (claimed.length === 0) return claimed;
  await tables
    .updateTable('platform_deliveries')
    .set({ state: 'sending', holder: lease.holder, lease_until: lease.until })
    .where(
      'id',
      'in',
      claimed.map(({ id }) => id),
    )
    .execute();
  return claimed;
}

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
  const sending = tables.selectFrom('platform_deliveries').select('id').where('state', '=', 'sending');
  return (await sending.where('lease_until', '<', leaseBefore).limit(1).executeTakeFirst()) !== undefined;
}

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
  const { numUpdatedRows } = await tables
    .updateTable('platform_deliveries')
    .set({
      state: outcome === 'retry' ? 'waiting' : outcome,
      reason,
      due,
      tries: row.tries + 1,
      attempts: row.attempts + 1,
      holder: null,
      lease_until: 0,
    })
    .where('id', '=', row.id)
    .where('holder', '=', holder)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  const logged = {
    at,
    milliseconds,
    outcome,
    status,
    error: error?.slice(0, 2_000) ?? null,
    headers: headers === undefined ? null : JSON.stringify(headers),
    digest: digest ?? null,
    answer: answer === undefined ? null : JSON.stringify(answer),
  };
  await tables
    .insertInto('platform_attempts')
    .values({ delivery: row.id, number: row.attempts + 1, ...logged })
    .execute();
  if (outcome !== 'retry' && row.sequence !== null) await beginNext(tables, row.sequence, at);
  return true;
}

/** Lets the next delivery of a sequence be sent, unless one is: an operator may have sent an older one again. */
async function beginNext(tables: Tables, sequence: string, at: number): Promise<void> {
  const others = tables
    .selectFrom('platform_deliveries')
    .select(['id', 'due'])
    .where('sequence', '=', sequence)
    .orderBy('position')
    .limit(1);
  if ((await others.where('state', 'in', ['waiting', 'sending']).executeTakeFirst()) !== undefined) return;
  const next = await others.where('state', '=', 'queued').executeTakeFirst();
  if (next === undefined) return;
  // It could not be sent earlier, which shows where the clock was moved past both.
  const due = Math.max(next.due, at);
  await tables.updateTable('platform_deliveries').set({ state: 'waiting', due }).where('id', '=', next.id).execute();
}
