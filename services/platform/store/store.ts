// Declares the store of the services: one interface, which SQLite and PostgreSQL implement with the same answers.

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { AnyIndex } from './derived.ts';
import type { Table } from './table.ts';

/**
 * The rows of one service. So that both engines answer alike, tables use only these columns: `text`; `bigint` for whole numbers up to
 * ±(2^53−1), for flags (0 or 1) and for times (milliseconds since 1970, UTC); `double precision`; `bytea` for bytes. JSON and larger integers are
 * `text`.
 * Rows have booleans for flags and objects for JSON, as the tables are declared (`table`), wherever a query selects the column itself: of a table, a
 * join, a `returning`, or a query in `from` or `with`. An expression on it, a `union` and a query among the columns give what is stored. In all
 * queries, a boolean stands for 0 or 1, and an object or list for its JSON.
 * Text sorts by its UTF-8 bytes, and `like` tells large from small letters. A list whose order matters needs `order by`, and
 * `nulls first` or `nulls last` where a column may be null, since the engines differ there.
 */
export interface Store<Tables> {
  /** Queries on committed rows. On SQLite some of them may not be on disk yet, but then no caller knows of them either. */
  readonly read: Kysely<Tables>;
  /**
   * Runs one unit of work: all of its changes are committed, or none. Units behave as if they ran one after another. Resolves when the
   * commit is on disk. The store may run `unit` again after a conflict, so it must only use `tables` and values that were computed before.
   * A unit in which a query failed fails with that query's error, even if the unit catches it and goes on.
   * @throws what `unit` throws, after a rollback
   * @throws {StoreUnavailable} if the database is gone, full or read-only. If it is lost during the commit itself, the changes may
   * have been made.
   * @param inTurn a table. Units that name the same one run one after another in all processes: each waits for those before it instead of
   * conflicting with them, and reads what they have committed. Rows that they number are numbered in the order of the commits.
   * @throws {Error} if called inside a unit
   */
  write<T>(unit: (tables: Kysely<Tables>) => Promise<T>, inTurn?: keyof Tables & string): Promise<T>;
}

/** Tables that are migrated together: those of a service, or of a part of the platform. */
export interface Part {
  /** Its migrations are recorded in a table of their own. */
  readonly name: string;
  /** By name; the names sort in the order in which they run. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** All tables that they make. */
  readonly tables: readonly Table[];
  /** What is derived from the rows of these tables. */
  readonly indexes?: readonly AnyIndex[];
}

/** Whether a migration that removes something has to wait, since a process runs that may use it. It is asked while no other process migrates. */
export type MustWait = (part: string, migration: string) => Promise<boolean>;

/** A store, for the code that opened it. */
export interface OpenStore<Tables> extends Store<Tables> {
  /**
   * Looks whether this release can use the rows of these parts, and changes nothing.
   * @throws {Error} if a newer release has migrated their tables
   */
  check(parts: readonly Part[]): Promise<void>;
  /**
   * Brings the tables of a part to the version of this release.
   * @param mustWait says whether a migration that removes something has to wait for processes of an older release; absent: none has to
   * @returns the migrations that wait
   * @throws {Error} of the migration that failed, after a rollback; or if a newer release has migrated these tables
   */
  migrate(part: Part, mustWait?: MustWait): Promise<readonly string[]>;
  /**
   * Writes all rows of the parts that were migrated into a SQLite file, as they are at one moment. Its folder is made.
   * @throws {SnapshotTooLarge} before anything is written, if they are too many bytes
   */
  snapshot(file: string): Promise<void>;
  /**
   * Replaces all rows by those of a snapshot, of either engine. One of an older release is migrated first. Units wait meanwhile.
   * @param adjust changes rows of the snapshot before they become those of the store
   * @throws {SnapshotRefused} if it is damaged, too large, of a newer release, or has tables of other services; the rows stay as they are
   */
  restore(file: string, adjust?: (tables: Kysely<Tables>) => Promise<void>): Promise<void>;
  /** Waits for the units that have begun. */
  close(): Promise<void>;
}

/** The database cannot do this now: it is gone, its disk is full, or it is read-only. Services answer it with 503. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** A newer release has migrated the database: this one does not know what is in it. */
export class NewerRelease extends Error {
  override readonly name = 'NewerRelease';

  constructor(part: string, migration: string) {
    super(
      `A newer release wrote these rows of ${part}: they have the migration \`${migration}\`, which this release lacks. Use that release, or begin with an empty database.`,
    );
  }
}

/** A snapshot cannot be made or restored; the message says why. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The snapshot is refused: ${reason.replace(/\.$/, '')}.`, options);
  }
}

/** The rows are more bytes than a snapshot may hold. */
export class SnapshotTooLarge extends SnapshotRefused {
  readonly bytes: number;
  readonly most: number;

  /** @param more follows in the message */
  constructor(bytes: number, most: number, more = '') {
    super(`it would hold ${inMegabytes(bytes)}, and ${inMegabytes(most)} are allowed${more}`);
    this.bytes = bytes;
    this.most = most;
  }
}

export function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`;
}

/** A text has the character U+0000, which PostgreSQL cannot keep. SQLite could, but both engines refuse it, in values that are looked for too. */
export class NullCharacter extends Error {
  override readonly name = 'NullCharacter';
}

/** @throws {NullCharacter} */
export function refuseNullCharacters(value: string): void {
  if (value.includes('\0')) throw new NullCharacter('A text with the character U+0000 cannot be stored.');
}

/**
 * What is stored for the values of a query, or looked for: 0 or 1 for a boolean, bytes as they are, JSON for another object.
 * @throws {NullCharacter}
 */
export function storedValues(values: readonly unknown[]): readonly unknown[] {
  // Most queries have only texts and numbers.
  let stored: unknown[] | undefined;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value === 'string') refuseNullCharacters(value);
    else if (typeof value === 'boolean' || (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))) {
      stored ??= [...values];
      stored[index] = typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
    }
  }
  return stored ?? values;
}

/** A change was asked of `Store.read`. */
export class OnlyReads extends Error {
  override readonly name = 'OnlyReads';

  constructor(cause: unknown) {
    super('`store.read` only reads. Change rows in a unit of work: `store.write`.', { cause });
  }
}
