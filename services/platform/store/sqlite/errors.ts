// Tells errors of SQLite that say "not now" from those that a query has caused.

import { StoreUnavailable } from '../store.ts';

/** Primary result codes of SQLite, <https://sqlite.org/rescode.html>, with what they mean to the operator of the store. */
const UNAVAILABLE: Readonly<Record<number, string>> = {
  5: 'another program has locked the database',
  7: 'there is not enough memory',
  8: 'the database is read-only',
  10: 'reading or writing the disk failed',
  11: 'the database is damaged',
  13: 'the disk is full',
  14: 'the database cannot be opened',
  26: 'the file is not a database',
};

const READONLY = 8;
const IOERR = 10;

/** The error that the caller gets: `StoreUnavailable` if the database is the cause, else `error` itself. */
export function translate(error: unknown): unknown {
  const code = resultCode(error);
  const reason = code === undefined ? undefined : UNAVAILABLE[code];
  return reason === undefined ? error : new StoreUnavailable(`The store is not available: ${reason}.`, { cause: error });
}

/** Whether the connection refused a change. */
export function isReadOnly(error: unknown): boolean {
  return resultCode(error) === READONLY;
}

/** Whether reading or writing the disk failed, after which the system may have dropped what it could not write. */
export function isDiskFailure(error: unknown): boolean {
  return resultCode(error instanceof StoreUnavailable ? error.cause : error) === IOERR;
}

/** The primary result code; `undefined` if the error is not of SQLite. */
function resultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
