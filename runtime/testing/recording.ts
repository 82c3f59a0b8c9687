// A transport that keeps what it sent and got as plain data, and one that answers from such data: the wire of a test, fit to be committed.

import { OctavoError } from '../contract/errors.ts';
import type { Send } from '../contract/outgoing.ts';
import { setOwn } from '../contract/own.ts';
import { essenceOf, isJson, isUtf8, parameterOf } from '../wire/media-type.ts';

/** A message body: text where the bytes are UTF-8 without control characters, else base64 (RFC 4648 section 4). */
export type RecordedBody = { readonly text: string } | { readonly base64: string };

export interface RecordedRequest {
  readonly method: string;
  /** Absolute; values of query parameters that are credentials are `***`. */
  readonly url: string;
  /** Names in lower case; values of fields that are credentials are `***`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: none. */
  readonly body?: RecordedBody;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: none, or none of it was read. Of a stream, what was read of it. */
  readonly body?: RecordedBody;
}

/** One exchange. JSON holds all of it. */
export interface RecordedCall {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
}

export interface RecordingOptions {
  /** Whether a header, a query parameter or a field of a form is a credential, by its name in lower case. Default: `isCredentialName`. */
  readonly mask?: (name: string) => boolean;
}

export interface Recording {
  readonly fetch: Send;
  /** In the order in which the answers came; a body is there once it was read to its end or given up. */
  readonly calls: readonly RecordedCall[];
}

const MASK = '***';
const CREDENTIAL =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|key|token|jwt|code_verifier|client_assertion)$|(?:^|[-_])(?:(?:api|auth|access|secret|private)[-_]?key|secret|signature(?:[-_]\d+)?|sig|password|passwd|credentials?|(?:access|refresh|id|auth|bearer|session|security|private|vault|csrf|xsrf)[-_]?token)$/i;
/** Members of JSON that OAuth 2 and its kin put secrets in (RFC 6749 section 5.1), and what services call them. */
const SECRET_MEMBERS = /("(?:(?:access|refresh|id|session)_?token|client_?secret|api_?key|password)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/** Names under which credentials usually travel: `authorization`, `cookie`, `x-api-key`, `access_token`, `signature`, …; for others there is `mask`. */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL.test(name);
}

/**
 * `createXClient({ fetch: recording.fetch })`. Answers pass through as they come, streams too; what is kept has its credentials masked.
 * The random boundary of a multipart body is kept as `boundary`, so that two runs record the same.
 */
export function recordingFetch(fetch: Send = (request) => globalThis.fetch(request), options: RecordingOptions = {}): Recording {
  const mask = options.mask ?? isCredentialName;
  const calls: RecordedCall[] = [];
  return {
    calls,
    async fetch(request) {
      const sent = recordRequest(request.clone(), mask);
      // Read below; when `fetch` fails first, nobody is to hear of the body.
      sent.catch(() => undefined);
      const response = await fetch(request);
      const recorded: { -readonly [K in keyof RecordedResponse]: RecordedResponse[K] } = {
        status: response.status,
        headers: maskHeaders(response.headers, mask),
      };
      calls.push({ request: await sent, response: recorded });
      if (response.body === null) return response;
      return observed(response, response.body, (bytes) => {
        recorded.body = bodyOf(bytes, response.headers.get('content-type') ?? '', mask);
      });
    },
  };
}

/** A request that no call of the recording stands for. The cause of the client's `TransportError`. */
export class UnrecordedRequestError extends OctavoError {
  override readonly name = 'UnrecordedRequestError';
  /** Method and URL, credentials masked. */
  readonly request: string;

  constructor(request: string) {
    super(`The recording has no answer left for ${request}.`);
    this.request = request;
  }
}

export interface Replay {
  /** @throws {UnrecordedRequestError} */
  readonly fetch: Send;
  /** Calls that nobody made yet. */
  unused(): readonly RecordedCall[];
}

/**
 * Answers from a recording: the first call not used yet with the same method, URL and body, credentials aside. Other headers do not
 * count, since platforms add their own. `mask` must be the recording's.
 */
export function replayFetch(calls: readonly RecordedCall[], options: RecordingOptions = {}): Replay {
  const mask = options.mask ?? isCredentialName;
  const left = [...calls];
  return {
    unused: () => [...left],
    async fetch(request) {
      request.signal.throwIfAborted();
      const wanted = await recordRequest(request, mask);
      const index = left.findIndex((call) => keyOf(call.request) === keyOf(wanted));
      const [call] = index === -1 ? [] : left.splice(index, 1);
      if (call === undefined) throw new UnrecordedRequestError(`${wanted.method} ${wanted.url}`);
      const { status, headers, body } = call.response;
      return new Response(body === undefined ? null : bytesOf(body), { status, headers });
    },
  };
}

