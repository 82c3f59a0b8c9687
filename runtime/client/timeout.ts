// Gives up on a call after a time. A value that is handed in, so that a bundle has it only where it is asked for.
import { TimeoutError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';

/** The option `timeout`; `timeout()` makes one. It gives what `act` gives, if that is in time. */
export type Timeout = <T>(operation: Operation, signal: AbortSignal | undefined, act: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A limit for a call as a whole: with credentials, retries, and the reading of a body that is read whole. What is under way is told by its
 * signal, and left alone if it does not heed that. The call then fails with a `TimeoutError`.
 */
export function timeout(milliseconds: number): Timeout {
  return ({ id }, signal, act) => {
    const controller = new AbortController();
    return new Promise((resolve, reject) => {
      // Before the timer, which what throws here must not leave behind.
      const work = act(signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]));
      const timer = setTimeout(
        () => {
          const error = new TimeoutError(`${id}: there was no result within ${milliseconds} ms.`, id);
          reject(error);
          controller.abort(error);
        },
        // More than a timer takes, `Infinity` too, would be over at once.
        Math.min(milliseconds, 2 ** 31 - 1),
      );
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  };
}
