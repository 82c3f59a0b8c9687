// Tests that several processes on PostgreSQL and Redis are one event service.

import { createEventsWebhookReceiver, type WebhookEvent } from '@octavo/interfaces/d-events';
import { unwrap } from '@octavo/runtime';
import { guardedFetch, serve } from '@octavo/runtime/node';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventsService } from '../../../services/d-events/index.ts';
import { apps } from '../../../services/d-events/seed.ts';
import { controlOf } from '../../../services/platform/control/in-memory.ts';
import { openSandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { REDIS, startRedis, type TestRedis } from '../../support/redis.ts';
import { connect, dataOf } from './client.ts';
import { backEnd, kill, run, startProcess } from './rounds.ts';

const path = { app_id: apps.stadium.id };

describe.skipIf(!POSTGRES || !REDIS)('several processes on PostgreSQL and Redis', () => {
  let postgres: TestPostgres;
  let redis: TestRedis;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  });
  afterAll(async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
  });

  async function open(database: string) {
    const allowPrivate = 'loopback';
    const network = { allowPrivate, fetch: guardedFetch({ allowPrivate }) } as const;
    const place = { store: { postgres: database }, redis: redis.url, network, warn: () => {} };
    const sandbox = await openSandbox([eventsService({ graceSeconds: 0.5 })], place);
    onTestFinished(() => sandbox.close());
    const { baseUrl } = await sandbox.listen('d-events');
    return { sandbox, back: backEnd({ fetch: sandbox.fetch('d-events') }), fan: () => connect(baseUrl) };
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
    await expect.poll(() => happened, { timeout: 15_000 }).toEqual(expected);
  });

  test('the members of a process that is killed leave within 30 seconds', async () => {
    const database = await postgres.newDatabase();
    const one = await open(database);
    const { child, base } = await startProcess(database, redis.url, 15);
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

  test('without Redis, clients of the same process get events, the back end hears that others do not, and it heals by itself', async () => {
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
    await expect.poll(arrives, { timeout: 20_000 }).toBe(true);
    expect((await trigger('again')).status).toBe(200);
  });

  test('10 rounds of kill -9 lose no acknowledged trigger, and double no webhook', async () => {
    const found = await run(10, { postgres: await postgres.newDatabase(), redis: redis.url });
    expect(found).toMatchObject({ lost: 0, wrong: [] });
    expect(found.acknowledged).toBeGreaterThan(0);
  });
});
