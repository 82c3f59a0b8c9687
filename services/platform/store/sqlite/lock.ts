// Lets one process at a time open a database file. The system frees the lock when the process ends, however it ends.

import { DatabaseSync } from 'node:sqlite';
import { translate } from './errors.ts';

/**
 * Takes the lock of a database: a transaction on a second, empty database beside it, since Node has no locks on files.
 * @returns frees it
 * @throws {Error} if another process has it
 */
export function lock(file: string): () => void {
  let held: DatabaseSync | undefined;
  try {
    held = new DatabaseSync(`${file}.lock`, { timeout: 0 });
    held.exec('begin exclusive');
  } catch (error) {
    held?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) {
      throw new Error(
        `Another process has the database ${file} open. Stop it first; for several processes use PostgreSQL (--database postgres://…).`,
        { cause: error },
      );
    }
    throw translate(error);
  }
  return () => held.close();
}

const BUSY = 5;
