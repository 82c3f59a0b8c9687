// What server and webhook receiver share: between a route that was found and its answer. Every fault on the way is answered in the service's own shape.

import { json, text } from '../body/body.ts';
import { NotImplementedError } from '../contract/errors.ts';
import type { Issue } from '../contract/issue.ts';
import type { Operation, ServiceInfo } from '../contract/operation.ts';
import { pointerToken } from '../contract/pointer.ts';
import { BrokenStreamError, InvalidItemError } from '../contract/stream-errors.ts';
import { type Checks, judgeInput } from '../validate/checks.ts';
import { formatIssue } from '../validate/format-issue.ts';
import { queryPairs } from '../wire/decode.ts';
import { essenceOf } from '../wire/media-type.ts';
import { accepts } from './accept.ts';
import { ANONYMOUS, authorize, canAuthorize, type Decision } from './authorize.ts';
import { type Fault, type FaultBody, type FaultFacts, type FaultKind, fault, faultBody, invalidRequest } from './fault.ts';
import type { ServerContext } from './handler-context.ts';
import { HandlerContext } from './handler-context.ts';
import { knownQuery, type Received, readParameters, takesQuery } from './receive.ts';
import { bodyFault, receiveBody, type Step } from './receive-body.ts';
import type { ServerRequest } from './request.ts';
import { nextRequestId } from './request-id.ts';
import { encodeResult, InvalidResult, type ServerAnswer } from './respond.ts';

/** One operation of a generated server: its row, its handler's name, and its validators. */
export interface Route {
  readonly name: string;
  readonly operation: Operation;
  readonly checks: Pick<Checks, 'input' | 'responses' | 'items'>;
}

export interface ErrorInfo {
  readonly requestId: string;
  readonly operation?: Operation;
  /** What is wrong with a handler's result. May hold user data. */
  readonly issues?: readonly Issue[];
}

export interface ServerOptions<Principal = unknown> {
  /** What stands before the document's paths. Default: the path of the first server that the document gives for the operation, its path, or the whole. */
  readonly basePath?: string;
  /** Whether what handlers return is checked. Default: yes, unless NODE_ENV is `production`. */
  readonly validateResponses?: boolean;
  /** Replaces the body of an error that the server makes itself; `undefined` leaves it. */
  readonly errors?: (fault: Fault) => FaultBody | undefined;
  /** Told of what handlers throw and return wrong. Default: `console.error`, without the values that were returned. */
  readonly onError?: (error: unknown, info: ErrorInfo) => void;
  /** Of bodies that are read whole: what is read as it comes, items or bytes, is not counted. Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** The longest path and query together, in characters as sent. Default: 8192. */
  readonly maxTargetLength?: number;
  /** Takes the caller's `X-Request-Id`, if it is of 1 to 128 letters, digits and `._~+/=:-`. Default: no, each request gets a new one. */
  readonly trustRequestId?: boolean;
  /** What to do with query parameters that are not declared. Default: `ignore`. */
  readonly unknownQuery?: 'ignore' | 'refuse';
  /** Handlers by the name of the security scheme; the generated options say which. */
  readonly security?: object;
  /** Carries the type; never set. */
  readonly '~principal'?: Principal;
}

type Handler = (input: unknown, context: ServerContext) => unknown;

export interface Prepared {
  readonly route: Route;
  readonly handler: Handler | undefined;
  readonly known: ReadonlySet<string>;
  /** Media types of the declared successes. */
  readonly offered: readonly string[];
}

export function prepare(route: Route, handlers: object): Prepared {
  const { operation, name } = route;
  const member = (handlers as Record<string, unknown>)[name];
  const inherited = member === (Object.prototype as unknown as Record<string, unknown>)[name];
  const offered = Object.entries(operation.responses)
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, response]) => Object.keys(response.contents ?? {}));
  const handler = typeof member === 'function' && !inherited ? (member as Handler) : undefined;
  return { route, handler, known: knownQuery(operation), offered };
}

/** What server and webhook receiver share: all but finding the route. */
export interface Core {
  serve(target: Prepared, request: ServerRequest, path: ReadonlyMap<string, string>, requestId: string): Promise<ServerAnswer>;
  /** An input that has been validated already. */
  run(target: Prepared, request: ServerRequest, input: unknown, context: ServerContext): Promise<ServerAnswer>;
  refuse(request: Pick<ServerRequest, 'method'>, fault: Fault): ServerAnswer;
  /** Before there is a request to speak of. */
  refuseEarly(kind: FaultKind, detail: string): ServerAnswer;
  /** For what was thrown: tells `onError`, and answers without a detail. */
  failed(request: ServerRequest, error: unknown, facts: { requestId: string; operation: Operation | undefined }): ServerAnswer;
}

