// Tests what control can do with the event service: add and change apps.

import { createEventsClient } from '@octavo/interfaces/d-events';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { apps } from '../../../services/d-events/seed.ts';
import type { ActionInput } from '../../../services/generated/control/index.ts';
import { describeOnEachEngine } from '../../support/sandboxes.ts';
import { Client, connect } from './client.ts';

describeOnEachEngine('control of the event service', (engine) => {
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
    expect((await change({})).status).toBe(400);
    expect((await change({ app: 'nobody', enabled: true })).status).toBe(404);
    expect((await change({ enabled: false })).status).toBe(200);
    expect(await noor.closed).toBe(4003);
  });
});
