// Opens the store on PostgreSQL, which several processes may share.

import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { ensureIndexes } from '../derive.ts';
import { assertNotNewer, migrate } from '../migrate.ts';
import { createQueues } from '../queues.ts';
import { withSnapshot } from '../snapshot.ts';
import { type OpenStore, type Part, StoreUnavailable } from '../store.ts';
import { type Read, readsOf, type Table } from '../table.ts';
import { assertOutsideUnit, runUnit } from '../unit.ts';
import { queriesOn } from './dialect.ts';
import { isBusy, isConflict } from './errors.ts';
import type { Patience, Reads } from './pool.ts';
import { restoreSnapshot, takeSnapshot } from './snapshot.ts';

/** Connections of one process at most, for reads and for units each. PostgreSQL allows 100 by default. */
const MOST_CONNECTIONS = 10;
const PATIENCE: Patience = { connect: 5_000, statement: 10_000, silence: 15_000 };
/** A unit that still conflicts after so many runs is given up. */
const MOST_RUNS = 40;
/** Milliseconds. The pause before a unit runs again is chosen by chance between 0 and twice as much with each run, up to the second. */
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 100;
/** Milliseconds. A migration that does not get at a table tries again after a pause, in which others go on, and is given up in the end. */
const MIGRATION = { pause: 1_000, longest: 60_000 };

/**
 * @param url `postgres://user:password@host:5432/database`
 * @param patience Tests hand in less.
 * @throws {StoreUnavailable} if PostgreSQL cannot be reached, or runs with `fsync` or `synchronous_commit` off
 */
export async function openPostgres<Tables>(url: string, patience = PATIENCE, migration = MIGRATION): Promise<OpenStore<Tables>> {
  const reads = new Map<number, ReadonlyMap<number, Read>>();
  const read = queriesOn<Tables>({ url, most: MOST_CONNECTIONS, isReader: true, patience, reads });
  const tables = queriesOn<Tables>({ url, most: MOST_CONNECTIONS, patience, reads });
  try {
    // Opens a first connection, which is checked.
    await tables.connection().execute(async () => {});
  } catch (error) {
    await tables.destroy();
    throw error;
  }
  // Units of one process that conflict run again one after another, so that they cannot conflict with each other once more. Those that wait for a
  // table wait here first, where they hold no connection.
  const [retries, turns] = [createQueues(), createQueues()];

  function run<T>(unit: (tables: Kysely<Tables>) => Promise<T>, inTurn: (keyof Tables & string) | undefined): Promise<T> {
    return tables
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (transaction) => {
        // A unit sees what is committed before its first query. `lock table` is none, so that it reads what the units before it have committed.
        if (inTurn !== undefined) await sql`lock table ${sql.table(inTurn)} in share row exclusive mode`.execute(transaction);
        return await runUnit(tables, unit, transaction);
      });
  }

  const parts = new Map<string, Part>();
  // For work that may take longer than a request: with rows as they are stored, and as they are read. No connection is opened before there is such
  // work, and an idle one is closed after ten seconds.
  const [patient, patientReader] = [queriesOn<unknown>({ url, most: 2 }), queriesOn<unknown>({ url, most: 2, reads })];

  return {
    read,
    async write(unit, inTurn) {
      assertOutsideUnit(tables);
      if (inTurn !== undefined) return await turns(inTurn, () => untilDone(() => run(unit, inTurn)));
      return await untilDone(
        () => run(unit, inTurn),
        (again) => retries('', again),
      );
    },
    check: (parts) => assertNotNewer(read as Kysely<unknown>, parts),
    async migrate(part, mustWait) {
      const waiting = await onceFree(() => migrate(patient, part, mustWait), part, migration);
      for (const [table, columns] of await loadReads(patient, part.tables)) reads.set(table, columns);
      await ensureIndexes(patientReader, part, 'postgres', mustWait);
      parts.set(part.name, part);
      return waiting;
    },
    snapshot: (file) => takeSnapshot(patient, file, parts),
    async restore(file, adjust = async () => {}) {
      await withSnapshot(
        file,
        parts,
        (rows) => adjust(rows as Kysely<Tables>),
        (copy, names) => untilDone(() => restoreSnapshot(patientReader, copy, names, parts)),
      );
    },
    async close() {
      await Promise.all([read, tables, patient, patientReader].map((database) => database.destroy()));
    },
  };
}

/** Runs a migration, and again while others use its tables. */
async function onceFree<T>(migrate: () => Promise<T>, { name }: Part, { pause, longest }: typeof MIGRATION): Promise<T> {
  for (const end = performance.now() + longest; ; ) {
    try {
      return await migrate();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= end)
        throw new Error(
          `A migration of ${name} waits for a table that another session uses for more than ${longest / 1000} s, such as pg_dump. \`pg_stat_activity\` lists the sessions. Start again when it has ended.`,
          { cause: error },
        );
      await setTimeout(pause);
    }
  }
}

/** How the columns of tables are read, by the numbers that PostgreSQL gives both. */
async function loadReads(database: Kysely<unknown>, tables: readonly Table[]): Promise<Reads> {
  const found = new Map<number, Map<number, Read>>();
  const wanted = readsOf(tables);
  if (wanted.size === 0) return found;
  const { rows } = await sql<{ in: string; table: number; column: number; name: string }>`
    select relname as "in", attrelid as "table", attnum as "column", attname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relname in (${sql.join([...wanted.keys()])}) and pg_table_is_visible(pg_class.oid)`.execute(database);
  for (const row of rows) {
    const read = wanted.get(row.in)?.get(row.name);
    if (read !== undefined) found.set(row.table, (found.get(row.table) ?? new Map<number, Read>()).set(row.column, read));
  }
  return found;
}

/** Runs a transaction, and again while it conflicts with others: `queue` says when the further runs begin. */
async function untilDone<T>(run: () => Promise<T>, queue = (again: () => Promise<T>): Promise<T> => again()): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  return await queue(() => runAgain(run));
}

async function runAgain<T>(run: () => Promise<T>): Promise<T> {
  let conflict: unknown;
  for (let runs = 1, pause = FIRST_PAUSE; runs < MOST_RUNS; runs++, pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    await setTimeout(Math.random() * pause);
    try {
      return await run();
    } catch (error) {
      if (!isConflict(error)) throw error;
      conflict = error;
    }
  }
  throw new StoreUnavailable(`The store is not available: a write ran into others ${MOST_RUNS} times.`, { cause: conflict });
}
