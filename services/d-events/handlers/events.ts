// Handlers of the operations tagged 'Events'.

import type { RequiredEventsEventsHandlers } from '@octavo/interfaces/d-events';
import type { Caller, Deps } from '../deps.ts';
import { countsAfter, type EventToPublish, publish } from '../publish.ts';
import { countsIn } from '../rules/info.ts';
import { assertEnabled } from '../security.ts';

export const eventHandlers = (deps: Deps): RequiredEventsEventsHandlers<Caller> => ({
  async triggerEvent({ body }, { principal: app }) {
    assertEnabled(app);
    const { name, data, socket_id } = body;
    const channels = body.channel === undefined ? (body.channels ?? []) : [body.channel];
    const event: EventToPublish = { name, data, channels, socket_id, info: countsIn(body.info) };
    await publish(deps, app, [event]);
    if (event.info.length === 0) return { status: 200, body: {} };
    return { status: 200, body: { channels: Object.fromEntries(await countsAfter(deps, app, event)) } };
  },

  async triggerBatchEvents({ body: { batch } }, { principal: app }) {
    assertEnabled(app);
    const events = batch.map(({ name, data, channel, socket_id, info }): EventToPublish => {
      return { name, data, channels: [channel], socket_id, info: countsIn(info) };
    });
    if (events.length > 0) await publish(deps, app, events);
    if (events.every(({ info }) => info.length === 0)) return { status: 200, body: {} };
    const counts = await Promise.all(events.map((event) => countsAfter(deps, app, event)));
    return { status: 200, body: { batch: counts.map(([first]) => first?.[1] ?? {}) } };
  },
});
