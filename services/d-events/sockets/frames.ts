// Reads the messages of clients and writes those of the service. The generated validators check each of them.

import {
  type SocketClientMessage,
  type SocketServerMessage,
  validateSocketCacheMiss,
  validateSocketClientEvent,
  validateSocketConnectionEstablished,
  validateSocketError,
  validateSocketEvent,
  validateSocketMemberAdded,
  validateSocketMemberRemoved,
  validateSocketPing,
  validateSocketPong,
  validateSocketSignin,
  validateSocketSigninSuccess,
  validateSocketSubscribe,
  validateSocketSubscriptionCount,
  validateSocketSubscriptionError,
  validateSocketSubscriptionSucceeded,
  validateSocketUnsubscribe,
  validateSocketWatchlistEvents,
} from '@octavo/interfaces/d-events';
import type { Issue } from '@octavo/runtime';
import { parseJson } from '@octavo/runtime';

type Check = (value: unknown, issues: Issue[]) => boolean;

const OF_CLIENTS: Readonly<Record<string, Check>> = {
  'pusher:subscribe': validateSocketSubscribe,
  'pusher:unsubscribe': validateSocketUnsubscribe,
  'pusher:signin': validateSocketSignin,
  'pusher:ping': validateSocketPing,
  'pusher:pong': validateSocketPong,
};

const OF_SERVICE: Readonly<Record<string, Check>> = {
  'pusher:connection_established': validateSocketConnectionEstablished,
  'pusher:error': validateSocketError,
  'pusher:cache_miss': validateSocketCacheMiss,
  'pusher:signin_success': validateSocketSigninSuccess,
  'pusher:subscription_error': validateSocketSubscriptionError,
  'pusher:ping': validateSocketPing,
  'pusher:pong': validateSocketPong,
  'pusher_internal:subscription_succeeded': validateSocketSubscriptionSucceeded,
  'pusher_internal:subscription_count': validateSocketSubscriptionCount,
  'pusher_internal:member_added': validateSocketMemberAdded,
  'pusher_internal:member_removed': validateSocketMemberRemoved,
  'pusher_internal:watchlist_events': validateSocketWatchlistEvents,
};

/** A message of a client, or what is wrong with it in a sentence. */
export type Read = { readonly message: SocketClientMessage } | { readonly fault: string };

export function readFrame(text: string): Read {
  const value = parse(text);
  const event: unknown = (value as { event?: unknown } | null | undefined)?.event;
  if (typeof event !== 'string') return { fault: 'A message must be a JSON object with an event.' };
  const check = event.startsWith('client-') ? validateSocketClientEvent : Object.hasOwn(OF_CLIENTS, event) ? OF_CLIENTS[event] : undefined;
  if (check === undefined)
    return { fault: 'Clients send pusher:subscribe, pusher:unsubscribe, pusher:signin, pusher:ping, pusher:pong and client events.' };
  const issues: Issue[] = [];
  if (check(value, issues)) return { message: value as SocketClientMessage };
  return { fault: `The message is not as the document describes it, at ${issues[0]?.path || 'its root'} (${issues[0]?.keyword}).` };
}

/** JSON, or undefined where the text is not JSON. */
export function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * A message of the service as the bytes of a WebSocket frame, made once for any number of connections.
 * @throws {Error} for a message that the document does not describe, which would be a fault of the service
 */
export function frame(message: SocketServerMessage): Buffer {
  const check = Object.hasOwn(OF_SERVICE, message.event) ? OF_SERVICE[message.event] : undefined;
  const issues: Issue[] = [];
  if (!(check ?? validateSocketEvent)(message, issues))
    throw new Error(`The message ${message.event} is not as the document describes it: ${issues[0]?.path} (${issues[0]?.keyword}).`);
  const text = Buffer.from(JSON.stringify(message));
  return Buffer.concat([headOf(text.length), text]);
}

/** The head of an unmasked text frame that is a whole message (RFC 6455 section 5.2). */
function headOf(length: number): Buffer {
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x81;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
