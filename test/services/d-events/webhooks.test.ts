// Tests the webhooks of the event service: all seven kinds, signed, in order, and each once.

import { createEventsClient, createEventsWebhookReceiver, type WebhookDelivery, type WebhookEvent } from '@octavo/interfaces/d-events';
import { unwrap } from '@octavo/runtime';
import { guardedFetch, serve } from '@octavo/runtime/node';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventsService } from '../../../services/d-events/index.ts';
import type { SocketLimits } from '../../../services/d-events/limits.ts';
import { apps } from '../../../services/d-events/seed.ts';
import type { EventsTables } from '../../../services/d-events/tables.ts';
import { controlOf } from '../../../services/platform/control/in-memory.ts';
import { openSandbox } from '../../../services/platform/sandbox/sandbox.ts';
import type { Platform } from '../../../services/platform/service.ts';
import { IS_DEEP } from '../../support/effort.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { listenFor } from '../../support/receiver.ts';
import { describeOnEngines, type TestEngine } from '../../support/sandboxes.ts';
import { connect, dataOf } from './client.ts';
import { memory } from './opened.ts';

const STADIUM = apps.stadium;

async function open(engine: Pick<TestEngine, 'place'>, limits: Partial<SocketLimits> = {}, warn = console.warn) {
  const deliveries: WebhookDelivery[] = [];
  const accepted: string[] = [STADIUM.secret];
  const receiver = createEventsWebhookReceiver(
    {
      channelEvents({ body }) {
        deliveries.push(body);
        return { status: 200 };
      },
    },
    { secrets: (key) => (key === STADIUM.key ? accepted : null) },
  );
  const served = await serve(receiver);
  onTestFinished(() => served.close());
  const allowPrivate = 'loopback';
  const network = { allowPrivate, fetch: guardedFetch({ allowPrivate }) } as const;
  const sandbox = await openSandbox([eventsService({ graceSeconds: 0.3, ...limits })], { ...(await engine.place()), network, warn });
  onTestFinished(() => sandbox.close());
  const control = controlOf(sandbox);
  const change = (input: object) =>
    control.runAction({ path: { service: 'd-events', action: 'change-app' }, body: { app: STADIUM.id, ...input } });
  expect((await change({ webhook_url: `${served.url}/hooks` })).status).toBe(200);
  const { baseUrl } = await sandbox.listen('d-events');
  const events = (): WebhookEvent[] => deliveries.flatMap((delivery) => delivery.events);
  const { key, secret } = STADIUM;
  const back = createEventsClient({ fetch: sandbox.fetch('d-events'), credentials: { signedQuery: { key, secret } } });
  return { sandbox, change, control, accepted, deliveries, events, back, fan: () => connect(baseUrl) };
}

describeOnEngines('webhooks', (engine) => {
  test('report who comes to a channel, what clients send, and who has left for good', async () => {
    const { events, deliveries, fan } = await open(engine);
    const channel = 'presence-box';
    const [noor, first, second] = [await fan(), await fan(), await fan()];
    await noor.joined(channel, { user_id: 'noor' });
    await first.joined(channel, { user_id: 'emil' });
    await second.joined(channel, { user_id: 'emil' });
    noor.send({ event: 'client-cheer', channel, data: { for: 'Rovers' } });
    await noor.settled();
    const before = [
      { name: 'channel_occupied', channel },
      { name: 'member_added', channel, user_id: 'noor' },
      { name: 'member_added', channel, user_id: 'emil' },
      { name: 'client_event', channel, event: 'client-cheer', data: '{"for":"Rovers"}', socket_id: noor.id, user_id: 'noor' },
    ];
    await expect.poll(events).toEqual(before);
    // A user who comes back soon has not left.
    await noor.end();
    const again = await fan();
    await again.joined(channel, { user_id: 'noor' });
    await Promise.all([first, second, again].map((client) => client.end()));
    await expect.poll(() => events().slice(before.length)).toHaveLength(3);
    const after = events().slice(before.length);
    expect(after.slice(0, 2).map((event) => 'user_id' in event && event.user_id)).toEqual(expect.arrayContaining(['noor', 'emil']));
    expect(after[2]).toEqual({ name: 'channel_vacated', channel });
    expect(deliveries.every(({ time_ms }) => Math.abs(time_ms - Date.now()) < 60_000)).toBe(true);
  });

  test('report counts, and a cache miss once until there is an event', async () => {
    const { events, fan, back } = await open(engine);
    const channel = 'cache-news';
    const [noor, emil] = [await fan(), await fan()];
    await noor.joined(channel);
    await emil.joined(channel);
    await emil.next('pusher:cache_miss');
    const both = [
      { name: 'channel_occupied', channel },
      { name: 'subscription_count', channel, subscription_count: 1 },
      { name: 'cache_miss', channel },
      { name: 'subscription_count', channel, subscription_count: 2 },
    ];
    await expect.poll(events).toHaveLength(both.length);
    expect(events()).toEqual(expect.arrayContaining(both));
    await back.triggerEvent({ path: { app_id: STADIUM.id }, body: { name: 'news', channel, data: 'rain' } });
    const lena = await fan();
    await lena.joined(channel);
    await lena.next('news');
    await expect.poll(events).toHaveLength(both.length + 1);
  });

  test('are signed with the new secret once it is rotated, even while the old one stays valid', async () => {
    const { sandbox, control, accepted, events, fan } = await open(engine);
    const before = await fan();
    await before.joined('match-1');
    await expect.poll(events).toHaveLength(2);
    const rotated = await control.runAction({
      path: { service: 'd-events', action: 'rotate-secret' },
      body: { app: STADIUM.id, old_seconds: 3600 },
    });
    const { secret } = unwrap(rotated, 200).result as { secret: string };
    accepted.splice(0, 1, secret);
    await before.joined('match-2');
    await expect.poll(events).toHaveLength(4);
    const [newest, oldest] = await sandbox.deliveries.list({ service: 'd-events', most: 2 });
    expect(await sandbox.deliveries.checkSignature(newest?.id ?? '')).toMatchObject({ result: 'matches' });
    expect(await sandbox.deliveries.checkSignature(oldest?.id ?? '')).toMatchObject({ result: 'secret-changed' });
  });

  test('report that the members of a process that died have left, though nobody connects', async () => {
    const { events, back, sandbox } = await open(engine);
    const channel = 'presence-box';
    const place = { process: 'dead', app_id: STADIUM.id, channel, connections: 1 };
    await (sandbox.platformOf('d-events') as Platform<EventsTables>).store.write(async (tables) => {
      await tables
        .insertInto('d_processes')
        .values({ id: 'dead', alive_until: Date.now() - 1 })
        .execute();
      const row = { app_id: STADIUM.id, name: channel, empty_since: null, is_miss_reported: false, counted_at: 0, is_count_due: false };
      await tables.insertInto('d_channels').values(row).execute();
      await tables.insertInto('d_subscriptions').values(place).execute();
      await tables
        .insertInto('d_members')
        .values({ ...place, user_id: 'noor', user_info: null, joined: 0 })
        .execute();
    });
    const state = async () =>
      unwrap(await back.getChannel({ path: { app_id: STADIUM.id, channel_name: channel }, query: { info: ['user_count'] } }), 200);
    await expect.poll(state).toEqual({ occupied: false, user_count: 0 });
    await expect.poll(events).toEqual([
      { name: 'member_removed', channel, user_id: 'noor' },
      { name: 'channel_vacated', channel },
    ]);
  });
});

