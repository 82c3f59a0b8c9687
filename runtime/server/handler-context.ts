// Declares what a handler gets besides its input: the operation, the request, and the identity of the caller.

import type { Operation } from '../contract/operation.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import type { RouteAlias } from './aliases.ts';
import type { Decision } from './authorize.ts';

export interface ServerContext<Principal = unknown> {
  readonly operation: Operation;
  /** The entry of `x-aliases` that the request used; absent for the declared method and path. */
  readonly alias?: RouteAlias;
  /** Also in the response to a fault, and passed to `onError`. */
  readonly requestId: string;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** The result of the security handler; of the first scheme, where several are required. `undefined` for an anonymous request. */
  readonly principal: Principal;
  /** The results of the security handlers of the satisfied alternative, by the scheme's name. */
  readonly principals: Readonly<Record<string, unknown>>;
  readonly request: ServerRequest;
}

/** What the router found for a request. */
interface Target {
  readonly route: { readonly operation: Operation };
  readonly alias?: RouteAlias;
}

/** Reads the request's signal only on use: most handlers do not use it, and creating one takes time. */
export class HandlerContext implements ServerContext {
  readonly operation: Operation;
  declare readonly alias?: RouteAlias;
  readonly requestId: string;
  readonly principal: unknown;
  readonly principals: Readonly<Record<string, unknown>>;
  readonly request: ServerRequest;

  constructor(request: ServerRequest, requestId: string, { route, alias }: Target, decision: Decision) {
    const granted = decision.kind === 'granted' ? decision : undefined;
    this.operation = route.operation;
    if (alias !== undefined) this.alias = alias;
    this.requestId = requestId;
    this.principal = granted?.principal;
    this.principals = granted?.principals ?? {};
    this.request = request;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }
}
