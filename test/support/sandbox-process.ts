// Starts processes of the command octavo-services: two that share a PostgreSQL and a Redis, or one on a file.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ControlClient, createControlClient } from '../../services/generated/control/index.ts';
import { type Program, startProgram } from './program.ts';
import { sharePostgres, shareRedis } from './shared-servers.ts';

export interface SandboxProcess {
  readonly program: Program;
  readonly control: ControlClient;
  /** Whether it serves a document. */
  has(document: string): boolean;
  /** The base address of a document. */
  url(document: string): string;
}

export interface TwoProcesses {
  readonly processes: readonly [SandboxProcess, SandboxProcess];
  /** The address of the Redis that they share. */
  readonly redis: string;
  /** Starts one more process, in place of one that was killed. */
  startAnother(): Promise<SandboxProcess>;
  /** Stops them and what they share. */
  end(): Promise<void>;
}

/** Starts a process of the command that keeps its rows in a file in a folder, at free ports. */
export function startOnFile(services: readonly string[], folder: string): Promise<SandboxProcess> {
  return startProcess([command, ...services, '--port', '0'], folder);
}

const command = resolve(import.meta.dirname, '../../services/bin/octavo-services.js');

/**
 * @param services that both processes serve, at free ports
 * @param more options for both
 */
export async function startTwoProcesses(services: readonly string[], more: readonly string[] = []): Promise<TwoProcesses> {
  const [postgres, redis] = await Promise.all([sharePostgres(), shareRedis()]);
  const database = await postgres.newDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'octavo-two-processes-'));
  const started: SandboxProcess[] = [];
  const start = async () => {
    const one = await startProcess([command, ...services, '--port', '0', '--database', database, '--redis', redis, ...more], folder);
    started.push(one);
    return one;
  };
  const processes = await Promise.all([start(), start()]);
  return {
    processes,
    redis: redis,
    startAnother: start,
    async end() {
      await Promise.all(started.map(({ program }) => program.stop()));
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startProcess(args: readonly string[], folder: string): Promise<SandboxProcess> {
  const program = startProgram(process.execPath, args, { cwd: folder });
  const [line] = await program.printed(/^\{.*\}$/m);
  const { documents, control } = JSON.parse(line) as {
    documents: { name: string; url: string }[];
    control: { url: string; token: string };
  };
  return {
    program,
    control: createControlClient({ baseUrl: control.url, credentials: { token: control.token } }),
    has: (document) => documents.some(({ name }) => name === document),
    url: (document) => documents.find(({ name }) => name === document)?.url ?? '',
  };
}
