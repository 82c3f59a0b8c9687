// One turn of the sender, in one unit of work: records the attempts that have ended, and claims what may be sent next. Each step is one query for all
// rows on PostgreSQL, where each query is a round trip.

import type { AttemptRecord } from '@octavo/runtime/conformance';
import { type Kysely, sql } from 'kysely';
import { perEngine, rowsOfList } from '../store/per-engine.ts';
import { type Given, prepare } from '../store/prepare.ts';
import { inSequence } from './sequences.ts';
import type { DeliveryRow, OutboxTables } from './tables.ts';

type Tables = Kysely<OutboxTables>;

/** How many deliveries of a sequence are read ahead, to be sent one after the other without a look between them. */
const AHEAD = 64;

export interface Claim {
  readonly target: string;
  readonly most: number;
}

export interface Lease {
  readonly holder: string;
  readonly until: number;
}

export interface Ended {
  readonly row: DeliveryRow;
  /** Absent where it was not sent, or nothing is known of it: it is given back. */
  readonly attempt: AttemptRecord | undefined;
}

export interface TurnInput<E extends Ended> {
  readonly lease: Lease;
  /** In the order in which they ended. */
  readonly ended: readonly E[];
  /** Deliveries that were sent behind those of their sequence that this process holds, before these were recorded. */
  readonly ahead: readonly string[];
  readonly claims: readonly Claim[];
  readonly now: number;
  /** Writes what follows from an attempt. */
  follow(ended: E, tables: Tables): Promise<void>;
}

export interface TurnResult {
  /** The ids of `ended` whose lease this process still held. Another process sends the others, and records that. */
  readonly recorded: ReadonlySet<string>;
  /** The targets of deliveries that wait no longer for the one before them. */
  readonly begun: readonly string[];
  readonly claimed: readonly DeliveryRow[];
  /** The deliveries after the claimed ones in their sequences. */
  readonly following: ReadonlyMap<string, readonly DeliveryRow[]>;
}

export async function takeTurn<E extends Ended>(tables: Tables, input: TurnInput<E>): Promise<TurnResult> {
  const { lease, ended, ahead, claims, now } = input;
  if (ahead.length > 0) await leaseAhead.run(tables, { ids: ahead, ...lease });
  const recorded = ended.length === 0 ? new Set<string>() : await record(tables, ended, lease.holder);
  for (const one of ended) if (recorded.has(one.row.id) && one.attempt !== undefined) await input.follow(one, tables);
  const begun = await beginNext(tables, ended, recorded);
  const claimed = claims.length === 0 ? [] : await claim(tables, claims, now, lease);
  // Most sequences have one delivery that waits; where one has been sent and another waits, more may.
  const begunIds = new Set(begun.map(({ id }) => id));
  const long = claimed.flatMap(({ id, sequence }) => (sequence !== null && begunIds.has(id) ? [sequence] : []));
  return {
    recorded,
    begun: begun.map(({ target }) => target),
    claimed,
    following: long.length === 0 ? new Map() : await readAhead(tables, long),
  };
}

/** Takes the lease of deliveries behind one that this process holds. */
const leaseAhead = prepare((tables: Tables, given: Given<Lease & { readonly ids: readonly string[] }>) =>
  tables
    .updateTable('platform_deliveries')
    .set({ state: 'sending', holder: given('holder'), lease_until: given('until') })
    .where('id', 'in', given.list('ids'))
    .where('state', '=', 'queued')
    .where('sequence', 'in', (row) =>
      row
        .selectFrom('platform_deliveries as held')
        .select('held.sequence')
        .where('held.state', '=', 'sending')
        .where('held.holder', '=', given('holder')),
    ),
);

/**
 * Records attempts and ends their leases.
 * @returns the deliveries that this process held
 */
