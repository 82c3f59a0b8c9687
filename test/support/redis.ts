// Starts a Redis of its own for a test. Where Redis is not installed, the tests that need it are skipped with a line that says so.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

export const REDIS = isInstalled();
if (!REDIS) console.warn('No Redis on this machine: the tests that need it are skipped. Install `redis-server` to run them.');

export interface TestRedis {
  readonly url: string;
  /** Lets it answer nothing, or answer again, with its connections open. */
  freeze(isFrozen: boolean): void;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again, empty, at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** @param password that clients need; absent: none */
export async function startRedis({ password }: { readonly password?: string } = {}): Promise<TestRedis> {
  const port = await freePort();
  let child = await launchRedis(port, password);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: (isFrozen) => child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    kill,
    async restart() {
      await kill();
      child = await launchRedis(port, password);
    },
    stop: kill,
  };
}

export async function launchRedis(port: number, password?: string): Promise<ChildProcess> {
  const options = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--daemonize',
    'no',
    ...(password === undefined ? [] : ['--requirepass', password]),
  ];
  const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Ready to accept connections')) break;
  }
  if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}.`);
  child.stdout.resume();
  return child;
}

function isInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
