// Passes events of clients on to the other subscribers of a channel.

import type { SocketClientEvent, WebhookEvent } from '@octavo/interfaces/d-events';
import { MOST_EVENT_BYTES } from '../limits.ts';
import { messages } from '../messages.ts';
import { report } from '../occupancy/unit.ts';
import { takesClientEvents } from '../rules/channels.ts';
import type { Connection } from './connection.ts';
import type { Parts } from './parts.ts';

export async function passOn(connection: Connection, { event, channel, data: given }: SocketClientEvent, parts: Parts): Promise<void> {
  const { app, id } = connection;
  if (!app.has_client_events) return connection.reject('The app does not have client events switched on.', 4301);
  if (!takesClientEvents(channel))
    return connection.reject('Client events go to private and presence channels that are not encrypted.', 4301);
  const subscription = connection.subscriptions.get(channel);
  if (subscription === undefined || subscription.held !== undefined)
    return connection.reject(`The connection is not subscribed to ${channel}.`);
  const data = typeof given === 'string' ? given : JSON.stringify(given);
  if (Buffer.byteLength(data) > MOST_EVENT_BYTES)
    return connection.reject(`The data of an event has at most ${MOST_EVENT_BYTES} bytes.`, 4301);
  if (!connection.clientEvents.take())
    return connection.reject(`A connection sends at most ${parts.limits.clientEventsPerSecond} client events a second.`, 4301);
  const { user } = subscription;
  const sender = user === undefined ? {} : { user };
  const sent = parts.bus.publish(messages, [{ kind: 'frame', app: app.id, channels: [channel], event, data, exceptSocket: id, ...sender }]);
  if (app.webhook_url !== null) {
    const happened: WebhookEvent = {
      name: 'client_event',
      channel,
      event,
      data,
      socket_id: id,
      ...(user === undefined ? {} : { user_id: user }),
    };
    parts.ledger.keep(async (unit) => report(unit, app.id, happened), Buffer.byteLength(JSON.stringify(happened)));
  }
  if (!(await sent)) connection.reject('The event reached only some of the subscribers.');
}
