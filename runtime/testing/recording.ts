// Records requests and responses as plain data that can be committed, and responds from such recordings in tests.

import { OctavoError } from '../contract/errors.ts';
import { setOwn } from '../contract/own.ts';
import type { Send } from '../contract/request.ts';
import { essenceOf, isJson, isUtf8, parameterOf } from '../wire/media-type.ts';

/** A message body: text if the bytes are UTF-8 without control characters, otherwise base64 (RFC 4648 section 4). */
export type RecordedBody = { readonly text: string } | { readonly base64: string };

export interface RecordedRequest {
  readonly method: string;
  /** The absolute URL; credentials in the query are `***`. */
  readonly url: string;
  /** By lower-case name; credentials are `***`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: no body. */
  readonly body?: RecordedBody;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: no body, or none of it was read. For a stream, the bytes that were read. */
  readonly body?: RecordedBody;
}

/** One request with its response, as JSON. */
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
  /** In the order of the responses. A body is added once it was read to its end or cancelled. */
  readonly calls: readonly RecordedCall[];
}

const MASK = '***';
const CREDENTIAL =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|key|token|jwt|code_verifier|client_assertion)$|(?:^|[-_])(?:(?:api|auth|access|secret|private)[-_]?key|secret|signature(?:[-_]\d+)?|sig|password|passwd|credentials?|(?:access|refresh|id|auth|bearer|session|security|private|vault|csrf|xsrf)[-_]?token)$/i;
/** Members of JSON in which OAuth 2 (RFC 6749 section 5.1) and other services send secrets. */
const SECRET_MEMBERS = /("(?:(?:access|refresh|id|session)_?token|client_?secret|api_?key|password)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/** Whether a name is one of the usual names of credentials: `authorization`, `cookie`, `x-api-key`, `access_token`, `signature`, … */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL.test(name);
}

/**
 * `createXClient({ fetch: recording.fetch })`. Responses are passed on as they arrive, streams too. Credentials are masked in the recording, and the
 * random boundary of a multipart body is replaced by `boundary`, so that two runs record the same.
 */
export function recordingFetch(fetch: Send = (url, init) => globalThis.fetch(url, init), options: RecordingOptions = {}): Recording {
  const mask = options.mask ?? isCredentialName;
  const calls: RecordedCall[] = [];
  return {
    calls,
    async fetch(url, init) {
      // A stream is read by the recording and by `fetch`.
      const [own, passed] = init.body instanceof ReadableStream ? init.body.tee() : [init.body, init.body];
      const sent = recordRequest(new Request(url, { ...init, body: own ?? null }), mask);
      // Awaited below. If `fetch` fails first, an error of the body must not become an unhandled rejection.
      sent.catch(() => undefined);
      const response = await fetch(url, { ...init, body: passed ?? null });
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

/** A request that is not in the recording: the cause of the client's `TransportError`. */
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
  /** The recorded calls that were not used yet. */
  unused(): readonly RecordedCall[];
}

/**
 * Responds from a recording, with the first unused call that has the same method, URL and body; credentials are not compared. Headers are not
 * compared, since platforms add their own. `mask` must be that of the recording.
 */
export function replayFetch(calls: readonly RecordedCall[], options: RecordingOptions = {}): Replay {
  const mask = options.mask ?? isCredentialName;
  const left = [...calls];
  return {
    unused: () => [...left],
    async fetch(url, init) {
      init.signal?.throwIfAborted();
      const wanted = await recordRequest(new Request(url, init), mask);
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

/** Headers with a URL, whose query may contain a code or token. */
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

/** `a=1&api_key=***`; the rest stays unchanged. */
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

/** Masks the contents of parts that are credentials by their name. */
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

/** Each byte as the character with its code. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  // In chunks, since the number of arguments of a call is limited.
  for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return text;
}

function bytesOf(body: RecordedBody): Uint8Array<ArrayBuffer> {
  if ('text' in body) return new TextEncoder().encode(body.text);
  return Uint8Array.from(atob(body.base64), (character) => character.charCodeAt(0));
}

/** The same response; `done` is called with its bytes once they were read or cancelled. */
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
        // A copy, since the reader may transfer the chunk.
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