async function record(tables: Tables, ended: readonly Ended[], holder: string): Promise<ReadonlySet<string>> {
  const changes = ended.map(({ row, attempt }) => ({
    id: row.id,
    state: attempt === undefined || attempt.outcome === 'retry' ? 'waiting' : attempt.outcome,
    reason: attempt?.reason ?? null,
    due: attempt?.due ?? row.due,
    tries: row.tries + (attempt === undefined ? 0 : 1),
    attempts: row.attempts + (attempt === undefined ? 0 : 1),
  }));
  const held = await endLeases.all(tables, { changes: JSON.stringify(changes), holder });
  const recorded = new Set(held.map(({ id }) => id));
  const attempts = ended.flatMap(({ row, attempt }) => {
    if (attempt === undefined || !recorded.has(row.id)) return [];
    const { at, milliseconds, outcome, status, error, headers, digest, answer } = attempt;
    return {
      delivery: row.id,
      number: row.attempts + 1,
      at,
      milliseconds,
      outcome,
      status,
      // No engine takes U+0000 or half a character in JSON.
      error:
        error
          ?.slice(0, 2_000)
          .replaceAll('\0', '\ufffd')
          .replace(/\p{Surrogate}/gu, '\ufffd') ?? null,
      headers: headers === undefined ? null : JSON.stringify(headers),
      digest: digest ?? null,
      answer: answer === undefined ? null : JSON.stringify(answer),
    };
  });
  if (attempts.length > 0) await insertAttempts.run(tables, { attempts: JSON.stringify(attempts) });
  return recorded;
}

const endLeases = prepare((tables: Tables, given: Given<{ readonly changes: string; readonly holder: string }>) => {
  const columns = { id: 'text', state: 'text', reason: 'text', due: 'whole', tries: 'whole', attempts: 'whole' } as const;
  return {
    compile: () =>
      sql<{ readonly id: string }>`
      update platform_deliveries
      set state = change.state, reason = change.reason, due = change.due, tries = change.tries, attempts = change.attempts,
        holder = null, lease_until = 0
      from ${rowsOfList(tables, given('changes'), columns)} as change
      where platform_deliveries.id = change.id and platform_deliveries.holder = ${given('holder')}
      returning platform_deliveries.id as id`.compile(tables),
  };
});

const insertAttempts = prepare((tables: Tables, given: Given<{ readonly attempts: string }>) => {
  const columns = {
    delivery: 'text',
    number: 'whole',
    at: 'whole',
    milliseconds: 'whole',
    outcome: 'text',
    status: 'whole',
    error: 'text',
    headers: 'text',
    digest: 'text',
    answer: 'text',
  } as const;
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  return {
    compile: () =>
      sql`insert into platform_attempts (${names}) select ${names} from ${rowsOfList(tables, given('attempts'), columns)} as attempt`.compile(
        tables,
      ),
  };
});

type Begun = Pick<DeliveryRow, 'id' | 'target'>;

/** Lets the next deliveries of sequences be sent whose last one has arrived or was given up. */
async function beginNext(tables: Tables, ended: readonly Ended[], recorded: ReadonlySet<string>): Promise<readonly Begun[]> {
  const at = new Map<string, number>();
  for (const { row, attempt } of ended) {
    if (row.sequence === null || attempt === undefined || attempt.outcome === 'retry' || !recorded.has(row.id)) continue;
    at.set(row.sequence, attempt.at);
  }
  if (at.size === 0) return [];
  return await beginOfSequences.all(tables, { sequences: JSON.stringify([...at].map(([sequence, at]) => ({ sequence, at }))) });
}

/**
 * None begins where one of the sequence is being sent: an operator may have sent an older one again. It could not be sent earlier than `at`, which
 * shows where the clock was moved past both.
 */
const beginOfSequences = prepare((tables: Tables, given: Given<{ readonly sequences: string }>) => {
  const first = (state: 'queued' | 'waiting' | 'sending') =>
    sql`(select id from platform_deliveries as one ${inSequence('one', sql.ref('ended.sequence'), state, { end: 'first', most: 1 })})`;
  return {
    compile: () =>
      sql<Begun>`
      update platform_deliveries
      set state = 'waiting', due = case when due < following.at then following.at else due end
      from (
        select ended.at as at, ${first('queued')} as next
        from ${rowsOfList(tables, given('sequences'), { sequence: 'text', at: 'whole' })} as ended
        where ${first('waiting')} is null and ${first('sending')} is null
      ) as following
      where platform_deliveries.id = following.next
      returning platform_deliveries.id as id, platform_deliveries.target as target`.compile(tables),
  };
});

