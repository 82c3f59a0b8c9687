// Serves a FetchHandler on node:http. Reads requests through the small interface, so that no `Request` is built; the one file that imports from Node.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BodyBroken, BodyTooLarge, join, keptStream, type ServerRequest } from './request.ts';
import type { ServerAnswer } from './respond.ts';
import type { FetchHandler } from './server.ts';

export { type GuardedFetchOptions, guardedFetch } from './guarded-fetch.ts';

export interface ServeOptions {
  /** 0, the default, is any free one. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly hostname?: string;
}

export interface ServedAddress {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Takes no new connections, ends idle ones, and waits for the rest. */
  close(): Promise<void>;
}

/** Listens. Resolves when it does; rejects when it cannot, such as on a port that is taken. */
export function serve(handler: FetchHandler, options: ServeOptions = {}): Promise<ServedAddress> {
  const { port = 0, hostname = '127.0.0.1' } = options;
  const server = createServer(nodeListener(handler));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.off('error', reject);
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      const host = hostname.includes(':') ? `[${hostname}]` : hostname;
      resolve({ url: `http://${host}:${bound}`, port: bound, server, close: () => closeServer(server) });
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeIdleConnections();
  });
}

/** For `http.createServer` and what takes its listeners. */
export function nodeListener(handler: FetchHandler): (request: IncomingMessage, response: ServerResponse) => void {
  return (message, response) => {
    const request = new NodeRequest(message);
    response.once('close', () => {
      if (!response.writableEnded) request.abort();
    });
    const answered =
      handler.answer === undefined
        ? viaRequest(handler, message, request)
        : handler.answer(request).then((answer) => write(answer, message, response));
    answered
      .then((answer) => (answer instanceof Response ? writeResponse(answer, message, response) : undefined))
      .catch(() => {
        // An answer that breaks off must not look whole; what was written of it is sent.
        if (response.headersSent) response.socket?.destroySoon();
        else response.writeHead(500).end();
      });
  };
}

/** A node:http request as the core reads it. What few handlers look at, such as the signal, is made when it is asked for. */
class NodeRequest implements ServerRequest {
  readonly method: string;
  readonly target: string;
  readonly #message: IncomingMessage;
  #aborted = false;
  #controller: AbortController | undefined;
  #body: Promise<Uint8Array<ArrayBuffer>> | undefined;

  constructor(message: IncomingMessage) {
    this.method = message.method ?? 'GET';
    this.target = originForm(message.url ?? '/');
    this.#message = message;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }

  header(name: string): string | undefined {
    // Node keeps the first of two such headers; whoever sends two must be refused, so the lines are joined as `Headers` would.
    if (name === 'authorization' || name === 'content-type') return lines(this.#message.rawHeaders, name);
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  bytes(limit: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#body ??= read(this.#message, limit);
    return this.#body;
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#body === undefined ? toWeb(this.#message) : keptStream(this.#body);
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
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
}

function read(message: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new BodyTooLarge(`The body has more than ${limit} bytes.`);
  if (Number(message.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    message.on('data', (chunk: Buffer<ArrayBuffer>) => {
      length += chunk.length;
      if (length > limit) {
        message.pause();
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    message.once('end', () => resolve(join(chunks, length)));
    message.once('error', (cause) => reject(new BodyBroken('The body broke off.', { cause })));
    message.once('close', () => {
      if (!message.complete) reject(new BodyBroken('The body broke off.'));
    });
  });
}

async function write(answer: ServerAnswer, message: IncomingMessage, response: ServerResponse): Promise<undefined> {
  const { status, headers, body } = answer;
  if (body instanceof FormData || body instanceof Blob) {
    await writeResponse(new Response(body, { status, headers }), message, response);
    return;
  }
  // What was not read of a body would stand between its answer and the next request, so the connection ends there.
  if (!message.complete) headers.connection = 'close';
  if (body instanceof ReadableStream) {
    response.writeHead(status, headers);
    await writeStream(body, message, response);
    return;
  }
  if (body !== null && message.method !== 'HEAD')
    headers['content-length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.length);
  response.writeHead(status, headers);
  response.end(body === null || message.method === 'HEAD' ? undefined : body);
}

async function writeResponse(answer: Response, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  if (!message.complete) headers.connection = 'close';
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
  response.end();
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

/** For a handler that is a plain function of `Request`, such as one with something wrapped around it. */
async function viaRequest(handler: FetchHandler, message: IncomingMessage, facade: ServerRequest): Promise<Response> {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) for (const value of values ?? []) headers.append(name, value);
  const hasBody = facade.method !== 'GET' && facade.method !== 'HEAD';
  // The Host header is the caller's word: it decides nothing but the URL that the handler sees.
  const host = /^[A-Za-z0-9.:[\]-]+$/.test(message.headers.host ?? '') ? message.headers.host : 'localhost';
  const init: RequestInit & { duplex?: 'half' } = { method: facade.method, headers, signal: facade.signal };
  if (hasBody) {
    init.body = toWeb(message);
    init.duplex = 'half';
  }
  return handler(new Request(`http://${host}${facade.target}`, init));
}

function toWeb(message: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = message[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
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
