// `POST /-/send` of the development server: sends one request of the console to a service, and streams the response back. Pages can thus call
// services that know no CORS, and see all headers.
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { messageOf, systemCode } from '../base/error.ts';
import { isLoopbackName } from '../base/loopback.ts';
import { readBody, sendProblem } from '../mock/http.ts';
import type { SendEvent, SendRequest } from './send-data.ts';

interface SendLimits {
  /** Limit of the posted JSON. Default: 24 MiB. */
  readonly requestBytes: number;
  /** Limit of the service's body. Default: 64 MiB. */
  readonly responseBytes: number;
  /** Until the head of the response. Default: 60,000. */
  readonly headMilliseconds: number;
  /** Until its end; streams may take this long. Default: 15 minutes. */
  readonly milliseconds: number;
  /** Requests at the same time. Default: 32. */
  readonly concurrent: number;
}

const LIMITS: SendLimits = {
  requestBytes: 24 << 20,
  responseBytes: 64 << 20,
  headMilliseconds: 60_000,
  milliseconds: 900_000,
  concurrent: 32,
};

/** Headers of the connection, which Node.js writes itself (RFC 9110 section 7.6.1). */
const OWN_HEADERS = new Set(
  'connection content-length expect host http2-settings keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
);

export type SendHandler = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

