// Tests the operations of the event service: who may call them, what they refuse, and what they return.

import { createHash, createHmac } from 'node:crypto';
import { createEventsClient, type EventsClient } from '@octavo/interfaces/d-events';
import { unwrap } from '@octavo/runtime';
import { beforeEach, expect, test } from 'vitest';
import { apps } from '../../../services/d-events/seed.ts';
import type { Sandbox } from '../../../services/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

let sandbox: Sandbox;
let client: EventsClient;

type SeededApp = (typeof apps)[keyof typeof apps];

function clientOf({ key, secret }: Pick<SeededApp, 'key' | 'secret'>): EventsClient {
  return createEventsClient({ fetch: sandbox.fetch('d-events'), credentials: { signedQuery: { key, secret } } });
}

const path = { app_id: apps.stadium.id };
const goal = { name: 'goal', channel: 'match-1874', data: '{}' };

/** Sends a request whose query is signed by hand, and returns its status and body. */
async function signed(change: (parts: Record<string, string>) => void = () => {}, body = JSON.stringify(goal), sentBody = body) {
  const target = `/apps/${apps.stadium.id}/events`;
  const parts: Record<string, string> = {
    auth_key: apps.stadium.key,
    auth_timestamp: String(Math.floor(Date.now() / 1000)),
    auth_version: '1.0',
    body_md5: createHash('md5').update(body).digest('hex'),
  };
  change(parts);
  const query = Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  const signature = parts.auth_signature ?? createHmac('sha256', apps.stadium.secret).update(`POST\n${target}\n${query}`).digest('hex');
  const init = { method: 'POST', body: sentBody, headers: { 'content-type': 'application/json' } };
  const response = await sandbox.fetch('d-events')(`http://localhost${target}?${query}&auth_signature=${signature}`, init);
  return [response.status, await response.text()];
}

