// Declares the two clocks. The sandbox clock gives the time that services state; wall time is for what two machines must agree on.

/** The time in the sandbox: dates in bodies, lives of tokens, rate windows, due dates. It can be frozen and moved. */
export interface SandboxClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** The state of the sandbox clock: it runs ahead of wall time by a constant, or it stands still. */
export interface ClockState {
  /** The moment at which it stands; null while it runs. Milliseconds since 1970, UTC. */
  readonly frozenAt: number | null;
  /** Milliseconds by which it is ahead of wall time while it runs; negative: behind. */
  readonly ahead: number;
}
