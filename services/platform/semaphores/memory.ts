// The semaphores of a sandbox that is one process.

import { Held, type Semaphores } from './semaphores.ts';

export function createMemorySemaphores(): Semaphores {
  const held = new Held();
  return {
    async acquire(key, limit) {
      if (held.change(key, 1) <= limit) return true;
      held.change(key, -1);
      return false;
    },
    release: (key) => void held.change(key, -1),
    async close() {
      held.clear();
    },
  };
}
