// Gives up on a call after a time.
import { TimeoutError } from './errors.ts';
import type { Operation } from './operation.ts';

/**
 * What `act` gives, if it does so in time: it is told by its signal, and left alone if it does not heed that.
 * @throws {TimeoutError}
 */
export function within<T>(
  milliseconds: number,
  operation: Operation,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    // Before the timer, which what throws here must not leave behind.
    const work = act(signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]));
    const timer = setTimeout(
      () => {
        const error = new TimeoutError(`${operation.id}: there was no result within ${milliseconds} ms.`, operation.id);
        reject(error);
        controller.abort(error);
      },
      // More than a timer takes, `Infinity` too, would be over at once.
      Math.min(milliseconds, 2 ** 31 - 1),
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
