// The connections of this process: by channel, by the user who is signed in, and by whom they watch.

import { added, type FrameMessage, type Message, removed } from '../messages.ts';
import type { Member } from '../occupancy/queries.ts';
import { kindOf } from '../rules/channels.ts';
import type { Connection, Subscription } from './connection.ts';
import { frame } from './frames.ts';

/** Messages that wait until the client has the answer to its subscription. */
const MOST_HELD = 1_000;

export class Hub {
  readonly connections = new Set<Connection>();
  readonly #channels = new Map<string, Set<Subscription>>();
  readonly #users = new Map<string, Set<Connection>>();
  readonly #watchers = new Map<string, Set<Connection>>();

  add(connection: Connection): void {
    this.connections.add(connection);
  }

  remove(connection: Connection): void {
    this.connections.delete(connection);
    const { app, user } = connection;
    if (user === undefined) return;
    take(this.#users, keyOf(app.id, user.id), connection);
    for (const watched of user.watchlist) take(this.#watchers, keyOf(app.id, watched), connection);
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

  /** The presence channels that connections of this process are subscribed to. */
  presenceChannels(): { readonly app: string; readonly channel: string }[] {
    const channels = [...this.#channels.values()].flatMap(([first]) => first ?? []);
    return channels
      .filter(({ channel }) => kindOf(channel).isPresence)
      .map(({ connection, channel }) => ({ app: connection.app.id, channel }));
  }

  /** Tells the clients of a presence channel of the members that they do not know of, and of those that are gone. */
  follow(app: string, channel: string, members: readonly Member[]): void {
    for (const subscription of this.#channels.get(keyOf(app, channel)) ?? []) {
      if (subscription.held !== undefined) continue;
      const present = new Set(members.map(({ id }) => id));
      const gone = [...subscription.members].filter((id) => !present.has(id));
      const changes = [...gone.map((id) => removed(app, channel, id)), ...members.map((member) => added(app, channel, member))];
      for (const message of changes) pass(message, subscription, bytesOf(message, channel));
    }
  }

  #deliverFrame(message: FrameMessage): void {
    for (const channel of message.channels) {
      const subscriptions = this.#channels.get(keyOf(message.app, channel));
      if (subscriptions === undefined) continue;
      const bytes = bytesOf(message, channel);
      for (const subscription of subscriptions) {
        if (subscription.held === undefined) pass(message, subscription, bytes);
        else if (subscription.held.length < MOST_HELD) subscription.held.push(message);
        else subscription.connection.cutOff();
      }
    }
  }
}

/** Sends what came for a subscription before the client had the answer to it. */
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
