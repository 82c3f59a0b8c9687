// Turns a request to a route into its response, for servers and webhook receivers. Every fault on the way becomes a response in the service's own shape.

import { json, text } from '../body/body.ts';
import { NotImplementedError } from '../contract/errors.ts';
import { formatIssue } from '../contract/format-issue.ts';
import type { Operation, ServiceInfo } from '../contract/operation.ts';
import { bodiless } from '../contract/responses.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { InvalidItemError } from '../contract/stream-errors.ts';
import { isJson } from '../wire/media-type.ts';
import { ANONYMOUS } from './authorize.ts';
import { conditional } from './conditional.ts';
import { type FaultBody, faultBody, withOwnStatus } from './error-body.ts';
import { type Fault, type FaultFacts, fault, notImplementedFault, refusalFault, streamFault } from './fault.ts';
import type { ServerFaultKind } from './fault-kinds.ts';
import { HandlerContext, type ServerContext } from './handler-context.ts';
import { invokerOf } from './invoke.ts';
import type { Trace } from './on-answer.ts';
import type { ErrorInfo, ServerOptions } from './options.ts';
import { originFinder } from './origin.ts';
import type { Prepared } from './prepare.ts';
import { bodyFault, receiveBody } from './receive-body.ts';
import { RefusalError } from './refuse.ts';
import { nextRequestId } from './request-id.ts';
import { encodeResult, InvalidResult, type ServerAnswer } from './respond.ts';
import { checkInput, decide, isSecured, placeFields, readInput, readRequest } from './steps.ts';

export interface Core {
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
  refuse(request: Pick<ServerRequest, 'method'>, fault: Fault): ServerAnswer;
  /** Answers what a platform rejects before there is a request. */
  refuseEarly(kind: ServerFaultKind, detail: string): ServerAnswer;
  /** Answers an error that was thrown: calls `onError`, and reveals no detail. */
  failed(request: ServerRequest, error: unknown, facts: FailureFacts): ServerAnswer;
  /** The option, or its default. */
  readonly onError: NonNullable<ServerOptions['onError']>;
  /** The scheme and authority that the caller used. */
  originOf(request: ServerRequest): string;
}

interface FailureFacts extends FaultFacts {
  readonly operation: Operation | undefined;
}

export function createCore<Principal>(service: ServiceInfo, handlers: object, options: ServerOptions<Principal>): Core {
  const { maxBodyBytes: limit = 1024 * 1024, onError = errorLog(service), identify } = options;
  const lenient = options.tolerance !== 'strict';
  const checkResponses = options.validateResponses ?? !inProduction();
  const originOf = originFinder(options.trustedProxies);
  const invoke = invokerOf(handlers, options.around);
  const refuse = refusals(service, options, onError);

  async function serve(
    target: Prepared,
    request: ServerRequest,
    path: ReadonlyMap<string, string>,
    requestId: string,
    trace: Trace | undefined,
  ): Promise<ServerAnswer> {
    const { operation } = target.route;
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
        const body = await receiveBody(target, request, () => request.bytes(limit), facts, lenient);
        if ('fault' in body) return refuse(request, body.fault);
        Object.assign(begun.ok, body.ok);
      }
      const placed = placeFields(begun.ok, target, opened.ok, facts);
      if ('fault' in placed) return refuse(request, placed.fault);
      const checked = checkInput(target, begun.ok, facts);
      if ('fault' in checked) return refuse(request, checked.fault);
      return answerOf(target, request, await invoke(target, checked.ok, context), requestId);
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
    return request.method === 'HEAD' ? { ...answer, body: null } : answer;
  }

  /** A response stream failed after its headers were sent, so only `onError` can report it. A fault in the request's own stream is the caller's. */
  function streamFailed(error: unknown, info: ErrorInfo): void {
    if (streamFault(error, info) !== undefined) return;
    onError(error, error instanceof InvalidItemError ? { ...info, issues: error.issues } : info);
  }

  function failed(request: ServerRequest, error: unknown, facts: FailureFacts): ServerAnswer {
    const { requestId, operation } = facts;
    if (error instanceof RefusalError) return refuse(request, refusalFault(error, facts));
    if (error instanceof NotImplementedError) return refuse(request, notImplementedFault(facts));
    const refused = streamFault(error, facts);
    if (refused !== undefined) return refuse(request, refused);
    const info: ErrorInfo = operation === undefined ? { requestId } : { requestId, operation };
    const isInvalidResult = error instanceof InvalidResult;
    onError(error, isInvalidResult ? { ...info, issues: error.issues } : info);
    if (isInvalidResult)
      return refuse(request, fault('invalid-response', 'The server produced a response that its description does not allow.', facts));
    return refuse(request, fault('internal-error', 'The server failed to handle the request.', facts));
  }

  const refuseEarly = (kind: ServerFaultKind, detail: string) =>
    refuse({ method: '' }, fault(kind, detail, { requestId: nextRequestId() }));
  return { serve, run, refuse, refuseEarly, failed, onError, originOf };
}

/** Makes the response for a fault, with the body that the option `errors` gives, or the service's own. */
function refusals(
  service: ServiceInfo,
  options: Pick<ServerOptions, 'errors'>,
  onError: NonNullable<ServerOptions['onError']>,
): Core['refuse'] {
  return (request, found) => {
    const fault = withOwnStatus(found, [found.operation?.errors, service.errors]);
    const headers: Record<string, string> = { ...fault.headers, 'x-request-id': fault.requestId };
    if (bodiless({ method: 'GET' }, fault.status)) return { status: fault.status, headers, body: null, fault };
    let replaced: FaultBody | undefined;
    try {
      replaced = options.errors?.(fault);
    } catch (error) {
      onError(error, { requestId: fault.requestId });
    }
    const { contentType, body } = replaced ?? faultBody(fault, service);
    const encoded = (isJson(contentType) ? json : text).encode(body, contentType);
    if (encoded.contentType !== undefined) headers['content-type'] = encoded.contentType;
    return { status: fault.status, headers, body: request.method === 'HEAD' ? null : (encoded.body ?? null), fault };
  };
}

/** The default of `onError`. */
function errorLog(service: ServiceInfo): NonNullable<ServerOptions['onError']> {
  return (error, info) => {
    const name = `${info.operation?.id ?? service.id} (request ${info.requestId})`;
    // Issues hold the values that were found, which must not be logged.
    if (info.issues === undefined) console.error(`${name}:`, error);
    else console.error([`${name}: ${error instanceof Error ? error.message : ''}`, ...info.issues.map(formatIssue)].join('\n  '));
  };
}

function inProduction(): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.NODE_ENV === 'production';
}
