// The options of clients and calls.
import type { Clock } from '../contract/clock.ts';
import type { Send } from '../contract/outgoing.ts';
import type { Validation } from '../validate/checks.ts';
import type { Hooks, Layers, Retry } from './attempt.ts';
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
