// Opens the embedded store: SQLite with one connection that writes and one that reads.

import { existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backup } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { makePrivateFile, makePrivateFolder } from '../../private-files.ts';
import { loadTables } from '../catalog.ts';
import { ensureIndexes } from '../derive.ts';
import { assertNotNewer, migrate } from '../migrate.ts';
import { assertKnown, assertSize, fits, withSnapshot } from '../snapshot.ts';
import { type OpenStore, type Part, SnapshotRefused } from '../store.ts';
import { SqliteConnection } from './connection.ts';
import { queriesOn } from './dialect.ts';
import { translate } from './errors.ts';
import { lock } from './lock.ts';
import { nothingToSync, type Sync, WriteAheadLog } from './log.ts';
import { Writer } from './writer.ts';

/** What tests change. */
interface SqliteOptions {
  /** Puts the log on disk. */
  readonly sync?: Sync;
  /** Milliseconds that a unit may take. */
  readonly longestUnit?: number;
}

/**
 * @param file Path of the database; its folder is made. Absent: the rows live in a private folder that is removed when the store is closed
 * or the process exits, and nothing waits for the disk. SQLite's databases in memory let no connection read while another writes.
 * @throws {StoreUnavailable} if the database cannot be opened
 * @throws {Error} if another process has it open
 */
export function openSqlite<Tables>(file: string | undefined, options: SqliteOptions = {}): OpenStore<Tables> {
  return file === undefined ? openPrivate(options) : openFile(file, options);
}

function openFile<Tables>(given: string, { sync, longestUnit }: SqliteOptions): OpenStore<Tables> {
  const file = realPath(given);
  for (const made of [`${file}.lock`, file]) makePrivateFile(made);
  const unlock = lock(file);
  try {
    // The checkpoint reads what a process that crashed has left in the log, and puts it on disk before anything is built on it.
    const connection = new SqliteConnection(
      file,
      'pragma journal_mode = wal; pragma synchronous = full; pragma wal_checkpoint(truncate); pragma synchronous = normal; pragma wal_autocheckpoint = 0',
    );
    const log = new WriteAheadLog(file, sync);
    return storeOn<Tables>(new Writer(connection, log, longestUnit), connection, file, async () => {
      await log.close();
      // Closing would move pages to the database file that the disk may have lost. The lock stays, until this process ends.
      if (log.hasFailed) return;
      connection.close();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** One file has one lock, by whatever link it is reached. */
function realPath(given: string): string {
  const folder = path.dirname(path.resolve(given));
  makePrivateFolder(folder);
  return existsSync(given) ? realpathSync(given) : path.join(realpathSync(folder), path.basename(given));
}

const privateFolders = new Set<string>();

function removePrivateFolders(): void {
  for (const folder of privateFolders) rmSync(folder, { recursive: true, force: true });
}

function openPrivate<Tables>({ longestUnit }: SqliteOptions): OpenStore<Tables> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-sandbox-'));
  if (privateFolders.size === 0) process.on('exit', removePrivateFolders);
  privateFolders.add(folder);
  const file = path.join(folder, 'sandbox.sqlite');
  const connection = new SqliteConnection(file, 'pragma journal_mode = wal; pragma synchronous = off');
  return storeOn<Tables>(new Writer(connection, nothingToSync, longestUnit), connection, file, async () => {
    connection.close();
    rmSync(folder, { recursive: true, force: true });
    privateFolders.delete(folder);
    if (privateFolders.size === 0) process.off('exit', removePrivateFolders);
  });
}

/** Copies a database in another thread, while no unit runs. Reads go on with the rows from before. */
async function takeSnapshot(file: string, target: string): Promise<void> {
  assertOther(file, target);
  const size = sizeOf(file);
  assertSize(size.used);
  makePrivateFolder(path.dirname(target));
  const part = `${target}.part`;
  rmSync(part, { force: true });
  makePrivateFile(part);
  try {
    // Where much was deleted, the pages that were freed would be copied too.
    if (fits(size.whole)) await copyDatabase(file, part);
    else copyCompactly(file, part);
    renameSync(part, target);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Bytes of all pages of a database, and of those that hold something. */
function sizeOf(file: string): { readonly whole: number; readonly used: number } {
  const connection = new SqliteConnection(file, '');
  try {
    const number = (name: string) => Number(Object.values(connection.run(`pragma ${name}`, []).rows[0] ?? {})[0]);
    const [size, pages, free] = [number('page_size'), number('page_count'), number('freelist_count')];
    return { whole: pages * size, used: (pages - free) * size };
  } finally {
    connection.close();
  }
}

/** Holds up the event loop meanwhile. */
function copyCompactly(from: string, to: string): void {
  const source = new SqliteConnection(from, '');
  try {
    source.run('vacuum into ?', [to]);
  } finally {
    source.close();
  }
}

/** Closing a file frees the locks that SQLite has on it in this process, so a snapshot is never the database itself. */
function assertOther(file: string, snapshot: string): void {
  if (existsSync(snapshot) && realpathSync(snapshot) === file) throw new SnapshotRefused(`${snapshot} is the database itself`);
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new SqliteConnection(from, '');
  try {
    await backup(source.database, to, { rate: EVERY_PAGE });
  } catch (error) {
    throw translate(error);
  } finally {
    source.close();
  }
}

/** Copies all pages in one step, so that the copy shows one moment. */
const EVERY_PAGE = 2 ** 31 - 1;

function storeOn<Tables>(
  writer: Writer<Tables>,
  connection: SqliteConnection,
  file: string,
  close: () => Promise<void>,
): OpenStore<Tables> {
  // A connection sees its own changes before they are committed, so reads have another.
  const reader = new SqliteConnection(file, '', true);
  // While nobody writes, reads share a transaction. It would keep the log from being made short, and a restored database from taking its place.
  writer.onBusy = () => reader.endReading();
  const beforeRead = () => {
    if (writer.isIdle) reader.beginReading();
  };
  const parts = new Map<string, Part>();
  let closing: Promise<void> | undefined;
  const read = queriesOn<Tables>(reader, beforeRead);
  return {
    read,
    check: (parts) => assertNotNewer(read as Kysely<unknown>, parts),
    write: (unit) => writer.write(unit),
    async migrate(part, mustWait) {
      const waiting = await writer.alone((tables) => migrate(tables, part, mustWait));
      for (const one of [connection, reader]) one.read(part.tables);
      await writer.alone((tables) => ensureIndexes(tables, part, 'sqlite'));
      parts.set(part.name, part);
      return waiting;
    },
    snapshot: (target) => writer.alone(() => takeSnapshot(file, target)),
    async restore(source, adjust = async () => {}) {
      assertOther(file, source);
      await withSnapshot(
        source,
        parts,
        (tables) => adjust(tables as Kysely<Tables>),
        (copy, tables) =>
          writer.alone(async (own) => {
            assertKnown(tables, await loadTables(own));
            await copyDatabase(copy, file);
            // Those of a snapshot that SQLite has made came with it.
            for (const part of parts.values()) await ensureIndexes(own, part, 'sqlite');
          }),
      );
    },
    close() {
      closing ??= writer.idle().then(() => {
        reader.close();
        return close();
      });
      return closing;
    },
  };
}
