// Tests what bad input gets on the sockets of the event service, and that no other connection notices.

import { once } from 'node:events';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../services/d-events/limits.ts';
import { Ledger } from '../../../services/d-events/occupancy/ledger.ts';
import { countSubscriptions } from '../../../services/d-events/occupancy/queries.ts';
import { subscribe } from '../../../services/d-events/occupancy/subscriptions.ts';
import { apps } from '../../../services/d-events/seed.ts';
import type { EventsTables } from '../../../services/d-events/tables.ts';
import type { Platform } from '../../../services/platform/service.ts';
import { byEffort } from '../../support/effort.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { dataOf } from './client.ts';
import { open, openRaw, path } from './opened.ts';

/** What is wrong with a message, and the message. */
const BAD: readonly (readonly [what: string, message: string | Buffer])[] = [
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
];

describeOnEngines('bad input', (engine) => {
  test('a bad message is rejected, and the connection goes on', async () => {
    const { fan } = await open(engine);
    const rejected = BAD.map(async ([what, message]) => {
      const noor = await fan();
      noor.socket.send(message);
      const { code } = dataOf(await noor.next('pusher:error')) as { code: unknown };
      await noor.settled();
      return [what, code, noor.received];
    });
    expect(await Promise.all(rejected)).toEqual(BAD.map(([what]) => [what, null, []]));
  });

  test('a client event that is too long is rejected with 4301, and reaches no one', async () => {
    const { fan } = await open(engine);
    const [noor, emil] = [await fan(), await fan()];
    await noor.joined('private-box');
    await emil.joined('private-box');
    const cheer = (length: number) => noor.send({ event: 'client-cheer', channel: 'private-box', data: 'é'.repeat(length / 2) });
    cheer(10_242);
    expect(dataOf(await noor.next('pusher:error'))).toEqual({ code: 4301, message: 'The data of an event has at most 10240 bytes.' });
    cheer(10_240);
    expect((await emil.next('client-cheer')).data).toHaveLength(5_120);
    expect(emil.received.filter(({ event }) => event === 'client-cheer')).toEqual([]);
  });

  test('a message that is too long, a flood, and bytes that are no frames end the connection, and no other', async () => {
    const { fan, base } = await open(engine, { messageBurst: 50, messagesPerSecond: 10 });
    const [other, long, flood, pinging] = [await fan(), await fan(), await fan(), await fan()];
    long.socket.send('x'.repeat(32_769));
    expect(await long.closed).toBe(1009);
    for (let count = 0; count < 60; count += 1) flood.send({ event: 'pusher:ping' });
    expect(await flood.closed).toBe(4100);
    for (let count = 0; count < 60; count += 1) pinging.socket.ping();
    expect(await pinging.closed).toBe(4100);
    const raw = await openRaw(base, apps.stadium.key);
    raw.write(Buffer.alloc(64, 0xff));
    raw.resume();
    await once(raw, 'close');
    await other.settled();
  });

  test.each([
    ['a null character', 'a\0b'],
    ['a control character', 'a\nb'],
    ['too many characters', 'x'.repeat(129)],
  ])('a user whose identifier no store keeps is refused, and others who come at once are not: %s', async (_, id) => {
    const { fan } = await open(engine);
    const [bad, good, watcher, signed] = [await fan(), await fan(), await fan(), await fan()];
    bad.subscribe('presence-box', { user_id: id });
    const joining = good.joined('presence-box', { user_id: 'good' });
    expect(dataOf(await bad.next('pusher:subscription_error'))).toMatchObject({ type: 'AuthError', status: 401 });
    expect(dataOf(await bad.next('pusher:error'))).toMatchObject({ code: null });
    expect(await joining).toMatchObject({ presence: { ids: ['good'] } });
    bad.signIn({ id });
    watcher.signIn({ id: 'watcher', watchlist: [id] });
    signed.signIn({ id: 'good' });
    expect([await bad.closed, await watcher.closed]).toEqual([4009, 4009]);
    await signed.next('pusher:signin_success');
  });

  test('a change that the store refuses costs no other connection its change', async () => {
    const { sandbox } = await open(engine);
    const warnings: string[] = [];
    const platform = sandbox.platformOf('d-events') as Platform<EventsTables>;
    const ledger = new Ledger({ ...platform, warn: (line) => void warnings.push(line) }, LIMITS, 'test', () => {});
    const add = (name: string) => ledger.make((unit) => subscribe(unit, { id: apps.stadium.id, has_subscription_counts: true }, name));
    const fail = () => ledger.make(() => Promise.reject(new Error('not this one')));
    const made = await Promise.allSettled([add('one'), fail(), add('two'), fail(), add('one')]);
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await countSubscriptions(platform.store.read, apps.stadium.id, 'one')).toBe(2);
    expect(warnings).toHaveLength(2);
    await ledger.end();
    expect(await countSubscriptions(platform.store.read, apps.stadium.id, 'one')).toBe(0);
  });

  const asked = byEffort({ quick: 2_000, deep: 10_000 });
  test(`${asked} subscriptions are refused after the first 1,000, while others go on`, async () => {
    const { fan } = await open(engine, { messageBurst: 20_000 });
    const [greedy, other] = [await fan(), await fan()];
    for (let count = 0; count < asked; count += 1) greedy.send({ event: 'pusher:subscribe', data: { channel: `c-${count}` } });
    await other.settled();
    await greedy.settled();
    await expect.poll(() => greedy.received.filter(({ event }) => event === 'pusher_internal:subscription_succeeded').length).toBe(1_000);
    expect(greedy.received.filter(({ event }) => event === 'pusher:subscription_error').length).toBe(asked - 1_000);
  });

  test('a client that does not read is cut off, and the others get everything', async () => {
    const { fan, back } = await open(engine, { unreadBytes: 65_536 });
    const [slow, quick] = [await fan(), await fan()];
    await slow.joined('match-9');
    await quick.joined('match-9');
    slow.socket.pause();
    const data = 'x'.repeat(10_240);
    const batch = Array.from({ length: 10 }, () => ({ name: 'goal', channel: 'match-9', data }));
    const left = { path: { ...path, channel_name: 'match-9' }, query: { info: ['subscription_count' as const] } };
    let rounds = 0;
    for (let subscribers: unknown = 2; subscribers === 2 && rounds < 150; rounds += 1) {
      expect((await back.triggerBatchEvents({ path, body: { batch } })).status).toBe(200);
      await quick.settled();
      if (rounds % 10 === 0) subscribers = unwrap(await back.getChannel(left), 200).subscription_count;
    }
    expect(quick.received.filter(({ event }) => event === 'goal')).toHaveLength(10 * rounds);
    slow.socket.resume();
    expect(await slow.closed).toBe(1006);
  });
});
