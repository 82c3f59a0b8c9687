// Where the response of a mock comes from: a recorded one, Prism's where the document allows it, or that of the generated mock.
import { mockPath } from './addresses.ts';
import type { InjectedFault } from './behaviour.ts';
import { type HttpProblem, sendable } from './http.ts';
import type { EngineAsk, EngineOutcome } from './octavo/protocol.ts';
import type { PreparedDocument } from './prepare.ts';
import type { MockAnswer, MockRequest } from './protocol.ts';
import type { Replay } from './replay/index.ts';
import { failureWords, type MockFailure, type MockOutcome } from './supervisor.ts';

export interface AnswerSources {
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
  /** `http://127.0.0.1:4000`, for messages that name an address. */
  readonly url: () => string;
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

export type MockSourceName = 'prism' | 'octavo' | 'living' | 'handler' | 'recorded';

export type Answered =
  | { readonly answer: MockAnswer; readonly by: MockSourceName; readonly reason?: never; readonly fault?: never }
  | { readonly answer?: never; readonly by?: never; readonly reason: HttpProblem; readonly fault?: never }
  /** The request fails on purpose. */
  | { readonly answer?: never; readonly by?: never; readonly reason?: never; readonly fault: OrderedFailure };

interface OrderedFailure {
  readonly status: InjectedFault;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response to a request that the front has read: the recorded one, Prism's, or that of the generated mock. */
export async function answerTo(wanted: MockRequest, body: Buffer<ArrayBuffer> | undefined, sources: AnswerSources): Promise<Answered> {
  return (await recordedAnswer(wanted, body, sources)) ?? answerOf(wanted, body, sources);
}

/** A preference that only the mock can meet. */
const MADE = /(?:^|,)\s*(?:code|example|dynamic)\s*=/i;

/** The recorded response to a request, as it was; `undefined` where there is none, or where the request asks for another one. */
async function recordedAnswer(
  wanted: MockRequest,
  body: Buffer<ArrayBuffer> | undefined,
  sources: AnswerSources,
): Promise<Answered | undefined> {
  const { replay, onReplay, judge, documents, url } = sources;
  if (replay === undefined || MADE.test(wanted.headers.prefer ?? '')) return undefined;
  const { document, method, path, query, headers } = wanted;
  const found = replay.answer(wanted, body);
  if (found === undefined) {
    onReplay?.({ document, method, path });
    return undefined;
  }
  await sources.use(document);
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
  if (judged.kind === 'none') sources.onUnjudged?.(document, judged.detail);
  return { answer, by: 'recorded' };
}

/** A redirect to the recorded service leads to the mock, or the client would leave it. */
function leadingHere(answer: MockAnswer, base: string, here: string): MockAnswer {
  const { location } = answer.headers;
  if (location === undefined || !(location === base || location.startsWith(`${base}/`))) return answer;
  return { ...answer, headers: { ...answer.headers, location: here + location.slice(base.length) } };
}

/** Prism's answer where the document allows it, that of the generated mock otherwise; without one either, why there is none. */
async function answerOf(wanted: MockRequest, body: Buffer<ArrayBuffer> | undefined, sources: AnswerSources): Promise<Answered> {
  await sources.use(wanted.document);
  const beyond = sources.ask === undefined ? undefined : beyondPrism(wanted, sources);
  // That Prism has not loaded the document has been reported once, for all its requests.
  const isReported = sources.ask === undefined || isWithoutPrism(sources.documents.get(wanted.document));
  const outcome = beyond === undefined && sources.ask !== undefined ? await askFor(wanted, sources.ask) : undefined;
  const given = outcome?.kind === 'answer' ? outcome.answer : undefined;
  if (given?.isOurs === true) return { answer: given, by: 'prism' };
  const { document, method, path, query, headers } = wanted;
  const target = query === '' ? path : `${path}?${query}`;
  const known = sources.documents.get(document);
  const judged = await sources.judge({
    document,
    request: { method, target, headers, ...(body === undefined ? {} : { body }) },
    ...(known === undefined ? {} : { base: `${sources.url()}${mockPath(known)}` }),
    ...(given === undefined ? {} : { given: { ...given, headers: sendable(given.headers) } }),
  });
  const failed = outcome?.kind === 'failed' ? failure(outcome.reason, outcome.detail) : undefined;
  if (judged.kind === 'answer') {
    const reason = beyond ?? failed?.detail.split(/\. /)[0] ?? judged.reason;
    if (reason !== '' && !isReported) sources.onOctavo?.({ document, method, path, reason });
    return { answer: judged.answer, by: judged.by ?? 'octavo' };
  }
  if (judged.kind === 'fault')
    return { fault: { status: judged.fault, ...(judged.headers === undefined ? {} : { headers: judged.headers }) } };
  if (judged.kind === 'none') sources.onUnjudged?.(document, judged.detail);
  if (given !== undefined) return { answer: given, by: 'prism' };
  if (failed !== undefined) return { reason: failed };
  const detail = judged.kind === 'none' ? judged.detail : 'it has no answer';
  if (sources.ask === undefined && judged.kind === 'none' && judged.isByDocument === true) return { reason: withoutResponse(detail) };
  if (sources.ask === undefined) return { reason: mockFailed('unavailable', `The mock has no response: ${detail}`) };
  return { reason: failure('unavailable', `${beyond === undefined ? '' : `${beyond}, and `}Octavo has no response: ${detail}`) };
}

function isWithoutPrism(document: PreparedDocument | undefined): boolean {
  return document?.withoutPrism !== undefined || document?.isLoading === true;
}

/** Why Prism is not asked at all. */
function beyondPrism({ document: id, method, path }: MockRequest, { documents }: AnswerSources): string | undefined {
  const document = documents.get(id);
  if (document === undefined) return undefined;
  if (document.isLoading === true) return 'Prism is still loading the document';
  if (document.withoutPrism !== undefined) return `Prism has not loaded the document: ${document.withoutPrism}`;
  return document.beyondPrism.find((one) => one.method === method && one.paths.test(path))?.reason;
}

async function askFor(wanted: MockRequest, ask: NonNullable<AnswerSources['ask']>): Promise<MockOutcome> {
  const outcome = await ask(wanted);
  // RFC 9110 §9.3.2: HEAD is GET without the body. Prism supports it only if the document lists it.
  const isUnknown = wanted.method === 'HEAD' && outcome.kind === 'answer' && outcome.answer.status === 405;
  return isUnknown ? ask({ ...wanted, method: 'GET' }) : outcome;
}

const failureStatus: Readonly<Record<MockFailure, number>> = { died: 502, hung: 504, threw: 502, unavailable: 503 };

function failure(reason: MockFailure, detail: string): HttpProblem {
  return mockFailed(reason, `${failureWords[reason]}: ${detail}`);
}

/** Where nothing is right, the mock answers nothing wrong: its user has to correct the document, or to answer otherwise. */
function withoutResponse(detail: string): HttpProblem {
  return {
    status: failureStatus.unavailable,
    title: 'No response',
    detail: `The mock found no response that the document allows: ${detail.replace(/\.$/, '')}. Correct the document, or answer with a handler.`,
    code: 'mock-unavailable',
  };
}

function mockFailed(reason: MockFailure, sentence: string): HttpProblem {
  return {
    status: failureStatus[reason],
    title: 'Mock failed',
    detail: `${sentence.replace(/\.$/, '')}. The mock failed; the request and the document may be fine.`,
    code: `mock-${reason}`,
  };
}
