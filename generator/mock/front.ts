// The address of the mocks: passes requests to `/mock/<document>` on to Prism, and rejects those on which Prism would crash or hang.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { route } from './addresses.ts';
import { type AnswerSources, answerTo, type MockSourceName } from './answering.ts';
import { type Behaviour, type InjectedFault, wishOf } from './behaviour.ts';
import { type HttpProblem, originAllowed, send, sendable, sendProblem } from './http.ts';
import type { MockAnswer, MockRequest } from './protocol.ts';
import { faultOf, inOwnForm } from './refusal.ts';
import { bodyOf, unreadable } from './request-body.ts';

/**
 * Header of every response under `/mock/` that says where it comes from: `recorded` for a recorded response, `living` for one of a living mock,
 * `handler` for one of a handler in front of it, `prism` for a response of the document (including its 4xx), `octavo` for one that the generated
 * mock gave in Prism's place, `front` for a request that was rejected before either, `fault` for a failure that was asked for, `failed` if the mock
 * itself failed, which says nothing about the request.
 */
const mockHeader = 'x-octavo-mock';

export interface FrontOptions extends AnswerSources {
  /** Bytes of a request body; default 10 MiB, Prism's own limit. */
  readonly maxBodyBytes?: number;
  readonly behaviour: Behaviour;
  /** Called for each request that does not get what it asked for. */
  readonly onRefused?: (refused: RefusedRequest) => void;
}

/** A request that the mock refused, or failed on purpose, and why. */
export interface RefusedRequest {
  readonly method: string;
  /** Without the query, which may contain credentials. */
  readonly path: string;
  /** Absent where the connection was closed instead. */
  readonly status?: number;
  readonly reason: string;
}

/** Answers a request to `/mock` or below. Never throws. */
export async function handleMock(request: IncomingMessage, response: ServerResponse, options: FrontOptions): Promise<void> {
  const { behaviour, onRefused } = options;
  const { origin } = request.headers;
  if (origin !== undefined && mayRead(origin, behaviour)) allowOrigin(request, response, origin);
  if (isPreflight(request)) {
    response.writeHead(204, { [mockHeader]: 'front', 'content-length': '0' }).end();
    return;
  }
  const refused = (reason: string, status?: number): void => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    onRefused?.({ method: request.method ?? 'GET', path, reason, ...(status === undefined ? {} : { status }) });
  };
  const refuse = (problem: HttpProblem, headers: Readonly<Record<string, string>> = {}): void => {
    refused(problem.detail, problem.status);
    sendProblem(response, problem, { [mockHeader]: 'front', ...headers });
  };
  const routed = route(request.url ?? '/', options);
  if ('status' in routed) return refuse(routed);
  const templates = options.documents.get(routed.document)?.errors;
  const inForm = (status: number, detail: string): MockAnswer | undefined =>
    templates === undefined ? undefined : inOwnForm(templates, '', faultOf(status, [{ detail, pointer: '' }]));
  const wish = wishOf(headerOf(request, 'prefer'), behaviour);
  if ('status' in wish) return refuse(wish);
  const received = await bodyOf(request, options.maxBodyBytes ?? 10 * 1024 * 1024);
  // Without Prism, the generated mock reads the body, and answers as the operation does.
  const isChecked = options.ask !== undefined && received !== undefined && !('status' in received);
  const body = (isChecked ? unreadable(received, request.headers['content-type'] ?? '') : undefined) ?? received;
  if (wish.delay > 0) await sleep(wish.delay, undefined, { ref: false });
  if (wish.fault !== undefined) {
    refused('the fault that was asked for', wish.fault === 'drop' ? undefined : wish.fault);
    return fail(request, response, wish.fault, inForm);
  }
  if (body !== undefined && 'status' in body) {
    const headers = { [mockHeader]: 'front', ...(body.status === 413 ? { connection: 'close' } : {}) };
    const own = inForm(body.status, body.detail);
    if (own === undefined) return refuse(body, headers);
    refused(body.detail, own.status);
    return send(response, own.status, { ...own.headers, ...headers }, own.body ?? '');
  }
  const wanted: MockRequest = {
    ...routed,
    method: request.method ?? 'GET',
    headers: headersOf(request, body?.bytes, wish.prefer),
    ...(body === undefined ? {} : { body: body.text }),
  };
  const { answer, by, reason, fault } = await answerTo(wanted, body?.bytes, options);
  if (fault !== undefined) {
    refused('the fault that was asked for', fault.status === 'drop' ? undefined : fault.status);
    return fail(request, response, fault.status, inForm, fault.headers);
  }
  if (answer === undefined) {
    sendProblem(response, reason, { [mockHeader]: 'failed', 'retry-after': '1' });
    return;
  }
  if (answer.refused !== undefined) refused(answer.refused, answer.status);
  sendAnswer(response, answer, by);
}

/** Fails a request on purpose: in the form of the document's errors where it has one, as a problem, or by closing the connection. */
function fail(
  request: IncomingMessage,
  response: ServerResponse,
  fault: InjectedFault,
  inForm: (status: number, detail: string) => MockAnswer | undefined,
  added: Readonly<Record<string, string>> = {},
): void {
  if (fault === 'drop') {
    request.socket.destroy();
    return;
  }
  const detail = 'The mock was asked for this fault.';
  const own = inForm(fault, detail);
  const headers = { [mockHeader]: 'fault', ...(fault === 429 || fault === 503 ? { 'retry-after': '1' } : {}), ...sendable(added) };
  if (own === undefined) sendProblem(response, { status: fault, title: 'Fault on purpose', detail, code: 'fault' }, headers);
  else send(response, own.status, { ...own.headers, ...headers }, own.body ?? '');
}

function mayRead(origin: string, { origins = [] }: Behaviour): boolean {
  return origins.includes('*') || origins.includes(origin.toLowerCase()) || originAllowed(origin);
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The headers for Prism, with the `content-length` that its check of media types needs: a chunked request has none. */
function headersOf(request: IncomingMessage, body: Buffer | undefined, prefer: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of Object.keys(request.headers)) {
    const value = headerOf(request, name);
    if (value !== undefined && name !== 'transfer-encoding' && name !== 'prefer') headers[name] = value;
  }
  if (prefer !== undefined) headers.prefer = prefer;
  headers['content-length'] = String(body?.length ?? 0);
  return headers;
}

function sendAnswer(response: ServerResponse, answer: MockAnswer, by: MockSourceName): void {
  const headers = { ...sendable(answer.headers), [mockHeader]: answer.isOurs === true ? 'front' : by };
  if (answer.cookies !== undefined) response.setHeader('set-cookie', answer.cookies);
  const { status } = answer;
  if (status === 204 || status === 304 || status < 200) {
    response.writeHead(status < 200 ? 204 : status, headers).end();
    return;
  }
  send(response, status > 599 ? 500 : status, headers, answer.body ?? '');
}

function isPreflight(request: IncomingMessage): boolean {
  return (
    request.method === 'OPTIONS' && request.headers.origin !== undefined && request.headers['access-control-request-method'] !== undefined
  );
}

/** Lets pages of an origin read the mock: those of this machine, on any port, and those that the command line names. */
function allowOrigin(request: IncomingMessage, response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('vary', 'origin');
  if (!isPreflight(request)) {
    response.setHeader('access-control-expose-headers', `${mockHeader}, retry-after, www-authenticate, location, link, sl-violations`);
    return;
  }
  response.setHeader('access-control-allow-methods', String(request.headers['access-control-request-method']));
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-max-age', '600');
}
