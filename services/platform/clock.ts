// Declares the two clocks. The sandbox clock gives the time that services state; wall time is for what two machines must agree on.

/** The time in the sandbox: dates in bodies, lives of tokens, rate windows, due dates. It can be frozen and moved. */
export interface SandboxClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}
