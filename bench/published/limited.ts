// Runs a program with a limit of time, and tells the processor seconds of all its threads and of the programs that it starts, and its peak memory.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Outcome {
  readonly status: 'done' | 'failed' | 'too long';
  readonly stdout: string;
  /** The line in which the program says why it failed, without the folder of work. */
  readonly said: string;
  /** Processor seconds of all processes; undefined where it was ended from outside. */
  readonly seconds: number | undefined;
  /** The most megabytes that one of the processes had in memory. */
  readonly megabytes: number | undefined;
}

/** Milliseconds of wall time that a program may take for one document. */
export const LIMIT = 240_000;

const hook = pathToFileURL(join(import.meta.dirname, 'cpu.mjs')).href;

/** Runs Node with these arguments in `cwd`. */
export function runNode(args: readonly string[], cwd: string): Outcome {
  const file = join(cwd, '.cpu.json');
  rmSync(file, { force: true });
  const result = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: `--max-old-space-size=8192 --import=${hook}`, OCTAVO_CPU_FILE: file },
    killSignal: 'SIGKILL',
    maxBuffer: 512 * 1024 * 1024,
    timeout: LIMIT,
  });
  return {
    status:
      result.status === 0
        ? 'done'
        : result.error !== undefined && 'code' in result.error && result.error.code === 'ETIMEDOUT'
          ? 'too long'
          : 'failed',
    stdout: result.stdout,
    said: reason(result.stderr || result.stdout).replaceAll(`${cwd}/`, ''),
    ...usage(file),
  };
}

/** The first line that speaks of an error, or the last line. */
function reason(printed: string): string {
  const lines = printed.trim().split('\n');
  return (lines.find((line) => /error|can't|cannot|failed/i.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 400);
}

function usage(file: string): Pick<Outcome, 'seconds' | 'megabytes'> {
  if (!existsSync(file)) return { seconds: undefined, megabytes: undefined };
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const used = lines.map((line) => JSON.parse(line) as { seconds: number; megabytes: number });
  return { seconds: used.reduce((sum, { seconds }) => sum + seconds, 0), megabytes: Math.max(...used.map(({ megabytes }) => megabytes)) };
}