/** The handler of `/-/send`. The caller has checked the `Host` header. */
export function createSendHandler(given: Partial<SendLimits> = {}): SendHandler {
  const limits = { ...LIMITS, ...given };
  let running = 0;
  return async (request, response) => {
    const refusal = refusalOf(request);
    if (refusal !== undefined) return refuse(response, refusal);
    if (running >= limits.concurrent)
      return refuse(response, {
        status: 429,
        code: 'send-too-many',
        detail: `${limits.concurrent} requests are being sent; wait for one to end.`,
      });
    running++;
    response.once('close', () => running--);
    const body = await readBody(request, limits.requestBytes);
    if (body.kind === 'broken') return;
    if (body.kind === 'too-large')
      return refuse(response, { status: 413, code: 'send-too-large', detail: `The request is larger than ${limits.requestBytes} bytes.` });
    const wanted = readRequest(body.bytes.toString('utf8'));
    if ('code' in wanted) return refuse(response, wanted);
    forward(wanted, response, limits);
  };
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

function refuse(response: http.ServerResponse, { status, code, detail }: Refusal): void {
  const title = http.STATUS_CODES[status] ?? 'Refused';
  sendProblem(response, { status, title, detail, code }, { connection: 'close' });
}

/** Only a page of the portal itself may send: those of mocks run scripts of documents, and have another origin. */
function refusalOf({ method, headers, socket }: http.IncomingMessage): Refusal | undefined {
  if (method !== 'POST') return { status: 405, code: 'not-post', detail: 'Only POST sends a request.' };
  if (headers.origin !== `http://${headers.host ?? ''}`)
    return { status: 403, code: 'foreign-origin', detail: 'Only pages of the portal may send requests.' };
  // With `--host`, other machines may read the documentation, and must not reach the services of this one.
  if (!isLoopbackName((socket.remoteAddress ?? '').replace(/^::ffff:/, '')))
    return { status: 403, code: 'foreign-machine', detail: 'Only browsers on the machine of the server may send requests.' };
  // Pages of other origins cannot send this type without asking first, and the server does not answer when they ask.
  if (!/^application\/json(?:;|$)/i.test(headers['content-type'] ?? ''))
    return { status: 415, code: 'not-json', detail: 'The request must have the type application/json.' };
  return undefined;
}

interface Wanted {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

function readRequest(text: string): Wanted | Refusal {
  const malformed = (detail: string): Refusal => ({ status: 400, code: 'send-malformed', detail });
  let sent: Partial<Record<keyof SendRequest, unknown>>;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return malformed('The body must be a JSON object.');
    sent = value;
  } catch (error) {
    return malformed(`The body is not JSON: ${messageOf(error)}`);
  }
  const { method, url, headers, body, confirmed } = sent;
  if (typeof method !== 'string' || !/^[!#$%&'*+.^`|~\w-]+$/.test(method) || method.toUpperCase() === 'CONNECT')
    return malformed('`method` must be a method of HTTP other than CONNECT.');
  const target = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (target === undefined || !/^https?:$/.test(target.protocol) || target.username !== '' || target.password !== '')
    return malformed('`url` must be an absolute http or https URL without a user name.');
  if (!isHeaderList(headers)) return malformed('`headers` must be a list of pairs of texts.');
  if (body !== undefined && typeof body !== 'string') return malformed('`body` must be base64.');
  if (!isLoopback(target) && confirmed !== target.origin) {
    const detail = `${target.origin} is not this machine. Confirm the address in the console; credentials would go there too.`;
    return { status: 403, code: 'address-not-confirmed', detail };
  }
  for (const [name, value] of headers) {
    try {
      http.validateHeaderName(name);
      http.validateHeaderValue(name, value);
    } catch (error) {
      return malformed(`The header ${JSON.stringify(name)} cannot be sent: ${messageOf(error)}`);
    }
    if (OWN_HEADERS.has(name.toLowerCase())) return malformed(`The header ${name} cannot be set.`);
  }
  return { url: target, method, headers: headers.flat(), body: body === undefined ? undefined : Buffer.from(body, 'base64') };
}

function isHeaderList(value: unknown): value is SendRequest['headers'] {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'))
  );
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function isLoopback(url: URL): boolean {
  return isLoopbackName(hostOf(url));
}

/** A name such as `api.localhost` must not lead anywhere else, whatever a name server says (RFC 6761 section 6.3). */
const lookupLoopback: LookupFunction = (_name, { all }, done) => {
  if (all === true)
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  else done(null, '127.0.0.1', 4);
};

/** Sends the request, without following redirects, and writes the lines of the response as they come. */
function forward({ url, method, headers, body }: Wanted, response: http.ServerResponse, limits: SendLimits): void {
  const began = performance.now();
  const since = (): number => Math.round((performance.now() - began) * 10) / 10;
  const lines = createLines(response);
  const host = hostOf(url);
  const outgoing = (url.protocol === 'https:' ? https : http).request({
    protocol: url.protocol,
    hostname: host,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method,
    // A list, so that names keep their spelling and may come twice.
    headers: ['Host', url.host, ...headers, ...lengthOf(method, body)],
    agent: false,
    ...(isLoopback(url) && isIP(host) === 0 ? { lookup: lookupLoopback } : {}),
  });
  const fail = (code: string, message: string): void => {
    lines.end({ failed: { code, message } });
    outgoing.destroy();
  };
  const late = (): void => fail('timeout', `There was no response within ${limits.headMilliseconds / 1000} seconds.`);
  let timer = setTimeout(late, limits.headMilliseconds);
  // The page was closed, or the user has stopped a stream.
  response.once('close', () => {
    clearTimeout(timer);
    outgoing.destroy();
  });
  outgoing.on('error', (error) => fail(systemCode(error) ?? 'failed', failureMessage(url, error)));
  outgoing.on('response', (incoming) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => fail('timeout', `The response had not ended after ${limits.milliseconds / 1000} seconds.`),
      limits.milliseconds,
    );
    const { statusCode = 0, statusMessage = '', rawHeaders } = incoming;
    lines.write({ head: { status: statusCode, statusText: statusMessage, headers: pairsOf(rawHeaders), milliseconds: since() } });
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.responseBytes) return fail('too-large', `The response is larger than ${limits.responseBytes} bytes.`);
      if (lines.write({ data: chunk.toString('base64') })) return;
      incoming.pause();
      response.once('drain', () => incoming.resume());
    });
    incoming.on('end', () => lines.end({ end: { bytes, milliseconds: since() } }));
    incoming.on('error', (error) => fail('broken', `The response ended early: ${messageOf(error)}.`));
  });
  outgoing.end(body);
}

/** A method that may have a body says its length, also where there is none (RFC 9110 section 8.6). */
function lengthOf(method: string, body: Buffer | undefined): string[] {
  if (body === undefined && !/^(?:POST|PUT|PATCH)$/i.test(method)) return [];
  return ['Content-Length', String(body?.length ?? 0)];
}

function createLines(response: http.ServerResponse): { write(event: SendEvent): boolean; end(event: SendEvent): void } {
  const write = (event: SendEvent): boolean => {
    if (response.writableEnded || response.destroyed) return true;
    if (!response.headersSent)
      response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    return response.write(`${JSON.stringify(event)}\n`);
  };
  return {
    write,
    end(event) {
      write(event);
      response.end();
    },
  };
}

function pairsOf(raw: readonly string[]): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return pairs;
}

function failureMessage(url: URL, error: unknown): string {
  const code = systemCode(error) ?? '';
  if (code === 'ECONNREFUSED') return `No service listens at ${url.host}.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${hostOf(url)} cannot be resolved.`;
  if (code.startsWith('HPE_')) return `${url.host} answered, but not in HTTP/1.1 (${code}).`;
  return `The request to ${url.host} failed: ${messageOf(error)}.`;
}
