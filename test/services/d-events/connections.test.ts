// Tests which connections the event service takes, what it allows them, and how it ends them.

import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { apps } from '../../../services/d-events/seed.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { Client, dataOf } from './client.ts';
import { handshake, open, openRaw, path } from './opened.ts';

/** Where a client connects, and the code with which the connection is closed. */
const REFUSED: readonly (readonly [what: string, target: string, code: number])[] = [
  ['another path', `/apps/${apps.stadium.key}?protocol=7`, 4005],
  ['an unknown key', '/app/nobody?protocol=7', 4001],
  ['a disabled app', `/app/${apps.closed.key}?protocol=7`, 4003],
  ['an app that needs TLS', `/app/${apps.secure.key}?protocol=7`, 4000],
  ['no protocol', `/app/${apps.stadium.key}`, 4008],
  ['an old protocol', `/app/${apps.stadium.key}?protocol=3`, 4007],
  ['a protocol that is no number', `/app/${apps.stadium.key}?protocol=seven`, 4007],
  ['a malformed version', `/app/${apps.stadium.key}?protocol=7&version=%0A`, 4006],
];

describeOnEngines('connections', (engine) => {
  test('a connection is refused with its own code', async () => {
    const { base } = await open(engine);
    const refused = REFUSED.map(async ([what, target]) => {
      const client = new Client(base.replace('http', 'ws') + target);
      const code = await client.closed;
      return [what, code, client.received.map(({ event, data }) => [event, (data as { code: number }).code])];
    });
    expect(await Promise.all(refused)).toEqual(REFUSED.map(([what, , code]) => [what, code, [['pusher:error', code]]]));
  });

  test('an app has a number of connections, and so has the service', async () => {
    const { base, fan } = await open(engine, { connections: 3 });
    const target = (key: string) => `${base.replace('http', 'ws')}/app/${key}?protocol=7`;
    const [first] = [await fan(apps.quiet), await fan(apps.quiet)];
    expect(await new Client(target(apps.quiet.key)).closed).toBe(4004);
    await fan();
    expect(await new Client(target(apps.stadium.key)).closed).toBe(4100);
    await first?.end();
    await fan();
  });

  test('clients that leave while they connect do not count', async () => {
    const { base, fan } = await open(engine);
    const { port } = new URL(base);
    for (let count = 0; count < 50; count += 1) {
      const raw = connectTcp(Number(port), '127.0.0.1');
      raw.on('error', () => {});
      await once(raw, 'connect');
      raw.write(handshake(apps.quiet.key), () => raw.resetAndDestroy());
      await once(raw, 'close');
    }
    const two = async () => {
      const clients = [0, 1].map(() => new Client(`${base.replace('http', 'ws')}/app/${apps.quiet.key}?protocol=7`));
      const first = clients.map((client) => Promise.race([client.next('pusher:connection_established'), client.closed]));
      const isTaken = (await Promise.all(first)).every((one) => typeof one === 'object');
      for (const { socket } of clients) socket.terminate();
      return isTaken;
    };
    await expect.poll(two).toBe(true);
    await (await fan()).settled();
  });

  test('a client that answers nothing any more is gone, also if it does not confirm that the connection is closed', async () => {
    const { base, fan, back } = await open(engine, { activitySeconds: 0.2, pongSeconds: 0.2, closeSeconds: 0.2 });
    const raw = await openRaw(base, apps.stadium.key);
    raw.on('error', () => {});
    const text = Buffer.from(JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'match-9' } }));
    // A masked text frame (RFC 6455 section 5.2), whose mask is zero.
    raw.write(Buffer.concat([Buffer.from([0x81, 0x80 + text.length, 0, 0, 0, 0]), text]));
    const isOccupied = async () => unwrap(await back.getChannel({ path: { ...path, channel_name: 'match-9' } }), 200).occupied;
    await expect.poll(isOccupied).toBe(true);
    await expect.poll(isOccupied).toBe(false);
    raw.resume();
    await once(raw, 'close');
    expect((await fan()).id).toMatch(/^\d+\.\d+$/);
  });

  test('a connection has a number of subscriptions, and asks for each only once', async () => {
    const { fan } = await open(engine, { subscriptions: 2 });
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
    const { fan } = await open(engine);
    const fans = await Promise.all(Array.from({ length: 100 }, () => fan()));
    await Promise.all(fans.map((one, index) => one.joined('presence-hall', { user_id: `fan-${index}` })));
    const [first, last] = [fans[0], await fan()];
    last.subscribe('presence-hall', { user_id: 'one-too-many' });
    expect(dataOf(await last.next('pusher:subscription_error'))).toMatchObject({ type: 'LimitReached' });
    last.subscribe('presence-other', { user_id: 'big', user_info: { text: 'x'.repeat(1024) } });
    expect(dataOf(await last.next('pusher:subscription_error'))).toMatchObject({ type: 'LimitReached' });
    expect(await last.joined('presence-hall', { user_id: 'fan-3' })).toMatchObject({ presence: { count: 100 } });
    await first?.settled();
  });

  test('a watchlist has 100 users, and the others are left out with 4302', async () => {
    const { fan } = await open(engine);
    const [noor, watched, unwatched] = [await fan(), await fan(), await fan()];
    noor.signIn({ id: 'noor', watchlist: Array.from({ length: 101 }, (_, index) => `u${index}`) });
    expect(dataOf(await noor.next('pusher:error'))).toMatchObject({ code: 4302 });
    unwatched.signIn({ id: 'u100' });
    await unwatched.next('pusher:signin_success');
    watched.signIn({ id: 'u99' });
    expect(dataOf(await noor.next('pusher_internal:watchlist_events'))).toEqual({ events: [{ name: 'online', user_ids: ['u99'] }] });
  });

  test('a silent client is pinged, and closed with 4201 if it does not answer; one of protocol 4 is closed with 4202', async () => {
    const { fan, sandbox } = await open(engine, { activitySeconds: 0.2, pongSeconds: 2, idleSeconds: 0.4 });
    // These times are wall time.
    await sandbox.clock.set(Date.parse('2031-05-02'));
    const [lively, silent, old] = [await fan(), await fan(), await fan(apps.stadium, 'protocol=4')];
    const answer = setInterval(() => lively.send({ event: 'pusher:pong', data: {} }), 50);
    await silent.next('pusher:ping');
    expect([await silent.closed, await old.closed]).toEqual([4201, 4202]);
    clearInterval(answer);
    await lively.settled();
  });

  test('a wrong signature of a user closes the connection with 4009', async () => {
    const { fan } = await open(engine);
    const noor = await fan();
    noor.send({ event: 'pusher:signin', data: { auth: `${apps.stadium.key}:${'0'.repeat(64)}`, user_data: '{"id":"noor"}' } });
    expect(await noor.closed).toBe(4009);
  });
});