// Where PostgreSQL is not installed, ../../support/postgres.ts prints a line that says so.
describe.runIf(IS_DEEP && POSTGRES)('while the store is away', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  test('client events go on, and their webhooks wait for it, up to a bound', async () => {
    const waitingBytes = 2_000;
    const warnings: string[] = [];
    const place = async () => ({ store: { postgres: await postgres.newDatabase() } });
    const { events, fan } = await open({ place }, { waitingBytes }, (message) => void warnings.push(message));
    const channel = 'private-box';
    const [noor, emil] = [await fan(), await fan()];
    await noor.joined(channel);
    await emil.joined(channel);
    await postgres.kill();
    onTestFinished(() => postgres.restart());
    const cheer = async (count: number) => {
      noor.send({ event: 'client-cheer', channel, data: `${count}`.padEnd(300, '.') });
      expect((await emil.next('client-cheer')).data).toHaveLength(300);
    };
    for (let count = 0; count < 8; count += 1) await cheer(count);
    // What needs the store is refused, and does not wait behind them.
    emil.subscribe('private-other');
    expect(dataOf(await emil.next('pusher:subscription_error'))).toMatchObject({ type: 'ServerError', status: 503 });
    await postgres.restart();
    const counts = () => events().flatMap((event) => (event.name === 'client_event' ? [Number.parseInt(event.data ?? '', 10)] : []));
    await expect.poll(counts).toEqual([0, 1, 2, 3]);
    expect(warnings.filter((line) => line.startsWith('Webhooks of client events are lost until the store answers'))).toHaveLength(1);
    await cheer(8);
    await expect.poll(counts).toEqual([0, 1, 2, 3, 8]);
  });
});

test('each delivery is of one channel, and waits for those of no other channel', async () => {
  const got: string[] = [];
  const origin = await listenFor(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { events } = JSON.parse(body) as WebhookDelivery;
    const channels = new Set(events.map(({ channel }) => channel));
    expect(channels.size).toBe(1);
    const isRefused = channels.has('presence-held');
    if (!isRefused) got.push(...events.map(({ channel, name }) => `${channel} ${name}`));
    response.writeHead(isRefused ? 503 : 200).end('{}');
  });
  const { change, sandbox, fan } = await open(memory);
  await sandbox.clock.set(sandbox.clock.now());
  await change({ webhook_url: origin });
  const noor = await fan();
  await noor.joined('presence-held', { user_id: 'noor' });
  await noor.joined('presence-box', { user_id: 'noor' });
  await expect.poll(() => got).toEqual(['presence-box channel_occupied', 'presence-box member_added']);
  const states = async (): Promise<ReadonlySet<string>> => {
    const deliveries = await sandbox.deliveries.list({ service: 'd-events', most: 10 });
    return new Set(deliveries.map(({ sequence, state }) => `${sequence} ${state}`));
  };
  // What has arrived is noted as delivered a moment later.
  await expect
    .poll(states)
    .toEqual(new Set([`d-events ${STADIUM.id} presence-box delivered`, `d-events ${STADIUM.id} presence-held waiting`]));
});

test('a delivery that fails is tried again for five minutes of the sandbox clock', async () => {
  let attempts = 0;
  const origin = await listenFor((request, response) => {
    attempts += 1;
    request.resume();
    response.writeHead(503).end();
  });
  const { change, sandbox, fan } = await open(memory);
  await sandbox.clock.set(sandbox.clock.now());
  await change({ webhook_url: origin });
  const noor = await fan();
  await noor.joined('private-a');
  await expect.poll(() => attempts).toBeGreaterThan(0);
  await sandbox.moveClock(sandbox.clock.now() + 299_000);
  expect(attempts).toBeLessThan(8);
  await sandbox.moveClock(sandbox.clock.now() + 10_000);
  expect(attempts).toBe(8);
  const [delivery] = await sandbox.deliveries.list({ service: 'd-events', most: 1 });
  expect(delivery?.state).toBe('gave-up');
});
