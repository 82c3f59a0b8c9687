// Carries out a message of a client, and the end of its connection.

import type { SocketClientEvent, SocketSignin, SocketSubscribe, SocketUnsubscribe } from '@octavo/interfaces/d-events';
import { passOn } from './client-events.ts';
import type { Connection } from './connection.ts';
import { frame, readFrame } from './frames.ts';
import type { Parts } from './parts.ts';
import { signInto, signOff } from './signing-in.ts';
import { endSubscription, subscribe } from './subscribing.ts';

const PONG = frame({ event: 'pusher:pong', data: '{}' });

/**
 * Notes that something came from a client: a message, or a ping or pong of WebSocket itself (RFC 6455 section 5.5).
 * @returns false where too much comes, so that the connection is closed
 */
export function hear(connection: Connection): boolean {
  connection.heardAt = Date.now();
  connection.pingedAt = undefined;
  if (connection.messages.take()) return true;
  connection.close(4100, 'The connection sends too many messages.');
  return false;
}

/** @param text undefined for a binary message */
export async function receive(connection: Connection, text: string | undefined, parts: Parts): Promise<void> {
  if (!hear(connection)) return;
  if (text === undefined) return connection.reject('Messages are text, not binary.');
  const read = readFrame(text);
  if ('fault' in read) return connection.reject(read.fault);
  const { message } = read;
  switch (message.event) {
    case 'pusher:ping':
      return connection.send(PONG);
    case 'pusher:pong':
      return;
    case 'pusher:subscribe':
      return await subscribe(connection, (message as SocketSubscribe).data, parts);
    case 'pusher:unsubscribe': {
      const { channel } = (message as SocketUnsubscribe).data;
      const subscription = connection.subscriptions.get(channel);
      if (subscription === undefined) return connection.reject(`The connection is not subscribed to ${channel}.`);
      return endSubscription(subscription, parts);
    }
    case 'pusher:signin':
      return await signInto(connection, (message as SocketSignin).data, parts);
    default:
      return await passOn(connection, message as SocketClientEvent, parts);
  }
}

/** After a connection has ended. */
export function ended(connection: Connection, parts: Parts): void {
  for (const subscription of [...connection.subscriptions.values()]) endSubscription(subscription, parts);
  parts.hub.remove(connection);
  if (connection.isSignedIn) signOff(connection, parts);
}
