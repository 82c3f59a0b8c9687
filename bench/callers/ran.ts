// Runs a program of Node's in a project, and says what it printed and what it used: processor time and memory.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../documents.ts';

const octavoBin = path.join(root, 'generator/bin/octavo.js');
const tscBin = path.join(root, 'node_modules/typescript/bin/tsc');
const usageFile = path.join(root, '.octavo/bench/callers-usage.json');
const usageHook = path.join(import.meta.dirname, 'usage.mjs');

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Processor time, user and system. */
  readonly seconds: number;
  /** The most resident memory, MB. */
  readonly megabytes: number;
}

function run(cwd: string, args: readonly string[]): Ran {
  mkdirSync(path.dirname(usageFile), { recursive: true });
  rmSync(usageFile, { force: true });
  const ran = spawnSync(process.execPath, ['--import', usageHook, ...args], {
    cwd,
    env: { ...process.env, OCTAVO_USAGE_FILE: usageFile },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 300_000,
  });
  if (ran.error !== undefined) throw ran.error;
  const usage: unknown = existsSync(usageFile) ? JSON.parse(readFileSync(usageFile, 'utf8')) : {};
  const figure = (name: string): number => Number(typeof usage === 'object' && usage !== null ? Reflect.get(usage, name) : Number.NaN);
  return { code: ran.status ?? 3, stdout: ran.stdout, stderr: ran.stderr, seconds: figure('seconds'), megabytes: figure('megabytes') };
}

/** Runs `octavo`. @throws {Error} where it ends with another exit code than those */
export function octavo(cwd: string, args: readonly string[], codes: readonly number[] = [0]): Ran {
  const ran = run(cwd, [octavoBin, ...args]);
  if (!codes.includes(ran.code)) throw new Error(`octavo ${args.join(' ')} ended with ${ran.code}:\n${ran.stderr}${ran.stdout}`);
  return ran;
}

/** A place in a file, with the line and column from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where the compiler finds errors. */
export function errorsIn(cwd: string): Position[] {
  const { stdout } = run(cwd, [tscBin, '-p', '.', '--pretty', 'false']);
  return [...stdout.matchAll(/^(\S+?)\((\d+),(\d+)\): error/gm)].map(([, file = '', line, column]) => ({
    file,
    line: Number(line),
    column: Number(column),
  }));
}
