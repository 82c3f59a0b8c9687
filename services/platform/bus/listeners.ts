// Holds the listeners of one process by channel.

import type { Warn } from '../redis.ts';
import type { Channel } from './bus.ts';

interface Listener {
  /** Takes a message from outside; false where it is not what the channel carries. */
  readonly take: (value: unknown) => boolean;
  readonly missed: (() => void) | undefined;
}

export interface Listeners {
  /** @returns removes the listener again. */
  add<Message>(channel: Channel<Message>, listener: (message: Message) => void, missed?: () => void): () => void;
  has(name: string): boolean;
  /** Calls the listeners of a channel in the order in which they were added. What one of them throws reaches neither the others nor the caller. */
  deliver(name: string, value: unknown): void;
  /** Tells all listeners that messages may have been missed. */
  missed(): void;
  names(): IterableIterator<string>;
  clear(): void;
}

export function createListeners(warn: Warn): Listeners {
  const channels = new Map<string, Set<Listener>>();

  function call(name: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      warn(`A listener of the channel ${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }

  return {
    add(channel, listener, missed) {
      const added: Listener = {
        missed,
        take(value) {
          if (!channel.accepts(value)) return false;
          listener(value);
          return true;
        },
      };
      const listeners = channels.get(channel.name) ?? new Set();
      channels.set(channel.name, listeners.add(added));
      return () => {
        if (listeners.delete(added) && listeners.size === 0) channels.delete(channel.name);
      };
    },
    has: (name) => channels.has(name),
    deliver(name, value) {
      // A copy, since a listener may end its own subscription or add others.
      for (const { take } of [...(channels.get(name) ?? [])]) {
        call(name, () => {
          if (!take(value)) warn(`A message of the channel ${name} was dropped, since it is not what this channel carries.`);
        });
      }
    },
    missed() {
      for (const [name, listeners] of [...channels]) for (const { missed } of [...listeners]) if (missed) call(name, missed);
    },
    names: () => channels.keys(),
    clear: () => channels.clear(),
  };
}
