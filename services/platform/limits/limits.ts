// Declares the rate limits of services, and the rules that memory and Redis share: when a window is over, and what is left of it.

/** At most `limit` units in `milliseconds`. */
export interface Window {
  readonly limit: number;
  readonly milliseconds: number;
  /** Whose units these are, where the windows of one request count for different callers: a user and its application. Default: the key of `take`. */
  readonly key?: string;
}

/** A window after a request. */
interface Usage {
  readonly allowed: boolean;
  readonly limit: number;
  /** Units that are left. */
  readonly remaining: number;
  /** When the window ends: milliseconds since 1970 on the sandbox clock. For a window that no request has opened yet, when it would end. */
  readonly resetAt: number;
}

/** The window that allows least, with the state of all. */
export interface Taken extends Usage {
  /** In the order in which they were passed in. */
  readonly windows: readonly Usage[];
}

export interface Limits {
  /**
   * Takes units of each window, or of none if one of them has too few left. A window begins with the first request in it, on the sandbox clock.
   * @param key who is counted, and for what: `h-email:search:<account>`
   * @param windows at least one; those of one key differ in length
   * @param units whole; 0 takes nothing and only says what is left. Default: 1
   * @returns the window that allows least: one that refuses, before the others; of several, the one that ends last
   */
  take(key: string, windows: readonly Window[], units?: number): Taken | Promise<Taken>;
  /**
   * Says what is left of many windows, and takes nothing. One round trip, however many there are.
   * @returns the state of each entry, in the order in which they were passed in
   */
  read(entries: readonly LimitEntry[]): readonly Taken[] | Promise<readonly Taken[]>;
}

/** What `take` counts. */
export interface LimitEntry {
  readonly key: string;
  readonly windows: readonly Window[];
}

/** What is counted in one window. */
export interface Counter {
  /** When the window began, on the sandbox clock. */
  readonly start: number;
  readonly count: number;
}

/** How many counters are kept. Above it, those that end first are dropped. */
export const MOST_COUNTERS = 100_000;

/**
 * How far in the future a window may begin and still be read as the present one. The clocks of two machines differ a little; a window that begins
 * later than that is left from before the sandbox clock was moved back.
 */
export const CLOCK_DIFFERENCE = 5_000;

export function isOver(start: number, milliseconds: number, now: number): boolean {
  return now >= start + milliseconds || now < start - Math.min(milliseconds, CLOCK_DIFFERENCE);
}

/** The name of each window's counter. */
export function counterNames(key: string, windows: readonly Window[]): string[] {
  const names = windows.map((window) => `${window.milliseconds} ${window.key ?? key}`);
  if (names.length !== 1 && (names.length === 0 || new Set(names).size < names.length))
    throw new RangeError(`The limits of ${key} must have at least one window, and windows of one key must differ in length.`);
  return names;
}

/** @param counters of each window, before the request. Absent where no window is open. */
export function takenOf(windows: readonly Window[], counters: readonly (Counter | undefined)[], units: number, now: number): Taken {
  const counts = windows.map((_, index) => counters[index]?.count ?? 0);
  const allowed = windows.every((window, index) => (counts[index] ?? 0) + units <= window.limit);
  const usages = windows.map((window, index): Usage => {
    const count = counts[index] ?? 0;
    return {
      allowed: count + units <= window.limit,
      limit: window.limit,
      remaining: Math.max(0, window.limit - count - (allowed ? units : 0)),
      resetAt: (counters[index]?.start ?? now) + window.milliseconds,
    };
  });
  return { ...usages.reduce((least, usage) => (allowsLess(usage, least) ? usage : least)), windows: usages };
}

function allowsLess(left: Usage, right: Usage): boolean {
  if (left.allowed !== right.allowed) return !left.allowed;
  if (left.allowed && left.remaining !== right.remaining) return left.remaining < right.remaining;
  return left.resetAt > right.resetAt;
}
