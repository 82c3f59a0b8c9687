// The signals that end a run, or a part of it, when its time is over.

/** Timers of Node.js take no more; longer ones fire at once. */
const MOST = 2 ** 31 - 1;

/** Aborts after so many milliseconds, which may be a fraction: `AbortSignal.timeout` takes integers only. */
export function endAfter(milliseconds: number): AbortSignal {
  return AbortSignal.timeout(Math.min(Math.ceil(milliseconds), MOST));
}