export function createCore<Principal>(service: ServiceInfo, handlers: object, options: ServerOptions<Principal>): Core {
  const limit = options.maxBodyBytes ?? 1024 * 1024;
  const checkResponses = options.validateResponses ?? !inProduction();
  const onError =
    options.onError ??
    ((error, info) => {
      const name = `${info.operation?.id ?? service.id} (request ${info.requestId})`;
      // Issues hold the values that were found, which are no log's business.
      if (info.issues === undefined) console.error(`${name}:`, error);
      else console.error([`${name}: ${error instanceof Error ? error.message : ''}`, ...info.issues.map(formatIssue)].join('\n  '));
    });

  function refuse(request: Pick<ServerRequest, 'method'>, fault: Fault): ServerAnswer {
    let made: FaultBody | undefined;
    try {
      made = options.errors?.(fault);
    } catch (error) {
      onError(error, { requestId: fault.requestId });
    }
    const { contentType, body } = made ?? faultBody(fault, service);
    const encoded = (/[/+]json$/.test(essenceOf(contentType)) ? json : text).encode(body, contentType);
    const headers: Record<string, string> = { ...fault.headers, 'x-request-id': fault.requestId };
    if (encoded.contentType !== undefined) headers['content-type'] = encoded.contentType;
    return { status: fault.status, headers, body: request.method === 'HEAD' ? null : (encoded.body ?? null) };
  }

  async function serve(
    target: Prepared,
    request: ServerRequest,
    path: ReadonlyMap<string, string>,
    requestId: string,
  ): Promise<ServerAnswer> {
    const { operation } = target.route;
    const facts = { requestId, operation };
    try {
      const opened = open(target, request, path, facts);
      if ('fault' in opened) return refuse(request, opened.fault);
      const decision = isSecured(operation) ? await decide(opened.ok, target) : ANONYMOUS;
      const begun = begin(target, opened.ok, decision, facts);
      if ('fault' in begun) return refuse(request, begun.fault);
      if (operation.body !== undefined) {
        const body = await receiveBody(operation, request, () => request.bytes(limit), facts, target.route.checks.items);
        if ('fault' in body) return refuse(request, body.fault);
        Object.assign(begun.ok, body.ok);
      }
      const held = hold(target, begun.ok, facts);
      if ('fault' in held) return refuse(request, held.fault);
      const context = new HandlerContext(request, requestId, operation, decision);
      return answerOf(target, request, await target.handler?.call(handlers, held.ok, context), requestId);
    } catch (error) {
      const broken = bodyFault(error, limit, facts);
      return broken === undefined ? failed(request, error, facts) : refuse(request, broken);
    }
  }

  function open(target: Prepared, request: ServerRequest, path: ReadonlyMap<string, string>, facts: RouteFacts): Step<Received> {
    const { operation } = target.route;
    // Strangers are not told what is not built, unless nothing can tell who is one.
    if (target.handler === undefined && !canAuthorize(operation, options.security)) return { fault: notImplementedFault(facts) };
    const mark = request.target.indexOf('?');
    const query = mark === -1 ? NO_QUERY : queryPairs(request.target.slice(mark + 1));
    if (query === undefined) return { fault: fault('invalid-request', 'The query is not percent-encoded UTF-8.', facts) };
    return { ok: { operation, request, path, query } };
  }

  function decide(received: Received, { known }: Prepared): Promise<Decision> {
    const { operation, request, query } = received;
    const incoming = { request, query, bytes: () => request.bytes(limit) };
    return authorize(operation, incoming, options.security, { operation, request, path: pathFor(received, known) }, service.id);
  }

  /** The parameters, for whoever may have an answer that the operation gives. */
  function begin(target: Prepared, received: Received, decision: Decision, facts: RouteFacts): Step<Record<string, unknown>> {
    if (decision.kind === 'unauthorized') {
      const headers = { 'www-authenticate': decision.challenge };
      return { fault: fault('unauthorized', 'The request has no credential that is good for this operation.', { ...facts, headers }) };
    }
    if (decision.kind === 'forbidden') return { fault: fault('forbidden', decision.detail, facts) };
    if (target.handler === undefined) return { fault: notImplementedFault(facts) };
    if (!accepts(received.request.header('accept'), target.offered)) {
      return { fault: fault('not-acceptable', `This operation answers with ${target.offered.join(', ')}.`, facts) };
    }
    const issues: Issue[] = [];
    const input = readParameters(received, target.known, issues);
    if (options.unknownQuery === 'refuse') refuseUnknown(received, target.known, issues);
    return issues.length > 0 ? { fault: invalidRequest(issues, facts) } : { ok: input };
  }

  /** The input as the handler holds it, if it is valid. */
  function hold({ route }: Prepared, input: unknown, facts: RouteFacts): Step<unknown> {
    const issues: Issue[] = [];
    if (!judgeInput(route.checks.input, input, issues)) return { fault: invalidRequest(issues, facts) };
    const held = heldInput(route.operation, input, issues);
    return issues.length > 0 ? { fault: invalidRequest(issues, facts) } : { ok: held };
  }

  async function run(target: Prepared, request: ServerRequest, input: unknown, context: ServerContext): Promise<ServerAnswer> {
    const { requestId } = context;
    try {
      return answerOf(target, request, await target.handler?.call(handlers, input, context), requestId);
    } catch (error) {
      return failed(request, error, { requestId, operation: target.route.operation });
    }
  }

  function answerOf({ route }: Prepared, request: ServerRequest, result: unknown, requestId: string): ServerAnswer {
    const { operation, checks } = route;
    const answer = encodeResult(operation, result, checkResponses ? checks : undefined, () => ({
      signal: request.signal,
      onError: (error) => broke(error, { requestId, operation }),
    }));
    return request.method === 'HEAD' ? { ...answer, body: null } : answer;
  }

  /** A stream ended early, when its answer had begun: nobody can be told but who runs the server. What the request's own items made of it is the caller's. */
  function broke(error: unknown, info: ErrorInfo): void {
    if (streamFault(error, info) !== undefined) return;
    onError(error, error instanceof InvalidItemError ? { ...info, issues: error.issues } : info);
  }

  function failed(request: ServerRequest, error: unknown, facts: { requestId: string; operation: Operation | undefined }): ServerAnswer {
    const wrong = error instanceof InvalidResult;
    const { requestId, operation } = facts;
    if (error instanceof NotImplementedError) return refuse(request, notImplementedFault(facts));
    const refused = streamFault(error, facts);
    if (refused !== undefined) return refuse(request, refused);
    const info: ErrorInfo = operation === undefined ? { requestId } : { requestId, operation };
    onError(error, wrong ? { ...info, issues: error.issues } : info);
    const detail = wrong ? 'The server made an answer that its description does not permit.' : 'The server failed.';
    return refuse(request, fault(wrong ? 'invalid-response' : 'internal-error', detail, facts));
  }

  const refuseEarly = (kind: FaultKind, detail: string) => refuse({ method: '' }, fault(kind, detail, { requestId: nextRequestId() }));
  return { serve, run, refuse, refuseEarly, failed };
}

