// Reads a node:http request as the core's request interface, without building a `Request`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { ServerRequest } from '../contract/server-request.ts';
import { authorityOf } from '../server/origin.ts';
import { BodyBroken, BodyTooLarge, consumedError, keptStream } from '../server/request.ts';
import type { ServerAnswer } from '../server/respond.ts';
import type { FetchHandler } from '../server/server.ts';
import { joinBytes } from '../stream/join-bytes.ts';

/** Has the handler answer a request. `target`: path and query as they were sent, where a framework has changed `message.url`. */
export function answerMessage(
  handler: FetchHandler,
  message: IncomingMessage,
  response: ServerResponse,
  target = message.url ?? '/',
): Promise<ServerAnswer | Response> {
  const request = nodeRequest(message, response, target);
  return handler.answer === undefined ? viaRequest(handler, message, response, request) : handler.answer(request);
}

/** The request as the core reads it. `target`: as in `answerMessage`. */
export function nodeRequest(message: IncomingMessage, response: ServerResponse, target = message.url ?? '/'): ServerRequest {
  return new NodeRequest(message, response, target);
}

/** A node:http request as the core reads it. The signal, which few handlers use, is created on first use. */
class NodeRequest implements ServerRequest {
  readonly method: string;
  readonly target: string;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;
  #body: Promise<Uint8Array<ArrayBuffer>> | undefined;

  /** The target as it was sent. */
  readonly #written: string;

  constructor(message: IncomingMessage, response: ServerResponse, written: string) {
    this.method = message.method ?? 'GET';
    this.target = originForm(written);
    this.#written = written;
    this.#message = message;
    this.#response = response;
  }

