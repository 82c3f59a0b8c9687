// Ways to make rows durable, for `store.ts`: the store, the other ways that it could work, and the floors, which are the same work by hand.

import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { openStore, type StorePlace } from '../../services/platform/store/open.ts';
import { type Given, prepare } from '../../services/platform/store/prepare.ts';
import { SqliteConnection } from '../../services/platform/store/sqlite/connection.ts';
import { nothingToSync } from '../../services/platform/store/sqlite/log.ts';
import { Writer } from '../../services/platform/store/sqlite/writer.ts';

export interface Row {
  id: string;
  account: string;
  amount: number;
  at: number;
  note: string;
}

/** A way to write rows. */
export interface Way {
  /** Makes rows durable, each as a unit of its own, and calls `done` for each that is. */
  write(rows: readonly Row[], done: (row: Row) => void): Promise<void>;
  close(): Promise<void>;
}

interface Tables {
  b_rows: Row;
}

export const TABLE =
  'create table b_rows (id text primary key, account text not null, amount bigint not null, at bigint not null, note text not null)';
const INSERT = 'insert into b_rows values (?, ?, ?, ?, ?)';
export const valuesOf = ({ id, account, amount, at, note }: Row): [string, string, number, number, string] => [
  id,
  account,
  amount,
  at,
  note,
];

const insert = prepare((tables: Kysely<Tables>, given: Given<Row>) =>
  tables
    .insertInto('b_rows')
    .values({ id: given('id'), account: given('account'), amount: given('amount'), at: given('at'), note: given('note') }),
);

/** Writes each row in a unit. */
function inUnits(write: (unit: (tables: Kysely<Tables>) => Promise<unknown>) => Promise<unknown>, close: () => Promise<void>): Way {
  const one = async (row: Row, done: (row: Row) => void): Promise<void> => {
    await write((tables) => insert.run(tables, row));
    done(row);
  };
  return { write: async (rows, done) => void (await Promise.all(rows.map((row) => one(row, done)))), close };
}

/** The store as services use it. */
export async function store(place: StorePlace): Promise<Way> {
  const opened = await openStore<Tables>(place);
  return inUnits(
    (unit) => opened.write(unit),
    () => opened.close(),
  );
}

/** Group commit in which the main thread waits for the disk. */
export async function mainThread(file: string): Promise<Way> {
  const connection = new SqliteConnection(file, 'pragma journal_mode = wal; pragma synchronous = full');
  const writer = new Writer<Tables>(connection, nothingToSync);
  return inUnits(
    (unit) => writer.write(unit),
    async () => {
      await writer.idle();
      connection.close();
    },
  );
}

/** A thread that writes and waits for the disk. It takes SQL and values, so a unit could not read, decide and then write. */
export async function thread(file: string): Promise<Way> {
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: { file, insert: INSERT } });
  const waiting = new Map<number, () => void>();
  worker.on('message', (numbers: readonly number[]) => {
    for (const number of numbers) {
      waiting.get(number)?.();
      waiting.delete(number);
    }
  });
  await once(worker, 'online');
  let sent = 0;
  const one = (row: Row, done: (row: Row) => void): Promise<void> =>
    new Promise((resolve) => {
      const number = ++sent;
      waiting.set(number, () => {
        done(row);
        resolve();
      });
      worker.postMessage({ number, values: valuesOf(row) });
    });
  return {
    write: async (rows, done) => void (await Promise.all(rows.map((row) => one(row, done)))),
    close: async () => void (await worker.terminate()),
  };
}

/** The floor on SQLite: `node:sqlite` by hand, which knows beforehand what to put into one transaction. */
export async function sqliteByHand(file: string): Promise<Way> {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const statement = database.prepare(INSERT);
  return {
    async write(rows, done) {
      database.exec('begin immediate');
      for (const row of rows) statement.run(...valuesOf(row));
      database.exec('commit');
      for (const row of rows) done(row);
    },
    close: async () => database.close(),
  };
}

/** The floor on PostgreSQL: `pg` by hand, with as many connections and the same isolation as the store. */
export async function postgresByHand(url: string): Promise<Way> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const text = 'insert into b_rows values ($1, $2, $3, $4, $5)';
  const one = async (row: Row, done: (row: Row) => void): Promise<void> => {
    const client = await pool.connect();
    await client.query('start transaction isolation level serializable');
    await client.query({ name: 'insert', text, values: valuesOf(row) });
    await client.query('commit');
    client.release();
    done(row);
  };
  return { write: async (rows, done) => void (await Promise.all(rows.map((row) => one(row, done)))), close: () => pool.end() };
}
