// Tells errors of PostgreSQL that say "not now" or "again" from those that a query has caused.

import { SyntaxFault } from '@octavo/runtime';
import { DatabaseError } from 'pg';
import { NullCharacter, OnlyReads, StoreUnavailable } from '../store.ts';

/** Classes of SQLSTATE, <https://www.postgresql.org/docs/15/errcodes-appendix.html>, by their first two characters. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  '08': 'the connection failed',
  '28': 'the user may not log in',
  '3D': 'the database does not exist',
  '53': 'PostgreSQL lacks disk space, memory or connections',
  '57': 'PostgreSQL is shutting down, starting, or has cancelled a query that took too long',
  '58': 'PostgreSQL met a failure of its system',
  XX: 'PostgreSQL met an internal error',
};
/** Single codes of classes that otherwise blame the query. */
const READ_ONLY = '25006';
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Whether the unit ran into others (a failed serialization or a deadlock), or into a newer release that has changed a table, so that it has to run
 * again.
 */
export function isConflict(error: unknown): boolean {
  return (error instanceof DatabaseError && error.code !== undefined && CONFLICTS.has(error.code)) || isStale(error);
}

/** Whether a change of a table waited too long for those who use the table, or they and it waited for each other. */
export function isBusy(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === LOCK_NOT_AVAILABLE || isConflict(error));
}

/**
 * Whether a query was prepared before a table got another column, so that it would give other columns now. PostgreSQL has no code of its own for that
 * (0A000 stands for much), and translates the message, but not the name of the function that reports it.
 */
export function isStale(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** Whether the session or the server refused a change. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY;
}

/** The error that the caller gets: `StoreUnavailable` if the database is the cause, else `error` itself. */
export function translate(error: unknown): unknown {
  const reason = reasonOf(error);
  return reason === undefined ? error : new StoreUnavailable(`The store is not available: ${reason}.`, { cause: error });
}

/** What a unit throws by itself. Text of a row that is no JSON is a `SyntaxFault`. */
const OWN = [StoreUnavailable, OnlyReads, NullCharacter, TypeError, RangeError, SyntaxError, SyntaxFault];

function reasonOf(error: unknown): string | undefined {
  const isOwn = OWN.some((kind) => error instanceof kind);
  if (isOwn) return undefined;
  if (!(error instanceof DatabaseError)) return 'PostgreSQL cannot be reached';
  if (isReadOnly(error)) return 'PostgreSQL is read-only';
  return UNAVAILABLE[error.code?.slice(0, 2) ?? ''];
}
