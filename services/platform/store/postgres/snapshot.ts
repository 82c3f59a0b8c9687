// Copies the rows of the services between PostgreSQL and a snapshot.

import { renameSync, rmSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { loadTables } from '../catalog.ts';
import { makeIndex } from '../derive.ts';
import { assertKnown, assertSize, createSnapshot, type OpenSnapshot, type Parts } from '../snapshot.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { queriesOn } from '../sqlite/dialect.ts';
import type { Table } from '../table.ts';

/** Rows that are in memory at a time, and their bytes: rows of files have half a mebibyte each. */
const ROWS = 500;
const ROWS_OF_FILES = 8;
const MOST_BYTES = 4 * 2 ** 20;

type Row = Readonly<Record<string, unknown>>;

/** Writes the rows of one moment into a new file. */
export async function takeSnapshot(database: Kysely<unknown>, file: string, parts: Parts): Promise<void> {
  const part = `${file}.part`;
  try {
    await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        assertSize(await sizeOf(transaction, parts));
        await createSnapshot(part, parts, (snapshot) => copyOut(transaction, snapshot, parts));
      });
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Bytes of all tables. What was deleted counts until PostgreSQL has cleaned up, but not that of files, which may be most of it. */
async function sizeOf(transaction: Kysely<unknown>, parts: Parts): Promise<number> {
  let bytes = 0;
  for (const { name, columns } of [...parts.values()].flatMap(({ tables }) => tables)) {
    const [column] = columnsOfBytes(columns);
    const size =
      column === undefined
        ? sql<{ bytes: number }>`select pg_table_size(to_regclass(${name})) as bytes`
        : sql<{ bytes: number }>`select coalesce(sum(octet_length(${sql.ref(column)})), 0) as bytes from ${sql.table(name)}`;
    bytes += (await size.execute(transaction)).rows[0]?.bytes ?? 0;
  }
  return bytes;
}

function columnsOfBytes(columns: Table['columns']): readonly string[] {
  return Object.keys(columns).filter((name) => columns[name]?.stored.startsWith('bytes'));
}

async function copyOut(transaction: Kysely<unknown>, { connection, tables }: OpenSnapshot, parts: Parts): Promise<void> {
  const declared = [...parts.values()].flatMap((part) => part.tables);
  const files = new Set(declared.filter(({ columns }) => columnsOfBytes(columns).length > 0).map(({ name }) => name));
  for (const table of tables) {
    const most = files.has(table) ? ROWS_OF_FILES : ROWS;
    // Migrations may have written rows when the snapshot was made.
    connection.run(`delete from "${table}"`, []);
    // Without the columns that only a release before this one uses.
    const { rows: own } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(queriesOn(connection));
    const columns = sql.join(own.map(({ name }) => sql.ref(name)));
    await sql`declare all_rows no scroll cursor for select ${columns} from ${sql.table(table)}`.execute(transaction);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(most)} from all_rows`.execute(transaction);
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

/** Replaces all rows in one transaction, with what is derived from them. */
export async function restoreSnapshot(database: Kysely<unknown>, file: string, tables: readonly string[], parts: Parts): Promise<void> {
  assertKnown(tables, await loadTables(database));
  const snapshot = new SqliteConnection(file, '', true);
  try {
    await database.transaction().execute(async (transaction) => {
      // Units of all processes wait until the rows are there, and conflict if they have read those from before.
      await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in exclusive mode`.execute(transaction);
      for (const table of tables) {
        await sql`delete from ${sql.table(table)}`.execute(transaction);
        await copyIn(transaction, snapshot, table);
      }
      for (const { indexes = [] } of parts.values()) for (const index of indexes) await makeIndex(transaction, index, 'postgres');
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
  let bytes = 0;
  for (const row of snapshot.iterate(`select * from "${table}"`, [])) {
    rows.push(row as Row);
    for (const value of Object.values(row as Row)) if (ArrayBuffer.isView(value)) bytes += value.byteLength;
    if (rows.length === ROWS || bytes >= MOST_BYTES) {
      await insert(rows);
      rows = [];
      bytes = 0;
    }
  }
  await insert(rows);
}
