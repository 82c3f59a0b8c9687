// What a handler is told beside its input: the decision on the caller and the request, as a `ServerContext`.

import type { Operation } from '../contract/operation.ts';
import type { Decision } from './authorize.ts';
import type { ServerRequest } from './request.ts';

export interface ServerContext<Principal = unknown> {
  readonly operation: Operation;
  /** Also in the answer of a fault, and given to `onError`. */
  readonly requestId: string;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  /** What the security handler said; of the first scheme where several must be met. `undefined` for an anonymous request. */
  readonly principal: Principal;
  /** What each security handler of the alternative that was met said, by the scheme's name. */
  readonly principals: Readonly<Record<string, unknown>>;
  readonly request: ServerRequest;
}

/** The signal is taken from the request when it is asked for: most handlers do not, and to make one takes time. */
export class HandlerContext implements ServerContext {
  readonly operation: Operation;
  readonly requestId: string;
  readonly principal: unknown;
  readonly principals: Readonly<Record<string, unknown>>;
  readonly request: ServerRequest;

  constructor(request: ServerRequest, requestId: string, operation: Operation, decision: Decision) {
    const granted = decision.kind === 'granted' ? decision : undefined;
    this.operation = operation;
    this.requestId = requestId;
    this.principal = granted?.principal;
    this.principals = granted?.principals ?? {};
    this.request = request;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }
}
