// Tries again what no request has reached, once all operations were called: others have made by then what it needs, or bring a thing into the state
// that it needs.
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import { endAfter } from '../contract/time-limit.ts';
import { type Running, sendOne } from './running.ts';

/** The part of the run's time that may be spent so. */
const SHARE = 0.2;

/** What was reached in one round may open more in the next one. */
const MOST_ROUNDS = 3;

/** @param milliseconds the time of the run */
export async function reachOthers(
  running: Running,
  firsts: ReadonlyMap<Operation, Case>,
  hasSucceeded: (operation: Operation) => boolean,
  milliseconds: number | undefined,
): Promise<void> {
  const { backlog, freshness, isTested } = running;
  const share = milliseconds === undefined ? running.signal : AbortSignal.any([running.signal, endAfter(milliseconds * SHARE)]);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    backlog.clear();
    const open = [...firsts].filter(([operation]) => isTested(operation) && !hasSucceeded(operation));
    let reached = 0;
    for (const [operation, first] of open) {
      if (share.aborted) return;
      const exchange = await sendOne(running, { ...first, id: `${first.id} once more ${round}` });
      if (exchange?.response !== undefined && exchange.response.status >= 300) await freshness.seek(exchange, () => !share.aborted);
      backlog.clear();
      if (hasSucceeded(operation)) reached++;
    }
    if (reached === 0) return;
  }
}
