// Declares the messages between the processes of the service, which carry messages for connections, wherever these are.

import { parseJson } from '@octavo/runtime';
import type { Channel } from '../platform/bus/bus.ts';

/** A message for all connections that are subscribed to one of some channels. */
export interface FrameMessage {
  readonly kind: 'frame';
  readonly app: string;
  readonly channels: readonly string[];
  readonly event: string;
  readonly data: string;
  /** The user who sent a client event on a presence channel. */
  readonly user?: string;
  /** A connection that does not get it. */
  readonly exceptSocket?: string;
  /** The member who is added or removed. Those who know it already, and the member itself, do not get it. */
  readonly member?: string;
}

/** Connections that are signed in as a user are closed; or watchers hear that a user went online or offline. */
interface UserMessage {
  readonly kind: 'terminate' | 'online' | 'offline';
  readonly app: string;
  readonly user: string;
}

/** The settings of an app are others. */
interface AppMessage {
  readonly kind: 'changed';
  readonly app: string;
}

export type Message = FrameMessage | UserMessage | AppMessage;

/** A member has joined a presence channel. @param member `info`: JSON, or null */
export function added(app: string, channel: string, { id, info }: { readonly id: string; readonly info: string | null }): FrameMessage {
  const user_info = info === null ? undefined : parseJson(info);
  const data = JSON.stringify({ user_id: id, user_info });
  return { kind: 'frame', app, channels: [channel], event: 'pusher_internal:member_added', data, member: id };
}

/** A member has left a presence channel. */
export function removed(app: string, channel: string, id: string): FrameMessage {
  const data = JSON.stringify({ user_id: id });
  return { kind: 'frame', app, channels: [channel], event: 'pusher_internal:member_removed', data, member: id };
}

/** Messages that belong together, in order. */
export const messages: Channel<readonly Message[]> = {
  name: 'd-events',
  accepts: (value): value is readonly Message[] => Array.isArray(value) && value.every(isMessage),
};

function isMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, app, channels, event, data, user } = value as Record<string, unknown>;
  if (typeof app !== 'string') return false;
  if (kind === 'terminate' || kind === 'online' || kind === 'offline') return typeof user === 'string';
  if (kind === 'changed') return true;
  const isText = typeof event === 'string' && typeof data === 'string';
  return kind === 'frame' && isText && Array.isArray(channels) && channels.every((channel) => typeof channel === 'string');
}
