// Tests the sockets of the event service: what clients get, and how connections end.

import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { createEventsClient, type EventsClient } from '@octavo/interfaces/d-events';
import { unwrap } from '@octavo/runtime';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { eventsService } from '../../../services/d-events/index.ts';
import type { SocketLimits } from '../../../services/d-events/limits.ts';
import { apps } from '../../../services/d-events/seed.ts';
import { openSandbox, type Sandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/databases.ts';
import { Client, connect, dataOf } from './client.ts';

const path = { app_id: apps.stadium.id };

interface Opened {
  readonly sandbox: Sandbox;
  readonly base: string;
  readonly back: EventsClient;
  /** Connects a client. */
  fan(app?: (typeof apps)[keyof typeof apps], query?: string): Promise<Client>;
}

async function open(databases: Pick<TestDatabases, 'place'>, limits: Partial<SocketLimits> = {}): Promise<Opened> {
  const sandbox = await openSandbox([eventsService(limits)], { store: await databases.place(), at: 'story' });
  onTestFinished(() => sandbox.close());
  const { baseUrl: base } = await sandbox.listen('d-events');
  const { key, secret } = apps.stadium;
  const back = createEventsClient({ fetch: sandbox.fetch('d-events'), credentials: { signedQuery: { key, secret } } });
  return { sandbox, base, back, fan: (app = apps.stadium, query) => connect(base, app, query) };
}

const memory: Pick<TestDatabases, 'place'> = { place: async () => ({ memory: true }) };

describeOnEachDatabase('the sockets', (databases) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open(databases);
  });

  test('a subscriber gets the events of its channel, but not those that it caused', async () => {
    const [noor, emil] = [await opened.fan(), await opened.fan()];
    expect(noor.id).not.toBe(emil.id);
    expect(await noor.joined('match-9')).toEqual({});
    await emil.joined('match-9');
    await opened.back.triggerEvent({ path, body: { name: 'goal', channel: 'match-9', data: '{"a":1}', socket_id: emil.id } });
    expect(await noor.next('goal')).toEqual({ event: 'goal', channel: 'match-9', data: '{"a":1}' });
    await emil.settled();
    expect(emil.received.filter(({ event }) => event === 'goal')).toEqual([]);
    noor.send({ event: 'pusher:unsubscribe', data: { channel: 'match-9' } });
    await noor.settled();
    await opened.back.triggerEvent({ path, body: { name: 'goal', channels: ['match-9', 'other'], data: 'x' } });
    expect(await emil.next('goal')).toMatchObject({ data: 'x' });
    await noor.settled();
    expect(noor.received.filter(({ event }) => event === 'goal')).toEqual([]);
  });

  test('private channels need the signature of the back end for this connection; encrypted events pass through', async () => {
    const [noor, emil] = [await opened.fan(), await opened.fan()];
    await noor.joined('private-encrypted-tactics');
    const data = '{"nonce":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYX","ciphertext":"gF4QZ1mHc0p9wE2cVb7J3w=="}';
    await opened.back.triggerEvent({ path, body: { name: 'plan', channel: 'private-encrypted-tactics', data } });
    expect((await noor.next('plan')).data).toBe(data);
    emil.id = noor.id;
    emil.subscribe('private-plans');
    expect(dataOf(await emil.next('pusher:subscription_error'))).toMatchObject({ type: 'AuthError', status: 401 });
    expect(dataOf(await emil.next('pusher:error'))).toMatchObject({ code: null });
  });

  test('a user joins and leaves a presence channel once, with however many connections', async () => {
    const [noor, first, second] = [await opened.fan(), await opened.fan(), await opened.fan()];
    const presence = (ids: string[], hash: object) => ({ presence: { ids, hash, count: ids.length } });
    expect(await noor.joined('presence-box', { user_id: 'noor', user_info: { name: 'Noor' } })).toEqual(
      presence(['noor'], { noor: { name: 'Noor' } }),
    );
    await first.joined('presence-box', { user_id: 7 });
    expect(dataOf(await noor.next('pusher_internal:member_added'))).toEqual({ user_id: '7' });
    expect(await second.joined('presence-box', { user_id: '7' })).toEqual(presence(['noor', '7'], { noor: { name: 'Noor' }, 7: null }));
    expect(unwrap(await opened.back.listChannelUsers({ path: { ...path, channel_name: 'presence-box' } }), 200).users).toEqual([
      { id: 'noor' },
      { id: '7' },
    ]);
    await first.end();
    await noor.settled();
    expect(noor.received).toEqual([]);
    second.send({ event: 'pusher:unsubscribe', data: { channel: 'presence-box' } });
    expect(dataOf(await noor.next('pusher_internal:member_removed'))).toEqual({ user_id: '7' });
    expect(second.received).toEqual([]);
  });

  test('a cache channel sends its last event, or says that there is none', async () => {
    const noor = await opened.fan();
    await noor.joined('cache-news');
    expect(await noor.next('pusher:cache_miss')).toMatchObject({ channel: 'cache-news' });
    await opened.back.triggerEvent({ path, body: { name: 'news', channel: 'cache-news', data: 'rain' } });
    const emil = await opened.fan();
    await emil.joined('cache-news');
    expect(await emil.next('news')).toEqual({ event: 'news', channel: 'cache-news', data: 'rain' });
    await emil.settled();
    expect(emil.received.filter(({ event }) => event !== 'pusher_internal:subscription_count')).toEqual([]);
  });

  test('client events go to the other subscribers, at most 10 a second', async () => {
    const [noor, emil] = [await opened.fan(), await opened.fan()];
    await noor.joined('presence-box', { user_id: 'noor' });
    await emil.joined('presence-box', { user_id: 'emil' });
    for (let count = 0; count < 11; count += 1) noor.send({ event: 'client-cheer', channel: 'presence-box', data: { count } });
    expect(dataOf(await noor.next('pusher:error'))).toMatchObject({ code: 4301 });
    for (let count = 0; count < 10; count += 1)
      expect(await emil.next('client-cheer')).toEqual({
        event: 'client-cheer',
        channel: 'presence-box',
        data: JSON.stringify({ count }),
        user_id: 'noor',
      });
    await noor.settled();
    expect(noor.received.filter(({ event }) => event === 'client-cheer')).toEqual([]);
  });

  test('D5: a signed-in connection has the channel of its user, watches others, and can be terminated', async () => {
    const [noor, emil, stranger] = [await opened.fan(), await opened.fan(), await opened.fan()];
    emil.signIn({ id: 'emil', user_info: { name: 'Emil' }, watchlist: ['noor'] });
    expect(dataOf(await emil.next('pusher:signin_success'))).toMatchObject({ user_data: expect.stringContaining('"emil"') });
    noor.signIn({ id: 'noor', watchlist: ['emil'] });
    await noor.next('pusher:signin_success');
    expect(dataOf(await noor.next('pusher_internal:watchlist_events'))).toEqual({ events: [{ name: 'online', user_ids: ['emil'] }] });
    expect(dataOf(await emil.next('pusher_internal:watchlist_events'))).toEqual({ events: [{ name: 'online', user_ids: ['noor'] }] });
    emil.send({ event: 'pusher:subscribe', data: { channel: '#server-to-user-emil', auth: '' } });
    await emil.next('pusher_internal:subscription_succeeded');
    stranger.send({ event: 'pusher:subscribe', data: { channel: '#server-to-user-emil', auth: '' } });
    expect(dataOf(await stranger.next('pusher:subscription_error'))).toMatchObject({ type: 'AuthError' });
    await opened.back.triggerEvent({ path, body: { name: 'ticket', channel: '#server-to-user-emil', data: '12' } });
    expect((await emil.next('ticket')).data).toBe('12');
    emil.send({ event: 'pusher:subscribe', data: { channel: 'presence-box', auth: '' } });
    await emil.next('pusher:subscription_error');
    emil.subscribe('presence-box');
    expect(dataOf(await emil.next('pusher_internal:subscription_succeeded', 'presence-box'))).toMatchObject({
      presence: { hash: { emil: { name: 'Emil' } } },
    });
    await stranger.joined('presence-box', { user_id: 'emil' });
    expect((await opened.back.terminateUserConnections({ path: { ...path, user_id: 'emil' } })).status).toBe(200);
    expect(await emil.closed).toBe(4009);
    expect(dataOf(await noor.next('pusher_internal:watchlist_events'))).toEqual({ events: [{ name: 'offline', user_ids: ['emil'] }] });
    await stranger.settled();
  });

  test('counts follow the subscriptions', async () => {
    const [noor, emil] = [await opened.fan(), await opened.fan()];
    const count = async () => dataOf(await noor.next('pusher_internal:subscription_count'));
    await noor.joined('match-9');
    expect(await count()).toEqual({ subscription_count: 1 });
    await emil.joined('match-9');
    expect(await count()).toEqual({ subscription_count: 2 });
    const info = await opened.back.getChannel({ path: { ...path, channel_name: 'match-9' }, query: { info: ['subscription_count'] } });
    expect(unwrap(info, 200)).toEqual({ occupied: true, subscription_count: 2 });
    await emil.end();
    expect(await count()).toEqual({ subscription_count: 1 });
    await noor.end();
    await expect
      .poll(async () => unwrap(await opened.back.getChannel({ path: { ...path, channel_name: 'match-9' } }), 200).occupied)
      .toBe(false);
  });

  test('a reset closes the connections, and new ones find nothing of them', async () => {
    const noor = await opened.fan();
    await noor.joined('match-9');
    await opened.sandbox.reset();
    expect(await noor.closed).toBe(4200);
    const emil = await opened.fan();
    await emil.joined('match-9');
    expect(dataOf(await emil.next('pusher_internal:subscription_count'))).toEqual({ subscription_count: 1 });
  });
});

