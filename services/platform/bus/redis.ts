// The bus of several processes, by Redis's publish and subscribe: one connection carries the subscriptions of all channels.

import { randomBytes } from 'node:crypto';
import { parseJson } from '@octavo/runtime';
import { connectRedis, type RedisConnection, type Warn, within } from '../redis.ts';
import { type Bus, textOf } from './bus.ts';
import { createListeners, type Listeners } from './listeners.ts';

type Receive = (text: string, channel: string) => void;

/** How long a publisher waits for Redis to confirm a message. */
const WAIT_MILLISECONDS = 500;

export interface RedisBusOptions {
  readonly url: string;
  /** The connection that publishes. A connection with subscriptions may not send other commands. */
  readonly commands: RedisConnection;
  /** Begins the names of channels in Redis, so that several sandboxes can share it. */
  readonly prefix: string;
}

/**
 * Redis keeps no messages: what is published while a process is not connected, or does not read for so long that Redis closes its connection, does
 * not reach it. When it is connected again, it calls `missed` of its subscriptions.
 * @throws {Error} if Redis cannot be reached now
 */
export async function openRedisBus({ url, commands, prefix }: RedisBusOptions, warn: Warn): Promise<Bus> {
  const listeners = createListeners(warn);
  // The connection for commands says what an operator must know of an outage.
  const client = await connectRedis(url, () => {});
  // A process delivers to its own listeners itself. It knows by this prefix what it has published, and ignores it when it comes back.
  const origin = `${randomBytes(6).toString('hex')} `;
  const start = `${prefix}:bus:`;

  function receive(text: string, channel: string): void {
    if (text.startsWith(origin)) return;
    const name = channel.slice(start.length);
    const json = text.slice(text.indexOf(' ') + 1);
    let value: unknown;
    try {
      value = parseJson(json);
    } catch {
      warn(`A message of the channel ${name} was dropped, since it is not JSON.`);
      return;
    }
    listeners.deliver(name, value);
  }

  const subscriptions = followListeners(client, listeners, start, receive);
  client.on('ready', () => {
    void subscriptions.resume().then(() => listeners.missed());
  });

  return {
    async publish({ name }, message) {
      const json = textOf(name, message);
      const sent = within(WAIT_MILLISECONDS, commands.publish(start + name, origin + json));
      listeners.deliver(name, message);
      return sent.then(
        () => true,
        () => false,
      );
    },
    subscribe(channel, listener, missed) {
      const remove = listeners.add(channel, listener, missed);
      return {
        ready: subscriptions.settle(channel.name),
        end() {
          remove();
          if (!listeners.has(channel.name)) void subscriptions.settle(channel.name);
        },
      };
    },
    async close() {
      subscriptions.close();
      listeners.clear();
      client.destroy();
    },
  };
}

interface Subscriptions {
  /** Settles when Redis has, or has no more, the subscription of a channel, by whether the channel has listeners. */
  settle(name: string): Promise<void>;
  /** Goes on after an outage. Settles when Redis has all subscriptions. */
  resume(): Promise<void>;
  close(): void;
}

/** Keeps the subscriptions in Redis as the listeners are: one command at a time, for all channels that have changed since the last. */
function followListeners(client: RedisConnection, listeners: Listeners, prefix: string, receive: Receive): Subscriptions {
  const held = new Set<string>();
  const changed = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let isClosed = false;
  let wake = () => {};

  async function send(): Promise<void> {
    next = undefined;
    while (changed.size > 0 && !isClosed) {
      const names = [...changed];
      changed.clear();
      const begun = names.filter((name) => listeners.has(name) && !held.has(name));
      const ended = names.filter((name) => !listeners.has(name) && held.has(name));
      const resumed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        if (begun.length > 0) await client.subscribe(inRedis(begun), receive);
        for (const name of begun) held.add(name);
        if (ended.length > 0) await client.unsubscribe(inRedis(ended), receive);
        for (const name of ended) held.delete(name);
      } catch {
        for (const name of names) changed.add(name);
        await resumed;
      }
    }
  }

  function inRedis(names: readonly string[]): string[] {
    return names.map((name) => prefix + name);
  }

  function settled(): Promise<void> {
    next ??= last = last.then(send);
    return next;
  }

  return {
    settle(name) {
      changed.add(name);
      return settled();
    },
    resume() {
      wake();
      return settled();
    },
    close() {
      isClosed = true;
      wake();
    },
  };
}
