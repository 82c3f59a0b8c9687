// Declares what a handler gets besides its input: the operation, the request, and the identity of the caller.

import type { Operation } from '../contract/operation.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import type { Decision } from './authorize.ts';
import type { RouteAlias } from './routing/aliases.ts';

export interface ServerContext<Principal = unknown> {
  readonly operation: Operation;
  /** In capitals. `HEAD` where the caller asks for the headers of a GET: what costs the caller something need not be done for it. */
  readonly method: string;
  /**
   * The absolute URL of the request, with its query, as the caller wrote it: for links in answers. The caller chooses the host, unless a proxy of
   * the option `trustedProxies` says it.
   */
  readonly url: string;
  /** The entry of `x-aliases` that the request used; absent for the declared method and path. */
  readonly alias?: RouteAlias;
  /** The response to a fault has it too, and `onError` gets it. */
  readonly requestId: string;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** The result of the security handler; of the first scheme, where several are required. `undefined` for an anonymous request. */
  readonly principal: Principal;
  /** The results of the security handlers of the satisfied alternative, by the scheme's name. */
  readonly principals: Readonly<Record<string, unknown>>;
  readonly request: ServerRequest;
}

/** The route that the router found for a request. */
interface Target {
  readonly route: { readonly operation: Operation };
  readonly alias?: RouteAlias;
}

/** Makes the signal and the URL only on use: most handlers do not use them. */
export class HandlerContext implements ServerContext {
  readonly operation: Operation;
  declare readonly alias?: RouteAlias;
  readonly requestId: string;
  readonly principal: unknown;
  readonly principals: Readonly<Record<string, unknown>>;
  readonly request: ServerRequest;
  readonly #originOf: (request: ServerRequest) => string;

  constructor(
    request: ServerRequest,
    requestId: string,
    { route, alias }: Target,
    decision: Decision,
    originOf: (request: ServerRequest) => string,
  ) {
    const granted = decision.kind === 'granted' ? decision : undefined;
    this.operation = route.operation;
    if (alias !== undefined) this.alias = alias;
    this.requestId = requestId;
    this.principal = granted?.principal;
    this.principals = granted?.principals ?? {};
    this.request = request;
    this.#originOf = originOf;
  }

  get method(): string {
    return this.request.method.toUpperCase();
  }

  get url(): string {
    return this.#originOf(this.request) + this.request.target;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }
}
