// What goes around the attempts of a call, such as retries and hooks, and what it may see of the call: nothing of this is in a bundle by itself.
import type { Operation } from '../contract/operation.ts';
import type { RequestParts } from './outgoing.ts';

/** One call under way; the same object for all its attempts. */
export interface CallState {
  readonly operation: Operation;
  /** What is sent, but for what credentials add, which is made anew for every attempt. Header names are in lower case. */
  readonly parts: RequestParts;
  /** Headers that the caller gave for this call, under lower-case names. They win over those of `parts`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  readonly hooks?: Hooks | undefined;
  /** The answer of the attempt under way, once it has come. Its body is read by others. */
  response?: Response | undefined;
}

/** The option `retry`; `retry()` makes one. It calls `attempt` as often as it sees fit, and gives what the last one gave or threw. */
export type Retry = <T>(state: CallState, attempt: () => Promise<T>) => Promise<T>;

/** The option `hooks`; `hooks()` makes one. */
export interface Hooks {
  /** Goes around one attempt. */
  readonly attempt: <T>(state: CallState, attempt: () => Promise<T>) => Promise<T>;
  /** Told before the wait for another attempt. */
  readonly retry: (state: CallState, facts: { readonly waitMilliseconds: number; readonly error: unknown }) => void;
}