  get origin(): string {
    const { socket, headers } = this.#message;
    // An absolute target takes precedence over the header Host (RFC 9112 section 3.2.2), and HTTP/2 has a field of its own.
    const authority = /^https?:\/\/([^/?#]*)/i.exec(this.#written)?.[1] ?? headers.host ?? headers[':authority'];
    const isSecure = (socket as Partial<TLSSocket>).encrypted === true;
    return `${isSecure ? 'https' : 'http'}://${authorityOf(String(authority)) ?? 'localhost'}`;
  }

  get peer(): string | undefined {
    return this.#message.socket.remoteAddress;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      const response = this.#response;
      const closed = (): void => {
        if (!response.writableEnded) controller.abort();
      };
      if (response.destroyed) closed();
      else response.once('close', closed);
      this.#controller = controller;
    }
    return this.#controller.signal;
  }

  header(name: string): string | undefined {
    // Node keeps only the first of two such headers. A request with two must be refused, so the lines are joined as `Headers` would join them.
    if (name === 'authorization' || name === 'content-type') return joinedLines(this.#message.rawHeaders, name);
    const { headers } = this.#message;
    // A document may declare a header named `constructor`, which a plain object inherits.
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    return Array.isArray(value) ? value.join(', ') : value;
  }

  bytes(limit: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#body ??= readBody(this.#message, this.#response, limit);
    return this.#body;
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    if (this.#body !== undefined) return keptStream(this.#body);
    if (this.#message.readableDidRead) throw consumedError();
    return toWeb(this.#message, this.#response);
  }
}

/** The lines of a header, joined by commas. Names and values alternate in `rawHeaders`. */
function joinedLines(rawHeaders: readonly string[], name: string): string | undefined {
  let joined: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] ?? '';
    if (raw.length === name.length && raw.toLowerCase() === name) {
      const value = rawHeaders[index + 1] ?? '';
      joined = joined === undefined ? value : `${joined}, ${value}`;
    }
  }
  return joined;
}

/** Node keeps the first of several lines, where another server before this one may have kept the last (RFC 9112 section 3.2: answer 400). */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Path and query of a request target, which may be an absolute URL (RFC 9112 section 3.2.2). */
export function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
}

/** Requests with `Expect: 100-continue` whose `100 Continue` has not been sent. */
const awaitingContinue = new WeakSet<IncomingMessage>();

/** Has `100 Continue` sent when the body is first read, for servers that do not send it on their own. */
export function deferContinue(message: IncomingMessage): void {
  awaitingContinue.add(message);
}

/** Whether the caller still holds the body back (RFC 9110 section 10.1.1). */
export function awaitsContinue(message: IncomingMessage): boolean {
  return awaitingContinue.has(message);
}

function sendContinue(message: IncomingMessage, response: ServerResponse): void {
  if (awaitingContinue.delete(message)) response.writeContinue();
}

function readBody(message: IncomingMessage, response: ServerResponse, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const { headers } = message;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return Promise.resolve(new Uint8Array());
  if (message.readableDidRead) return Promise.reject(consumedError());
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > limit) return Promise.reject(tooLarge(limit));
  sendContinue(message, response);
  return ARRIVED.then(() => wholeBody(message, announced) ?? collectBody(message, limit));
}

/** Node runs microtasks only after it has parsed all that came with the headers of a request, which is all of a short body. */
const ARRIVED = /* @__PURE__ */ Promise.resolve();

/** The body where all of it is here, in one step without listeners; `undefined` where something of it is missing, or another reader has begun. */
function wholeBody(message: IncomingMessage, announced: number): Uint8Array<ArrayBuffer> | undefined {
  const isHere = message.complete && message.readableLength === announced && announced > 0;
  if (!isHere || message.destroyed || message.readableFlowing !== null || message.readableEncoding !== null) return undefined;
  return message.read() ?? undefined;
}

function tooLarge(limit: number): BodyTooLarge {
  return new BodyTooLarge(`The body has more than ${limit} bytes.`);
}

function collectBody(message: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  // Somebody else has begun to read since then.
  if (message.readableDidRead) return Promise.reject(consumedError());
  if (message.destroyed) return Promise.reject(brokenOff());
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    const take = (chunk: Buffer<ArrayBuffer>) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      message.off('data', take);
      message.pause();
      reject(tooLarge(limit));
    };
    message.on('data', take);
    message.on('end', () => {
      resolve(joinBytes(chunks, length));
      chunks.length = 0;
    });
    // A request that breaks off emits no `error` without a listener for it, only `close`.
    message.on('close', () => {
      if (!message.complete) reject(brokenOff());
    });
  });
}

function brokenOff(): BodyBroken {
  return new BodyBroken('The body broke off.');
}

/** Methods that no `Request` can have (Fetch standard section 2.2.1). */
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK'];

/** Keeps each `Request` alive as long as its response: once collected, its signal is never aborted (undici 7), though a handler may wait for it. */
const requests = new WeakMap<ServerResponse, Request>();

/** For a handler that is a plain function of `Request`, such as one wrapped around a generated server. */
async function viaRequest(
  handler: FetchHandler,
  message: IncomingMessage,
  response: ServerResponse,
  facade: ServerRequest,
): Promise<Response> {
  if (FORBIDDEN_METHODS.includes(facade.method)) return new Response(null, { status: 501 });
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) for (const value of values ?? []) headers.append(name, value);
  const hasBody = facade.method !== 'GET' && facade.method !== 'HEAD';
  const init: RequestInit & { duplex?: 'half' } = { method: facade.method, headers, signal: facade.signal };
  if (hasBody) {
    init.body = facade.stream();
    init.duplex = 'half';
  }
  const request = new Request(facade.origin + facade.target, init);
  requests.set(response, request);
  return handler(request);
}

function toWeb(message: IncomingMessage, response: ServerResponse): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = message[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        sendContinue(message, response);
        const step = await chunks.next();
        if (step.done === true) controller.close();
        else controller.enqueue(step.value);
      },
      // Returning the iterator would destroy the socket, and the response with it.
      cancel() {},
    },
    { highWaterMark: 0 },
  );
}
