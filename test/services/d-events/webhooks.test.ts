// Tests the webhooks of the event service: all seven kinds, signed, in order, and each once.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEventsClient, createEventsWebhookReceiver, type WebhookDelivery, type WebhookEvent } from '@octavo/interfaces/d-events';
import { guardedFetch, serve } from '@octavo/runtime/node';
import { expect, onTestFinished, test } from 'vitest';
import { eventsService } from '../../../services/d-events/index.ts';
import { apps } from '../../../services/d-events/seed.ts';
import { controlOf } from '../../../services/platform/control/in-memory.ts';
import { openSandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/databases.ts';
import { connect } from './client.ts';

const STADIUM = apps.stadium;

async function open(databases: TestDatabases) {
  const deliveries: WebhookDelivery[] = [];
  const receiver = createEventsWebhookReceiver(
    {
      channelEvents({ body }) {
        deliveries.push(body);
        return { status: 200 };
      },
    },
    { secrets: (key) => (key === STADIUM.key ? STADIUM.secret : null) },
  );
  const served = await serve(receiver);
  onTestFinished(() => served.close());
  const allowPrivate = 'loopback';
  const network = { allowPrivate, fetch: guardedFetch({ allowPrivate }) } as const;
  const sandbox = await openSandbox([eventsService({ graceSeconds: 0.3 })], { store: await databases.place(), network });
  onTestFinished(() => sandbox.close());
  const control = controlOf(sandbox);
  const change = (input: object) =>
    control.runAction({ path: { service: 'd-events', action: 'change-app' }, body: { app: STADIUM.id, ...input } });
  expect((await change({ webhook_url: `${served.url}/hooks` })).status).toBe(200);
  const { baseUrl } = await sandbox.listen('d-events');
  const events = (): WebhookEvent[] => deliveries.flatMap((delivery) => delivery.events);
  const { key, secret } = STADIUM;
  const back = createEventsClient({ fetch: sandbox.fetch('d-events'), credentials: { signedQuery: { key, secret } } });
  return { sandbox, change, deliveries, events, back, fan: () => connect(baseUrl) };
}

describeOnEachDatabase('webhooks', (databases) => {
  test('report who comes to a channel, what clients send, and who has left for good', async () => {
    const { events, deliveries, fan } = await open(databases);
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
    await expect.poll(events, { timeout: 10_000 }).toEqual(before);
    // A user who comes back soon has not left.
    await noor.end();
    const again = await fan();
    await again.joined(channel, { user_id: 'noor' });
    await Promise.all([first, second, again].map((client) => client.end()));
    await expect.poll(() => events().slice(before.length), { timeout: 10_000 }).toHaveLength(3);
    const after = events().slice(before.length);
    expect(after.slice(0, 2).map((event) => 'user_id' in event && event.user_id)).toEqual(expect.arrayContaining(['noor', 'emil']));
    expect(after[2]).toEqual({ name: 'channel_vacated', channel });
    expect(deliveries.every(({ time_ms }) => Math.abs(time_ms - Date.now()) < 60_000)).toBe(true);
  });

  test('report counts, and a cache miss once until there is an event', async () => {
    const { events, fan, back } = await open(databases);
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
    await expect.poll(events, { timeout: 10_000 }).toHaveLength(both.length);
    expect(events()).toEqual(expect.arrayContaining(both));
    await back.triggerEvent({ path: { app_id: STADIUM.id }, body: { name: 'news', channel, data: 'rain' } });
    const lena = await fan();
    await lena.joined(channel);
    await lena.next('news');
    await expect.poll(events, { timeout: 10_000 }).toHaveLength(both.length + 1);
  });
});

test('changes of an app reach its connections, and only those that are settings', async () => {
  const { change, fan } = await open({ name: 'memory', place: async () => ({ memory: true }) });
  const noor = await fan();
  await noor.joined('private-a');
  expect((await change({ client_events: false })).status).toBe(200);
  noor.send({ event: 'client-a', channel: 'private-a', data: {} });
  expect((await noor.next('pusher:error')).data).toEqual({ code: 4301, message: 'The app does not have client events switched on.' });
  expect((await change({ webhook_url: 'ftp://example.com' })).status).toBe(400);
  expect((await change({})).status).toBe(400);
  expect((await change({ app: 'nobody', enabled: true })).status).toBe(404);
  expect((await change({ enabled: false })).status).toBe(200);
  expect(await noor.closed).toBe(4003);
});

test('a delivery that fails is tried again for five minutes of the sandbox clock', async () => {
  let attempts = 0;
  const server = createServer((request, response) => {
    attempts += 1;
    request.resume();
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { change, sandbox, fan } = await open({ name: 'memory', place: async () => ({ memory: true }) });
  await sandbox.clock.set(sandbox.clock.now());
  await change({ webhook_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const noor = await fan();
  await noor.joined('private-a');
  await expect.poll(() => attempts, { timeout: 10_000 }).toBeGreaterThan(0);
  await sandbox.moveClock(sandbox.clock.now() + 299_000);
  expect(attempts).toBeLessThan(8);
  await sandbox.moveClock(sandbox.clock.now() + 10_000);
  expect(attempts).toBe(8);
  const [delivery] = await sandbox.deliveries.list({ service: 'd-events', most: 1 });
  expect(delivery?.state).toBe('gave-up');
});
