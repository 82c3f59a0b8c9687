// Turns a request to a route into its response, for servers and webhook receivers. `failures.ts` answers every fault on the way.

import type { ServiceInfo } from '../contract/operation.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { ANONYMOUS } from './authorize.ts';
import { bodyLimits } from './body-limit.ts';
import { conditional } from './conditional.ts';
import { type Failures, failuresOf } from './faults/failures.ts';
import { HandlerContext, type ServerContext } from './handler-context.ts';
import { invokerOf } from './invoke.ts';
import type { Trace } from './on-answer.ts';
import type { ServerOptions } from './options.ts';
import { originFinder } from './origin.ts';
import type { Prepared } from './prepare.ts';
import { bodyFault, receiveBody } from './receive-body.ts';
import { encodeResult, type ServerAnswer, withoutBody } from './respond.ts';
import { checkInput, decide, isSecured, placeFields, readInput, readRequest } from './steps.ts';

export interface Core extends Failures {
  /** Answers a request: checks it, calls the handler, and encodes its result. */
  serve(
    target: Prepared,
    request: ServerRequest,
    path: ReadonlyMap<string, string>,
    requestId: string,
    trace: Trace | undefined,
  ): Promise<ServerAnswer>;
  /** Calls the handler with an input that has been validated, and encodes its result. */
  run(target: Prepared, request: ServerRequest, input: unknown, context: ServerContext): Promise<ServerAnswer>;
  /** The scheme and authority that the caller used. */
  originOf(request: ServerRequest): string;
}

export function createCore<Principal>(service: ServiceInfo, handlers: object, options: ServerOptions<Principal>): Core {
  const { identify } = options;
  const limitOf = bodyLimits(options.maxBodyBytes);
  const lenient = options.tolerance !== 'strict';
  const checkResponses = options.validateResponses ?? !inProduction();
  const originOf = originFinder(options.trustedProxies);
  const invoke = invokerOf(handlers, options.around);
  const failures = failuresOf(service, options);
  const { refuse, failed, streamFailed } = failures;

  async function serve(
    target: Prepared,
    request: ServerRequest,
    path: ReadonlyMap<string, string>,
    requestId: string,
    trace: Trace | undefined,
  ): Promise<ServerAnswer> {
    const { operation, name } = target.route;
    const limit = limitOf(name);
    const facts = { requestId, operation };
    try {
      const opened = readRequest(target, request, path, options, facts);
      if ('fault' in opened) return refuse(request, opened.fault);
      const isOpen = identify === undefined && !isSecured(operation);
      const decision = isOpen ? ANONYMOUS : await decide(opened.ok, target, options, limit, service.id);
      const context = new HandlerContext(request, requestId, target, decision, originOf);
      if (trace !== undefined && decision.kind === 'granted') trace.context = context;
      const begun = readInput(target, opened.ok, decision, options, facts);
      if ('fault' in begun) return refuse(request, begun.fault);
      if (target.body !== undefined) {
        const received = receiveBody(target, request, facts, lenient);
        const read = typeof received === 'function' ? received(await request.bytes(limit)) : received;
        const body = read instanceof Promise ? await read : read;
        if ('fault' in body) return refuse(request, body.fault);
        if ('body' in body.ok) begun.ok.body = body.ok.body;
        if (body.ok.contentType !== undefined) begun.ok.contentType = body.ok.contentType;
      }
      const placed = placeFields(begun.ok, target, opened.ok, facts);
      if ('fault' in placed) return refuse(request, placed.fault);
      const checked = checkInput(target, begun.ok, facts);
      if ('fault' in checked) return refuse(request, checked.fault);
      const result = invoke(target, checked.ok, context);
      return answerOf(target, request, isThenable(result) ? await result : result, requestId);
    } catch (error) {
      const broken = bodyFault(error, limit, facts);
      return broken === undefined ? failed(request, error, facts) : refuse(request, broken);
    }
  }

  async function run(target: Prepared, request: ServerRequest, input: unknown, context: ServerContext): Promise<ServerAnswer> {
    const { requestId } = context;
    try {
      return answerOf(target, request, await invoke(target, input, context), requestId);
    } catch (error) {
      return failed(request, error, { requestId, operation: target.route.operation });
    }
  }

  function answerOf({ route }: Prepared, request: ServerRequest, result: unknown, requestId: string): ServerAnswer {
    const { operation, checks } = route;
    const encoded = encodeResult(operation, result, checkResponses ? checks : undefined, () => ({
      signal: request.signal,
      onError: (error) => streamFailed(error, { requestId, operation }),
    }));
    const answer = encoded.headers.etag === undefined ? encoded : conditional(operation, request, encoded);
    return request.method === 'HEAD' ? withoutBody(answer) : answer;
  }

  return { ...failures, serve, run, originOf };
}

/** What `await` waits for. To await another value costs a turn of the microtasks, and a look-up of `then` in all of its prototypes. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function inProduction(): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.NODE_ENV === 'production';
}
