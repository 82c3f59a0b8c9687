// Node's messages to the core and back: reads a request without building a `Request`, and writes an answer to its response.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyBroken, BodyTooLarge, consumedError, keptStream, type ServerRequest } from '../server/request.ts';
import type { ServerAnswer } from '../server/respond.ts';
import type { FetchHandler } from '../server/server.ts';
import { joinBytes } from '../stream/join-bytes.ts';

/** `target`: path and query as they were sent, where a framework has changed `message.url`. */
export function answerMessage(
  handler: FetchHandler,
  message: IncomingMessage,
  response: ServerResponse,
  target = message.url ?? '/',
): Promise<ServerAnswer | Response> {
  const request = new NodeRequest(message, response, originForm(target));
  return handler.answer === undefined ? viaRequest(handler, message, response, request) : handler.answer(request);
}

/** A node:http request as the core reads it. What few handlers look at, such as the signal, is made when it is asked for. */
class NodeRequest implements ServerRequest {
  readonly method: string;
  readonly target: string;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;
  #body: Promise<Uint8Array<ArrayBuffer>> | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, target: string) {
    this.method = message.method ?? 'GET';
    this.target = target;
    this.#message = message;
    this.#response = response;
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
    // Node keeps the first of two such headers; whoever sends two must be refused, so the lines are joined as `Headers` would.
    if (name === 'authorization' || name === 'content-type') return lines(this.#message.rawHeaders, name);
    const { headers } = this.#message;
    // The document names headers, and a plain object has more names than were sent: `constructor`.
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    return Array.isArray(value) ? value.join(', ') : value;
  }

