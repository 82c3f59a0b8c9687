// Sends a broadcast with a webhook: in one go, and by a process that is killed again and again. Prints how long it takes and how much memory the
// process has, and fails where a contact gets it twice or not at all, where the webhook misses an activity, or where what was paid does not add up.
// `node bench/services/broadcasts/run.ts postgres` runs on PostgreSQL alone, and with `sqlite` on SQLite.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMessagingClient } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { POSTGRES, startPostgres } from '../../../test/support/postgres.ts';
import { quick } from '../../effort.ts';
import { end, familyOf, pause, start, until, usageOf } from '../../processes.ts';
import { check } from './check.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const CONTACTS = quick ? 2_000 : 50_000;
/** How often the process is killed; 0: the run by which memory is measured. */
const KILLS = quick ? [3] : [0, 20];
/** What a run may have of memory at its end, of that after a tenth. */
const MOST_MEMORY = 1.5;
/** Milliseconds between two looks, and without anything new. */
const PACE = 250;
const LONGEST = 300_000;

interface Measured {
  readonly kills: number;
  readonly seconds: number;
  readonly activities: number;
  readonly requests: number;
  /** MB of memory after a tenth, at the end and at most. */
  readonly memory: readonly [early: number, late: number, most: number];
}

interface Server {
  readonly child: ChildProcess;
  readonly baseUrl: string;
}

async function launch(place: StorePlace): Promise<Server> {
  const { child, line } = await firstLineOf([join(import.meta.dirname, 'server.ts'), JSON.stringify(place)]);
  return { child, baseUrl: (JSON.parse(line) as { baseUrl: string }).baseUrl };
}

async function firstLineOf(args: readonly string[]): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const child = start(args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await until(() => output.includes('\n'), child);
  return { child, line: output };
}

async function kill({ child }: Server): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Whether the broadcast is at its end, and nothing waits that follows from it. */
async function isOver({ child, baseUrl }: Server, broadcastId: number): Promise<boolean> {
  const client = createMessagingClient({ baseUrl, credentials: { basic: users.papaver } });
  const { status } = unwrap(await client.getBroadcast({ path: { broadcastId } }), 200);
  if (status === 'CANCELLED') throw new Error('the broadcast was cancelled');
  if (status !== 'FINISHED') return false;
  const answer = once(child, 'message');
  child.send('waiting');
  const [isWaiting] = (await answer) as [boolean];
  return !isWaiting;
}

async function measure(place: StorePlace, receiver: Receiver, kills: number): Promise<Measured> {
  receiver.clear();
  const { child, line } = await firstLineOf([join(import.meta.dirname, 'server.ts'), JSON.stringify(place), receiver.url, `${CONTACTS}`]);
  if (child.exitCode === null) await once(child, 'exit');
  let server = await launch(place);
  const client = createMessagingClient({ baseUrl: server.baseUrl, credentials: { basic: users.papaver } });
  const began = performance.now();
  const { id } = unwrap(await client.createBroadcast({ body: JSON.parse(line) as { messageId: number; groupIds: [number] } }), 200);
  // Each message is sent, and arrives or does not; some are read later.
  const all = 2 * CONTACTS;
  let killed = 0;
  let early: number | undefined;
  let late = 0;
  let most = 0;
  let changed = began;
  for (let told = 0; told < all || !(await isOver(server, id)); await pause(PACE)) {
    const before = told;
    told = (await receiver.received()).activities;
    if (told > before) changed = performance.now();
    if (performance.now() - changed > LONGEST) throw new Error(`nothing was told for ${LONGEST / 1_000} s after ${told} activities`);
    late = usageOf(familyOf(server.child.pid ?? 0)).megabytes;
    most = Math.max(most, late);
    if (told >= all / 10) early ??= late;
    if (killed === kills || told < (all * (killed + 1)) / (kills + 1)) continue;
    await kill(server);
    killed += 1;
    server = await launch(place);
  }
  const seconds = (performance.now() - began) / 1_000;
  await end(server.child);
  const { requests, early: misplaced } = await receiver.received();
  const activities = await check(place, id, CONTACTS, await receiver.activities());
  if (misplaced > 0) throw new Error(`${misplaced} activities came before what they follow`);
  if (killed < kills) throw new Error(`the process was killed ${killed} times, not ${kills}`);
  return { kills, seconds, activities, requests, memory: [early ?? late, late, most] };
}

async function compare(engine: string, receiver: Receiver, newPlace: () => Promise<StorePlace> | StorePlace): Promise<void> {
  console.log(`### A broadcast on ${engine}\n`);
  console.log('| kills | seconds | messages a second | activities | requests to the webhook | MB after a tenth | at the end | at most |');
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const kills of KILLS) {
    const { seconds, activities, requests, memory } = await measure(await newPlace(), receiver, kills);
    const figures = [kills, seconds.toFixed(1), (CONTACTS / seconds).toFixed(0), activities, requests];
    console.log(`| ${[...figures, ...memory.map((one) => one.toFixed(0))].join(' | ')} |`);
    const [first, last] = memory;
    if (quick || kills > 0 || last <= MOST_MEMORY * first) continue;
    console.error(`${engine}: the end takes more than ${MOST_MEMORY} times the memory of the first tenth.`);
    process.exitCode = 1;
  }
  console.log('');
}

console.log(
  `## Broadcasts\n\nAn email to ${CONTACTS.toLocaleString('en')} contacts, each activity of which a webhook is told. Load at the beginning: ${loadavg()[0]?.toFixed(1)}.\n`,
);
const receiver = await startReceiver();
const folder = mkdtempSync(join(tmpdir(), 'octavo-broadcasts-'));
let made = 0;
const wants = (engine: string) => !process.argv.some((one) => ['sqlite', 'postgres'].includes(one) && one !== engine);
try {
  if (wants('sqlite')) await compare('SQLite', receiver, () => ({ file: join(folder, `${++made}.sqlite`) }));
  if (POSTGRES && wants('postgres')) {
    const postgres = await startPostgres();
    try {
      await compare('PostgreSQL', receiver, async () => ({ postgres: await postgres.newDatabase() }));
    } finally {
      await postgres.stop();
    }
  }
} finally {
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
}
