// The option `timeout` of clients: a time limit for a call.
import { TimeoutError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';

/** The option `timeout`, which `timeout()` makes. It returns what `act` returns, if that is in time. */
export type Timeout = <T>(operation: Operation, signal: AbortSignal | undefined, act: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A time limit for a whole call: credentials, retries, and reading the body, unless it is a stream. After it, the call fails with a
 * `TimeoutError`, and its signal is aborted; the call does not wait for code that ignores the signal.
 */
export function timeout(milliseconds: number): Timeout {
  return ({ id }, signal, act) => {
    const controller = new AbortController();
    return new Promise((resolve, reject) => {
      // Called before the timer is set, so that none is left behind where it throws.
      const work = act(signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]));
      const timer = setTimeout(
        () => {
          const error = new TimeoutError(`${id}: timed out after ${milliseconds} ms.`, id);
          reject(error);
          controller.abort(error);
        },
        // A timer with a longer delay, such as `Infinity`, would fire at once.
        Math.min(milliseconds, 2 ** 31 - 1),
      );
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  };
}
