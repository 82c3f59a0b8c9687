// Repeats a step in the background: when it is woken, when it asks to be, and at least once a second.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Warn } from '../redis.ts';
import { StoreUnavailable } from '../store/store.ts';

/** Other processes may have added work that this one does not know of. */
const AT_LEAST_EVERY = 1_000;

export interface Loop {
  /** Runs the step soon. It never runs twice at once: woken while it runs, it runs again afterwards. */
  wake(): void;
  /** Ends the loop, after the step that runs. */
  stop(): Promise<void>;
}

/**
 * @param step Returns the milliseconds after which it wants to run again at the latest.
 * @param name Says in warnings what failed: `The outbox`.
 */
export function startLoop(name: string, step: () => Promise<number>, warn: Warn): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  let isFailing = false;
  // A step belongs to no request, so it does not run in the asynchronous context of the one that wakes the loop.
  const apart = AsyncLocalStorage.snapshot();

  async function run(): Promise<void> {
    let wait = AT_LEAST_EVERY;
    do {
      isWoken = false;
      try {
        wait = await step();
        isFailing = false;
      } catch (error) {
        // An outage of the store is one line, however long it takes.
        if (!isFailing) warn(`${name} cannot go on for now: ${error instanceof StoreUnavailable ? error.message : textOf(error)}`);
        isFailing = true;
      }
    } while (isWoken && !isFailing && !isStopped);
    running = undefined;
    arm(Math.min(Math.max(wait, 0), AT_LEAST_EVERY));
  }

  function arm(milliseconds: number): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(start, milliseconds);
    // Waiting work is kept in the store, so it is no reason for a process to stay.
    timer.unref();
  }

  function start(): void {
    if (isStopped || running !== undefined) isWoken = true;
    else running = apart(run);
  }

  arm(0);
  return {
    wake: start,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
