// The address of the mocks: passes requests to `/mock/<document>` on to Prism, and rejects those on which Prism would crash or hang.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { mockPath, route } from './addresses.ts';
import { type Behaviour, type InjectedFault, wishOf } from './behaviour.ts';
import { type HttpProblem, originAllowed, send, sendProblem } from './http.ts';
import type { EngineAsk, EngineOutcome } from './octavo/protocol.ts';
import type { PreparedDocument } from './prepare.ts';
import type { MockAnswer, MockRequest } from './protocol.ts';
import { faultOf, inOwnForm } from './refusal.ts';
import type { Replay } from './replay/index.ts';
import { bodyOf, unreadable } from './request-body.ts';
import { failureWords, type MockFailure, type MockOutcome } from './supervisor.ts';

/**
 * Header of every response under `/mock/` that says where it comes from: `recorded` for a recorded response, `living` for one of a living mock, `handler` for one of a handler in front of it, `prism` for a response of the document (including its 4xx), `octavo` for
 * one that the generated mock gave in Prism's place, `front` for a request that was rejected before either, `fault` for a failure that was asked
 * for, `failed` if the mock itself failed, which says nothing about the request.
 */
const mockHeader = 'x-octavo-mock';

export interface FrontOptions {
  /** The current documents, by id. */
  readonly documents: ReadonlyMap<string, PreparedDocument>;
  /** Called before a document is asked; resolves when it can answer. */
  readonly use: (document: string) => Promise<void>;
  /** Asks Prism; absent where only Octavo answers. */
  readonly ask?: (request: MockRequest) => Promise<MockOutcome>;
  /** Judges what Prism answered, and answers where that is not what the document allows. */
  readonly judge: (ask: Omit<EngineAsk, 'dynamic'>) => Promise<EngineOutcome>;
  /** Recorded responses, which are asked before Prism. */
  readonly replay?: Replay;
  /** Called for requests that are not recorded, and for recorded responses that the document does not allow. */
  readonly onReplay?: (told: ReplayNote) => void;
  /** Bytes of a request body; default 10 MiB, Prism's own limit. */
  readonly maxBodyBytes?: number;
  /** `http://127.0.0.1:4000`, for messages that name an address. */
  readonly url: () => string;
  readonly behaviour: Behaviour;
  /** Called for each request that does not get what it asked for. */
  readonly onRefused?: (refused: RefusedRequest) => void;
  /** Called for each request that the generated mock answers. */
  readonly onOctavo?: (answered: OctavoAnswer) => void;
  /** Called where Prism's answer is sent without a judgement. */
  readonly onUnjudged?: (id: string, detail: string) => void;
}

/** A request that the generated mock answered in Prism's place, and why. */
export interface OctavoAnswer {
  readonly document: string;
  readonly method: string;
  /** Without the query, which may contain credentials. */
  readonly path: string;
  readonly reason: string;
}

