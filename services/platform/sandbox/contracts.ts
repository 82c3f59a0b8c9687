// Migrates the tables of parts. A migration that removes what an older release uses waits until the processes of that release have ended.

import type { Warn } from '../redis.ts';
import { NewerRelease, type Part } from '../store/store.ts';

export interface Contracts {
  /** Runs the migrations of a part. Those that have to wait are tried again until they have run. */
  migrate(part: Part): Promise<void>;
  /** Ends what is tried again. */
  close(): Promise<void>;
}

/** Milliseconds until what waits is tried again. */
const PAUSE = 10_000;

/** @param migrate gives the migrations that wait */
export function createContracts(migrate: (part: Part) => Promise<readonly string[]>, warn: Warn, pause = PAUSE): Contracts {
  const waiting = new Map<Part, readonly string[]>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function tryAgain(): Promise<void> {
    for (const [part, before] of [...waiting]) {
      try {
        const left = await migrate(part);
        for (const one of before) if (!left.includes(one)) warn(`The migration ${one} of ${part.name} has run.`);
        keep(part, left);
      } catch (error) {
        // The newer release has the same migration, and runs it.
        if (error instanceof NewerRelease) keep(part, []);
        else warn(`The migration ${before.join(', ')} of ${part.name} could not run, and is tried again: ${String(error)}`);
      }
    }
    plan();
  }

  function keep(part: Part, left: readonly string[]): void {
    if (left.length === 0) waiting.delete(part);
    else waiting.set(part, left);
  }

  function plan(): void {
    clearTimeout(timer);
    if (waiting.size === 0 || isClosed) return;
    timer = setTimeout(() => {
      running = tryAgain();
    }, pause);
    timer.unref();
  }

  return {
    async migrate(part) {
      const left = await migrate(part);
      for (const one of left)
        warn(`The migration ${one} of ${part.name} waits until the processes of the older release on this database have ended.`);
      keep(part, left);
      plan();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
