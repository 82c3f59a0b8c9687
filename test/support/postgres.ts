// Starts a PostgreSQL of its own for a test. Where PostgreSQL is not installed, the tests that need it are skipped with a line that says so.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { oncePerRun } from './once-per-run.ts';

const bin = binaries();
export const POSTGRES = bin !== undefined;
if (!POSTGRES) console.warn('No PostgreSQL on this machine: the tests that need it are skipped. Install `postgresql` to run them.');

type Settings = Readonly<Record<string, string>>;
type Owner = { readonly uid?: number; readonly gid?: number };

/** The user that the package of PostgreSQL has made. */
let packaged: Required<Owner> | undefined;

export interface TestPostgres {
  /** Makes an empty database and gives its address. */
  newDatabase(): Promise<string>;
  /** Lets it answer nothing, or answer again, with its connections open. */
  freeze(isFrozen: boolean): void;
  /** Ends it and all of its processes as a crash would. */
  kill(): Promise<void>;
  /** Starts it again with the same rows, at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Processes of the server come and go: one that has ended since it was listed needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A server that was started, and what starts it again. */
interface Started {
  readonly server: ChildProcess;
  readonly folder: string;
  readonly port: number;
  readonly owner: Owner;
}

/** Starts a server on a new cluster. */
export async function launchPostgres(settings: Settings): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-postgres-'));
  const owner = ownerOf(folder);
  const port = await freePort();
  // To make a cluster takes a second, and to copy one a tenth.
  execFileSync('cp', ['-a', `${oncePerRun('postgres', makeCluster)}/.`, folder]);
  return { server: await launch(folder, port, settings, owner), folder, port, owner };
}

const addressOf = (port: number, database: string): string => `postgres://test@127.0.0.1:${port}/${database}`;

/** Makes an empty database and gives its address. */
export async function createDatabase(port: number): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(port, `create database ${name}`);
  return addressOf(port, name);
}

/** Removes a database, though connections may still be closing. */
export async function dropDatabase(url: string): Promise<void> {
  const { port, pathname } = new URL(url);
  await query(Number(port), `drop database if exists ${pathname.slice(1)} with (force)`);
}

async function query(port: number, sql: string): Promise<void> {
  const client = new pg.Client(addressOf(port, 'postgres'));
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** @param settings of its configuration, such as `{ fsync: 'off' }` */
export async function startPostgres(settings: Settings = {}): Promise<TestPostgres> {
  const { folder, port, owner, server: first } = await launchPostgres(settings);
  let server = first;
  // A test that ends its own process must not leave a server behind.
  const endAll = (): void => {
    for (const pid of [server.pid, ...childrenOf(server.pid)]) if (pid !== undefined) end(pid);
  };
  process.on('exit', endAll);
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    endAll();
    await gone;
  };
  /** A server that ends by itself gives the system back the memory that its processes share, of which there are a few thousand pieces at most. */
  const quit = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    if (server.pid !== undefined) signal(server.pid, 'SIGQUIT');
    // A test may have frozen it.
    for (const pid of [server.pid, ...childrenOf(server.pid)]) if (pid !== undefined) signal(pid, 'SIGCONT');
    await gone;
  };
  return {
    newDatabase: () => createDatabase(port),
    freeze(isFrozen) {
      for (const pid of [server.pid, ...childrenOf(server.pid)]) if (pid !== undefined) signal(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
    },
    kill,
    async restart() {
      await kill();
      server = await launch(folder, port, settings, owner);
    },
    async stop() {
      await quit();
      process.off('exit', endAll);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a cluster without a row of ours. @returns its folder */
function makeCluster(folder: string): string {
  const owner = ownerOf(folder);
  // Text sorts as in a dictionary here, so that a test notices where the store leaves the order to the database.
  const locale = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'];
  const options = ['-D', folder, '--auth=trust', '--username=test', '--no-sync', '--no-instructions', '--wal-segsize=1', ...locale];
  execFileSync(command('initdb'), options, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

async function launch(folder: string, port: number, settings: Settings, owner: Owner): Promise<ChildProcess> {
  // Memory that processes share is a file of the cluster, which goes with it: a server that is killed would leave what it has of the system's.
  // No server of a test lives long enough to gain from what looks after tables in the background.
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '32MB',
    dynamic_shared_memory_type: 'mmap',
    autovacuum: 'off',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // After a crash the processes of the connections may live a moment longer than the server, which does not start while they do.
  for (let attempt = 0; ; attempt++) {
    const server = spawn(command('postgres'), ['-D', folder, '-p', `${port}`, ...options], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const log: string[] = [];
    for await (const line of createInterface({ input: server.stderr })) {
      log.push(line);
      if (line.includes('database system is ready to accept connections')) break;
    }
    server.stderr.resume();
    if (log.at(-1)?.includes('ready to accept') === true) return server;
    if (attempt === 50) throw new Error(`PostgreSQL did not start:\n${log.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** PostgreSQL refuses to run as root, so root starts it as the user that its package has made. */
function ownerOf(folder: string): Owner {
  if (process.getuid?.() !== 0) return {};
  packaged ??= { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(folder, packaged.uid, packaged.gid);
  return packaged;
}

const idOf = (option: string): number => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));

function childrenOf(parent: number | undefined): readonly number[] {
  if (parent === undefined) return [];
  try {
    return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // The process has ended. Other systems than Linux have no such file; there the children end when they notice.
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function command(name: string): string {
  if (bin === undefined) throw new Error('PostgreSQL is not installed.');
  return path.join(bin, name);
}

/** The folder with PostgreSQL's programs. Debian keeps them by version, outside the search path. */
function binaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')));
}
