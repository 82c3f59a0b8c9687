// The options of clients and calls, and the types of what runs around a call: retries, hooks and middleware, which a bundle has only where it imports
// them.
import type { Clock } from '../contract/clock.ts';
import type { Operation } from '../contract/operation.ts';
import type { EncodedRequest, Send, SendInit } from '../contract/request.ts';
import type { Validation } from '../validate/checks.ts';
import type { AnyInput } from './encode-request.ts';
import type { Timeout } from './timeout.ts';

/** Options of a client that each call may replace; `undefined` in a call turns the client's option off. */
export interface CommonOptions {
  /**
   * Where the service is: an http or https URL without credentials and query. It replaces every server of the document. Default: the first
   * server that the document gives for the operation, its path, or the whole.
   */
  readonly baseUrl?: string | undefined;
  /** Validates responses, or requests too: generated checks, or `validation(…)`. Default: no validation. */
  readonly validate?: Validation | undefined;
  /** Repeats calls that failed for a temporary reason: `retry()`. Default: no retries. */
  readonly retry?: Retry | undefined;
  /** Gets events of requests and responses: `hooks({ … })`. */
  readonly hooks?: Hooks | undefined;
  /** Gets the bytes of bodies as they are sent and received: `progress({ … })`. */
  readonly progress?: Progress | undefined;
  /** A time limit: `timeout(5000)`. Default: none. */
  readonly timeout?: Timeout | undefined;
  /** The largest response body that is read as a whole. Default: 100 MiB. */
  readonly maxResponseBytes?: number | undefined;
}

export interface ClientOptions extends CommonOptions {
  /** Values of the variables in the servers' URLs. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Sends requests. It is called with a URL and an init; `byRequest` wraps a function that takes a `Request`. Default: the platform's `fetch`. */
  readonly fetch?: Send;
  /** Headers of every request. */
  readonly headers?: HeaderOptions;
  /** Middleware of openapi-fetch: `middleware(first, second)`. */
  readonly middleware?: Layers;
  /** Credentials by the name of the security scheme. */
  readonly credentials?: object;
  /** The clock of signed requests. Default: `Date.now`. */
  readonly now?: Clock;
}

export interface CallOptions extends CommonOptions {
  readonly signal?: AbortSignal;
  /** Headers of this request. They replace the client's headers and those of credentials. */
  readonly headers?: HeaderOptions;
}

export type HeaderOptions = Readonly<Record<string, string>> | Headers;

/** One call in progress, with the options that hold for it; the same object for all its attempts. Nothing changes it. */
export interface Call extends CommonOptions {
  readonly operation: Operation;
  readonly input: AnyInput | undefined;
  /** The input, encoded. Credentials are added anew to each attempt. */
  readonly request: EncodedRequest;
  /** The caller's headers for this call, under lower-case names. They replace those of `request`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** Sends the request in its own way and reads the response: the raw client has one. */
  readonly act?: Act | undefined;
}

/**
 * Sends a finished request by `send`, which follows redirects, signs and runs middleware, and reads the response in its own way. No error may
 * show `secrets`; `see` gets the response.
 */
export type Act = (
  call: Call,
  url: string,
  init: SendInit,
  send: Send,
  secrets: readonly string[],
  see: Parameters<Attempt<unknown>>[1],
) => Promise<unknown>;

/** Makes one attempt of a call. It passes the response to `see`, once there is one; do not read its body. */
export type Attempt<T> = (call: Call, see?: (response: Response) => void) => Promise<T>;

/** The option `retry`, which `retry()` makes. It makes one or more attempts, and returns or throws what the last one did. */
export type Retry = <T>(call: Call, attempt: Attempt<T>) => Promise<T>;

/** The option `hooks`, which `hooks()` makes. */
export interface Hooks {
  /** Wraps each attempt. */
  readonly attempt: <T>(attempt: Attempt<T>) => Attempt<T>;
  /** Called before the wait for another attempt. */
  readonly retry: (
    call: Call,
    facts: { readonly waitMilliseconds: number; readonly response: Response | undefined; readonly error: unknown },
  ) => void;
}

/** The option `progress`, which `progress()` makes: wraps the `fetch` of one attempt of a call. */
export type Progress = (send: Send, call: Call) => Send;

/**
 * The option `middleware`, which `middleware()` makes: wraps the sending of each attempt's request. `readUntil` gets the signal that ends the reading
 * of the response.
 */
export type Layers = (
  send: Send,
  call: Pick<Call, 'operation' | 'input'>,
  baseUrl: string,
  readUntil: (signal: AbortSignal) => void,
) => Send;