describeOnEngines('the operations of the event service', (engine) => {
  beforeEach(async () => {
    sandbox = await engine.open('d-events');
    client = clientOf(apps.stadium);
  });

  test('D6: a request needs the signature of its app, over the bytes as they were sent', async () => {
    expect(await signed()).toEqual([200, '{}']);
    const refused = [401, 'The credentials are missing or not valid.'];
    const [status, text] = await signed(undefined, JSON.stringify(goal), JSON.stringify({ ...goal, name: 'own-goal' }));
    expect([status, String(text).includes('\n')]).toEqual([401, false]);
    expect(await signed((parts) => delete parts.body_md5)).toEqual([refused[0], text]);
    expect(await signed((parts) => Object.assign(parts, { auth_version: '2.0' }))).toEqual([401, text]);
    expect(await signed((parts) => Object.assign(parts, { auth_key: 'nobody' }))).toEqual([401, text]);
    expect(await signed((parts) => Object.assign(parts, { auth_key: apps.quiet.key }))).toEqual([401, text]);
  });

  test.each([
    [-590, 200],
    [590, 200],
    [-610, 401],
    [610, 401],
  ])('a timestamp may differ by 600 seconds of wall time, whatever the sandbox clock says: %d s', async (seconds, status) => {
    await sandbox.clock.set(Date.parse('2031-05-02'));
    expect((await signed((parts) => Object.assign(parts, { auth_timestamp: String(Math.floor(Date.now() / 1000) + seconds) })))[0]).toBe(
      status,
    );
  });

  test('an app cannot act for another one, a disabled one for none, and one without messages publishes nothing', async () => {
    expect((await clientOf(apps.quiet).triggerEvent({ path, body: goal })).status).toBe(401);
    const closed = await clientOf(apps.closed).listChannels({ path: { app_id: apps.closed.id } });
    expect([closed.status, closed.body]).toEqual([403, 'The app is disabled.']);
    const spent = await clientOf(apps.spent).triggerEvent({ path: { app_id: apps.spent.id }, body: goal });
    expect([spent.status, spent.body]).toEqual([403, 'The app has no messages left for today.']);
  });

  test('D2: events have limits, and a request beyond them publishes nothing', async () => {
    const trigger = async (change: object) => {
      const { status, body } = await client.triggerEvent({ path, body: { ...goal, ...change } });
      return [status, body];
    };
    expect(await trigger({ data: 'é'.repeat(5120) })).toEqual([200, {}]);
    expect(await trigger({ data: `${'é'.repeat(5120)}x` })).toEqual([413, 'The data of an event has at most 10240 bytes.']);
    expect((await trigger({ name: 'n'.repeat(200) }))[0]).toBe(200);
    const refusals = [
      { name: 'n'.repeat(201) },
      { name: '' },
      { name: 'pusher:subscribe' },
      { name: 'pusher_internal:member_added' },
      { channel: 'c'.repeat(165) },
      { channel: 'not a name' },
      { channel: 'line\nbreak' },
      { channel: undefined },
      { channel: undefined, channels: [] },
      { channel: undefined, channels: Array.from({ length: 101 }, (_, index) => `c-${index}`) },
      { channels: ['both'] },
      { channel: undefined, channels: ['private-encrypted-a', 'b'] },
      { socket_id: '1' },
      { info: 'cache' },
      { info: 'user_count' },
    ];
    for (const change of refusals) {
      const body = JSON.stringify({ ...goal, ...change });
      expect([change, (await signed(undefined, body))[0]]).toEqual([change, 400]);
    }
    const hundred = Array.from({ length: 100 }, (_, index) => `c-${index}`);
    expect(await trigger({ channel: undefined, channels: hundred })).toEqual([200, {}]);
    const batch = Array.from({ length: 11 }, () => goal);
    expect((await client.triggerBatchEvents({ path, body: { batch: batch.slice(1) } })).status).toBe(200);
    expect((await signed(undefined, JSON.stringify({ batch })))[0]).toBe(400);
  });

  test('D2: info returns the counts of the channels, in the order of a batch', async () => {
    const both = 'user_count,subscription_count';
    const channels: [string, string] = ['presence-stand-west', 'presence-stand-east'];
    expect(unwrap(await client.triggerEvent({ path, body: { name: 'goal', data: '{}', channels, info: both } }), 200)).toEqual({
      channels: {
        'presence-stand-west': { user_count: 2, subscription_count: 2 },
        'presence-stand-east': { user_count: 17, subscription_count: 17 },
      },
    });
    const west = { ...goal, channel: 'presence-stand-west' };
    const batch = [goal, { ...goal, info: 'subscription_count' }, { ...west, info: 'user_count' }, { ...west, info: both }];
    expect(unwrap(await client.triggerBatchEvents({ path, body: { batch } }), 200)).toEqual({
      batch: [{}, { subscription_count: 3120 }, { user_count: 2 }, { user_count: 2, subscription_count: 2 }],
    });
    for (const info of ['user_count', both]) {
      expect((await client.triggerEvent({ path, body: { ...goal, info } })).status).toBe(400);
      expect((await client.triggerBatchEvents({ path, body: { batch: [{ ...goal, info }] } })).status).toBe(400);
    }
  });

  test('D3: the list has the occupied channels, and counts only where a channel has them', async () => {
    expect(Object.keys(unwrap(await client.listChannels({ path }), 200).channels)).toEqual([
      'cache-scores',
      'match-1874',
      'presence-stand-east',
      'presence-stand-west',
    ]);
    const counts = await client.listChannels({ path, query: { filter_by_prefix: 'm', info: ['subscription_count'] } });
    expect(unwrap(counts, 200).channels).toEqual({ 'match-1874': { subscription_count: 3120 } });
    expect((await client.listChannels({ path, query: { info: ['user_count'] } })).status).toBe(400);
    const stands = await client.listChannels({
      path,
      query: { filter_by_prefix: 'presence-', info: ['user_count', 'subscription_count'] },
    });
    expect(unwrap(stands, 200).channels).toEqual({
      'presence-stand-east': { user_count: 17, subscription_count: 17 },
      'presence-stand-west': { user_count: 2, subscription_count: 2 },
    });
    const all = unwrap(await client.listChannels({ path, query: { info: ['subscription_count'] } }), 200).channels;
    expect(all['presence-stand-west']).toEqual({ subscription_count: 2 });
    const quiet = { path: { app_id: apps.quiet.id }, query: { info: ['subscription_count' as const] } };
    expect((await clientOf(apps.quiet).listChannels(quiet)).status).toBe(400);
  });

  test('D3: an unknown channel is not occupied, and a cache lasts for 30 minutes of the sandbox clock', async () => {
    const read = async (channel_name: string, info: ('cache' | 'user_count' | 'subscription_count')[]) => {
      return await client.getChannel({ path: { ...path, channel_name }, query: { info } });
    };
    expect(unwrap(await read('cache-news', ['cache', 'subscription_count']), 200)).toEqual({
      occupied: false,
      subscription_count: 0,
      cache: null,
    });
    await client.triggerEvent({ path, body: { name: 'n', channel: 'cache-news', data: 'first' } });
    await client.triggerEvent({ path, body: { name: 'n', channel: 'cache-news', data: 'second' } });
    expect(unwrap(await read('cache-news', ['cache']), 200)).toEqual({ occupied: false, cache: { data: 'second', ttl: 1800 } });
    await sandbox.clock.set(sandbox.clock.now() + 1_800_000);
    expect(unwrap(await read('cache-news', ['cache']), 200).cache).toBeNull();
    for (const [channel, info] of [
      ['match-1874', 'cache'],
      ['match-1874', 'user_count'],
    ] as const)
      expect((await read(channel, [info])).status).toBe(400);
    expect(unwrap(await read('presence-stand-west', ['user_count', 'subscription_count']), 200)).toEqual({
      occupied: true,
      user_count: 2,
      subscription_count: 2,
    });
  });

  test('D4: only presence channels have users', async () => {
    const users = await client.listChannelUsers({ path: { ...path, channel_name: 'presence-stand-west' } });
    expect(unwrap(users, 200)).toEqual({ users: [{ id: 'fan-noor' }, { id: 'fan-emil' }] });
    expect(unwrap(await client.listChannelUsers({ path: { ...path, channel_name: 'presence-empty' } }), 200)).toEqual({ users: [] });
    expect((await client.listChannelUsers({ path: { ...path, channel_name: 'match-1874' } })).status).toBe(400);
  });

  test('a body that is too long is refused, whatever is in it', async () => {
    expect((await signed(undefined, JSON.stringify({ ...goal, data: 'x'.repeat(3_000_000) })))[0]).toBe(413);
    expect((await signed(undefined, `[${'['.repeat(100_000)}`))[0]).toBe(400);
  });

  test.each(['{', '', 'null', '[]', '"text"', `{"name":"a","data":"b","channel":"c","channel":"d"}`])(
    'bad JSON is refused: %s',
    async (body) => {
      expect((await signed((parts) => body === '' && delete parts.body_md5, body))[0]).toBe(400);
    },
  );
});
