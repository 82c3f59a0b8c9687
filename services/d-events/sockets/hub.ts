// The connections of this process: by channel, by the user who is signed in, and by whom they watch.

import type { FrameMessage, Message } from '../messages.ts';
import type { Connection, Subscription } from './connection.ts';
import { frame } from './frames.ts';

export class Hub {
  readonly connections = new Set<Connection>();
  /** Connections by app. */
  readonly #ofApps = new Map<string, number>();
  readonly #channels = new Map<string, Set<Subscription>>();
  readonly #users = new Map<string, Set<Connection>>();
  readonly #watchers = new Map<string, Set<Connection>>();

  add(connection: Connection): void {
    this.connections.add(connection);
    this.#ofApps.set(connection.app.id, this.ofApp(connection.app.id) + 1);
  }

  remove(connection: Connection): void {
    if (!this.connections.delete(connection)) return;
    this.#ofApps.set(connection.app.id, this.ofApp(connection.app.id) - 1);
    const { app, user } = connection;
    if (user === undefined) return;
    take(this.#users, keyOf(app.id, user.id), connection);
    for (const watched of user.watchlist) take(this.#watchers, keyOf(app.id, watched), connection);
  }

  /** How many connections an app has. */
  ofApp(app: string): number {
    return this.#ofApps.get(app) ?? 0;
  }

  subscribe(subscription: Subscription): void {
    const { connection, channel } = subscription;
    connection.subscriptions.set(channel, subscription);
    put(this.#channels, keyOf(connection.app.id, channel), subscription);
  }

  unsubscribe(subscription: Subscription): void {
    const { connection, channel } = subscription;
    connection.subscriptions.delete(channel);
    take(this.#channels, keyOf(connection.app.id, channel), subscription);
  }

  signIn(connection: Connection): void {
    const { app, user } = connection;
    if (user === undefined) return;
    put(this.#users, keyOf(app.id, user.id), connection);
    for (const watched of user.watchlist) put(this.#watchers, keyOf(app.id, watched), connection);
  }

  /** Passes a message on to those of this process whom it concerns. */
  deliver(message: Exclude<Message, { readonly kind: 'changed' }>): void {
    if (message.kind === 'frame') {
      this.#deliverFrame(message);
      return;
    }
    const { kind, app, user } = message;
    if (kind === 'terminate') {
      for (const connection of [...(this.#users.get(keyOf(app, user)) ?? [])])
        connection.close(4009, 'The connections of the user were terminated.');
      return;
    }
    const watchers = this.#watchers.get(keyOf(app, user));
    if (watchers === undefined) return;
    const change = watchlistFrame(kind, [user]);
    for (const connection of watchers) connection.send(change);
  }

  #deliverFrame(message: FrameMessage): void {
    for (const channel of message.channels) {
      const subscriptions = this.#channels.get(keyOf(message.app, channel));
      if (subscriptions === undefined) continue;
      const bytes = bytesOf(message, channel);
      for (const subscription of subscriptions) {
        if (subscription.held === undefined) pass(message, subscription, bytes);
        else subscription.held.push(message);
      }
    }
  }
}

/** Sends what came for a subscription before the client was told that it is subscribed. */
export function passHeld(subscription: Subscription): void {
  for (const message of subscription.held ?? []) pass(message, subscription, bytesOf(message, subscription.channel));
  subscription.held = undefined;
}

function pass({ exceptSocket, member, event }: FrameMessage, { connection, user, members }: Subscription, bytes: Buffer): void {
  if (connection.id === exceptSocket) return;
  if (member !== undefined) {
    // The list of members, with which a subscription begins, may be newer than a message of another process.
    const isAdded = event === 'pusher_internal:member_added';
    if (members.has(member) === isAdded || user === member) return;
    if (isAdded) members.add(member);
    else members.delete(member);
  }
  connection.send(bytes);
}

function bytesOf({ event, data, user }: FrameMessage, channel: string): Buffer {
  return frame({ event, channel, data, ...(user === undefined ? {} : { user_id: user }) });
}

export function watchlistFrame(name: 'online' | 'offline', user_ids: string[]): Buffer {
  return frame({ event: 'pusher_internal:watchlist_events', data: JSON.stringify({ events: [{ name, user_ids }] }) });
}

/** No identifier of an app has a space. */
function keyOf(app: string, name: string): string {
  return `${app} ${name}`;
}

function put<Item>(map: Map<string, Set<Item>>, key: string, item: Item): void {
  const items = map.get(key) ?? new Set();
  map.set(key, items.add(item));
}

function take<Item>(map: Map<string, Set<Item>>, key: string, item: Item): void {
  const items = map.get(key);
  if (items?.delete(item) === true && items.size === 0) map.delete(key);
}
