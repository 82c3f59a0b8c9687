// Keeps due work in the store, and runs it in the background.

import { randomUUID } from 'node:crypto';
import { parseJson } from '@octavo/runtime';
import { afterCommit } from '../work/after-commit.ts';
import { type Loop, startLoop } from '../work/loop.ts';
import { platformTables } from '../work/platform-tables.ts';
import { nextPosition } from '../work/positions.ts';
import type { Due } from './due.ts';
import { insertJob, removeJob, waitingJobs } from './rows.ts';
import { DueRunner, type RunnerOptions } from './runner.ts';
import type { DueTables } from './tables.ts';

/** Makes due work on a store that has its tables. Units that schedule a job wake it if the store is one `withAfterCommit`. */
export function createDue(options: RunnerOptions): Due {
  const runner = new DueRunner(options);
  let loop: Loop | undefined;
  const wake = () => loop?.wake();

  async function step(): Promise<number> {
    const outcome = await runner.run();
    if (outcome === 'none') return await runner.wait();
    if (outcome !== 'other process') wake();
    return Number.POSITIVE_INFINITY;
  }

  return {
    async schedule(tables, { service, name }, { at, payload }) {
      const id = randomUUID();
      const job = { id, service, kind: name, at, position: nextPosition(), payload: JSON.stringify(payload) };
      await insertJob(platformTables<DueTables>(tables), job);
      afterCommit(wake);
      return id;
    },
    cancel: (tables, id) => removeJob(platformTables(tables), id),
    handle({ service, name, inTurn, accepts }, handler) {
      if (inTurn !== undefined) runner.takeTurns(service, inTurn);
      runner.handle(service, name, async ({ id, at, payload: text }, tables) => {
        const payload = parseJson(text);
        if (!accepts(payload)) throw new Error('Its payload is not what this version expects.');
        await handler({ id, at, payload }, platformTables(tables));
      });
    },
    start() {
      loop ??= startLoop('Due work', step, options.warn);
    },
    async settle() {
      const settled = await runner.settle();
      if (settled.isMoreDue) wake();
      return settled;
    },
    waiting: (most) => waitingJobs(options.store.read, most),
    async close() {
      await loop?.stop();
      await runner.end();
    },
  };
}
