// Tests the sockets of the event service: what clients get.

import { unwrap } from '@octavo/runtime';
import { beforeEach, expect, test } from 'vitest';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { dataOf } from './client.ts';
import { type Opened, open, path } from './opened.ts';

describeOnEngines('the sockets', (engine) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open(engine);
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
    // Far more than ten: a busy machine may take longer than a tenth of a second for the first eleven, and each tenth allows one more.
    const sent = 100;
    for (let count = 0; count < sent; count += 1) noor.send({ event: 'client-cheer', channel: 'presence-box', data: { count } });
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
    const refused = 1 + noor.received.filter(({ event }) => event === 'pusher:error').length;
    await expect.poll(() => emil.received.filter(({ event }) => event === 'client-cheer').length).toBe(sent - 10 - refused);
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
