// Imports a file of contacts while other shops add contacts, and compares with prepared inserts of the same rows. Prints how long it takes, how long
// the others wait meanwhile, and how much memory the process has had at most, for a small file and for a large one.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createMessagingClient } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { users } from '../../services/g-messaging/seeds/credentials.ts';
import type { StorePlace } from '../../services/platform/store/open.ts';
import { POSTGRES, startPostgres } from '../../test/support/postgres.ts';
import { quick } from '../effort.ts';
import { end, pause, start, until } from '../processes.ts';

const SIZES = quick ? [600, 1_200] : [10_000, 100_000];
const CLIENTS = quick ? 5 : 50;
/** Contacts that are imported before, so that the memory of the process has its usual size. */
const WARM_UP = quick ? 600 : 30_000;
/** Milliseconds between two requests of a client, so that its shop stays within 600 requests a minute. */
const PACE = 100;
/** What an import may take, of prepared inserts, and a large one of the memory of a small one. */
const SLOWEST = 10;
const MOST_MEMORY = 1.2;

interface Shop {
  readonly username: string;
  readonly password: string;
}

interface Measured {
  readonly contacts: number;
  readonly seconds: number;
  readonly byHand: number;
  /** Milliseconds of the requests of the others, in order. */
  readonly waits: readonly number[];
  readonly mebibytes: number;
}

function* linesOf(contacts: number, name: string): Generator<string> {
  yield 'email,firstName,lastName,town\n';
  for (let index = 0; index < contacts; index++) yield `${name}-${index}@import.example,Reader ${index},Hoffmann,Kiel\n`;
}

/** Serves files: `/10000/readers` has as many contacts, whose addresses begin with the name. */
async function serveFiles(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const [, contacts, name = ''] = request.url?.split('/') ?? [];
    Readable.from(linesOf(Number(contacts), name)).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function launch(args: readonly string[]): { readonly child: ChildProcess; output(): string } {
  const child = start(args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return { child, output: () => output };
}

async function byHand(place: StorePlace, contacts: number): Promise<number> {
  const { child, output } = launch([join(import.meta.dirname, 'imports-by-hand.ts'), JSON.stringify(place), `${contacts}`]);
  await once(child, 'close');
  return Number(output());
}

/** Adds contacts until `isDone`, one after the other. @returns the milliseconds of each */
async function write(baseUrl: string, basic: Shop, isDone: () => boolean): Promise<number[]> {
  const client = createMessagingClient({ baseUrl, credentials: { basic } });
  const waits: number[] = [];
  while (!isDone()) {
    const began = performance.now();
    const channels = { type: 'email' as const, value: `${waits.length}.${basic.username}` };
    unwrap(await client.addOrUpdateContact({ body: { firstName: 'Noor', channels } }), 200);
    const wait = performance.now() - began;
    waits.push(wait);
    await pause(Math.max(0, PACE - wait));
  }
  return waits;
}

/** Imports a file. @returns the seconds that it takes */
async function load(baseUrl: string, fileUrl: string, contacts: number): Promise<number> {
  const client = createMessagingClient({ baseUrl, credentials: { basic: users.papaver } });
  const began = performance.now();
  const { asyncSessionId } = unwrap(await client.importContactFile({ body: { fileUrl, groupNames: ['Poetry readers'] } }), 200);
  const statusOf = async () => unwrap(await client.getContactImportStatus({ path: { sessionId: asyncSessionId } }), 200);
  let status = await statusOf();
  for (; status.status === 'IN_PROGRESS'; status = await statusOf()) await pause(250);
  if (status.created !== contacts) throw new Error(`the import ended with ${JSON.stringify(status)}`);
  return (performance.now() - began) / 1000;
}

async function measure(place: StorePlace, files: string, contacts: number): Promise<Omit<Measured, 'byHand'>> {
  const { child, output } = launch([join(import.meta.dirname, 'imports-server.ts'), JSON.stringify(place), `${CLIENTS}`]);
  await until(() => output().includes('\n'), child);
  const { baseUrl, others } = JSON.parse(output()) as { baseUrl: string; others: readonly Shop[] };
  let isDone = false;
  const writing = Promise.all(others.map((shop) => write(baseUrl, shop, () => isDone)));
  await load(baseUrl, `${files}/${WARM_UP}/guests`, WARM_UP);
  const seconds = await load(baseUrl, `${files}/${contacts}/readers`, contacts);
  isDone = true;
  const waits = (await writing).flat().sort((left, right) => left - right);
  const answer = once(child, 'message');
  child.send('memory');
  const [kibibytes] = (await answer) as [number];
  await end(child);
  return { contacts, seconds, waits, mebibytes: kibibytes / 1024 };
}

async function compare(engine: string, files: string, newPlace: () => Promise<StorePlace> | StorePlace): Promise<void> {
  const all: Measured[] = [];
  for (const contacts of SIZES)
    all.push({ ...(await measure(await newPlace(), files, contacts)), byHand: await byHand(await newPlace(), contacts) });
  console.log(`### Imports of contacts on ${engine}\n`);
  console.log('| contacts | seconds | prepared inserts, seconds | × | requests meanwhile | their median, ms | p99 | memory at most, MiB |');
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const one of all) console.log(rowOf(one));
  console.log('');
  const [small, large] = all;
  if (quick || small === undefined || large === undefined) return;
  if (large.seconds > SLOWEST * large.byHand) fail(`${engine}: an import takes more than ${SLOWEST} times as long as prepared inserts.`);
  if (large.mebibytes > MOST_MEMORY * small.mebibytes)
    fail(`${engine}: a large file takes more than ${MOST_MEMORY} times the memory of a small one.`);
}

function rowOf({ contacts, seconds, byHand, waits, mebibytes }: Measured): string {
  const at = (part: number) => (waits[Math.floor(waits.length * part)] ?? Number.NaN).toFixed(0);
  const times = [seconds.toFixed(1), byHand.toFixed(1), (seconds / byHand).toFixed(2)];
  return `| ${[contacts, ...times, waits.length, at(0.5), at(0.99), Math.round(mebibytes)].join(' | ')} |`;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

console.log(
  `## Imports\n\nA file of contacts, while ${CLIENTS} clients add a contact each, up to ten times a second, after an import of ${WARM_UP} contacts.\n`,
);
const files = await serveFiles();
const folder = mkdtempSync(join(tmpdir(), 'octavo-imports-'));
let made = 0;
try {
  await compare('SQLite', files.url, () => ({ file: join(folder, `${++made}.sqlite`) }));
  if (POSTGRES) {
    const postgres = await startPostgres();
    try {
      await compare('PostgreSQL', files.url, async () => ({ postgres: await postgres.newDatabase() }));
    } finally {
      await postgres.stop();
    }
  }
} finally {
  files.close();
  rmSync(folder, { recursive: true, force: true });
}
