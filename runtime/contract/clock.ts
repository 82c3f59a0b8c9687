// The clock that clients, servers, webhooks and OAuth may be given.

/** Returns the current time in milliseconds since 1970, as `Date.now` does. Tests hand in a clock that stands still: `() => 1_700_000_000_000`. */
export type Clock = () => number;
