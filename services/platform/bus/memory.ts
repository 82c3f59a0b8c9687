// The bus of a sandbox that is one process.

import type { Warn } from '../redis.ts';
import { type Bus, textOf } from './bus.ts';
import { createListeners } from './listeners.ts';

export function createMemoryBus(warn: Warn): Bus {
  const listeners = createListeners(warn);
  return {
    async publish({ name }, message) {
      textOf(name, message);
      listeners.deliver(name, message);
      return true;
    },
    subscribe: (channel, listener) => ({ ready: Promise.resolve(), end: listeners.add(channel, listener) }),
    async close() {
      listeners.clear();
    },
  };
}
