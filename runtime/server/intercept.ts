// Puts a function before a server, which may change each request and its answer. The server's generated options offer what most need:
// `around` and `onAnswer`; this is for what the document does not have.

import type { ServerRequest } from '../contract/server-request.ts';
import { BodyTooLarge } from './request.ts';
import type { ServerAnswer } from './respond.ts';
import { respondTo } from './respond-to.ts';
import type { FetchHandler } from './server.ts';

/** Gets a request, and passes it, or a changed one, to `next`. */
export type Interceptor = (request: ServerRequest, next: (request: ServerRequest) => Promise<ServerAnswer>) => Promise<ServerAnswer>;

/**
 * The same server behind an interceptor, for all adapters.
 * @throws {TypeError} where the handler was not made by a generated server
 */
export function intercept(handler: FetchHandler, interceptor: Interceptor): FetchHandler {
  const next = handler.answer;
  if (next === undefined) throw new TypeError('intercept() needs a handler that a generated server made.');
  const answer = (request: ServerRequest): Promise<ServerAnswer> => interceptor(request, next);
  return Object.assign((request: Request) => respondTo(request, answer), { ...handler, answer });
}

/** The same request with another path and query, as they would be sent. */
export function withTarget(request: ServerRequest, target: string): ServerRequest {
  return {
    method: request.method,
    target,
    origin: request.origin,
    peer: request.peer,
    get signal() {
      return request.signal;
    },
    header: (name) => request.header(name),
    bytes: (limit) => request.bytes(limit),
    stream: () => request.stream(),
  };
}

/** The same request with another body, or without one. */
export function withBody(request: ServerRequest, body: { type: string; bytes: Uint8Array<ArrayBuffer> } | undefined): ServerRequest {
  const bytes = body?.bytes ?? new Uint8Array();
  const headers = new Map([
    ['content-type', body?.type],
    ['content-length', String(bytes.byteLength)],
    ['content-encoding', undefined],
    ['transfer-encoding', undefined],
  ]);
  return {
    method: request.method,
    target: request.target,
    origin: request.origin,
    peer: request.peer,
    get signal() {
      return request.signal;
    },
    header: (name) => (headers.has(name) ? headers.get(name) : request.header(name)),
    bytes: (limit) => (bytes.byteLength > limit ? Promise.reject(new BodyTooLarge()) : Promise.resolve(bytes)),
    stream: () => new Blob([bytes]).stream(),
  };
}
