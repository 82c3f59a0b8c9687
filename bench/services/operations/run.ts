// What each operation of the live services costs: the processor time of a request, beside that of the generated stub that returns the same answer as
// a constant, and the statements that it executes. `node bench/services/operations/run.ts c-controller` measures one service, and
// `node bench/services/operations/run.ts e-scheduling listInvitees getInvitee` some of its operations.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { loadServices, type ServiceName } from '../../../services/index.ts';
import { documents, serviceOf } from '../../../test/support/documents.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import { quick, rounds, warmUp } from '../../effort.ts';
import { median } from '../../measure.ts';
import { end, start } from '../../processes.ts';
import { createLoader, type Loader } from './load.ts';
import { samplesOf } from './samples.ts';
import type { Question } from './server.ts';
import { type Studied, study } from './study.ts';

const SERVICES: readonly ServiceName[] = [
  'a-identity',
  'b-microblog',
  'c-controller',
  'd-events',
  'e-scheduling',
  'f-instalments',
  'h-email',
];
const wanted = SERVICES.filter((name) => process.argv.includes(name));
/** Names of operations; none: all. */
const wantedOperations = process.argv.slice(2).filter((word) => !word.startsWith('--') && !SERVICES.some((name) => name === word));
const REQUESTS = quick ? 5 : 250;
/** Rounds before those that count, until the compiler has optimized what the operation runs. */
const WARM_UP = warmUp(24);
const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-operations-'));

interface Server extends Loader {
  readonly child: ChildProcess;
  /** Microseconds of processor time for a request, by operation and round. */
  readonly times: Map<string, number[]>;
}

async function launch(way: 'live' | 'stub', name: ServiceName, place: string): Promise<Server> {
  const program = join(import.meta.dirname, 'server.ts');
  const child = start([program, way, name, place], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const origin = String(await messageOf(child));
  return { child, times: new Map(), ...createLoader(origin) };
}

/** @throws {Error} where the program ends before it sends one */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const exit = () => ended.abort(new Error(`${child.spawnargs.join(' ')} has ended.`));
  child.once('exit', exit);
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [unknown];
    return message;
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    child.off('exit', exit);
  }
}

async function ask(child: ChildProcess, question: Question): Promise<number> {
  const answer = messageOf(child);
  child.send(question);
  return Number(await answer);
}

/** Sends a round of requests of one operation. @returns microseconds of processor time for a request, with what it caused */
async function measure({ child, send }: Server, { sample, status, isChange }: Studied): Promise<number> {
  const { subjects, requests } = await sample.requests(REQUESTS);
  const before = await ask(child, isChange ? { prepare: subjects } : 'time');
  await send(requests, status);
  return ((await ask(child, isChange ? 'settle' : 'time')) - before) / REQUESTS;
}

interface Measured {
  readonly operation: string;
  /** A GET that changes no rows. Look-ups that cost credits change some. */
  readonly isRead: boolean;
  readonly stub: number;
  readonly live: number;
  /** Median of the ratios of the rounds. */
  readonly ratio: number;
  readonly statements: string;
}