/** Takes the lease of deliveries that are due. */
async function claim(tables: Tables, claims: readonly Claim[], now: number, { holder, until }: Lease): Promise<readonly DeliveryRow[]> {
  const claimed = await perEngine(tables, {
    sqlite: async () => {
      const rows: DeliveryRow[] = [];
      for (const { target, most } of claims) rows.push(...(await claimOfOne.all(tables, { target, most, now, holder, until })));
      return rows;
    },
    postgres: () => claimOfAll.all(tables, { claims: JSON.stringify(claims), now, holder, until }),
  });
  // The database gives the rows that it changed in any order.
  return claimed.toSorted((one, other) => one.due - other.due || one.position - other.position);
}

/** SQLite has one writer, so no other process can be about to take the same rows. */
const claimOfOne = prepare((tables: Tables, given: Given<Claim & Lease & { readonly now: number }>) =>
  tables
    .updateTable('platform_deliveries')
    .set({ state: 'sending', holder: given('holder'), lease_until: given('until') })
    .where('id', 'in', (row) =>
      row
        .selectFrom('platform_deliveries')
        .select('id')
        .where('state', '=', 'waiting')
        .where('target', '=', given('target'))
        .where('due', '<=', given('now'))
        .orderBy('due')
        .orderBy('position')
        .limit(given('most')),
    )
    .returningAll(),
);

/** PostgreSQL runs a query that locks rows once where it is named, and may run it again where it is not. */
const claimOfAll = prepare((tables: Tables, given: Given<Lease & { readonly claims: string; readonly now: number }>) => ({
  compile: () =>
    sql<DeliveryRow>`
    with due_now as materialized (
      select due_for_one.id from ${rowsOfList(tables, given('claims'), { target: 'text', most: 'whole' })} as claim
      cross join lateral (
        select id from platform_deliveries
        where state = 'waiting' and target = claim.target and due <= ${given('now')}
        order by due, position limit claim.most for update skip locked
      ) as due_for_one
    )
    update platform_deliveries set state = 'sending', holder = ${given('holder')}, lease_until = ${given('until')}
    where id in (select id from due_now)
    returning *`.compile(tables),
}));

async function readAhead(tables: Tables, sequences: readonly string[]): Promise<ReadonlyMap<string, readonly DeliveryRow[]>> {
  const rows = await perEngine(tables, {
    sqlite: async () => {
      const all: DeliveryRow[] = [];
      for (const sequence of sequences) all.push(...(await queuedOfOne.all(tables, { sequence })));
      return all;
    },
    postgres: () => queuedOfAll.all(tables, { sequences: JSON.stringify(sequences.map((sequence) => ({ sequence }))) }),
  });
  const following = new Map<string, DeliveryRow[]>(sequences.map((sequence) => [sequence, []]));
  for (const row of rows) if (row.sequence !== null) following.get(row.sequence)?.push(row);
  return following;
}

const queuedOfOne = prepare((tables: Tables, given: Given<{ readonly sequence: string }>) =>
  tables
    .selectFrom('platform_deliveries')
    .selectAll()
    .where('sequence', '=', given('sequence'))
    .where('state', '=', 'queued')
    .orderBy('position')
    .limit(AHEAD),
);

const queuedOfAll = prepare((tables: Tables, given: Given<{ readonly sequences: string }>) => ({
  compile: () =>
    sql<DeliveryRow>`
    select queued.* from ${rowsOfList(tables, given('sequences'), { sequence: 'text' })} as wanted
    cross join lateral (
      select * from platform_deliveries as one ${inSequence('one', sql.ref('wanted.sequence'), 'queued', { end: 'first', most: AHEAD })}
    ) as queued
    order by queued.position`.compile(tables),
}));