test.each([
  ['another path', `/apps/${apps.stadium.key}?protocol=7`, 4005],
  ['an unknown key', '/app/nobody?protocol=7', 4001],
  ['a disabled app', `/app/${apps.closed.key}?protocol=7`, 4003],
  ['an app that needs TLS', `/app/${apps.secure.key}?protocol=7`, 4000],
  ['no protocol', `/app/${apps.stadium.key}`, 4008],
  ['an old protocol', `/app/${apps.stadium.key}?protocol=3`, 4007],
  ['a protocol that is no number', `/app/${apps.stadium.key}?protocol=seven`, 4007],
  ['a malformed version', `/app/${apps.stadium.key}?protocol=7&version=%0A`, 4006],
])('a connection is refused with its own code: %s', async (_, target, code) => {
  const { base } = await open(memory);
  const client = new Client(base.replace('http', 'ws') + target);
  expect(await client.closed).toBe(code);
  expect(client.received.map(({ event, data }) => [event, (data as { code: number }).code])).toEqual([['pusher:error', code]]);
});

test('an app has a number of connections, and so has the service', async () => {
  const { base, fan } = await open(memory, { connections: 3 });
  const target = (key: string) => `${base.replace('http', 'ws')}/app/${key}?protocol=7`;
  const [first] = [await fan(apps.quiet), await fan(apps.quiet)];
  expect(await new Client(target(apps.quiet.key)).closed).toBe(4004);
  await fan();
  expect(await new Client(target(apps.stadium.key)).closed).toBe(4100);
  await first?.end();
  await fan();
});

