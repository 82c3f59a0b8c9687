// Says why a command cannot start the services: one message for people, and an exit code.

import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileFault, listenFault } from '@octavo/runtime/process';
import type { StorePlace } from '../store/open.ts';
import { StoreUnavailable } from '../store/store.ts';

/** The exit codes of `octavo` too. 2: wrong command line; 3: something on the machine prevents it. */
const EXIT_CODES = { usage: 2, environment: 3 } as const;

/** The command line is wrong. */
export class WrongCommandLine extends Error {}

export interface StartFault {
  readonly message: string;
  readonly exitCode: number;
}

/** @param place where the rows are kept, if that is known already */
export function startFault(error: unknown, place: StorePlace | undefined): StartFault {
  if (error instanceof WrongCommandLine) return { message: error.message, exitCode: EXIT_CODES.usage };
  return { message: listening(error) ?? keeping(error, place) ?? forbidden(error) ?? messageOf(error), exitCode: EXIT_CODES.environment };
}

const PORT_FIXES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Stop the program that uses it, or choose others with --port or --metrics.',
  EACCES: 'Choose ports above 1023 with --port.',
};

function listening(error: unknown): string | undefined {
  const sentence = listenFault(error);
  return sentence && `${sentence} ${PORT_FIXES[codeOf(error)] ?? 'Leave out --host, or give an address of this machine.'}`;
}

/** PostgreSQL lets the user log in, but not make or read tables (SQLSTATE 42501). */
function forbidden(error: unknown): string | undefined {
  if (codeOf(error) !== '42501') return undefined;
  return `PostgreSQL refuses the user of --database: ${messageOf(error)}. Grant the right: grant usage, create on schema public to the user, who must own the tables that are there.`;
}

const FILE_FIXES: Readonly<Record<string, string>> = {
  ENOSPC: 'Make room, and start again: what was saved is still there.',
  EDQUOT: 'Make room, and start again: what was saved is still there.',
  EFBIG: 'Raise the limit (ulimit -f), and start again: what was saved is still there.',
};

function keeping(error: unknown, place: StorePlace | undefined): string | undefined {
  const file = place !== undefined && 'file' in place ? place.file : undefined;
  if (error instanceof StoreUnavailable && file !== undefined) {
    // SQLite does not say why it cannot open or write a file.
    const denied = refusalOf(dirname(file));
    if (denied === undefined) return `${error.message} The data is kept in ${file}.`;
    return keeping(denied, place) ?? error.message;
  }
  const fault = fileFault(error);
  if (fault === undefined) return undefined;
  // An error of writing has no path, and one of the probe has another.
  const { path = '' } = error as NodeJS.ErrnoException;
  const fix = FILE_FIXES[codeOf(error)] ?? 'Start the command in a folder where this user may write, or with --memory.';
  return `Cannot write to ${file === undefined ? relative('', path) || path : dirname(file)}: ${fault}. ${fix}`;
}

/** The bytes that a new database takes at least. */
const PROBE = new Uint8Array(65_536);

/** Why this process cannot write to a folder, if so. */
function refusalOf(folder: string): unknown {
  const probe = join(folder, `probe-${process.pid}`);
  try {
    writeFileSync(probe, PROBE);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    rmSync(probe, { force: true });
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
