// Waits for a service that does its first work with the first request that it gets, such as a mock that reads its document then, or a function that
// sleeps.
import type { Answer } from '../../contract/exchange.ts';
import type { Target } from '../../contract/target.ts';

/** How often the base address is asked, each time for as long as a response may take. */
const MOST = 4;

/** Milliseconds within which a service answers that was awake before. */
const AT_ONCE = 500;

/** Says of the answer to each request whether the request is worth sending again: nothing has responded so far, and something does after a while. */
export function createAwakening(target: Target, signal: AbortSignal): (answer: Answer) => Promise<boolean> {
  let isDecided = false;
  return async ({ failure }) => {
    if (isDecided) return false;
    isDecided = true;
    if (failure?.kind !== 'timeout') return false;
    for (let count = 0; count < MOST && !signal.aborted; count++) {
      const began = performance.now();
      const request = { method: 'GET', target: `${target.basePath}/`, headers: {}, secrets: [] };
      const { response } = await target.send(request, signal);
      // Where it responds at once, the operation alone did not.
      if (response !== undefined) return count > 0 || performance.now() - began > AT_ONCE;
    }
    return false;
  };
}
