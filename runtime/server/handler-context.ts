// What a handler is told beside its input: the decision on the caller and the request, as a `ServerContext`.

import type { Operation } from '../contract/operation.ts';
import type { ServerRequest } from '../contract/request.ts';
import type { Decision } from './authorize.ts';
import type { ServerContext } from './core.ts';

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