interface RouteFacts {
  readonly requestId: string;
  readonly operation: Operation;
}

const NO_QUERY: Received['query'] = new Map();

function isSecured({ security }: Operation): boolean {
  return security !== undefined && security.length > 0;
}

function notImplementedFault(facts: FaultFacts): Fault {
  return fault('not-implemented', 'This operation is not implemented.', facts);
}

/** A valid input as handlers hold it; what cannot be held is an issue. */
export function heldInput({ conversion }: Operation, input: unknown, issues: Issue[]): unknown {
  return conversion === undefined ? input : conversion.receiveInput(input, issues);
}

/** What is wrong with the stream of a request: thrown in the handler's loop, and its caller's fault where the handler lets it through. */
function streamFault(error: unknown, facts: FaultFacts): Fault | undefined {
  const isOfRequest = (error instanceof InvalidItemError || error instanceof BrokenStreamError) && error.stream === 'request';
  if (!isOfRequest) return undefined;
  if (error instanceof BrokenStreamError) return fault('invalid-request', 'The body broke off.', facts);
  if (error.issues.length === 0) return fault('invalid-request', `Item ${error.index} of the body ${error.reason}.`, facts);
  return invalidRequest(
    error.issues.map((issue) => ({ ...issue, path: `/body/${error.index}${issue.path}` })),
    facts,
  );
}

/** The path parameters for security handlers, which come before the rest is read. */
function pathFor(received: Received, known: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  return (readParameters(received, known, [], 'path').path ?? {}) as Readonly<Record<string, unknown>>;
}

function refuseUnknown({ operation, query }: Received, known: ReadonlySet<string>, issues: Issue[]): void {
  for (const name of query.keys()) {
    if (!takesQuery(operation, known, name))
      issues.push({ path: `/query/${pointerToken(name)}`, keyword: 'additionalProperties', expected: false, found: undefined });
  }
}

function inProduction(): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.NODE_ENV === 'production';
}
