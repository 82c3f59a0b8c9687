// A target over HTTP/1.1: node:http, since `fetch` changes paths and headers and forbids some of them.
import http from 'node:http';
import https from 'node:https';
import { messageOf, systemCode } from '../../base/error.ts';
import type { Answer, Failure, SentRequest, WireResponse } from '../contract/exchange.ts';
import type { StreamReading, Target } from '../contract/target.ts';
import { type ExchangeLimits, exchangeLimits, joined, openFor } from './limits.ts';

export interface HttpOptions {
  readonly basePath: string;
  readonly limits?: Partial<ExchangeLimits>;
}

export function httpTarget(url: URL, { basePath, limits: given }: HttpOptions): Target {
  const limits = { ...exchangeLimits, ...given };
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  const kept = new Agent({ keepAlive: true, maxSockets: 8 });
  const single = new Agent({ keepAlive: false });
  const destroy = (): void => {
    kept.destroy();
    single.destroy();
  };
  const address = addressOf(url);
  const breaking = new WeakSet<AbortSignal>();
  /** One listener for all requests: the option `signal` of each costs as much as writing it. */
  const breakOff = (signal: AbortSignal): void => {
    if (breaking.has(signal)) return;
    breaking.add(signal);
    signal.addEventListener('abort', destroy, { once: true });
  };
  return {
    name: `${url.origin}${basePath}`,
    origin: url.origin,
    basePath,
    async send(sent, signal, streams) {
      if (signal.aborted) return { failure: { kind: 'reset', message: 'The run has ended.' } };
      breakOff(signal);
      return exchange((options, isNew) => request({ ...address, agent: isNew ? single : kept, ...options }), sent, limits, streams, signal);
    },
    close: async () => destroy(),
  };
}

export function addressOf({ hostname, port, protocol }: URL): http.RequestOptions {
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), ...(port === '' ? {} : { port }) };
}

/** Codes of a connection that the other side has closed. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

/** Whether the service closed the idle connection as the request went out, so that it can be sent again (RFC 9112 section 9.5). */
export function wasIdle(outgoing: http.ClientRequest, error: unknown): boolean {
  return outgoing.reusedSocket && CLOSED.has(systemCode(error) ?? '');
}

/** `isNew`: by a connection of its own. */
type Open = (options: http.RequestOptions, isNew: boolean) => http.ClientRequest;

function exchange(
  open: Open,
  { method, target, headers, body }: SentRequest,
  limits: ExchangeLimits,
  streams: StreamReading | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = (kind: Failure['kind'], message: string): void => resolve({ failure: { kind, message } });
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    // A method that may have a body says its length, also where there is none (RFC 9110 section 8.6).
    const length = bytes?.length ?? (/^(?:POST|PUT|PATCH)$/.test(method) ? 0 : undefined);
    const own = { method, path: target, headers: length === undefined ? headers : { ...headers, 'content-length': length } };
    const attempt = (isNew: boolean): void => {
      let outgoing: http.ClientRequest;
      try {
        outgoing = open(own, isNew);
      } catch (error) {
        fail('malformed', `The request cannot be sent: ${messageOf(error)}`);
        return;
      }
      const began = performance.now();
      const timer = setTimeout(() => {
        fail('timeout', `There is no response within ${limits.milliseconds} ms.`);
        outgoing.destroy();
      }, limits.milliseconds);
      outgoing.on('error', (error) => {
        clearTimeout(timer);
        if (wasIdle(outgoing, error) && !signal.aborted) attempt(true);
        else resolve({ failure: failureOf(error) });
      });
      outgoing.on('response', (response) => {
        read(response, performance.now() - began, openOr(response, limits, streams), limits, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
      });
      outgoing.end(bytes);
    };
    attempt(false);
  });
}

/** How long a body is read. */
function openOr({ statusCode = 0, headers }: http.IncomingMessage, limits: ExchangeLimits, streams: StreamReading | undefined): number {
  return openFor(statusCode, headers['content-type'] ?? null, limits, streams) ?? limits.milliseconds;
}

/** `wait`: milliseconds until the head came; `most`: milliseconds for the body. */
function read(incoming: http.IncomingMessage, wait: number, most: number, limits: ExchangeLimits, done: (answer: Answer) => void): void {
  const began = performance.now();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const response = (cut?: WireResponse['cut']): Answer => ({
    response: {
      status: incoming.statusCode ?? 0,
      headers: headersOf(incoming),
      body: joined(chunks, limits.bytes),
      timing: { wait, receive: performance.now() - began },
      ...(cut === undefined ? {} : { cut }),
    },
  });
  const stop = (cut: WireResponse['cut']): void => {
    done(response(cut));
    incoming.destroy();
  };
  const timer = setTimeout(stop, most, 'time');
  incoming.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limits.bytes) stop('size');
  });
  incoming.on('end', () => done(response()));
  incoming.on('error', (error) => done({ failure: { kind: 'reset', message: `The response ended early: ${messageOf(error)}.` } }));
  incoming.on('close', () => clearTimeout(timer));
}

export function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    try {
      headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
    } catch {
      // A header with bytes that the platform does not hold is left out: no check can read it.
    }
  }
  return headers;
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL']);

/** Explains an error of a connection. */
export function failureOf(error: unknown): Failure {
  const code = systemCode(error) ?? '';
  if (UNREACHABLE.has(code)) return { kind: 'unreachable', message: `There is no connection (${code}).` };
  if (code.startsWith('HPE_')) return { kind: 'malformed', message: `The response is not HTTP/1.1 (${code}).` };
  return { kind: 'reset', message: `The connection ended before there was a response (${code === '' ? messageOf(error) : code}).` };
}
