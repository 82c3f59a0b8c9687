// One exchange: writes the request of an operation as a generated client does, sends it, and judges the response by the generated validators.

import { call, createTransport, type InvalidItemError, type InvalidResponseError, validation } from '@octavo/runtime';
import type { ConsoleOperation } from '../../../generator/docs/console/data.ts';
import { bodiless } from '../../../runtime/contract/responses.ts';
import type { Contract } from '../contract.ts';
import type { Input } from './input.ts';
import type { Answer, PreparedRequest } from './send.ts';

/** Credentials by the name of the scheme: a text, or its fields. */
export type Credentials = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export interface Target {
  readonly baseUrl: string;
  readonly credentials: Credentials;
}

/** The verdict of the validators on a response. */
export type Verdict =
  | { readonly kind: 'valid'; readonly items?: number }
  | { readonly kind: 'invalid'; readonly message: string; readonly issues: readonly BodyIssue[] };

/** `path` is a JSON pointer into the body. */
export interface BodyIssue {
  readonly path: string;
  readonly message: string;
}

export interface ExchangeEvents {
  /** The request is written, and will be sent now. */
  request(request: PreparedRequest): void;
  /** The head of the response has come. */
  head(answer: Answer): void;
  /** A part of the body has come. */
  data(bytes: Uint8Array<ArrayBuffer>): void;
  /** An item of a stream has come, and is valid unless there are issues. */
  item(value: unknown, issues: readonly BodyIssue[]): void;
}

/** Writes the request and sends nothing. Throws an error with a message for people where a value cannot be written. */
export async function prepare(contract: Contract, operation: ConsoleOperation, input: Input, target: Target): Promise<PreparedRequest> {
  let prepared: Promise<PreparedRequest> | undefined;
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    prepared = requestOf(url, init);
    return new Response();
  };
  const transport = createTransport(contract.service, { ...target, baseUrl: target.baseUrl, fetch });
  try {
    await call(transport, contract.rowOf(operation), input);
  } catch (error) {
    // The empty response is not as declared, but the request is there.
    if (prepared === undefined) throw error;
  }
  if (prepared === undefined) throw new Error('The request cannot be written.');
  return prepared;
}

/** Rejects with a `SendError` where there is no response, and with an `AbortError` where it was stopped. */
export async function exchange(
  contract: Contract,
  operation: ConsoleOperation,
  input: Input,
  target: Target,
  send: (request: PreparedRequest) => Promise<Answer>,
  on: ExchangeEvents,
): Promise<Verdict> {
  const row = contract.rowOf(operation);
  let whole: Promise<void> = Promise.resolve();
  let failure: unknown;
  let asked = false;
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    // Redirects are shown, and not followed: the console sends what the user has seen.
    if (asked) throw new Error('The response is a redirect that the document does not declare.');
    asked = true;
    try {
      const request = await requestOf(url, init);
      on.request(request);
      const answer = await send(request);
      on.head(answer);
      const [shown, judged] = answer.body.tee();
      whole = readAll(shown, on.data);
      return responseOf(answer, judged);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const validate = validation(contract.checksOf(operation), { responses: 'throw' });
  const transport = createTransport(contract.service, { baseUrl: target.baseUrl, credentials: target.credentials, fetch, validate });
  let verdict: Verdict;
  try {
    const { body } = (await call(transport, row, input)) as { readonly body?: unknown };
    verdict = isItems(body) ? await readItems(body, on.item) : { kind: 'valid' };
  } catch (error) {
    if (failure !== undefined || !asked) throw failure ?? error;
    verdict = verdictOf(error);
  }
  await whole;
  return verdict;
}

/** A request as `fetch` would send it: a form becomes bytes here, with the boundary in its header. */
async function requestOf(url: string, { method = 'GET', headers, body }: RequestInit): Promise<PreparedRequest> {
  const pairs = new Map(Object.entries((headers ?? {}) as Readonly<Record<string, string>>));
  if (body === null || body === undefined) return { method, url, headers: [...pairs] };
  const encoded = new Response(body);
  const type = encoded.headers.get('content-type');
  if (type !== null && (!pairs.has('content-type') || body instanceof FormData)) pairs.set('content-type', type);
  return { method, url, headers: [...pairs], body: new Uint8Array(await encoded.arrayBuffer()) };
}

function responseOf({ status, statusText, headers }: Answer, body: ReadableStream<Uint8Array<ArrayBuffer>>): Response {
  const pairs = headers.map(([name, value]): [string, string] => [name, value]);
  if (status < 200 || status > 599) throw new Error(`Status ${status} is not one of HTTP.`);
  if (!bodiless({ method: 'GET' }, status)) return new Response(body, { status, statusText, headers: pairs });
  void body.cancel();
  return new Response(null, { status, statusText, headers: pairs });
}

async function readAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onData: (bytes: Uint8Array<ArrayBuffer>) => void): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return;
    onData(value);
  }
}

function isItems(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Reads a stream to its end. An invalid item ends the reading: what follows cannot be trusted. */
async function readItems(items: AsyncIterable<unknown>, onItem: ExchangeEvents['item']): Promise<Verdict> {
  let count = 0;
  try {
    for await (const item of items) {
      count++;
      onItem(item, []);
    }
  } catch (error) {
    return verdictOf(error);
  }
  return { kind: 'valid', items: count };
}

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'AbortError' || error.name === 'SendError') throw error;
  const issues = 'issues' in error ? (error as InvalidResponseError | InvalidItemError).issues : [];
  return {
    kind: 'invalid',
    message: plain(error.message),
    issues: issues.map((issue) => ({ path: issue.path, message: 'message' in issue ? issue.message : plain(error.message) })),
  };
}

/** Messages begin with the name of the operation, which the page shows already. */
function plain(message: string): string {
  const text = message.replace(/^\w+: /, '');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