/** What is to be said of a request to a mock with recorded responses. */
export interface ReplayNote {
  readonly document: string;
  readonly method: string;
  /** Without the query, which may contain credentials. */
  readonly path: string;
  /** The index of the entry that answered; absent where the request is not recorded. */
  readonly entry?: number;
  /** What is wrong with the recorded response, as the end of a sentence that begins with it. */
  readonly reason?: string;
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
  const { answer, by, reason, fault } =
    (await recordedAnswer(wanted, body?.bytes, options)) ?? (await answerOf(wanted, body?.bytes, options));
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

type MockSourceName = 'prism' | 'octavo' | 'living' | 'handler' | 'recorded';

type Answered =
  | { readonly answer: MockAnswer; readonly by: MockSourceName; readonly reason?: never; readonly fault?: never }
  | { readonly answer?: never; readonly by?: never; readonly reason: HttpProblem; readonly fault?: never }
  /** The request fails on purpose. */
  | { readonly answer?: never; readonly by?: never; readonly reason?: never; readonly fault: OrderedFailure };

interface OrderedFailure {
  readonly status: InjectedFault;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A preference that only the mock can meet. */
const MADE = /(?:^|,)\s*(?:code|example|dynamic)\s*=/i;

/** The recorded response to a request, as it was; `undefined` where there is none, or where the request asks for another one. */
async function recordedAnswer(
  wanted: MockRequest,
  body: Buffer<ArrayBuffer> | undefined,
  options: FrontOptions,
): Promise<Answered | undefined> {
  const { replay, onReplay, judge, documents, url } = options;
  if (replay === undefined || MADE.test(wanted.headers.prefer ?? '')) return undefined;
  const { document, method, path, query, headers } = wanted;
  const found = replay.answer(wanted, body);
  if (found === undefined) {
    onReplay?.({ document, method, path });
    return undefined;
  }
  await options.use(document);
  const { base, index: entry } = found;
  const known = documents.get(document);
  const answer = known === undefined ? found.answer : leadingHere(found.answer, base, `${url()}${mockPath(known)}`);
  const target = query === '' ? path : `${path}?${query}`;
  const given = { ...found.answer, headers: sendable(found.answer.headers) };
  const judged = await judge({
    document,
    request: { method, target, headers, ...(body === undefined ? {} : { body }) },
    given,
    isRecorded: true,
  });
  if (judged.kind === 'kept' && judged.reason !== undefined) onReplay?.({ document, method, path, entry, reason: judged.reason });
  if (judged.kind === 'none') options.onUnjudged?.(document, judged.detail);
  return { answer, by: 'recorded' };
}

/** A redirect to the recorded service leads to the mock, or the client would leave it. */
function leadingHere(answer: MockAnswer, base: string, here: string): MockAnswer {
  const { location } = answer.headers;
  if (location === undefined || !(location === base || location.startsWith(`${base}/`))) return answer;
  return { ...answer, headers: { ...answer.headers, location: here + location.slice(base.length) } };
}

/** Prism's answer where the document allows it, that of the generated mock otherwise; without one either, why there is none. */
async function answerOf(wanted: MockRequest, body: Buffer<ArrayBuffer> | undefined, options: FrontOptions): Promise<Answered> {
  await options.use(wanted.document);
  const beyond = options.ask === undefined ? undefined : beyondPrism(wanted, options);
  // That Prism has not loaded the document has been reported once, for all its requests.
  const isReported = options.ask === undefined || isWithoutPrism(options.documents.get(wanted.document));
  const outcome = beyond === undefined && options.ask !== undefined ? await askFor(wanted, options.ask) : undefined;
  const given = outcome?.kind === 'answer' ? outcome.answer : undefined;
  if (given?.isOurs === true) return { answer: given, by: 'prism' };
  const { document, method, path, query, headers } = wanted;
  const target = query === '' ? path : `${path}?${query}`;
  const known = options.documents.get(document);
  const judged = await options.judge({
    document,
    request: { method, target, headers, ...(body === undefined ? {} : { body }) },
    ...(known === undefined ? {} : { base: `${options.url()}${mockPath(known)}` }),
    ...(given === undefined ? {} : { given: { ...given, headers: sendable(given.headers) } }),
  });
  const failed = outcome?.kind === 'failed' ? failure(outcome.reason, outcome.detail) : undefined;
  if (judged.kind === 'answer') {
    const reason = beyond ?? failed?.detail.split(/\. /)[0] ?? judged.reason;
    if (reason !== '' && !isReported) options.onOctavo?.({ document, method, path, reason });
    return { answer: judged.answer, by: judged.by ?? 'octavo' };
  }
  if (judged.kind === 'fault')
    return { fault: { status: judged.fault, ...(judged.headers === undefined ? {} : { headers: judged.headers }) } };
  if (judged.kind === 'none') options.onUnjudged?.(document, judged.detail);
  if (given !== undefined) return { answer: given, by: 'prism' };
  if (failed !== undefined) return { reason: failed };
  const detail = judged.kind === 'none' ? judged.detail : 'it has no answer';
  if (options.ask === undefined) return { reason: mockFailed('unavailable', `The mock has no response: ${detail}`) };
  return { reason: failure('unavailable', `${beyond === undefined ? '' : `${beyond}, and `}Octavo has no response: ${detail}`) };
}

function isWithoutPrism(document: PreparedDocument | undefined): boolean {
  return document?.withoutPrism !== undefined || document?.isLoading === true;
}

/** Why Prism is not asked at all. */
function beyondPrism({ document: id, method, path }: MockRequest, { documents }: FrontOptions): string | undefined {
  const document = documents.get(id);
  if (document === undefined) return undefined;
  if (document.isLoading === true) return 'Prism is still loading the document';
  if (document.withoutPrism !== undefined) return `Prism has not loaded the document: ${document.withoutPrism}`;
  return document.beyondPrism.find((one) => one.method === method && one.paths.test(path))?.reason;
}

async function askFor(wanted: MockRequest, ask: NonNullable<FrontOptions['ask']>): Promise<MockOutcome> {
  const outcome = await ask(wanted);
  // RFC 9110 §9.3.2: HEAD is GET without the body. Prism supports it only if the document lists it.
  const isUnknown = wanted.method === 'HEAD' && outcome.kind === 'answer' && outcome.answer.status === 405;
  return isUnknown ? ask({ ...wanted, method: 'GET' }) : outcome;
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

/** Headers of the connection, which this server sets itself, and the coding of the body, which has none. */
const ownFields = new Set(['connection', 'transfer-encoding', 'content-encoding', 'content-length', 'keep-alive', 'upgrade', 'trailer']);

/** The headers that are sent. RFC 9110 §5.1 and §5.5: an example may contain text that is not valid in a header. */
function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) && !ownFields.has(name)) sent[name] = value;
  }
  return sent;
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

const failureStatus: Readonly<Record<MockFailure, number>> = { died: 502, hung: 504, threw: 502, unavailable: 503 };

function failure(reason: MockFailure, detail: string): HttpProblem {
  return mockFailed(reason, `${failureWords[reason]}: ${detail}`);
}

function mockFailed(reason: MockFailure, sentence: string): HttpProblem {
  return {
    status: failureStatus[reason],
    title: 'Mock failed',
    detail: `${sentence.replace(/\.$/, '')}. The mock failed; the request and the document may be fine.`,
    code: `mock-${reason}`,
  };
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