function keyOf({ method, url, body }: RecordedRequest): string {
  return JSON.stringify([method, url, body ?? null]);
}

async function recordRequest(request: Request, mask: (name: string) => boolean): Promise<RecordedRequest> {
  const headers = maskHeaders(request.headers, mask);
  const recorded = { method: request.method, url: maskUrl(request.url, mask), headers };
  if (request.body === null) return recorded;
  const type = request.headers.get('content-type') ?? '';
  const body = bodyOf(new Uint8Array(await request.arrayBuffer()), type, mask);
  const boundary = boundaryOf(type);
  if (boundary !== undefined) headers['content-type'] = type.replaceAll(boundary, 'boundary');
  return { ...recorded, body };
}

/** Fields that are a URL, which may have a code or token in its query. */
const URL_FIELDS = ['location', 'content-location', 'referer'];

function maskHeaders(headers: Headers, mask: (name: string) => boolean): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of headers) setOwn(plain, name, mask(name) ? MASK : URL_FIELDS.includes(name) ? maskUrl(value, mask) : value);
  return plain;
}

function maskUrl(url: string, mask: (name: string) => boolean): string {
  const start = url.indexOf('?');
  return start === -1 ? url : `${url.slice(0, start)}?${maskPairs(url.slice(start + 1), mask)}`;
}

/** `a=1&api_key=***`: all else stays as it was written. */
function maskPairs(pairs: string, mask: (name: string) => boolean): string {
  return pairs
    .split('&')
    .map((pair) => {
      const end = pair.indexOf('=');
      return end !== -1 && mask(nameOf(pair.slice(0, end)).toLowerCase()) ? `${pair.slice(0, end)}=${MASK}` : pair;
    })
    .join('&');
}

function nameOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function boundaryOf(contentType: string): string | undefined {
  return essenceOf(contentType).startsWith('multipart/') ? parameterOf(contentType, 'boundary') : undefined;
}

function bodyOf(bytes: Uint8Array, contentType: string, mask: (name: string) => boolean): RecordedBody {
  const text = textOf(bytes, contentType);
  const boundary = boundaryOf(contentType);
  if (boundary !== undefined) {
    const parts = maskParts(text ?? latin1(bytes), boundary, mask).replaceAll(boundary, 'boundary');
    return text === undefined ? { base64: btoa(parts) } : { text: parts };
  }
  if (text === undefined) return { base64: btoa(latin1(bytes)) };
  const essence = essenceOf(contentType);
  if (essence === 'application/x-www-form-urlencoded') return { text: maskPairs(text, mask) };
  if (isJson(essence)) return { text: text.replace(SECRET_MEMBERS, `$1"${MASK}"`) };
  return { text };
}

/** The contents of parts that are credentials by their name. */
function maskParts(body: string, boundary: string, mask: (name: string) => boolean): string {
  const parts = body.split(`--${boundary}`).map((part) => {
    const end = part.indexOf('\r\n\r\n');
    const name = /;\s*name="([^"]*)"/i.exec(part.slice(0, Math.max(end, 0)))?.[1];
    return name !== undefined && mask(name.toLowerCase()) ? `${part.slice(0, end)}\r\n\r\n${MASK}\r\n` : part;
  });
  return parts.join(`--${boundary}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\x00-\x08\x0e-\x1f\x7f]/;

function textOf(bytes: Uint8Array, contentType: string): string | undefined {
  if (!isUtf8(contentType)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Each byte as the character of its number. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return text;
}

function bytesOf(body: RecordedBody): Uint8Array<ArrayBuffer> {
  if ('text' in body) return new TextEncoder().encode(body.text);
  return Uint8Array.from(atob(body.base64), (character) => character.charCodeAt(0));
}

/** The same answer, whose bytes are told to `done` once they have all been read, or were given up. */
function observed(response: Response, stream: ReadableStream<Uint8Array>, done: (bytes: Uint8Array) => void): Response {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  const finish = (): void => {
    const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    done(bytes);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const step = await reader.read();
        if (step.done) {
          finish();
          controller.close();
          return;
        }
        // A copy: whoever reads the chunk owns it then.
        chunks.push(step.value.slice());
        controller.enqueue(step.value);
      },
      async cancel(reason) {
        finish();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers, url } = response;
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
}
