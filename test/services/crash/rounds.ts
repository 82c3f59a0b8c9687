// Kills a process that writes and sends deliveries, again and again, and looks for what it acknowledged.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { type CrashStore, openCrashStore } from './tables.ts';

/** What the rounds showed. */
export interface Outcome {
  readonly acknowledged: number;
  /** Rows that were acknowledged and are not there. */
  readonly lost: readonly string[];
  /** Entries without a delivery, and deliveries without an entry, though one unit writes both. */
  readonly half: readonly string[];
  /** Entries that were acknowledged, whose delivery the receiver never got. */
  readonly undelivered: readonly string[];
  /** Entries whose delivery came under two identifiers, so that a receiver would take it for two events. */
  readonly doubled: readonly string[];
  /** How many deliveries the receiver got, repeated ones too. */
  readonly received: number;
}

/** A database, and what is killed together with the process that writes. */
export interface Victim {
  readonly place: StorePlace;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** Milliseconds from the first acknowledged write to the kill, at most. */
const LONGEST = 400;

export async function crash({ place, kill, restart }: Victim, rounds: number): Promise<Outcome> {
  const receiver = await listen();
  try {
    const acknowledged: string[] = [];
    for (let round = 1; round <= rounds; round++) {
      acknowledged.push(...(await writeUntilKilled(place, round, receiver.url, kill)));
      await restart();
    }
    const found = await sendRest(place, acknowledged);
    const { received } = receiver;
    const deliveries = [...received.values()];
    return {
      acknowledged: acknowledged.length,
      ...found,
      undelivered: acknowledged.filter((id) => !received.has(id)),
      doubled: [...received].filter(([, ids]) => new Set(ids).size > 1).map(([entry]) => entry),
      received: deliveries.flat().length,
    };
  } finally {
    receiver.close();
  }
}

/** Receives deliveries, and notes the identifiers of the deliveries of each entry. */
async function listen() {
  const received = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    let entry = '';
    for await (const chunk of request) entry += chunk;
    received.set(entry, [...(received.get(entry) ?? []), String(request.headers['webhook-id'])]);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Gives what the process has acknowledged. */
async function writeUntilKilled(place: StorePlace, round: number, url: string, kill: () => Promise<void>): Promise<readonly string[]> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'writer.ts'), JSON.stringify(place), `${round}`, url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  if (output === '') throw new Error(`The process ended before it wrote anything:\n${errors}`);
  await setTimeout(Math.random() * LONGEST);
  // The server first, so that the process meets its loss in every state; then at once the process.
  await kill();
  child.kill('SIGKILL');
  await closed;
  // The last line may have been cut.
  return output.split('\n').slice(0, -1);
}

/** Sends the deliveries that are left, and looks for the rows. */
async function sendRest(place: StorePlace, acknowledged: readonly string[]): Promise<Pick<Outcome, 'lost' | 'half'>> {
  const { opened, outbox } = await openCrashStore(place);
  try {
    while ((await outbox.settle()).isMoreDue || (await isWaiting(opened)));
    const entries = new Set((await opened.read.selectFrom('x_entries').select('id').execute()).map(({ id }) => id));
    const rows = await opened.read.selectFrom('platform_deliveries').select('payload').execute();
    const deliveries = new Set(rows.map(({ payload }) => JSON.parse(payload) as string));
    return {
      lost: acknowledged.filter((id) => !entries.has(id)),
      half: [...entries, ...deliveries].filter((id) => !entries.has(id) || !deliveries.has(id)),
    };
  } finally {
    await outbox.close();
    await opened.close();
  }
}

/** Whether an attempt failed that is made again a second later. */
async function isWaiting({ read }: CrashStore['opened']): Promise<boolean> {
  const row = await read.selectFrom('platform_deliveries').select('id').where('state', '=', 'waiting').limit(1).executeTakeFirst();
  if (row !== undefined) await setTimeout(100);
  return row !== undefined;
}
