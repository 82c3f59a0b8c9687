// Declares the store of the services: one interface, which SQLite and PostgreSQL implement with the same answers.

import type { Kysely } from 'kysely';

/**
 * The rows of one service. So that both engines answer alike, tables use only these columns: `text`; `bigint` for whole numbers up to
 * ±(2^53−1), for flags (0 or 1) and for times (milliseconds since 1970, UTC); `double precision`. JSON and larger integers are `text`.
 */
export interface Store<Tables> {
  /** Queries on committed rows. On SQLite some of them may not be on disk yet, but then no caller knows of them either. */
  readonly read: Kysely<Tables>;
  /**
   * Runs one unit of work: all of its changes are committed, or none. Resolves when the commit is on disk.
   * The store may run `unit` again after a conflict, so it must only use `tables` and values that were computed before.
   * @throws what `unit` throws, after a rollback
   * @throws {StoreUnavailable} if the database is gone, full or read-only
   */
  write<T>(unit: (tables: Kysely<Tables>) => Promise<T>): Promise<T>;
}

/** The database cannot do this now: it is gone, its disk is full, or it is read-only. Services answer it with 503. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
