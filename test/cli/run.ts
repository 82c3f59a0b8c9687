// Runs the command line: in a process of its own where a test needs that, otherwise in the process of the test, which is much faster.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { Readable } from 'node:stream';
import { format } from 'node:util';
// It keeps the working directory in which it is loaded. A command that loads it runs in a folder that is removed after the test, where it would find
// no file.
import 'esbuild';
import { main } from '../../generator/cli.ts';
import { shareSchemaThread } from '../support/schema-thread.ts';

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
  /** Whether it needs a process of its own. Default: where its words say so. */
  readonly isApart?: boolean;
}

export interface Started {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
  /**
   * Resolves with what the program has said since the last call, once that has the text. Where the program ends before, or 30 s pass, it rejects with
   * what was said, and ends the program. Default of the stream: stderr.
   */
  says(text: string, stream?: 'stdout' | 'stderr'): Promise<string>;
}

/** Milliseconds that a test waits for a text. */
const LONGEST_WAIT = 30_000;

export function start(args: readonly string[], options: RunOptions): Started {
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
  const read = { stdout: 0, stderr: 0 };
  const says = (text: string, stream: 'stdout' | 'stderr' = 'stderr'): Promise<string> =>
    new Promise((resolve, reject) => {
      const said = (): string => (stream === 'stdout' ? stdout : stderr).slice(read[stream]);
      const giveUp = (why: string): void => {
        child.kill('SIGKILL');
        reject(new Error(`${why} before it said "${text}":\n${said()}`));
      };
      const timer = setTimeout(() => giveUp('30 s passed'), LONGEST_WAIT);
      const ended = (): void => giveUp('It ended');
      const look = (): void => {
        const so = said();
        if (!so.includes(text)) return;
        clearTimeout(timer);
        child[stream]?.off('data', look);
        child.off('close', ended);
        read[stream] += so.length;
        resolve(so);
      };
      child[stream]?.on('data', look);
      child.once('close', ended);
      look();
    });
  return { child, outcome, says };
}

/** Runs a command line that ends by itself: in this process, unless it runs a program, which prints beside it, or the options need one of its own. */
export function octavo(args: readonly string[], options: RunOptions): Promise<Outcome> {
  const { node, uid, isApart = args[0] === 'proxy' && args.includes('--') } = options;
  if (isApart || node !== undefined || uid !== undefined) return start(args, options).outcome;
  const outcome = turn.then(() => inThisProcess(args, options));
  turn = outcome.catch(() => undefined);
  return outcome;
}

/** The working directory, the environment and the streams are those of the whole process, so runs take turns. */
let turn: Promise<unknown> = Promise.resolve();

async function inThisProcess(args: readonly string[], { cwd, env, input }: RunOptions): Promise<Outcome> {
  shareSchemaThread();
  const before = {
    stdin: Object.getOwnPropertyDescriptor(process, 'stdin') ?? {},
    cwd: process.cwd(),
    env: { ...process.env },
    stdout: process.stdout.write,
    stderr: process.stderr.write,
    log: console.log,
  };
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, listeners: stream.listeners('error') }));
  const printed = { stdout: '', stderr: '' };
  const collect = (stream: 'stdout' | 'stderr') => (chunk: string | Uint8Array) => {
    printed[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  try {
    process.chdir(cwd);
    setVariables(env ?? {});
    if (input !== undefined) Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
    process.stdout.write = collect('stdout');
    process.stderr.write = collect('stderr');
    // The console of vitest does not write to the stream.
    console.log = (...values) => void process.stdout.write(`${format(...values)}\n`);
    await main(args);
    return { code: Number(process.exitCode), signal: null, ...printed };
  } finally {
    process.exitCode = undefined;
    // A process that runs one command line keeps them until it ends.
    for (const { stream, listeners } of streams)
      for (const added of stream.listeners('error')) if (!listeners.includes(added)) stream.off('error', added as (error: Error) => void);
    Object.defineProperty(process, 'stdin', before.stdin);
    process.stdout.write = before.stdout;
    process.stderr.write = before.stderr;
    console.log = before.log;
    process.chdir(before.cwd);
    const added = Object.keys(process.env).filter((name) => !(name in before.env));
    setVariables({ ...Object.fromEntries(added.map((name) => [name, undefined])), ...before.env });
  }
}

function setVariables(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
