// Tests what control can do with the event service: add and change apps, and rotate their secrets.

import { createEventsClient } from '@octavo/interfaces/d-events';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { apps } from '../../../services/d-events/seed.ts';
import type { ActionInput } from '../../../services/generated/control/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { Client, connect } from './client.ts';

describeOnEngines('control of the event service', (engine) => {
  async function open() {
    const sandbox = await engine.open('d-events');
    const { baseUrl } = await sandbox.listen('d-events');
    const run = async (action: string, body: ActionInput) =>
      await sandbox.control.runAction({ path: { service: 'd-events', action }, body });
    return { sandbox, baseUrl, run };
  }

  test('an app that is added has its own key, channels and limits', async () => {
    const { sandbox, baseUrl, run } = await open();
    const added = [unwrap(await run('add-app', { most_connections: 1 }), 200), unwrap(await run('add-app', {}), 200)];
    const [app, other] = added.map(({ result }) => result as { id: string; key: string; secret: string });
    if (app === undefined) throw new Error('No app was added.');
    expect(new Set([app.key, other?.key, apps.stadium.key]).size).toBe(3);
    const noor = await connect(baseUrl, app);
    await noor.joined('private-a');
    const { key, secret } = app;
    const back = createEventsClient({ fetch: sandbox.fetch('d-events'), credentials: { signedQuery: { key, secret } } });
    const path = { app_id: app.id };
    expect(unwrap(await back.listChannels({ path }), 200)).toEqual({ channels: { 'private-a': {} } });
    expect((await back.triggerEvent({ path, body: { name: 'goal', channel: 'private-a', data: '1' } })).status).toBe(200);
    expect((await noor.next('goal')).data).toBe('1');
    expect(await new Client(`${baseUrl.replace('http', 'ws')}/app/${key}?protocol=7`).closed).toBe(4004);
    expect((await run('add-app', { messages_per_day: -1 })).status).toBe(400);
  });

  test('changes of an app reach its connections, and only those that are settings', async () => {
    const { baseUrl, run } = await open();
    const change = (body: ActionInput) => run('change-app', { app: apps.stadium.id, ...body });
    const noor = await connect(baseUrl);
    await noor.joined('private-a');
    expect((await change({ client_events: false })).status).toBe(200);
    // A connection reads the settings again after the change was answered, so an event right behind it may still pass.
    const refused = () => noor.received.some(({ event }) => event === 'pusher:error');
    const sendAndLook = () => {
      noor.send({ event: 'client-a', channel: 'private-a', data: {} });
      return refused();
    };
    await expect.poll(sendAndLook, { interval: 250 }).toBe(true);
    expect((await noor.next('pusher:error')).data).toEqual({ code: 4301, message: 'The app does not have client events switched on.' });
    expect((await change({ webhook_url: 'ftp://example.com' })).status).toBe(400);
    expect((await change({ webhook_url: 'https://a:b@example.com' })).status).toBe(400);
    expect((await change({})).status).toBe(400);
    expect((await change({ app: 'nobody', enabled: true })).status).toBe(404);
    expect((await change({ enabled: false })).status).toBe(200);
    expect(await noor.closed).toBe(4003);
  });

  test('after a rotation, the old secret signs for as long as was said, and the new one from then on', async () => {
    const { sandbox, baseUrl, run } = await open();
    const { id, key, secret: old } = apps.stadium;
    const rotate = async (input: ActionInput) =>
      unwrap(await run('rotate-secret', { app: id, ...input }), 200).result as unknown as Rotated;
    const lists = async (secret: string) => {
      const client = createEventsClient({ fetch: sandbox.fetch('d-events'), credentials: { signedQuery: { key, secret } } });
      return (await client.listChannels({ path: { app_id: id } })).status;
    };
    /** What a connection gets for a subscription, and how it is closed for a user, that a secret has signed. */
    const signs = async (secret: string) => {
      const [subscriber, user] = [await connect(baseUrl, { key, secret }), await connect(baseUrl, { key, secret })];
      subscriber.subscribe('private-a');
      user.signIn({ id: 'noor' });
      const answers = await Promise.all([
        Promise.race([subscriber.next('pusher_internal:subscription_succeeded'), subscriber.next('pusher:subscription_error')]),
        Promise.race([user.next('pusher:signin_success'), user.closed]),
      ]);
      await Promise.all([subscriber, user].map((client) => client.end()));
      return answers.map((answer) => (typeof answer === 'number' ? answer : answer.event));
    };
    const accepted = ['pusher_internal:subscription_succeeded', 'pusher:signin_success'];
    const refused = ['pusher:subscription_error', 4009];

    // The connection was there before.
    const noor = await connect(baseUrl);
    const { key: sameKey, secret, old_secret_until: until } = await rotate({ old_seconds: 60 });
    expect([sameKey, until]).toEqual([key, new Date(Date.parse(until ?? '')).toISOString()]);
    expect([await lists(old), await lists(secret), await lists('another')]).toEqual([200, 200, 401]);
    expect([await signs(old), await signs(secret), await signs('another')]).toEqual([accepted, accepted, refused]);
    await sandbox.moveClock(Date.parse(until ?? '') - 1);
    expect(await lists(old)).toBe(200);
    await sandbox.moveClock(Date.parse(until ?? ''));
    expect([await lists(old), await lists(secret)]).toEqual([401, 200]);
    expect([await signs(old), await signs(secret)]).toEqual([refused, accepted]);
    const isRefused = async () => {
      noor.subscribe(`private-${noor.received.length}`);
      await noor.settled();
      return noor.received.some(({ event }) => event === 'pusher:subscription_error');
    };
    await expect.poll(isRefused).toBe(true);

    const third = await rotate({});
    expect(third.old_secret_until).toBeNull();
    expect([await lists(secret), await lists(third.secret)]).toEqual([401, 200]);
    expect([await signs(secret), await signs(third.secret)]).toEqual([refused, accepted]);
  });

  test('a rotation of no app, or for a time that is none, changes nothing', async () => {
    const { sandbox, run } = await open();
    expect((await run('rotate-secret', { app: 'nobody' })).status).toBe(404);
    for (const old_seconds of [-1, 2_592_001]) expect((await run('rotate-secret', { app: apps.stadium.id, old_seconds })).status).toBe(400);
    const { key, secret } = apps.stadium;
    const client = createEventsClient({ fetch: sandbox.fetch('d-events'), credentials: { signedQuery: { key, secret } } });
    expect((await client.listChannels({ path: { app_id: apps.stadium.id } })).status).toBe(200);
  });
});

interface Rotated {
  readonly key: string;
  readonly secret: string;
  readonly old_secret_until: string | null;
}