  bytes(limit: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#body ??= read(this.#message, this.#response, limit);
    return this.#body;
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    if (this.#body !== undefined) return keptStream(this.#body);
    if (this.#message.readableDidRead) throw consumedError();
    return toWeb(this.#message, this.#response);
  }
}

/** The lines of a header, joined; names and values take turns in `rawHeaders`. */
function lines(rawHeaders: readonly string[], name: string): string | undefined {
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

/** RFC 9112 section 3.2.2: a request line may hold a whole URL. */
export function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
}

const invited = new WeakSet<IncomingMessage>();

/** Lets `invite` answer `Expect: 100-continue`, for servers that have not done so on their own. */
export function awaitInvitation(message: IncomingMessage): void {
  invited.add(message);
}

/** RFC 9110 section 10.1.1: the caller holds the body back until somebody wants it. What is refused before is never sent. */
function invite(message: IncomingMessage, response: ServerResponse): void {
  if (invited.delete(message)) response.writeContinue();
}

function read(message: IncomingMessage, response: ServerResponse, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const { headers } = message;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return Promise.resolve(new Uint8Array());
  if (message.readableDidRead) return Promise.reject(consumedError());
  const tooLarge = () => new BodyTooLarge(`The body has more than ${limit} bytes.`);
  if (Number(headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge());
  invite(message, response);
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
      reject(tooLarge());
    };
    message.on('data', take);
    message.on('end', () => resolve(joinBytes(chunks, length)));
    // Without a listener, Node keeps a request's error to itself, and closes.
    message.on('close', () => {
      if (!message.complete) reject(new BodyBroken('The body broke off.'));
    });
  });
}

const DONE = /* @__PURE__ */ Promise.resolve();

/** Resolves when the answer is handed to the socket whole; a stream that breaks rejects. */
export function writeAnswer(answer: ServerAnswer | Response, message: IncomingMessage, response: ServerResponse): Promise<void> {
  if (answer instanceof Response) return writeResponse(answer, message, response);
  const { status, headers, body } = answer;
  if (body instanceof FormData || body instanceof Blob) {
    const whole = new Response(body, { status, headers });
    for (const cookie of answer.cookies ?? []) whole.headers.append('set-cookie', cookie);
    return writeResponse(whole, message, response);
  }
  if (answer.cookies !== undefined) response.setHeader('set-cookie', cookieLines(response, answer.cookies));
  if (!canFollow(message)) headers.connection = 'close';
  if (body instanceof ReadableStream) {
    response.writeHead(status, headers);
    return writeStream(body, message, response);
  }
  const sent = message.method === 'HEAD' ? null : body;
  if (sent !== null) headers['content-length'] = String(typeof sent === 'string' ? Buffer.byteLength(sent) : sent.length);
  if (!canFollow(message)) {
    if (sent === null && message.method !== 'HEAD' && status !== 204 && status !== 304) headers['content-length'] = '0';
    response.writeHead(status, headers);
    linger(message, response, sent);
    return DONE;
  }
  response.writeHead(status, headers);
  response.end(sent ?? undefined);
  return DONE;
}

/** A body that nobody read, and that is so short that Node reads past it to the next request. */
const SHORT_BYTES = 64 * 1024;

/** Whether another request can follow on the connection: what was not read of a body would stand between. */
export function canFollow(message: IncomingMessage): boolean {
  if (message.complete) return true;
  const isUntouched = !message.readableDidRead && message.listenerCount('readable') === 0 && !invited.has(message);
  return isUntouched && Number(message.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SHORT_BYTES;
}

/** An answer that breaks off must not look whole; what was written of it is sent. */
export function breakOff(response: ServerResponse): void {
  if (response.headersSent) response.socket?.destroySoon();
  else response.writeHead(500).end();
}

/** Those of the framework, and the answer's. */
function cookieLines(response: ServerResponse, cookies: readonly string[]): string[] {
  const before = response.getHeader('set-cookie');
  return [...(before === undefined ? [] : Array.isArray(before) ? before : [String(before)]), ...cookies];
}

/** How much of a body that nobody wants is read and thrown away, and for how long. */
const LINGER_BYTES = 4 * 1024 * 1024;
const LINGER_MILLISECONDS = 1000;

/**
 * Ends a connection on which nothing can follow. Closed at once, with the caller still sending, it would be reset, and the answer lost with it
 * (RFC 9112 section 9.6).
 */
function linger(message: IncomingMessage, response: ServerResponse, body: string | Uint8Array | null): void {
  if (invited.has(message)) {
    response.end(body ?? undefined);
    return;
  }
  if (body === null) response.flushHeaders();
  else response.write(body);
  let left = LINGER_BYTES;
  const end = () => {
    clearTimeout(timer);
    if (!response.writableEnded) response.end();
  };
  const timer = setTimeout(end, LINGER_MILLISECONDS);
  message.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  for (const event of ['end', 'error', 'close']) message.once(event, end);
  message.resume();
}

async function writeResponse(answer: Response, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookieLines(response, cookies);
  if (!canFollow(message)) headers.connection = 'close';
  response.writeHead(answer.status, headers);
  await writeStream(answer.body, message, response);
}

/** The body behind headers that are written, as it comes. A reader who goes away cancels it. */
async function writeStream(body: ReadableStream<Uint8Array> | null, message: IncomingMessage, response: ServerResponse): Promise<void> {
  if (body === null || message.method === 'HEAD') {
    await body?.cancel();
    response.end();
    return;
  }
  // The reader shall know that there is an answer, however long its first item takes.
  response.flushHeaders();
  const reader = body.getReader();
  response.once('close', () => void reader.cancel().catch(() => {}));
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    if (!response.write(step.value)) await drained(response);
    if (response.destroyed) return;
  }
  if (canFollow(message)) response.end();
  else linger(message, response, new Uint8Array());
}

/** Back-pressure: resolves when the socket takes more, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}

/** Methods that no `Request` can have (Fetch standard section 2.2.1). */
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK'];

/** Held as long as their answers: the signal of a request that is collected hears nothing of its end (undici 7), though a handler waits for it. */
const requests = new WeakMap<ServerResponse, Request>();

/** For a handler that is a plain function of `Request`, such as one with something wrapped around it. */
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
  // The Host header is the caller's word: it decides nothing but the URL that the handler sees.
  const host = /^[A-Za-z0-9.:[\]-]+$/.test(message.headers.host ?? '') ? message.headers.host : 'localhost';
  const init: RequestInit & { duplex?: 'half' } = { method: facade.method, headers, signal: facade.signal };
  if (hasBody) {
    init.body = facade.stream();
    init.duplex = 'half';
  }
  const request = new Request(`http://${host}${facade.target}`, init);
  requests.set(response, request);
  return handler(request);
}

function toWeb(message: IncomingMessage, response: ServerResponse): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = message[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        invite(message, response);
        const step = await chunks.next();
        if (step.done === true) controller.close();
        else controller.enqueue(step.value);
      },
      // Ending the iterator would end the socket, and the answer with it.
      cancel() {},
    },
    { highWaterMark: 0 },
  );
}
