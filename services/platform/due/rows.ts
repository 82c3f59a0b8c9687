// Reads and writes the rows of due work.

import type { Kysely } from 'kysely';
import { type Given, prepare } from '../store/prepare.ts';
import type { WaitingJob } from './due.ts';
import type { DueRow, DueTables } from './tables.ts';

type Tables = Kysely<DueTables>;

/** Adds a job. */
export async function insertJob(tables: Tables, job: NewJob): Promise<void> {
  await insertRow.run(tables, job);
}

type NewJob = Pick<DueRow, 'id' | 'service' | 'kind' | 'at' | 'position' | 'payload'>;

const insertRow = prepare((tables: Tables, given: Given<NewJob>) =>
  tables.insertInto('platform_due').values({
    id: given('id'),
    service: given('service'),
    kind: given('kind'),
    at: given('at'),
    position: given('position'),
    payload: given('payload'),
    failures: 0,
    failed: false,
    not_before: 0,
    error: null,
  }),
);

/** The job that is to run next. */
export async function nextJob(tables: Tables, services: readonly string[], now: number): Promise<DueRow | undefined> {
  return services.length === 0 ? undefined : await next.first(tables, { services, now, wall: Date.now() });
}

interface Waiting {
  readonly services: readonly string[];
  readonly now: number;
  readonly wall: number;
}

const next = prepare((tables: Tables, given: Given<Waiting>) =>
  tables
    .selectFrom('platform_due')
    .selectAll()
    .where('failed', '=', false)
    .where('at', '<=', given('now'))
    .where('not_before', '<=', given('wall'))
    .where('service', 'in', given.list('services'))
    .orderBy('at')
    .orderBy('position')
    .limit(1),
);

/** When the first job after `now` falls due. */
export async function nextMoment(tables: Tables, now: number): Promise<number | undefined> {
  return (await firstAfter.first(tables, { now }))?.at ?? undefined;
}

const firstAfter = prepare((tables: Tables, given: Given<{ readonly now: number }>) =>
  tables
    .selectFrom('platform_due')
    .select((row) => row.fn.min('at').as('at'))
    .where('failed', '=', false)
    .where('at', '>', given('now')),
);

/** @returns false if there is no such job */
export async function removeJob(tables: Tables, id: string): Promise<boolean> {
  return (await remove.run(tables, { id })) === 1;
}

const remove = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.deleteFrom('platform_due').where('id', '=', given('id')),
);

/** @param pause Wall time before it is tried again. Absent: it is not. */
export async function recordFailure(tables: Tables, job: DueRow, error: string, pause: number | undefined): Promise<void> {
  await tables
    .updateTable('platform_due')
    .set({
      failures: job.failures + 1,
      failed: pause === undefined,
      not_before: Date.now() + (pause ?? 0),
      error: error.slice(0, 2_000),
    })
    .where('id', '=', job.id)
    .execute();
}

/** @param until only jobs that are due up to this moment and are still tried; absent: all */
export async function waitingJobs(tables: Tables, most: number, until?: number): Promise<readonly WaitingJob[]> {
  let query = tables.selectFrom('platform_due').selectAll().orderBy('at').orderBy('position').limit(most);
  if (until !== undefined) query = query.where('at', '<=', until).where('failed', '=', false);
  const rows = await query.execute();
  return rows.map(({ id, service, kind, at, failures, failed, error }) => ({ id, service, kind, at, failures, failed, error }));
}

export async function isHeldByOther(tables: Tables, name: string, holder: string): Promise<boolean> {
  const lease = await tables.selectFrom('platform_leases').selectAll().where('name', '=', name).executeTakeFirst();
  return lease !== undefined && lease.holder !== holder && lease.until >= Date.now();
}

/**
 * Takes a lease, or renews it.
 * @returns false while another process has it
 */
export async function takeLease(tables: Tables, name: string, holder: string, milliseconds: number): Promise<boolean> {
  const wall = Date.now();
  const mine = { holder, until: wall + milliseconds };
  const { numInsertedOrUpdatedRows } = await tables
    .insertInto('platform_leases')
    .values({ name, ...mine })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(mine)
        .where((row) => row.or([row('platform_leases.holder', '=', holder), row('platform_leases.until', '<', wall)])),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function releaseLeases(tables: Tables, holder: string): Promise<void> {
  await tables.deleteFrom('platform_leases').where('holder', '=', holder).execute();
}
