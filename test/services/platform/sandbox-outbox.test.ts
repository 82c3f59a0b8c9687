// Tests deliveries in a sandbox: from seeds and jobs, over a moved clock, a reset and a restart.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unwrap } from '@octavo/runtime';
import type { Network } from '@octavo/runtime/conformance';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { controlOf } from '../../../services/platform/control/in-memory.ts';
import type { JobKind } from '../../../services/platform/due/due.ts';
import type { DeliveryKind } from '../../../services/platform/outbox/outbox.ts';
import { openSandbox, type SandboxOptions } from '../../../services/platform/sandbox/sandbox.ts';
import { defineService } from '../../../services/platform/service.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { REDIS } from '../../support/redis.ts';
import { type SharedPostgres, sharePostgres, shareRedis } from '../../support/shared-servers.ts';

const START = Date.parse('2026-11-10T08:00:00Z');
const DAY = 86_400_000;
const URL = 'https://receiver.example/hook';

const isText = (value: unknown): value is string => typeof value === 'string';
const EVENT: DeliveryKind<string> = { service: 'x-reminders', event: 'reminded', accepts: isText };
const REMIND: JobKind<string> = { service: 'x-reminders', name: 'remind', accepts: isText };

/** Reminds each day of what it was seeded with. */
const reminders = defineService<object>({
  name: 'x-reminders',
  story: '2026-11-10T08:00:00Z',
  documents: [],
  tables: [],
  credentials: [],
  migrations: {},
  async seed(tables, { due, outbox, story }) {
    await outbox.add(tables, EVENT, { url: URL, payload: 'welcome' });
    await due.schedule(tables, REMIND, { at: story('2026-11-11T08:00:00Z'), payload: 'daily' });
  },
  serve({ due, outbox }) {
    outbox.handle(EVENT, {
      schedule: [3_600],
      async post({ url, payload }, { fetch }, { signal, onAnswer }) {
        const response = await fetch(url, { method: 'POST', headers: {}, body: payload, redirect: 'manual', signal: signal ?? null });
        onAnswer?.({ status: response.status, retryAfter: undefined });
      },
    });
    due.handle(REMIND, async ({ at, payload }, tables) => {
      await outbox.add(tables, EVENT, { url: URL, payload: `${payload} ${(at - START) / DAY}`, at, sequence: 'daily' });
      await due.schedule(tables, REMIND, { at: at + DAY, payload });
    });
    return {};
  },
});