test('a silent client is pinged, and closed with 4201 if it does not answer; one of protocol 4 is closed with 4202', async () => {
  const { fan, sandbox } = await open(memory, { activitySeconds: 0.2, pongSeconds: 0.2, idleSeconds: 0.4 });
  await sandbox.clock.set(Date.parse('2031-05-02'));
  const [lively, silent, old] = [await fan(), await fan(), await fan(apps.stadium, 'protocol=4')];
  const answer = setInterval(() => lively.send({ event: 'pusher:pong', data: {} }), 50);
  await silent.next('pusher:ping');
  expect([await silent.closed, await old.closed]).toEqual([4201, 4202]);
  clearInterval(answer);
  await lively.settled();
});

test('a connection has a number of subscriptions, and asks for each only once', async () => {
  const { fan } = await open(memory, { subscriptions: 2 });
  const noor = await fan();
  await noor.joined('a');
  await noor.joined('b');
  noor.subscribe('c');
  expect(dataOf(await noor.next('pusher:subscription_error'))).toMatchObject({ type: 'LimitReached', status: 403 });
  await noor.next('pusher:error');
  noor.subscribe('a');
  expect(dataOf(await noor.next('pusher:error'))).toEqual({ code: null, message: 'The connection is subscribed to a already.' });
  noor.send({ event: 'pusher:unsubscribe', data: { channel: 'c' } });
  expect(dataOf(await noor.next('pusher:error'))).toEqual({ code: null, message: 'The connection is not subscribed to c.' });
});

test('a presence channel has 100 members, each with at most 1,024 bytes of facts', async () => {
  const { fan } = await open(memory);
  const fans = await Promise.all(Array.from({ length: 11 }, () => fan()));
  await Promise.all(fans.map((one, index) => one.joined('presence-hall', { user_id: `fan-${index}` })));
  for (let user = 11; user < 100; user += 1) {
    const client = await fan();
    await client.joined('presence-hall', { user_id: `fan-${user}` });
  }
  const [first, last] = [fans[0], await fan()];
  last.subscribe('presence-hall', { user_id: 'one-too-many' });
  expect(dataOf(await last.next('pusher:subscription_error'))).toMatchObject({ type: 'LimitReached' });
  last.subscribe('presence-other', { user_id: 'big', user_info: { text: 'x'.repeat(1024) } });
  expect(dataOf(await last.next('pusher:subscription_error'))).toMatchObject({ type: 'LimitReached' });
  expect(await last.joined('presence-hall', { user_id: 'fan-3' })).toMatchObject({ presence: { count: 100 } });
  await first?.settled();
});

