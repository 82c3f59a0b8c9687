// Starts what is under load: one process on a file, or several on PostgreSQL and Redis behind nginx, of which all but the first may be killed.

import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { type ControlClient, createControlClient } from '../../../services/generated/control/index.ts';
import { loadServices, serviceNames } from '../../../services/index.ts';
import { startNginx } from '../../../test/support/nginx.ts';
import { startPostgres } from '../../../test/support/postgres.ts';
import { startRedis } from '../../../test/support/redis.ts';
import { end, start } from '../../processes.ts';
import type { Order, Ready, ServerSettings } from './server.ts';
import type { Engine } from './settings.ts';

export interface Fleet {
  /** The identifiers of the processes at the moment. */
  pids(): readonly number[];
  url(document: string): string;
  /** Control of the process that is never killed. */
  readonly control: ControlClient;
  /** Kills one of the other processes, and starts it again. */
  kill(): Promise<void>;
  /** Whether a process was killed between two moments. */
  wasKilledBetween(from: number, to: number): boolean;
  /** How many were killed. */
  kills(): number;
  /** Counts requests against the limits of the documents, or against none. */
  setLimits(areOn: boolean): Promise<void>;
  /** Ends the processes and what they share. */
  close(): Promise<void>;
  /** What nginx says of processes that it could not reach, the newest last. */
  complaints(): readonly string[];
  /** What the processes, and nginx, have written: paths of files. */
  logs(): readonly string[];
}

interface Running {
  readonly child: ChildProcess;
  readonly ready: Ready;
}

const SERVER = join(import.meta.dirname, 'server.ts');
const NGINX = resolve(import.meta.dirname, '../../../services/deploy/nginx.conf');
const documents = (await loadServices(serviceNames)).flatMap((service) => service.documents);