async function open(fetch: Network['fetch'], options: SandboxOptions = {}) {
  const sandbox = await openSandbox([reminders], { at: 'story', network: { fetch }, warn: (line) => expect.fail(line), ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

test('what seeds and jobs add is sent; after a move of the clock each delivery and attempt has its own time', async () => {
  const sent: string[] = [];
  const sandbox = await open(async (_url, { body }) => {
    sent.push(String(body));
    return new Response(null, { status: String(body) === 'daily 2' ? 500 : 204 });
  });
  await expect.poll(() => sent).toEqual(['welcome']);
  await sandbox.moveClock(START + 3.5 * DAY);
  const deliveries = [...(await sandbox.deliveries.list({ most: 10 }))].reverse();
  expect(deliveries.map(({ payload, created, state }) => [payload, (created - START) / DAY, state])).toEqual([
    ['welcome', 0, 'delivered'],
    ['daily 1', 1, 'delivered'],
    ['daily 2', 2, 'gave-up'],
    ['daily 3', 3, 'delivered'],
  ]);
  const failed = await sandbox.deliveries.one(deliveries[2]?.id ?? '');
  expect(failed?.log.map(({ at }) => at - START)).toEqual([2 * DAY, 2 * DAY + 3_600_000]);
});

test('freezing the clock at a later moment is a move too', async () => {
  const sandbox = await open(async () => new Response(null, { status: 204 }));
  await controlOf(sandbox).freezeClock({ body: { at: '2026-11-12T09:00:00Z' } });
  const deliveries = await sandbox.deliveries.list({ most: 10 });
  expect(deliveries.map(({ payload, created }) => [payload, (created - START) / DAY])).toEqual([
    ['daily 2', 2],
    ['daily 1', 1],
    ['welcome', 0],
  ]);
});

test('a reset forgets deliveries, and sends those of the seeds again', async () => {
  const sent: string[] = [];
  const sandbox = await open(async (_url, { body }) => {
    sent.push(String(body));
    return new Response(null, { status: 204 });
  });
  await sandbox.moveClock(START + DAY);
  await sandbox.reset();
  await expect.poll(() => sent).toEqual(['welcome', 'daily 1', 'welcome']);
  expect((await sandbox.deliveries.list({ most: 10 })).map(({ payload }) => payload)).toEqual(['welcome']);
});

test('by default, private addresses are refused', async () => {
  const sandbox = await openSandbox([reminders], { at: 'story' });
  onTestFinished(() => sandbox.close());
  const { store, outbox } = sandbox.platformOf('x-reminders');
  const id = await store.write((tables) => outbox.add(tables, EVENT, { url: 'http://127.0.0.1:9/', payload: 'x' }));
  await expect.poll(async () => (await sandbox.deliveries.one(id))?.reason).toBe('blocked');
  expect((await sandbox.deliveries.one(id))?.log[0]?.error).toBe("BlockedAddressError: The receiver's address is in a private network.");
});

test('closing breaks off an attempt that does not end; the next start makes it again at once, with the same id', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'sandbox.sqlite');
  let isHanging = false;
  const first = await openSandbox([reminders], {
    at: 'story',
    store: { file },
    network: {
      fetch: (_url, { signal }) =>
        new Promise((_, reject) => {
          isHanging = true;
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    },
  });
  await expect.poll(() => isHanging).toBe(true);
  await first.close();
  // What a process that was killed leaves behind.
  const database = new DatabaseSync(file);
  expect(database.prepare('select state, attempts from platform_deliveries').all()).toEqual([{ state: 'waiting', attempts: 0 }]);
  database.exec(`update platform_deliveries set state = 'sending', holder = 'dead', lease_until = ${Date.now() + 3_600_000}`);
  database.close();
  let sent = 0;
  const second = await open(async () => new Response(null, { status: ++sent === 1 ? 204 : 500 }), { store: { file } });
  await expect.poll(async () => (await second.deliveries.list({ most: 10 }))[0]?.state).toBe('delivered');
  expect(sent).toBe(1);
});

test('control lists deliveries page by page, shows the attempts of one, and sends it again', async () => {
  const sent: string[] = [];
  const sandbox = await open(async (_url, { body }) => {
    sent.push(String(body));
    return new Response(null, { status: sent.length === 1 ? 410 : 204 });
  });
  const control = controlOf(sandbox);
  await expect.poll(async () => (await sandbox.deliveries.list({ most: 1 }))[0]?.state).toBe('gave-up');
  await sandbox.moveClock(START + 2 * DAY);
  const events: unknown[] = [];
  for await (const { payload, state } of control.listDeliveries.items({ query: { limit: 2 } })) events.push([payload, state]);
  expect(events).toEqual([
    ['daily 2', 'delivered'],
    ['daily 1', 'delivered'],
    ['welcome', 'gave-up'],
  ]);
  const { deliveries } = unwrap(await control.listDeliveries({ query: { state: 'gave-up', service: 'x-reminders' } }), 200);
  const id = deliveries[0]?.id ?? '';
  expect(unwrap(await control.getDelivery({ path: { id } }), 200)).toEqual({
    id,
    service: 'x-reminders',
    event: 'reminded',
    url: URL,
    payload: 'welcome',
    state: 'gave-up',
    reason: 'gone',
    created: '2026-11-10T08:00:00.000Z',
    due: '2026-11-10T08:00:00.000Z',
    attempts: 1,
    log: [
      {
        number: 1,
        at: '2026-11-10T08:00:00.000Z',
        milliseconds: expect.any(Number),
        outcome: 'gave-up',
        status: 410,
        headers: {},
        answer: { headers: {}, body: '' },
      },
    ],
  });
  const unsigned = { result: 'unsigned', finding: 'The service does not sign this delivery, so a receiver cannot tell who sent it.' };
  expect(unwrap(await control.checkSignature({ path: { id } }), 200)).toEqual({
    ...unsigned,
    attempt: 1,
    request: { method: 'POST', url: URL, headers: {}, body: 'welcome' },
  });
  expect(unwrap(await control.revealSecret({ path: { id } }), 200)).toEqual({ secrets: [] });
  expect(await control.checkSignature({ path: { id }, query: { attempt: 2 } })).toMatchObject({
    status: 404,
    body: { detail: 'The delivery has no attempt 2.' },
  });
  expect((await control.replayDelivery({ path: { id } })).status).toBe(202);
  await expect.poll(() => sent.at(-1)).toBe('welcome');
  const path = { id: 'none' };
  for (const { status } of await Promise.all([
    control.getDelivery({ path }),
    control.checkSignature({ path }),
    control.revealSecret({ path }),
    control.replayDelivery({ path }),
  ]))
    expect(status).toBe(404);
});

test('control refuses to send again what is being sent', async () => {
  let answer = (_: Response) => {};
  const sandbox = await open(() => new Promise((resolve) => (answer = resolve)));
  await expect.poll(async () => (await sandbox.deliveries.list({ most: 1 }))[0]?.state).toBe('sending');
  const [delivery] = await sandbox.deliveries.list({ most: 1 });
  const result = await controlOf(sandbox).replayDelivery({ path: { id: delivery?.id ?? '' } });
  expect(result).toMatchObject({ status: 409, body: { detail: 'The delivery is being sent.' } });
  answer(new Response(null, { status: 204 }));
});

describe.skipIf(!POSTGRES || !REDIS)('two processes on PostgreSQL and Redis', () => {
  let postgres: SharedPostgres;
  let redis: string;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([sharePostgres(), shareRedis()]);
  });
  afterAll(() => postgres.stop());

  test('do each job and delivery once, count limits together, and follow moves of the clock and resets', async () => {
    const sent: string[] = [];
    const fetch: Network['fetch'] = async (_url, { body }) => {
      sent.push(String(body));
      return new Response(null, { status: 204 });
    };
    const shared = { store: { postgres: await postgres.newDatabase() }, redis };
    const [one, other] = [await open(fetch, shared), await open(fetch, shared)];
    await expect.poll(() => sent).toEqual(['welcome']);

    const limitsOf = (sandbox: typeof one) => sandbox.platformOf('x-reminders').limits;
    const windows = [{ limit: 1, milliseconds: 60_000 }];
    expect((await limitsOf(one).take('a', windows)).allowed).toBe(true);
    expect((await limitsOf(other).take('a', windows)).allowed).toBe(false);

    await one.moveClock(START + 2.5 * DAY);
    await expect.poll(() => other.clock.now()).toBe(START + 2.5 * DAY);
    await expect.poll(() => sent).toEqual(['welcome', 'daily 1', 'daily 2']);
    expect((await limitsOf(other).take('a', windows)).allowed).toBe(true);

    await other.reset();
    await expect.poll(() => one.clock.now()).toBe(START);
    await expect.poll(() => sent).toEqual(['welcome', 'daily 1', 'daily 2', 'welcome']);
    await one.moveClock(START + DAY);
    await expect.poll(() => sent.at(-1)).toBe('daily 1');
    expect(sent).toHaveLength(5);
  });
});