test('a watchlist has 100 users, and the others are left out with 4302', async () => {
  const { fan } = await open(memory);
  const [noor, watched, unwatched] = [await fan(), await fan(), await fan()];
  noor.signIn({ id: 'noor', watchlist: Array.from({ length: 101 }, (_, index) => `u${index}`) });
  expect(dataOf(await noor.next('pusher:error'))).toMatchObject({ code: 4302 });
  unwatched.signIn({ id: 'u100' });
  await unwatched.next('pusher:signin_success');
  watched.signIn({ id: 'u99' });
  expect(dataOf(await noor.next('pusher_internal:watchlist_events'))).toEqual({ events: [{ name: 'online', user_ids: ['u99'] }] });
});

test('a wrong signature of a user closes the connection with 4009', async () => {
  const { fan } = await open(memory);
  const noor = await fan();
  noor.send({ event: 'pusher:signin', data: { auth: `${apps.stadium.key}:${'0'.repeat(64)}`, user_data: '{"id":"noor"}' } });
  expect(await noor.closed).toBe(4009);
});

test.each([
  ['no JSON', '{"event":'],
  ['no object', '7'],
  ['null', 'null'],
  ['no event', '{}'],
  ['an unknown event', '{"event":"pusher:dance","data":{}}'],
  ['an inherited name', '{"event":"constructor"}'],
  ['an event of the service', '{"event":"pusher_internal:member_added","channel":"a","data":"{}"}'],
  ['a name with a control character', '{"event":"pusher:subscribe","data":{"channel":"a\\u0000b"}}'],
  ['a name that is too long', JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'c'.repeat(200) } })],
  ['data in place of an object', '{"event":"pusher:subscribe","data":"{}"}'],
  ['a client event for a public channel', '{"event":"client-a","channel":"b","data":{}}'],
  ['a client event of a stranger', '{"event":"client-a","channel":"private-b","data":{}}'],
  ['bytes', Buffer.from('{"event":"pusher:ping"}')],
])('a bad message is rejected, and the connection goes on: %s', async (_, message) => {
  const { fan } = await open(memory);
  const noor = await fan();
  noor.socket.send(message);
  expect(dataOf(await noor.next('pusher:error'))).toMatchObject({ code: null });
  await noor.settled();
});

test('a message that is too long, a flood, and bytes that are no frames end the connection, and no other', async () => {
  const { fan, base } = await open(memory, { messageBurst: 50, messagesPerSecond: 10 });
  const [other, long, flood] = [await fan(), await fan(), await fan()];
  long.socket.send('x'.repeat(32_769));
  expect(await long.closed).toBe(1009);
  for (let count = 0; count < 60; count += 1) flood.send({ event: 'pusher:ping' });
  expect(await flood.closed).toBe(4100);
  const { port } = new URL(base);
  const raw = connectTcp(Number(port), '127.0.0.1');
  raw.write(`GET /app/${apps.stadium.key}?protocol=7 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`);
  raw.write('Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n');
  await once(raw, 'data');
  raw.write(Buffer.alloc(64, 0xff));
  raw.resume();
  await once(raw, 'close');
  await other.settled();
});

test('10,000 subscriptions are refused after the first 1,000, while others go on', async () => {
  const { fan } = await open(memory, { messageBurst: 20_000 });
  const [greedy, other] = [await fan(), await fan()];
  for (let count = 0; count < 10_000; count += 1) greedy.send({ event: 'pusher:subscribe', data: { channel: `c-${count}` } });
  await other.settled();
  await greedy.settled();
  await expect
    .poll(() => greedy.received.filter(({ event }) => event === 'pusher_internal:subscription_succeeded').length, { timeout: 20_000 })
    .toBe(1_000);
  expect(greedy.received.filter(({ event }) => event === 'pusher:subscription_error').length).toBe(9_000);
});

test('a client that does not read is cut off, and the others get everything', async () => {
  const { fan, back } = await open(memory, { unreadBytes: 65_536 });
  const [slow, quick] = [await fan(), await fan()];
  await slow.joined('match-9');
  await quick.joined('match-9');
  slow.socket.pause();
  const data = 'x'.repeat(10_240);
  const batch = Array.from({ length: 10 }, () => ({ name: 'goal', channel: 'match-9', data }));
  const rounds = 200;
  for (let round = 0; round < rounds; round += 1) expect((await back.triggerBatchEvents({ path, body: { batch } })).status).toBe(200);
  await quick.settled();
  expect(quick.received.filter(({ event }) => event === 'goal')).toHaveLength(10 * rounds);
  slow.socket.resume();
  expect(await slow.closed).toBe(1006);
});
