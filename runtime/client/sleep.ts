// Waits for a time, or until an abort.

/** The longest delay of a timer, in milliseconds: about 25 days. */
const LONGEST = 2 ** 31 - 1;

/** Rejects with the signal's reason as soon as it is aborted. A wait longer than any timer's ends after the longest. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const wake = (): void => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(wake, Math.min(milliseconds, LONGEST));
    signal?.addEventListener('abort', stop, { once: true });
  });
}
