// What one process of the services carries, and what two and four carry that share PostgreSQL and Redis, on one machine.
// `node bench/services/scaling/run.ts d-events h-email` measures some services; `--stores sqlite,2` measures SQLite and two processes on PostgreSQL
// alone, `--seconds 2` measures each for as long, and `--write` writes the tables into docs/scaling.md as well.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type ServiceName, serviceNames } from '../../../services/index.ts';
import { POSTGRES, startPostgres } from '../../../test/support/postgres.ts';
import { REDIS, startRedis } from '../../../test/support/redis.ts';
import { quick } from '../../effort.ts';
import { casesOf } from './cases.ts';
import { type Cluster, startCluster, writeSubjects } from './cluster.ts';
import { AT_ONCE, type Effort, measureRequests, measureStream, streamsOf } from './measure.ts';
import type { Size, Subjects } from './prepare.ts';
import type { Place } from './server.ts';
import { type Row, tablesOf, writeInPage } from './tables.ts';
import { openWatch, WATCHED, type Watch } from './watch.ts';

const args = process.argv.slice(2);
const wanted = serviceNames.filter((name) => args.includes(name));
const services = wanted.length > 0 ? wanted : serviceNames;
const writes = args.includes('--write');
const seconds = Number(optionOf('--seconds') ?? 4);
const effort: Effort = quick ? { warmUp: 0, seconds: 0.2 } : { warmUp: seconds / 3, seconds };
const size: Size = quick
  ? { posts: 300, authors: 100, customers: 5, meetings: 5, contacts: 1, readers: 5 }
  : { posts: 20_000, authors: 2_000, customers: 100, meetings: 40, contacts: 5, readers: 100 };
const stores = (optionOf('--stores') ?? (quick ? 'sqlite,2' : 'sqlite,1,2,4')).split(',');
/** How many processes share PostgreSQL. */
const PROCESSES = stores.map(Number).filter(Number.isInteger);
/** With how many of them PostgreSQL is looked at. */
const WATCHED_WITH = 2;

function optionOf(option: string): string | undefined {
  return args.includes(option) ? args[args.indexOf(option) + 1] : undefined;
}

const found = new Map<ServiceName, Row[]>(services.map((name) => [name, []]));
const loads: number[] = [];

async function measureAll(cluster: Cluster, on: string, subjects: Subjects, watch?: Watch): Promise<void> {
  loads.push(loadavg()[0] ?? Number.NaN);
  const add = (service: ServiceName, row: Row) => found.get(service)?.push(row);
  const cases = await casesOf(subjects, cluster.originsOf('e-scheduling'));
  for (const one of cases.filter(({ service }) => services.includes(service)))
    add(one.service, { request: one.name, on, figures: await measureRequests(cluster, watch, one, effort) });
  for (const stream of streamsOf(size.readers).filter(({ service }) => services.includes(service)))
    add(stream.service, { request: stream.name, on, figures: await measureStream(cluster, watch, stream, subjects, effort) });
}

async function onSqlite(folder: string): Promise<void> {
  const place: Place = { store: { file: join(folder, 'rows.sqlite') } };
  const subjects = await writeSubjects(folder, place, size);
  const cluster = await startCluster(folder, place, 1);
  await measureAll(cluster, 'SQLite, 1', subjects);
  await cluster.end();
}

/** Does something with a database by a connection of its own. */
async function withClient(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A copy of a database to which nobody is connected. */
async function copyOf(url: string, processes: number): Promise<string> {
  const [own, copy] = [new URL(url), new URL(url)];
  const [name, copyName] = [own.pathname.slice(1), `scaling_${processes}`];
  own.pathname = '/postgres';
  copy.pathname = `/${copyName}`;
  await withClient(own.href, `create database ${copyName} template ${name}`);
  return copy.href;
}

async function onPostgres(folder: string): Promise<void> {
  const [postgres, redis] = await Promise.all([startPostgres(WATCHED), startRedis()]);
  try {
    const rows = await postgres.newDatabase();
    const subjects = await writeSubjects(folder, { store: { postgres: rows }, redis: redis.url }, size);
    // PostgreSQL does so by itself, sooner or later. Its plans would change in between.
    await withClient(rows, 'vacuum analyze');
    for (const processes of PROCESSES) {
      const copy = await copyOf(rows, processes);
      const cluster = await startCluster(folder, { store: { postgres: copy }, redis: redis.url }, processes);
      const watch = processes === WATCHED_WITH ? await openWatch(copy) : undefined;
      await measureAll(cluster, `PostgreSQL, ${processes}`, subjects, watch);
      await watch?.close();
      await cluster.end();
    }
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}

/** The commit that is measured, with a mark where files differ from it. */
function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  } catch {
    return 'no commit';
  }
}

function print(name: string, title: string, text: string): void {
  console.log(`${title}\n\n${text}\n`);
  if (writes && !quick) writeInPage(name, text);
}

const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-scaling-'));
try {
  const began = performance.now();
  if (stores.includes('sqlite')) await onSqlite(folder);
  if (POSTGRES && REDIS) await onPostgres(folder);
  else console.log('PostgreSQL or Redis is not installed on this machine, so they are not measured.\n');
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  const machine = `${cpus().length} processors (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const how = `${AT_ONCE} requests at once, ${effort.seconds} seconds each, ${minutes} minutes in all`;
  const load = `Load of the machine before each store: ${loads.map((one) => one.toFixed(1)).join(', ')}`;
  print('machine', '## Scaling', `Commit ${commit()}; ${machine}; ${how}. ${load}.`);
  for (const [service, rows] of found) print(service, `### ${service}`, tablesOf(rows));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
