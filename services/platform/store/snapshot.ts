// Snapshots: all rows of a store in one SQLite file, whatever the engine, so that a snapshot of one engine can be restored on the other.

import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { makePrivateFile, makePrivateFolder } from '../private-files.ts';
import { loadTables } from './catalog.ts';
import { isDerived } from './derive.ts';
import { migrate } from './migrate.ts';
import { SqliteConnection } from './sqlite/connection.ts';
import { queriesOn } from './sqlite/dialect.ts';
import { type Part, SnapshotRefused, SnapshotTooLarge } from './store.ts';

/** Bytes of a snapshot. Checking one holds the event loop up for some milliseconds for each megabyte. */
const MOST_BYTES = 128 * 2 ** 20;

/** What a store has migrated, by name. */
export type Parts = ReadonlyMap<string, Part>;

/** @throws {SnapshotTooLarge} if there are too many bytes for a snapshot */
export function assertSize(bytes: number): void {
  if (!fits(bytes)) throw new SnapshotTooLarge(bytes, MOST_BYTES);
}

export function fits(bytes: number): boolean {
  return bytes <= MOST_BYTES;
}

/** Makes a new snapshot file with the tables of the services and no rows, lets `fill` add them, and closes it. */
export async function createSnapshot(file: string, parts: Parts, fill: (snapshot: OpenSnapshot) => Promise<void>): Promise<void> {
  makePrivateFolder(path.dirname(file));
  rmSync(file, { force: true });
  makePrivateFile(file);
  await use(file, parts, async (snapshot) => {
    snapshot.connection.run('begin', []);
    await fill(snapshot);
    snapshot.connection.run('commit', []);
  });
}

/** A snapshot with the tables of this release. */
export interface OpenSnapshot {
  readonly connection: SqliteConnection;
  /** Names of the tables that services have, without those that record migrations. */
  readonly tables: readonly string[];
}

/**
 * Checks a copy of a snapshot, brings it to this release, and hands it to `restore`. The copy is removed in the end.
 * @param adjust changes rows of the copy first
 * @throws {SnapshotRefused}
 */
export async function withSnapshot(
  file: string,
  parts: Parts,
  adjust: (tables: Kysely<unknown>) => Promise<void>,
  restore: (copy: string, tables: readonly string[]) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-restore-'));
  const copy = path.join(folder, 'snapshot.sqlite');
  try {
    copyOf(file, copy);
    const tables = await use(copy, parts, async (snapshot) => {
      for (const { tables } of parts.values()) snapshot.connection.read(tables);
      await adjust(queriesOn(snapshot.connection));
      return snapshot.tables;
    });
    await restore(copy, tables);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyOf(file: string, copy: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) throw new SnapshotRefused(`there is no file ${file}`);
  assertSize(found.size);
  copyFileSync(file, copy);
}

async function use<T>(file: string, parts: Parts, work: (snapshot: OpenSnapshot) => Promise<T>): Promise<T> {
  let connection: SqliteConnection | undefined;
  try {
    // What is not on disk after a crash is made again: the file only counts once it is whole.
    connection = new SqliteConnection(file, 'pragma journal_mode = delete; pragma synchronous = full; pragma trusted_schema = off');
    await check(queriesOn(connection), parts);
    const tables = await listTables(queriesOn(connection), parts);
    return await work({ connection, tables });
  } catch (error) {
    if (error instanceof SnapshotRefused) throw error;
    throw new SnapshotRefused(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    connection?.close();
  }
}

async function check(database: Kysely<unknown>, parts: Parts): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(database);
  const [first] = rows;
  if (first?.integrity_check !== 'ok') throw new SnapshotRefused(`the file is damaged (${first?.integrity_check})`);
  const foreign = await sql<{ name: string }>`select name from sqlite_master where type in ('trigger', 'view')`.execute(database);
  // They would run while rows are migrated.
  if (foreign.rows[0] !== undefined)
    throw new SnapshotRefused(`it has a trigger or a view, \`${foreign.rows[0].name}\`, which no snapshot has`);
  for (const part of parts.values()) await migrate(database, part);
}

/** Names of the tables that services have, without derived indexes. */
async function listTables(database: Kysely<unknown>, parts: Parts): Promise<readonly string[]> {
  const isOwn = (name: string) => !name.startsWith('migrations_') && !name.startsWith('sqlite_') && !isDerived(name, parts.values());
  return [...(await loadTables(database))].filter(isOwn);
}

/** @throws {SnapshotRefused} if a snapshot has rows of a service that the store does not have */
export function assertKnown(inSnapshot: readonly string[], inStore: ReadonlySet<string>): void {
  const unknown = inSnapshot.find((table) => !inStore.has(table));
  if (unknown !== undefined) throw new SnapshotRefused(`it has the table \`${unknown}\` of a service that is not started here`);
}
