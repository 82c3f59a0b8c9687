// Reads one entry of a HAR 1.2 file, as browsers and proxies write it in their various ways.
import { isRecord } from '../base/is-record.ts';
import { bodyOfPost, bytesOf, type EntryBody } from './post-data.ts';

export type HeaderPair = readonly [name: string, value: string];

interface EntryRequest {
  /** In capitals. */
  readonly method: string;
  readonly url: URL;
  /** Path and query, as they are written. */
  readonly target: string;
  /** By lower-case name, without the pseudo-headers of HTTP/2. */
  readonly headers: readonly HeaderPair[];
  readonly body: EntryBody;
}

interface EntryResponse {
  readonly status: number;
  /** Without `Content-Encoding`, since the body of an entry has none. */
  readonly headers: readonly HeaderPair[];
  readonly body: EntryBody;
}

export interface Entry {
  readonly index: number;
  /** Milliseconds since 1970; 0 where the file does not say. */
  readonly began: number;
  /** Milliseconds until the head came, and from then to the end of the body. */
  readonly timing: { readonly wait: number; readonly receive: number };
  readonly request: EntryRequest;
  /** Why there is no response to judge; absent where there is one. */
  readonly unanswered?: Unanswered;
  readonly response: EntryResponse;
  /** JSON pointers to redacted values, as `octavo proxy --record` writes them: `/request/header/authorization`, `/response/body/token`. */
  readonly redacted: readonly string[];
}

/** `cached`: it came from the browser's cache. `socket`: the connection changed to another protocol. `failed`: there was no response. */
type Unanswered = 'cached' | 'socket' | 'failed';

/** A fault of an entry, as a sentence. */
class EntryFault extends Error {}

/** A sentence where the entry cannot be read. */
export function entryOf(index: number, value: unknown): Entry | string {
  try {
    return read(index, value);
  } catch (error) {
    if (error instanceof EntryFault) return `entries[${index}]${error.message}`;
    throw error;
  }
}

function read(index: number, value: unknown): Entry {
  const entry = object(value, '');
  const request = object(entry.request, '.request');
  const response = object(entry.response, '.response');
  const unanswered = unansweredOf(entry, request, response);
  const written = requestOf(request);
  return {
    index,
    began: beganOf(entry.startedDateTime),
    timing: timingOf(entry),
    request: written,
    response: responseOf(response, written.method),
    ...(unanswered === undefined ? {} : { unanswered }),
    redacted: Array.isArray(entry._redacted) ? entry._redacted.filter((one) => typeof one === 'string') : [],
  };
}

function requestOf(request: Members): EntryRequest {
  const text = string(request.url, '.request.url');
  const url = URL.parse(text);
  if (url === null) throw new EntryFault(`.request.url is no absolute address.`);
  const headers = headersOf(request.headers, '.request.headers');
  return {
    method: string(request.method, '.request.method').toUpperCase(),
    url,
    target: targetOf(text, url),
    headers,
    body: requestBody(request),
  };
}

function requestBody(request: Members): EntryBody {
  const { postData } = request;
  if (isRecord(postData)) return bodyOfPost(postData);
  if (postData !== undefined && postData !== null) throw new EntryFault('.request.postData must be an object.');
  return isPositive(request.bodySize) ? 'absent' : undefined;
}

/** `URL` writes some characters in another way than the request had them. */
function targetOf(text: string, url: URL): string {
  const [, target = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^#]*)/i.exec(text.trim()) ?? [];
  const whole = target.startsWith('/') ? target : `/${target}`;
  return /^[\x21-\x7e]*$/.test(whole) ? whole : url.pathname + url.search;
}

function responseOf(response: Members, method: string): EntryResponse {
  const { status } = response;
  if (typeof status !== 'number' || !Number.isInteger(status)) throw new EntryFault('.response.status must be an integer.');
  const headers = headersOf(response.headers, '.response.headers').filter(([name]) => name !== 'content-encoding');
  const content = response.content === undefined || response.content === null ? {} : object(response.content, '.response.content');
  return { status, headers, body: contentOf(content, response, method, status) };
}

function contentOf(content: Members, response: Members, method: string, status: number): EntryBody {
  if (typeof content.text === 'string') return bytesOf(content.text, content.encoding);
  if (content.text !== undefined && content.text !== null) throw new EntryFault('.response.content.text must be a string.');
  if (method === 'HEAD' || status === 204 || status === 304) return undefined;
  const hasNone = content.size === 0 && !isPositive(response.bodySize);
  return hasNone ? undefined : 'absent';
}

function unansweredOf(entry: Members, request: Members, response: Members): Unanswered | undefined {
  const isSocket = /^wss?:/i.test(String(request.url)) || entry._webSocketMessages !== undefined || entry._resourceType === 'websocket';
  if (isSocket || response.status === 101) return 'socket';
  if (entry._fromCache !== undefined || response._fromCache !== undefined || /\(from .*cache\)/.test(String(response.statusText)))
    return 'cached';
  if (isRevalidated(request, response)) return 'cached';
  return typeof response.status === 'number' && response.status < 100 ? 'failed' : undefined;
}

/** Chromium shows the answer 304 to its cache as 200, with the cached body and the headers of 304. */
function isRevalidated(request: Members, response: Members): boolean {
  const isConditional =
    Array.isArray(request.headers) && request.headers.some((one) => isRecord(one) && CONDITIONAL.test(String(one.name)));
  const hasText = isRecord(response.content) && typeof response.content.text === 'string' && response.content.text !== '';
  return isConditional && hasText && response.status === 200 && response.bodySize === 0;
}

const CONDITIONAL = /^if-(?:none-match|modified-since)$/i;

function beganOf(started: unknown): number {
  const time = typeof started === 'string' ? Date.parse(started) : Number.NaN;
  return Number.isNaN(time) ? 0 : time;
}

function timingOf(entry: Members): Entry['timing'] {
  const timings = isRecord(entry.timings) ? entry.timings : {};
  const wait = isPositive(timings.wait) ? timings.wait : 0;
  const receive = isPositive(timings.receive) ? timings.receive : 0;
  return wait + receive === 0 && isPositive(entry.time) ? { wait: entry.time, receive: 0 } : { wait, receive };
}

/** Sound ones only; browsers join several `Set-Cookie` by a new line. */
function headersOf(value: unknown, place: string): HeaderPair[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new EntryFault(`${place} must be a list.`);
  return value.flatMap((one: unknown, index) => {
    const header = object(one, `${place}[${index}]`);
    const name = string(header.name, `${place}[${index}].name`).toLowerCase();
    const text = string(header.value ?? '', `${place}[${index}].value`);
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) return [];
    return text.split(/[\r\n\0]+/).map((line) => [name, line.trim()] as const);
  });
}

type Members = Readonly<Record<string, unknown>>;

function object(value: unknown, place: string): Members {
  if (isRecord(value)) return value;
  throw new EntryFault(`${place === '' ? '' : place} must be an object.`);
}

function string(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  throw new EntryFault(`${place} must be a string.`);
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}
