// Copies the rows of the services between PostgreSQL and a snapshot.

import { type Kysely, sql } from 'kysely';
import { assertKnown, assertSize, createSnapshot, type OpenSnapshot, type Parts } from '../snapshot.ts';
import { SqliteConnection } from '../sqlite/connection.ts';

/** Rows that are in memory at a time. */
const ROWS = 500;

type Row = Readonly<Record<string, unknown>>;

/** Writes the rows of one moment into a new file. */
export async function takeSnapshot(database: Kysely<unknown>, file: string, parts: Parts): Promise<void> {
  await createSnapshot(file, parts, (snapshot) =>
    database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((transaction) => copyOut(transaction, snapshot)),
  );
}

async function copyOut(transaction: Kysely<unknown>, { connection, tables }: OpenSnapshot): Promise<void> {
  let bytes = 0;
  for (const table of tables) {
    const { rows } = await sql<{ bytes: number }>`select pg_table_size(to_regclass(${table})) as bytes`.execute(transaction);
    bytes += rows[0]?.bytes ?? 0;
  }
  assertSize(bytes);
  for (const table of tables) {
    // Migrations may have written rows when the snapshot was made.
    connection.run(`delete from "${table}"`, []);
    await sql`declare all_rows no scroll cursor for select * from ${sql.table(table)}`.execute(transaction);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(ROWS)} from all_rows`.execute(transaction);
      if (rows.length === 0) break;
      for (const row of rows) insertInto(connection, table, row);
    }
    await sql`close all_rows`.execute(transaction);
  }
}

function insertInto(connection: SqliteConnection, table: string, row: Row): void {
  const columns = Object.keys(row);
  const names = columns.map((column) => `"${column}"`).join(', ');
  connection.run(`insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`, Object.values(row));
}

/** Replaces all rows in one transaction. */
export async function restoreSnapshot(database: Kysely<unknown>, file: string, tables: readonly string[]): Promise<void> {
  const known = await database.introspection.getTables();
  assertKnown(tables, new Set(known.map(({ name }) => name)));
  const snapshot = new SqliteConnection(file, '', true);
  try {
    await database.transaction().execute(async (transaction) => {
      // Units of all processes wait until the rows are there, and conflict if they have read those from before.
      await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in exclusive mode`.execute(transaction);
      for (const table of tables) {
        await sql`delete from ${sql.table(table)}`.execute(transaction);
        await copyIn(transaction, snapshot, table);
      }
    });
  } finally {
    snapshot.close();
  }
}

async function copyIn(transaction: Kysely<unknown>, snapshot: SqliteConnection, table: string): Promise<void> {
  const insert = async (rows: readonly Row[]): Promise<void> => {
    const [first] = rows;
    if (first === undefined) return;
    const columns = Object.keys(first);
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = sql.join(rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`));
    await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(transaction);
  };
  let rows: Row[] = [];
  for (const row of snapshot.iterate(`select * from "${table}"`, [])) {
    rows.push(row as Row);
    if (rows.length === ROWS) {
      await insert(rows);
      rows = [];
    }
  }
  await insert(rows);
}
