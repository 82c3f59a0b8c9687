// Starts a program for a test: collects its output, waits for a line of it, stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';

export interface Outcome {
  /** As a shell has it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly child: ChildProcess;
  /** Resolves when the program has exited. */
  readonly outcome: Promise<Outcome>;
  /** Resolves when the output of either stream matches the pattern; rejects when the program exits first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** What it has written to both streams so far. */
  written(): string;
  /** Stops the program and its child processes, as Ctrl-C in a terminal does. */
  stop(): Promise<Outcome>;
}

/** The exit code as a shell has it: for a program that a signal ended, 128 and the number of the signal. */
function exitCode(code: number | null, signal: NodeJS.Signals | null): number | null {
  return signal === null ? code : 128 + constants.signals[signal];
}

/**
 * Resolves when the program has exited, with the exit code as a shell has it. A signal during a stage ends the program without its handler.
 */
export function codeAtExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(exitCode(code, signal))));
}

/** Starts a program without the environment variables that vitest adds. */
export function startProgram(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Program {
  const inherited = Object.entries(options.env ?? process.env).filter(([name]) => !/^VITEST|^NODE_ENV$|^TEST$/.test(name));
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: Object.fromEntries(inherited),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that one signal reaches its child processes too.
    detached: true,
  });
  const endGroup = (): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGINT');
  };
  endWithProcess(child, endGroup);
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  const notify = (): void => {
    for (const watcher of watchers) watcher();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    notify();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    notify();
  });
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: exitCode(code, signal), stdout, stderr }));
  });
  return {
    child,
    outcome,
    written: () => stdout + stderr,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const watcher = (): void => {
          const found = pattern.exec(stdout) ?? pattern.exec(stderr);
          if (found === null) return;
          watchers.delete(watcher);
          resolve(found);
        };
        watchers.add(watcher);
        watcher();
        outcome.then(({ code }) => reject(new Error(`It ended with ${code} before it printed ${pattern}:\n${stdout}${stderr}`)), reject);
      }),
    stop: () => {
      endGroup();
      return outcome;
    },
  };
}

const running = new Set<() => void>();
const endAll = (): void => {
  for (const end of running) end();
};

/**
 * Ends a program where the process of its test ends before it: a run that is ended from outside, as by a limit of time, comes to no clean-up.
 *
 * @param end ends it now; called only while it runs
 */
export function endWithProcess(child: ChildProcess, end: () => void = () => void child.kill('SIGKILL')): void {
  if (running.size === 0) process.on('exit', endAll);
  running.add(end);
  child.once('exit', () => {
    running.delete(end);
    if (running.size === 0) process.off('exit', endAll);
  });
}
