// Declares what a server is created from: its routes, and the options that servers and webhook receivers share.
import type { Clock } from '../contract/clock.ts';
import type { Issue } from '../contract/issue.ts';
import type { Operation } from '../contract/operation.ts';
import type { AnyResult } from '../contract/result.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import type { Checks } from '../validate/checks.ts';
import type { BodyLimit } from './body-limit.ts';
import type { ParameterDefaults } from './defaults.ts';
import type { FaultBody } from './faults/error-body.ts';
import type { Fault } from './faults/fault.ts';
import type { ServerContext } from './handler-context.ts';
import type { TrustedProxies } from './origin.ts';
import type { ServerAnswer } from './respond.ts';
import type { ParameterNames, RouteAlias } from './routing/aliases.ts';

/** One operation of a generated server: its row, its handler's name, and its validators. */
export interface Route {
  readonly name: string;
  readonly operation: Operation;
  readonly checks: Pick<Checks, 'input' | 'responses' | 'items'>;
  /** Other requests that mean the operation (`x-aliases`). */
  readonly aliases?: readonly RouteAlias[];
  /** Other names of its parameters (`x-aliases`). */
  readonly names?: readonly ParameterNames[];
  /** The defaults that handlers get for parameters that a request leaves out. */
  readonly defaults?: ParameterDefaults;
  /** Whether JSON is read without its media type (`x-lenient-type`). */
  readonly lenientType?: boolean;
}

export interface ErrorInfo {
  readonly requestId: string;
  readonly operation?: Operation;
  /** The faults in a handler's result. May hold user data. */
  readonly issues?: readonly Issue[];
}

/**
 * Wraps all handlers: transactions, limits, tracing. It is called when the caller is authorized and the input is valid. `next` calls the handler;
 * what the function returns is the operation's result, and is checked as a handler's. It may return a result without `next`, and may call `next`
 * again, for example when a transaction has to be repeated. A body that is a stream is read after the function has returned. `input` is what the
 * handler gets: the parameters and the body of the operation, which are valid.
 */
export type Around<Principal = unknown> = (
  context: ServerContext<Principal>,
  next: () => Promise<AnyResult>,
  input: unknown,
) => AnyResult | Promise<AnyResult>;

/**
 * Sees each answer before it is sent, and may add headers: `answer.headers['x-quota-left'] = '3'`. `answer.fault` says why, where no handler made
 * the answer. `request` is absent where the bytes that came are not HTTP or came too slowly; `context` where the caller was not authorized, or there
 * is no operation. An answer waits for a promise. What the function throws goes to `onError`, and the answer is sent.
 */
export type OnAnswer<Principal = unknown> = (
  answer: ServerAnswer,
  request: ServerRequest | undefined,
  context: ServerContext<Principal> | undefined,
) => void | Promise<void>;

export interface ServerOptions<Principal = unknown> {
  /**
   * The path before the document's paths. Default: the path of the first server that the document gives for the operation, its path, or the whole.
   */
  readonly basePath?: string;
  /** Whether the results of handlers are validated. Default: yes, unless NODE_ENV is `production`. */
  readonly validateResponses?: boolean;
  /** Replaces the body of an error response that the server itself makes; return `undefined` to keep it. */
  readonly errors?: (fault: Fault) => FaultBody | undefined;
  /** Gets what handlers throw, and what is wrong with their results. Default: `console.error`, without the values that were returned. */
  readonly onError?: (error: unknown, info: ErrorInfo) => void;
  /**
   * The largest body that is read as a whole, in bytes: for all operations, or by handler name: `{ setCover: 20 * 1024 * 1024 }`, where `default` is
   * the limit of the others. A larger one is answered with 413; a body that is read as a stream has no limit. Default: 1 MiB.
   */
  readonly maxBodyBytes?: BodyLimit;
  /** The longest path and query together, in characters as sent. Default: 8192. */
  readonly maxTargetLength?: number;
  /**
   * Whether to use the caller's `X-Request-Id`, if it has 1 to 128 letters, digits and `._~+/=:-`. Default: no, each request gets a new
   * identifier.
   */
  readonly trustRequestId?: boolean;
  /** The proxies whose headers `context.url` may use. Default: none, and the headers are ignored. */
  readonly trustedProxies?: TrustedProxies;
  /** The treatment of query parameters that are not declared. Default: `ignore`. */
  readonly unknownQuery?: 'ignore' | 'refuse';
  /**
   * Whether requests are accepted that differ from the document in what cannot be misunderstood, such as `%2C` between the items of a list or a
   * slash at the end of a path (docs/wire.md). `strict` refuses them. What extensions of the document allow is accepted in any case.
   * Default: `lenient`.
   */
  readonly tolerance?: 'lenient' | 'strict';
  /** Security handlers by the name of the security scheme. The generated options list them. */
  readonly security?: object;
  /** Finds the principal of a request to an operation for which the document declares no security. Default: there is none. */
  readonly identify?: (request: ServerRequest) => Principal | Promise<Principal>;
  /** The clock that times of signatures are compared with. Default: `Date.now`. */
  readonly now?: Clock;
  /** Wraps all handlers. */
  readonly around?: Around<Principal>;
  /** Sees each answer before it is sent, of the server itself too, and may add headers. */
  readonly onAnswer?: OnAnswer<Principal>;
  /** Carries the type; never set. */
  readonly '~principal'?: Principal;
}
