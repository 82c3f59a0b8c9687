// Programs that parts of the benchmark start and wait for. None of them outlives the part that started it.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const running = new Set<ChildProcess>();
/** With the exit codes that a shell gives them. */
const signals = { SIGINT: 130, SIGTERM: 143 } as const;

const leave = (signal: 'SIGINT' | 'SIGTERM'): void => process.exit(signals[signal]);
const endAll = (): void => {
  for (const child of running) child.kill('SIGTERM');
};

/** Runs Node with these arguments. The program ends when this process does, by whatever signal. */
export function start(args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, args, options);
  // Only while something runs: what runs synchronously between would keep the listeners from being called, and Ctrl-C from working.
  if (running.size === 0) {
    process.on('SIGINT', leave).on('SIGTERM', leave).on('exit', endAll);
  }
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    if (running.size === 0) process.off('SIGINT', leave).off('SIGTERM', leave).off('exit', endAll);
  });
  return child;
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  await gone;
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Milliseconds. Only what hangs meets it. */
const LIMIT = 300_000;

/** @throws {Error} when one of the programs ends before, or nothing happens for minutes. */
export async function until(done: () => boolean | Promise<boolean>, ...programs: readonly ChildProcess[]): Promise<void> {
  const limit = performance.now() + LIMIT;
  while (!(await done())) {
    const ended = programs.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    if (ended !== undefined) throw new Error(`${ended.spawnargs.join(' ')} ended with ${ended.exitCode ?? ended.signalCode}`);
    if (performance.now() > limit) throw new Error(`nothing happened in ${LIMIT / 1000} s`);
    await pause(2);
  }
}

/** A port of this machine that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** A process and its descendants. */
export function familyOf(pid: number): readonly number[] {
  const family = new Set([pid]);
  const rows = list('pid=,ppid=');
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const [own = 0, parent = 0] of rows) if (family.has(parent)) family.add(own);
  }
  return [...family];
}

export interface Usage {
  /** Processor time so far, user and system; `NaN` where there is no `/proc`. */
  readonly seconds: number;
  /** Resident memory, MB. */
  readonly megabytes: number;
}

/** What processes use together. */
export function usageOf(pids: readonly number[]): Usage {
  const rows = list('pid=,rss=').filter(([pid = 0]) => pids.includes(pid));
  const sum = (values: readonly number[]): number => values.reduce((before, value) => before + value, 0);
  return {
    seconds: sum(rows.map(([pid = 0]) => secondsOf(pid))),
    megabytes: sum(rows.map(([, kilobytes = 0]) => kilobytes / 1024)),
  };
}

/** Fields 14 and 15 of `/proc/PID/stat`, in ticks of ten milliseconds (proc_pid_stat(5)). */
function secondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) / 100;
  } catch {
    return Number.NaN;
  }
}

/** One row for each process, with the columns of `ps -o`. */
function list(columns: string): readonly (readonly number[])[] {
  const listed = spawnSync('ps', ['-eo', columns], { encoding: 'utf8' });
  if (listed.error !== undefined) throw new Error('the memory of processes is read with `ps`, which did not run', { cause: listed.error });
  const lines = listed.stdout.trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number));
}
