// Tests that several processes on PostgreSQL and Redis are one event service.

import { createEventsClient, createEventsWebhookReceiver, type WebhookEvent } from '@octavo/interfaces/d-events';
import { unwrap } from '@octavo/runtime';
import { guardedFetch, serve } from '@octavo/runtime/node';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventsService } from '../../../services/d-events/index.ts';
import type { SocketLimits } from '../../../services/d-events/limits.ts';
import { apps } from '../../../services/d-events/seed.ts';
import { controlOf } from '../../../services/platform/control/in-memory.ts';
import { openSandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { byEffort, IS_DEEP } from '../../support/effort.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { REDIS, startRedis, type TestRedis } from '../../support/redis.ts';
import { Client, connect, dataOf } from './client.ts';
import { backEnd, kill, run, startProcess } from './rounds.ts';

const path = { app_id: apps.stadium.id };

/** Seconds after which a process counts as dead that has not said that it lives. */
const ALIVE = byEffort({ quick: 5, deep: 15 });

type App = (typeof apps)[keyof typeof apps];

/** Tries to connect, and gives the message with which the service greets or refuses. */
async function tryToConnect(base: string, { key }: App) {
  const client = new Client(`${base.replace('http', 'ws')}/app/${key}?protocol=7`);
  const first = await Promise.race(['pusher:connection_established', 'pusher:error'].map((event) => client.next(event)));
  return { client, first };
}

/** Tries to connect. @returns the message with which the service greets or refuses */
async function greeting(base: string, app: App): Promise<unknown> {
  const { client, first } = await tryToConnect(base, app);
  client.socket.terminate();
  return first.event === 'pusher:error' ? dataOf(first) : first.event;
}

/** Connects as soon as the app has a place: one that was left is free a moment later. */
async function connectWhenFree(base: string, app: App): Promise<Client> {
  for (const end = Date.now() + 30_000; ; ) {
    const { client, first } = await tryToConnect(base, app);
    if (first.event !== 'pusher:error') return client;
    if (Date.now() > end) throw new Error(`No connection was free: ${JSON.stringify(first)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe.skipIf(!POSTGRES || !REDIS)('several processes on PostgreSQL and Redis', () => {
  let postgres: TestPostgres;
  let redis: TestRedis;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  });
  afterAll(async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
  });

  async function open(database: string, limits: Partial<SocketLimits> = {}) {
    const allowPrivate = 'loopback';
    const network = { allowPrivate, fetch: guardedFetch({ allowPrivate }) } as const;
    const place = { store: { postgres: database }, redis: redis.url, network, warn: () => {} };
    const sandbox = await openSandbox([eventsService({ graceSeconds: 0.5, ...limits })], place);
    onTestFinished(() => sandbox.close());
    const { baseUrl } = await sandbox.listen('d-events');
    return { sandbox, baseUrl, back: backEnd({ fetch: sandbox.fetch('d-events') }), fan: (app?: App) => connect(baseUrl, app) };
  }

  test('what is published on one arrives on the other, presence is united, and webhooks happen once', async () => {
    const happened: WebhookEvent[] = [];
    const receiver = createEventsWebhookReceiver(
      {
        channelEvents({ body }) {
          happened.push(...body.events);
          return { status: 200 };
        },
      },
      { secrets: apps.stadium.secret },
    );
    const served = await serve(receiver);
    onTestFinished(() => served.close());
    const database = await postgres.newDatabase();
    const [one, other] = [await open(database), await open(database)];
    const body = { app: apps.stadium.id, webhook_url: served.url };
    await controlOf(one.sandbox).runAction({ path: { service: 'd-events', action: 'change-app' }, body });
    const channel = 'presence-box';
    const [noor, emil, again] = [await one.fan(), await other.fan(), await other.fan()];
    await noor.joined(channel, { user_id: 'noor' });
    expect(await emil.joined(channel, { user_id: 'emil' })).toMatchObject({ presence: { ids: ['noor', 'emil'] } });
    expect(dataOf(await noor.next('pusher_internal:member_added'))).toEqual({ user_id: 'emil' });
    await again.joined(channel, { user_id: 'noor' });
    await one.back.triggerEvent({ path, body: { name: 'goal', channel, data: '1', socket_id: emil.id } });
    await again.next('goal');
    await noor.next('goal');
    await emil.settled();
    expect(emil.received).toEqual([]);
    for (const { back } of [one, other]) {
      const info = { path: { ...path, channel_name: channel }, query: { info: ['user_count' as const] } };
      expect(unwrap(await back.getChannel(info), 200)).toEqual({ occupied: true, user_count: 2 });
    }
    await noor.end();
    again.signIn({ id: 'noor' });
    await again.next('pusher:signin_success');
    expect((await one.back.terminateUserConnections({ path: { ...path, user_id: 'noor' } })).status).toBe(200);
    expect(await again.closed).toBe(4009);
    expect(dataOf(await emil.next('pusher_internal:member_removed'))).toEqual({ user_id: 'noor' });
    await emil.end();
    const expected = [
      { name: 'channel_occupied', channel },
      { name: 'member_added', channel, user_id: 'noor' },
      { name: 'member_added', channel, user_id: 'emil' },
      { name: 'member_removed', channel, user_id: 'noor' },
      { name: 'member_removed', channel, user_id: 'emil' },
      { name: 'channel_vacated', channel },
    ];
    await expect.poll(() => happened).toEqual(expected);
  });

  test.runIf(IS_DEEP)('the connections of an app count over all processes, and those of a process that is killed no longer', async () => {
    const database = await postgres.newDatabase();
    const one = await open(database);
    const { child, base } = await startProcess(database, redis.url, ALIVE);
    onTestFinished(() => kill(child));
    // This app may have two.
    const [first] = [await one.fan(apps.quiet), await connect(base, apps.quiet)];
    const refused = { code: 4004, message: 'The app has too many connections.' };
    expect([await greeting(base, apps.quiet), await greeting(one.baseUrl, apps.quiet)]).toEqual([refused, refused]);
    await first.end();
    const again = await connectWhenFree(base, apps.quiet);
    expect(await greeting(one.baseUrl, apps.quiet)).toEqual(refused);
    await kill(child);
    expect(await again.closed).toBe(1006);
    const isFree = async () => await greeting(one.baseUrl, apps.quiet);
    await expect.poll(isFree, { interval: 500 }).toBe('pusher:connection_established');
  });

  test('the members of a process that is killed leave within 30 seconds', async () => {
    const database = await postgres.newDatabase();
    const one = await open(database);
    const { child, base } = await startProcess(database, redis.url, ALIVE);
    onTestFinished(() => kill(child));
    const [noor, emil] = [await one.fan(), await connect(base)];
    await noor.joined('presence-box', { user_id: 'noor' });
    await emil.joined('presence-box', { user_id: 'emil' });
    await emil.joined('match-9');
    await kill(child);
    const killed = Date.now();
    const gone = async () => {
      const users = await one.back.listChannelUsers({ path: { ...path, channel_name: 'presence-box' } });
      const match = await one.back.getChannel({ path: { ...path, channel_name: 'match-9' } });
      return [unwrap(users, 200).users, unwrap(match, 200).occupied];
    };
    await expect.poll(gone, { timeout: 30_000, interval: 250 }).toEqual([[{ id: 'noor' }], false]);
    expect(noor.received.map(({ event }) => event)).toContain('pusher_internal:member_removed');
    expect(Date.now() - killed).toBeLessThan(30_000);
  });

  test.runIf(IS_DEEP)(
    'the members of the only process, which is killed, leave once another one is there, though nobody connects to it',
    async () => {
      const database = await postgres.newDatabase();
      const { child, base } = await startProcess(database, redis.url, 3);
      onTestFinished(() => kill(child));
      await (await connect(base)).joined('presence-box', { user_id: 'emil' });
      await kill(child);
      const one = await open(database);
      const occupied = async () => unwrap(await one.back.getChannel({ path: { ...path, channel_name: 'presence-box' } }), 200).occupied;
      expect(await occupied()).toBe(true);
      await expect.poll(occupied, { interval: 250 }).toBe(false);
    },
  );

  test.runIf(IS_DEEP)('a process whose changes wait for the store does not count as dead', async () => {
    const database = await postgres.newDatabase();
    const [one, other] = [await open(database, { aliveSeconds: 1.5 }), await open(database, { aliveSeconds: 1.5 })];
    const [noor, emil, lena] = [await one.fan(), await one.fan(), await other.fan()];
    await Promise.all([noor, lena].map((client) => client.joined('match-9')));
    const lock = new pg.Client(database);
    await lock.connect();
    onTestFinished(() => lock.end());
    await lock.query('begin');
    await lock.query('lock table d_users in access exclusive mode');
    emil.signIn({ id: 'emil' });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await lock.query('rollback');
    await emil.next('pusher:signin_success');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await Promise.all([noor, emil].map((client) => client.settled()));
    const match = { path: { ...path, channel_name: 'match-9' }, query: { info: ['subscription_count' as const] } };
    expect(unwrap(await other.back.getChannel(match), 200)).toEqual({ occupied: true, subscription_count: 2 });
  });

  test.runIf(IS_DEEP)(
    'without Redis, clients of the same process get events, the back end hears that others do not, and it heals by itself',
    async () => {
      const database = await postgres.newDatabase();
      const [one, other] = [await open(database), await open(database)];
      const [noor, emil] = [await one.fan(), await other.fan()];
      await noor.joined('match-9');
      await emil.joined('match-9');
      await redis.kill();
      onTestFinished(() => redis.restart());
      const trigger = (data: string) => one.back.triggerEvent({ path, body: { name: 'goal', channel: 'match-9', data } });
      const refused = await trigger('away');
      expect([refused.status, refused.body]).toEqual([503, 'Only some of the clients could be reached. Try again in a moment.']);
      expect((await noor.next('goal')).data).toBe('away');
      expect((await one.back.terminateUserConnections({ path: { ...path, user_id: 'nobody' } })).status).toBe(503);
      expect((await one.back.getChannel({ path: { ...path, channel_name: 'match-9' } })).status).toBe(200);
      await noor.joined('presence-box', { user_id: 'noor' });
      await emil.joined('presence-box', { user_id: 'emil' });
      await redis.restart();
      expect(dataOf(await noor.next('pusher_internal:member_added'))).toEqual({ user_id: 'emil' });
      const arrives = async () => {
        await trigger('back');
        await emil.settled();
        return emil.received.some(({ event, data }) => event === 'goal' && data === 'back');
      };
      await expect.poll(arrives).toBe(true);
      expect((await trigger('again')).status).toBe(200);
    },
  );

  test.runIf(IS_DEEP)('a secret that one process rotates ends on the others, also while they cannot reach each other', async () => {
    const database = await postgres.newDatabase();
    const [one, other] = [await open(database), await open(database)];
    const { id, key } = apps.stadium;
    const rotate = async () => {
      const rotated = await controlOf(one.sandbox).runAction({ path: { service: 'd-events', action: 'rotate-secret' }, body: { app: id } });
      return { key, secret: (unwrap(rotated, 200).result as { secret: string }).secret };
    };
    /** Waits until a connection of the other process, which is open already, takes the secret no longer. */
    const ends = async (client: Client) => {
      const isRefused = async () => {
        client.subscribe(`private-${client.received.length}`);
        await client.settled();
        return client.received.some(({ event }) => event === 'pusher:subscription_error');
      };
      await expect.poll(isRefused).toBe(true);
    };
    const noor = await other.fan();
    const second = await rotate();
    const emil = await connect(other.baseUrl, second);
    await ends(noor);
    await emil.joined('private-a');
    const listed = async ({ key, secret }: typeof second) => {
      const credentials = { signedQuery: { key, secret } };
      const client = createEventsClient({ fetch: other.sandbox.fetch('d-events'), credentials });
      return (await client.listChannels({ path })).status;
    };
    expect([await listed({ key, secret: apps.stadium.secret }), await listed(second)]).toEqual([401, 200]);
    const third = await rotate();
    // The other process hears of it a moment later.
    await expect.poll(async () => [await listed(second), await listed(third)]).toEqual([401, 200]);
    await redis.kill();
    onTestFinished(() => redis.restart());
    const fourth = await rotate();
    await expect.poll(async () => [await listed(third), await listed(fourth)], { timeout: 12_000 }).toEqual([401, 200]);
    await redis.restart();
    await ends(emil);
    await (await connect(other.baseUrl, fourth)).joined('private-a');
  });

  const ROUNDS = 10;
  test.runIf(IS_DEEP)(`${ROUNDS} rounds of kill -9 lose no acknowledged trigger, and double no webhook`, async () => {
    const found = await run(ROUNDS, { postgres: await postgres.newDatabase(), redis: redis.url });
    expect(found).toMatchObject({ lost: 0, wrong: [] });
    expect(found.acknowledged).toBeGreaterThan(0);
  });
});
