// Starts an nginx of its own for a test file. Where nginx is not installed, its tests are skipped with a line that says so.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export const NGINX = isInstalled();
if (!NGINX) console.warn('No nginx on this machine: the tests that need it are skipped. Install `nginx-light` to run them.');

interface TestNginx {
  /** What it has written so far: its log of requests, and of errors. */
  output(): string;
  /** Takes another configuration. Requests under way go on by the one before. */
  reload(configuration: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param port on which the configuration listens */
export async function startNginx(configuration: string, port: number): Promise<TestNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-nginx-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration);
  // A file, since /dev/stdout cannot be opened where it is a socket, as the pipes of Node.js are.
  const written = join(folder, 'output.txt');
  const output = openSync(written, 'a');
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', output, output] });
  closeSync(output);
  const read = () => readFileSync(written, 'utf8');
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${read()}`);
    await setTimeout(20);
  }
  return {
    output: read,
    async reload(changed) {
      writeFileSync(file, changed);
      child.kill('SIGHUP');
      // New workers take connections at once, and old ones take none once they have heard of it.
      await setTimeout(500);
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function isInstalled(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