async function measureService(name: ServiceName, postgres: TestPostgres | undefined): Promise<Measured[]> {
  const [service] = await loadServices([name]);
  const document = documents.find(({ id }) => id === name);
  if (service === undefined || document === undefined) throw new Error(`There is no service ${name}.`);
  const all = await samplesOf((await serviceOf(document)).service, service.credentials);
  const samples = all.filter(({ operation }) => wantedOperations.length === 0 || wantedOperations.includes(operation.id));
  const studied = await study(name, { memory: true }, samples);
  const onPostgres = postgres === undefined ? undefined : await study(name, { postgres: await postgres.newDatabase() }, samples);
  const results = join(folder, `${name}.results`);
  writeFileSync(results, serialize(Object.fromEntries([...studied].map(([id, { result }]) => [id, result]))));
  const servers = await Promise.all([launch('stub', name, results), launch('live', name, join(folder, `${name}.sqlite`))]);
  // Those that change nothing come first, and all find the rows of the seeds.
  const ordered = [...studied].toSorted(([, one], [, other]) => Number(one.isChange) - Number(other.isChange));
  try {
    for (let round = -WARM_UP; round < rounds(9); round++) {
      for (const { child } of servers) await ask(child, { prepare: [] });
      for (const [id, found] of ordered) {
        for (const server of servers) {
          const time = await measure(server, found);
          const times = server.times.get(id) ?? [];
          if (round >= 0) server.times.set(id, [...times, time]);
        }
      }
    }
  } finally {
    for (const { close } of servers) close();
    await Promise.all(servers.map(({ child }) => end(child)));
  }
  const [stub, live] = servers;
  return samples.map(({ operation: { id, method } }): Measured => {
    const [constant, own] = [stub.times.get(id) ?? [], live.times.get(id) ?? []];
    return {
      operation: id,
      isRead: method === 'GET' && studied.get(id)?.isChange !== true,
      stub: median(constant),
      live: median(own),
      ratio: median(own.map((time, round) => time / (constant[round] ?? Number.NaN))),
      statements: countsOf(studied.get(id), onPostgres?.get(id)),
    };
  });
}

/** The number of statements on SQLite, and on PostgreSQL where it differs. */
function countsOf(sqlite: Studied | undefined, postgres: Studied | undefined): string {
  const [count, other] = [sqlite?.statements.length ?? 0, postgres?.statements.length];
  return other === undefined || other === count ? `${count}` : `${count} (PostgreSQL: ${other})`;
}

function printTable(name: ServiceName, measured: readonly Measured[]): void {
  console.log(`### The operations of ${name}\n`);
  console.log('| operation | the stub, µs | the live service, µs | × the stub | statements |\n|---|---:|---:|---:|---:|');
  for (const { operation, stub, live, ratio, statements } of measured) {
    console.log(`| \`${operation}\` | ${stub.toFixed(0)} | ${live.toFixed(0)} | ${ratio.toFixed(2)} | ${statements} |`);
  }
  console.log('');
}

function worstOf(measured: readonly Measured[]): string {
  const [worst] = measured.toSorted((one, other) => other.ratio - one.ratio);
  return worst === undefined ? '' : `${worst.ratio.toFixed(2)}, \`${worst.operation}\``;
}

function printSummary(all: ReadonlyMap<ServiceName, readonly Measured[]>): void {
  console.log('### The slowest operation of each kind: × the stub\n\n| service | lists | other reads | all others |\n|---|---|---|---|');
  for (const [name, measured] of all) {
    const isList = ({ operation }: Measured) => operation.startsWith('list');
    const reads = measured.filter(({ isRead }) => isRead);
    const kinds = [reads.filter(isList), reads.filter((one) => !isList(one)), measured.filter(({ isRead }) => !isRead)];
    console.log(`| ${[name, ...kinds.map(worstOf)].join(' | ')} |`);
  }
  console.log('');
}

console.log('## The services: each operation\n');
console.log(
  `Stub and live service are processes of their own, and each reports its processor time, user and system, with the work that follows from a request, such as deliveries. Requests and responses are validated on both. The live service keeps its rows in a file. The requests are the samples of the documents; where an operation does the same thing once only, each request has an identifier of its own. ${REQUESTS} requests a round, 8 at once; medians of ${rounds(9)} rounds, and of their ratios. Statements are those of one request, apart from begin and commit. Load of the machine: ${loadavg()[0]?.toFixed(1)}.\n`,
);
const postgres = POSTGRES ? await startPostgres() : undefined;
try {
  const all = new Map<ServiceName, readonly Measured[]>();
  for (const name of wanted.length > 0 ? wanted : SERVICES) {
    const measured = await measureService(name, postgres);
    all.set(name, measured);
    printTable(name, measured);
  }
  printSummary(all);
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
