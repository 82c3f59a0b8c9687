// The committed results, from which docs/services.md is made: what they hold, and where they are.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../results/operations.json');

export interface OperationResult {
  /** Statements on SQLite that a request executes until its answer is complete, or its stream begins; without begin and commit. */
  readonly queries?: number;
  /** Whether the request writes rows. */
  readonly writes?: boolean;
  /** Processor time ÷ that of `getAccount` of h-email, for requests that write nothing. */
  readonly cpu?: number;
  /** Why a figure is absent, and the request changes no rows. */
  readonly why?: string;
  /** The request is not the sample, which the seeds refuse. */
  readonly isOther?: true;
}

export interface Results {
  /** The commit on which the working tree was based, and the day. */
  readonly commit: string;
  readonly date: string;
  readonly machine: string;
  /** The load of the machine when it began. */
  readonly load: number;
  readonly requests: number;
  readonly rounds: number;
  /** By document and operation. */
  readonly documents: Readonly<Record<string, Readonly<Record<string, OperationResult>>>>;
}

export function readResults(): Results {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
}

export function writeResults(results: Results): void {
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

/** @throws {Error} where something is changed and not committed, so that no commit names what was measured */
export function presentCommit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain') !== '') throw new Error('Commit the changes first: the results name the commit.');
  return git('rev-parse', '--short=12', 'HEAD');
}
