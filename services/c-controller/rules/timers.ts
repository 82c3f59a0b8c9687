// Timers count on the sandbox clock, in seconds of single precision.

interface Timer {
  /** The seconds that it showed when it was started, or shows while it stands still. */
  readonly seconds: number;
  readonly running_since: number | null;
}

/** Seconds that an up timer has counted. */
export function upTimer({ seconds, running_since }: Timer, now: number): number {
  return Math.fround(seconds + elapsed(running_since, now));
}

/** Seconds that a down timer has left; 0 when it has expired. */
export function downTimer({ seconds, running_since }: Timer, now: number): number {
  return Math.fround(Math.max(0, seconds - elapsed(running_since, now)));
}

function elapsed(since: number | null, now: number): number {
  return since === null ? 0 : (now - since) / 1000;
}
