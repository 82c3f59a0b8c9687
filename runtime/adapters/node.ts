// Serves a FetchHandler on node:http, with limits that keep slow and malformed callers from holding it up.
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FaultKind } from '../server/fault.ts';
import type { FetchHandler } from '../server/server.ts';
import { answerMessage, awaitInvitation, breakOff, writeAnswer } from './node-message.ts';

export { type GuardedFetchOptions, guardedFetch } from './guarded-fetch.ts';

export interface ServeOptions {
  /** 0, the default, is any free one. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly hostname?: string;
  /** How long a caller may take for the headers of a request. Default: 10,000. */
  readonly headersTimeoutMilliseconds?: number;
  /** How long a caller may take for a whole request, its body with it. Default: 60,000; 0, for streams that callers send without end, is no limit. */
  readonly requestTimeoutMilliseconds?: number;
  /** How long a caller may take nothing of an answer that waits to be sent. Default: 60,000; 0 is no limit. */
  readonly sendTimeoutMilliseconds?: number;
  /** How long a connection may wait for its next request. Default: 5,000. */
  readonly keepAliveMilliseconds?: number;
  /** How often the first two limits are looked at. Default: 2,000. */
  readonly checkMilliseconds?: number;
  /** More header lines than this are refused. Default: 100. */
  readonly maxHeaders?: number;
  /** Of the request line and headers together. Default: 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** Connections at a time; more are dropped. Default: as many as the system permits. */
  readonly maxConnections?: number;
  /** After so many requests a connection is ended. Default: 0, never. */
  readonly maxRequestsPerConnection?: number;
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
  const { port = 0, hostname = '127.0.0.1', maxHeaders = 100, requestTimeoutMilliseconds = 60_000 } = options;
  const { headersTimeoutMilliseconds = 10_000 } = options;
  const server = createServer({
    insecureHTTPParser: false,
    requestTimeout: requestTimeoutMilliseconds,
    headersTimeout:
      requestTimeoutMilliseconds === 0 ? headersTimeoutMilliseconds : Math.min(headersTimeoutMilliseconds, requestTimeoutMilliseconds),
    keepAliveTimeout: options.keepAliveMilliseconds ?? 5000,
    connectionsCheckingInterval: options.checkMilliseconds ?? 2000,
    maxHeaderSize: options.maxHeaderBytes ?? 16 * 1024,
  });
  // Node drops the lines past its own limit without a word; one more is let through, so that they can be refused.
  server.maxHeadersCount = maxHeaders + 1;
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections;
  server.maxRequestsPerSocket = options.maxRequestsPerConnection ?? 0;

  server.timeout = options.sendTimeoutMilliseconds ?? 60_000;

  const refuse = refusalsOf(handler);
  const open = new WeakMap<Socket, ServerResponse>();
  // Of a connection on which nothing moves, for any reason. A handler may take its time, and a stream be silent.
  server.on('timeout', (socket) => {
    const response = open.get(socket);
    const isAnswering = response !== undefined && !response.writableFinished;
    if (!isAnswering || response.writableLength > 0 || socket.writableLength > 0) socket.destroy();
  });
  const listener = nodeListener(handler);
  const listen = (message: IncomingMessage, response: ServerResponse): void => {
    open.set(message.socket, response);
    if (message.rawHeaders.length > 2 * maxHeaders) {
      const { status, headers, body } = refuse('headers-too-large', `A request may have up to ${maxHeaders} header lines.`);
      response.writeHead(status, { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) }).end(body);
    } else listener(message, response);
  };
  server.on('request', listen);
  server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => {
    awaitInvitation(message);
    listen(message, response);
  });
  // Expectations that nobody knows are passed over (RFC 9110 section 10.1.1).
  server.on('checkExpectation', listen);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => answerMalformed(error, socket, open.get(socket), refuse));

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

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Refusals in the service's own shape, where the handler knows it. */
function refusalsOf(handler: FetchHandler): (kind: FaultKind, detail: string) => Refusal {
  return (kind, detail) => {
    const { status, headers, body } = handler.refuse?.(kind, detail) ?? { status: STATUS_OF[kind] ?? 400, headers: {}, body: null };
    return { status, headers, body: typeof body === 'string' ? body : '' };
  };
}

const STATUS_OF: Partial<Record<FaultKind, number>> = { 'request-timeout': 408, 'payload-too-large': 413, 'headers-too-large': 431 };

/** What Node's parser refuses is answered once, and the connection closed: where the next request would begin, nobody can tell. */
function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  response: ServerResponse | undefined,
  refuse: (kind: FaultKind, detail: string) => Refusal,
): void {
  const isAnswering = response !== undefined && !response.writableFinished;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (isAnswering && response.req.complete) {
    // The fault is in what follows a request that is whole: that one is answered, and nothing after it.
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.destroySoon());
    return;
  }
  if (isAnswering && response.headersSent) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refuse(...malformedFault(error.code));
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function malformedFault(code: string | undefined): [FaultKind, string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['headers-too-large', 'The request line and headers are too long.'];
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return ['payload-too-large', 'The chunk extensions are too long.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['request-timeout', 'The request took too long to arrive.'];
    default:
      return ['invalid-request', 'The request is not well-formed HTTP.'];
  }
}

/** For `http.createServer` and what takes its listeners. */
export function nodeListener(handler: FetchHandler): (request: IncomingMessage, response: ServerResponse) => void {
  return (message, response) => {
    answerMessage(handler, message, response)
      .then((answer) => writeAnswer(answer, message, response))
      .catch(() => breakOff(response));
  };
}
