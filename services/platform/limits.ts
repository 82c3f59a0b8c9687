// Declares the rate limits of services: how many requests a caller may make in a window of time.

/** A window: at most `limit` units in `milliseconds`. */
export interface Window {
  readonly limit: number;
  readonly milliseconds: number;
}

/** The state of a window after a request. */
export interface Usage {
  readonly allowed: boolean;
  readonly limit: number;
  /** Units that are left. */
  readonly remaining: number;
  /** When the window ends: milliseconds since 1970 on the sandbox clock. */
  readonly resetAt: number;
}

export interface Limits {
  /**
   * Takes one unit of each window, or of none if one is used up. Windows begin with the first request in them, on the sandbox clock.
   * @param key who is counted, and for what: `h-email:search:<account>`
   * @returns the window that allows least
   */
  take(key: string, windows: readonly Window[]): Usage | Promise<Usage>;
}