export async function startFleet(engine: Engine, count: number, folder: string): Promise<Fleet> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  // What is left when this process is told to end gets its signal, which these send at once.
  const leave = () => void close();
  process.once('exit', leave);
  closers.push(async () => void process.off('exit', leave));
  try {
    return await startIn(folder, engine, count, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function startIn(
  folder: string,
  engine: Engine,
  count: number,
  closers: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Fleet> {
  mkdirSync(folder, { recursive: true });
  const settings = await settingsFor(engine, count, folder, closers);
  const logs: string[] = [];
  const running: Running[] = [];
  const launch = async (index: number): Promise<Running> => {
    const log = join(folder, `process-${index + 1}.log`);
    logs.push(log);
    const started = await startServer(settings[index] as ServerSettings, folder, log);
    if (areLimitsOn) started.child.send({ areLimitsOn } satisfies Order);
    running[index] = started;
    return started;
  };
  let areLimitsOn = false;
  closers.push(() => Promise.all(running.map(({ child }) => end(child))));
  // The first one makes the tables and the seeds.
  const first = await launch(0);
  await Promise.all(settings.slice(1).map((_, index) => launch(index + 1)));
  const proxied = count === 1 ? undefined : await proxy(settings, first, folder, closers, logs);
  const { url: baseUrl, token } = first.ready.control;
  const control = createControlClient({ baseUrl, credentials: { token } });
  const kills: number[] = [];
  return {
    url: proxied?.url ?? ((document) => first.ready.urls[document] ?? ''),
    control,
    complaints: () => proxied?.output().match(/^.*\[(?:error|crit|alert)\].*$/gm) ?? [],
    pids: () => running.map(({ child }) => child.pid ?? 0),
    wasKilledBetween: (from, to) => kills.some((at) => from <= at && at <= to),
    kills: () => kills.length,
    async kill() {
      const index = randomInt(1, running.length);
      const { child } = running[index] as Running;
      const gone = once(child, 'exit');
      kills.push(Date.now());
      child.kill('SIGKILL');
      await gone;
      await launch(index);
    },
    async setLimits(areOn) {
      areLimitsOn = areOn;
      for (const { child } of running) child.send({ areLimitsOn } satisfies Order);
      const path = { service: 'b-microblog', action: 'set-limits' };
      const { status } = await control.runAction({ path, body: { limits: areOn ? 'record' : 'off' } });
      if (status !== 200) throw new Error(`The limits could not be set: ${status}.`);
    },
    close,
    logs: () => [...new Set(logs)],
  };
}

/** The settings of each process. Starts what they share. */
async function settingsFor(
  engine: Engine,
  count: number,
  folder: string,
  closers: (() => Promise<unknown>)[],
): Promise<readonly ServerSettings[]> {
  const shared = engine === 'sqlite' ? { store: { file: join(folder, 'sandbox.sqlite') } } : await startShared(closers);
  const trustedProxies = count === 1 ? {} : { trustedProxies: ['127.0.0.1'] };
  const settings: ServerSettings[] = [];
  for (let index = 0; index < count; index++) {
    const names = [...documents, 'control'];
    const first = await freePorts(names.length);
    settings.push({ ...shared, ...trustedProxies, ports: Object.fromEntries(names.map((name, index) => [name, first + index])) });
  }
  return settings;
}

async function startShared(closers: (() => Promise<unknown>)[]): Promise<Pick<ServerSettings, 'store' | 'redis'>> {
  const postgres = await startPostgres({ max_connections: '200' });
  closers.push(() => postgres.stop());
  const redis = await startRedis();
  closers.push(() => redis.stop());
  return { store: { postgres: await postgres.newDatabase() }, redis: redis.url };
}

/** @param log gets what it writes, behind what an earlier process wrote */
async function startServer(settings: ServerSettings, cwd: string, log: string): Promise<Running> {
  const output = openSync(log, 'a');
  const child = start([SERVER, JSON.stringify(settings)], {
    cwd,
    stdio: ['ignore', output, output, 'ipc'],
    // Responses are validated unless this is production.
    env: { ...process.env, NODE_ENV: 'development' },
  });
  closeSync(output);
  const exit = once(child, 'exit').then(() => undefined);
  const message = once(child, 'message').then(([ready]) => ready as Ready);
  const ready = await Promise.race([message, exit]);
  if (ready === undefined) throw new Error(`A process ended before it was ready:\n${readFileSync(log, 'utf8').slice(-2_000)}`);
  return { child, ready };
}

interface Proxied {
  /** The base address of a document. */
  url(document: string): string;
  /** What nginx has written, but for its log of requests. */
  output(): string;
}

/** Starts nginx before the processes. */
async function proxy(
  settings: readonly ServerSettings[],
  { ready }: Running,
  folder: string,
  closers: (() => Promise<unknown>)[],
  logs: string[],
): Promise<Proxied> {
  const port = await freePorts(2);
  const operatorPort = port + 1;
  const text = readFileSync(NGINX, 'utf8')
    .replaceAll(/(upstream (\S+) \{\s+zone [^;]+;\n)(?: +server [^\n]+\n)+/g, (_all, begin: string, document: string) => {
      const servers = settings.map(({ ports }) => `    server 127.0.0.1:${ports[document]} max_fails=1 fail_timeout=5s;\n`);
      return begin + servers.join('');
    })
    .replace('127.0.0.1:8081', `127.0.0.1:${operatorPort}`)
    .replace('access_log /dev/stdout', `access_log ${join(folder, 'nginx.log')}`)
    .replaceAll('listen 8080', `listen 127.0.0.1:${port}`);
  logs.push(join(folder, 'nginx.log'));
  const nginx = await startNginx(text, port);
  closers.push(() => nginx.stop());
  const pathOf = (document: string) => new URL(ready.urls[document] ?? '').pathname.replace(/\/$/, '');
  return { url: (document) => `http://${document}.example.com:${port}${pathOf(document)}`, output: nginx.output };
}

/** Below the ports that systems give to outgoing connections, one of which could take the port of a process while it starts again. */
const PORTS = { first: 10_000, last: 30_000 };
const taken = new Set<number>();

/** @returns the first of so many ports in a row that nothing listens on */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(PORTS.first, PORTS.last);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if (ports.some((port) => taken.has(port)) || !(await Promise.all(ports.map(isFree))).every(Boolean)) continue;
    for (const port of ports) taken.add(port);
    return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer().once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
