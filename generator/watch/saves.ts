// Counts the events of the file system, and says when a series of saves has ended.
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds without an event after which output is written: eight files saved at once are one change. */
const quietTime = 15;
/** Milliseconds to wait for saves to end. */
const longestWait = 1000;

export class Saves {
  #count = 0;
  /** When the last event came, by `performance.now()`. */
  #last = 0;

  /** Events so far. */
  get count(): number {
    return this.#count;
  }

  add(): void {
    this.#count++;
    this.#last = performance.now();
  }

  /** Resolves when no event has come for a while, or after a second of events. */
  async ended(): Promise<void> {
    const start = performance.now();
    for (;;) {
      await eventsDelivered();
      const now = performance.now();
      const left = this.#last + quietTime - now;
      if (left <= 0 || now - start > longestWait) return;
      await sleep(left);
    }
  }
}

/**
 * Resolves when every event of the file system up to now has been delivered: one turn of the event loop delivers them between two `setImmediate`s.
 */
export async function eventsDelivered(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
