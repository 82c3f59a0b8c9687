// The interfaces of what runs around the attempts of a call: retries, hooks and middleware. Types only, so that a bundle has none of them unless it
// is imported.
import type { Operation } from '../contract/operation.ts';
import type { Outgoing, Send } from '../contract/outgoing.ts';
import type { InputParts, RequestParts } from './outgoing.ts';

/** One call in progress; the same object for all its attempts. */
export interface CallState {
  readonly operation: Operation;
  /** The request without credentials, which are added anew to each attempt. Header names are in lower case. */
  readonly parts: RequestParts;
  /** The caller's headers for this call, under lower-case names. They replace those of `parts`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  readonly hooks?: Hooks | undefined;
  /** The response of the current attempt, once received. Do not read its body. */
  response?: Response | undefined;
}

/** The option `retry`, which `retry()` makes. It calls `attempt` once or more often, and returns or throws what the last attempt did. */
export type Retry = <T>(state: CallState, attempt: () => Promise<T>) => Promise<T>;

/** The option `hooks`, which `hooks()` makes. */
export interface Hooks {
  /** Runs one attempt. */
  readonly attempt: <T>(state: CallState, attempt: () => Promise<T>) => Promise<T>;
  /** Called before the wait for another attempt. */
  readonly retry: (state: CallState, facts: { readonly waitMilliseconds: number; readonly error: unknown }) => void;
}

/** The option `middleware`, which `middleware()` makes: wraps the sending of each attempt's request. */
export type Layers = (
  send: Send,
  call: { readonly operation: Operation; readonly input: InputParts | undefined },
  baseUrl: string,
  outgoing: Outgoing,
) => Send;
