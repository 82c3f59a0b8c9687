// How fast deliveries reach one quick receiver: the outbox, a plain sender on the same store, and a loop of `undici` that keeps no rows.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSchedulingWebhookSender, type InviteeCreated } from '@octavo/interfaces/e-scheduling';
import { exampleInviteeCreatedInput } from '@octavo/interfaces/e-scheduling/examples';
import { guardedFetch } from '@octavo/runtime/node';
import { request } from 'undici';
import type { DeliveryKind } from '../../services/platform/outbox/outbox.ts';
import { createOutbox } from '../../services/platform/outbox/stored-outbox.ts';
import { type OutboxTables, outboxPart } from '../../services/platform/outbox/tables.ts';
import { openStore, type StorePlace } from '../../services/platform/store/open.ts';
import { POSTGRES, startPostgres } from '../../test/support/postgres.ts';
import { quick, rounds } from '../effort.ts';
import { median } from '../measure.ts';
import { sendPlainly } from './plain-sender.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const EVENT: DeliveryKind<InviteeCreated> = {
  service: 'e-scheduling',
  event: 'invitee.created',
  accepts: (value): value is InviteeCreated => typeof value === 'object',
};
const { body } = exampleInviteeCreatedInput();
const allowPrivate = 'loopback';
/** The plain sender opens a connection for each delivery, as the services did with it. */
const networks = {
  'plain sender': { allowPrivate, fetch: guardedFetch({ allowPrivate }) },
  outbox: { allowPrivate, fetch: guardedFetch({ allowPrivate, keepAliveMilliseconds: 4_000 }) },
} as const;
const poster =
  (way: Way) =>
  (url: string, payload: InviteeCreated, options = {}) =>
    createSchedulingWebhookSender({ url, secret: 'the key', ...networks[way] }).inviteeCreated({ body: payload }, options);

const COUNT = quick ? 50 : 3_000;
/** The plain sender would take long. */
const COUNT_PLAIN = quick ? 20 : 500;

type Kind = 'independent' | 'one sequence';
const ways = ['plain sender', 'outbox'] as const;
type Way = (typeof ways)[number];

/** Deliveries a second from the moment at which all wait until the last is recorded. */
async function measure(way: Way, kind: Kind, place: StorePlace, receiver: Receiver): Promise<number> {
  const count = way === 'outbox' ? COUNT : COUNT_PLAIN;
  const store = await openStore<OutboxTables>(place);
  await store.migrate(outboxPart);
  const outbox = createOutbox({ store, clock: { now: () => Date.now() }, network: networks[way], warn: console.warn });
  const post = poster(way);
  try {
    outbox.handle<InviteeCreated, OutboxTables>(EVENT, {
      schedule: [60],
      post: ({ url, payload }, _network, options) => post(url, payload, options),
    });
    for (let added = 0; added < count; added += 250) {
      await store.write(async (tables) => {
        for (let index = added; index < Math.min(added + 250, count); index++) {
          await outbox.add(tables, EVENT, { url: receiver.url, payload: body, ...(kind === 'one sequence' && { sequence: 'one' }) });
        }
      });
    }
    const begin = performance.now();
    if (way === 'outbox') {
      outbox.start();
      await receiver.received(count);
      await outbox.settle();
    } else {
      await sendPlainly(store, async ({ id, url, payload }) => void (await post(url, JSON.parse(payload) as InviteeCreated, { id })));
      await receiver.received(count);
    }
    const seconds = (performance.now() - begin) / 1_000;
    const { delivered } = await store.read
      .selectFrom('platform_deliveries')
      .select((row) => row.fn.countAll<number>().as('delivered'))
      .where('state', '=', 'delivered')
      .executeTakeFirstOrThrow();
    if (Number(delivered) !== count) throw new Error(`${way}: ${delivered} of ${count} deliveries arrived.`);
    return count / seconds;
  } finally {
    await outbox.close();
    await store.close();
  }
}

/** A loop that posts the same bytes, and keeps no rows. */
async function loop(kind: Kind, receiver: Receiver): Promise<number> {
  const text = JSON.stringify(body);
  let left = COUNT;
  const begin = performance.now();
  const one = async () => {
    while (left-- > 0) {
      const answer = await request(receiver.url, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: kind === 'independent' ? 64 : 1 }, one));
  await receiver.received(COUNT);
  return COUNT / ((performance.now() - begin) / 1_000);
}

async function compare(engine: string, receiver: Receiver, place: () => Promise<StorePlace>): Promise<void> {
  for (const kind of ['independent', 'one sequence'] as const) {
    const rates: Record<Way | 'loop', number[]> = { 'plain sender': [], outbox: [], loop: [] };
    for (let round = 0; round < rounds(3); round++) {
      for (const way of ways) rates[way].push(await measure(way, kind, await place(), receiver));
      rates.loop.push(await loop(kind, receiver));
    }
    const ratio = (way: Way | 'loop') => median(rates[way].map((rate, round) => rate / (rates['plain sender'][round] ?? Number.NaN)));
    for (const way of ['plain sender', 'outbox', 'loop'] as const) {
      const name = way === 'loop' ? 'a loop of `undici`, no store' : `the ${way}`;
      console.log(`| ${engine} | ${kind} | ${name} | ${median(rates[way]).toFixed(0)} | ${ratio(way).toFixed(1)} |`);
    }
  }
}

console.log('### The outbox\n');
console.log(`One receiver in the same process answers each with 204. Load at the beginning: ${loadavg()[0]?.toFixed(1)}.\n`);
console.log('| engine | deliveries | sent by | a second | × the plain sender |\n|---|---|---|---:|---:|');
const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-outbox-'));
const receiver = await startReceiver();
try {
  let files = 0;
  await compare('SQLite, a file', receiver, async () => ({ file: join(folder, `${++files}.sqlite`) }));
  if (POSTGRES) {
    const postgres = await startPostgres();
    try {
      await compare('PostgreSQL', receiver, async () => ({ postgres: await postgres.newDatabase() }));
    } finally {
      await postgres.stop();
    }
  } else {
    console.log('\nPostgreSQL is not installed on this machine, so it is not measured.');
  }
} finally {
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
}
