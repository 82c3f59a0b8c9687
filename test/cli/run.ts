// Runs the command line in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

export const bin = path.resolve(import.meta.dirname, '../../generator/bin/octavo.js');

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What the standard input has. Default: it is closed. */
  readonly input?: string | Uint8Array;
  /** Options of Node.js. */
  readonly node?: readonly string[];
  readonly uid?: number;
}

export function start(args: readonly string[], options: RunOptions): { child: ChildProcess; outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, [...(options.node ?? []), bin, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  child.stdin?.on('error', () => undefined).end(options.input);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, outcome };
}

export function octavo(args: readonly string[], options: RunOptions): Promise<Outcome> {
  return start(args, options).outcome;
}
