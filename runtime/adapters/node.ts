// Serves a FetchHandler on node:http or node:https, with limits that keep slow and malformed callers from holding it up.
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { ServerRequest } from '../contract/server-request.ts';
import type { ServerFaultKind } from '../server/faults/fault-kinds.ts';
import type { ServerAnswer } from '../server/respond.ts';
import type { FetchHandler } from '../server/server.ts';
import { closingOf } from './node-close.ts';
import { answerMessage, deferContinue, hasSeveralHosts, nodeRequest } from './node-request.ts';
import { breakOff, writeAnswer } from './node-response.ts';
import { type TakeUpgrade, upgradesOf } from './node-upgrade.ts';

export { type GuardedFetchOptions, guardedFetch } from './guarded-fetch.ts';
export type { TakeUpgrade } from './node-upgrade.ts';

export interface ServeOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly hostname?: string;
  /** Serves HTTPS in place of HTTP, TLS 1.2 and 1.3. */
  readonly tls?: ServeTls;
  /** How long the headers of a request may take to arrive. Default: 10,000. */
  readonly headersTimeoutMilliseconds?: number;
  /** How long a whole request, with its body, may take to arrive. Default: 60,000. 0: no limit, for request streams without an end. */
  readonly requestTimeoutMilliseconds?: number;
  /** How long a connection may stand still while response data waits to be sent. Default: 60,000. 0: no limit. */
  readonly sendTimeoutMilliseconds?: number;
  /** How long an idle connection is kept open for its next request. Default: 5,000. */
  readonly keepAliveMilliseconds?: number;
  /** How often the first two limits are checked. Default: 2,000. */
  readonly checkMilliseconds?: number;
  /** A request with more header lines is refused with a 431. Default: 100. */
  readonly maxHeaders?: number;
  /** The size of request line and headers together. Default: 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** Connections open at the same time; further ones are dropped. Default: no limit. */
  readonly maxConnections?: number;
  /** A connection is closed after this many requests. Default: 0, never. */
  readonly maxRequestsPerConnection?: number;
  /** How long `close()` waits for requests in progress before it cuts their connections. Default: 10,000. 0: no limit. */
  readonly closeTimeoutMilliseconds?: number;
}

/** Certificate and private key of a server, both in PEM, as Certbot or mkcert write them. */
export interface ServeTls {
  /** The certificate, followed by those that lead to a root. */
  readonly cert: string;
  /** The private key of the certificate, without a passphrase. */
  readonly key: string;
}

export interface ServedAddress {
  /** `http://127.0.0.1:3000`, or with `tls` `https://127.0.0.1:3000`. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /**
   * Passes requests of WebSocket clients (RFC 6455 section 4.1) to `take`, from now on. Without it, the header `Upgrade` is ignored, and such
   * requests are answered like others.
   */
  upgrade(take: TakeUpgrade): void;
  /**
   * Accepts no new connections, closes idle ones, and waits for the others to end, at most `closeTimeoutMilliseconds`, also for those that
   * `upgrade` has taken over. Responses say `connection: close`. A caller who takes nothing of what waits for it is cut off after about a second.
   */
  close(): Promise<void>;
}

/** Starts to listen. Rejects where the server cannot, such as on a port that is in use, or with a key that is not the certificate's. */
export async function serve(handler: FetchHandler, options: ServeOptions = {}): Promise<ServedAddress> {
  const { port = 0, hostname = '127.0.0.1', maxHeaders = 100 } = options;
  const server = serverFor(options);
  // Node silently drops header lines past this limit. One more than allowed is let through, so that the request can be refused.
  server.maxHeadersCount = maxHeaders + 1;
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections;
  server.maxRequestsPerSocket = options.maxRequestsPerConnection ?? 0;

  server.timeout = options.sendTimeoutMilliseconds ?? 60_000;

  const refuse = refusalsOf(handler);
  const open = new WeakMap<Socket, ServerResponse>();
  // Emitted for any connection without traffic, also while a handler works or a stream is silent. Only an idle or stalled one is closed.
  server.on('timeout', (socket) => {
    const response = open.get(socket);
    const isAnswering = response !== undefined && !response.writableFinished;
    if (!isAnswering || response.writableLength > 0 || socket.writableLength > 0) socket.destroy();
  });
  const closing = closingOf(server, options.closeTimeoutMilliseconds ?? 10_000);
  const listener = nodeListener(handler);
  const listen = (message: IncomingMessage, response: ServerResponse): void => {
    open.set(message.socket, response);
    closing.track(response);
    if (message.rawHeaders.length > 2 * maxHeaders) {
      refuseAndClose(refuse, ['headers-too-large', `A request may have up to ${maxHeaders} header lines.`], message, response);
    } else listener(message, response);
  };
  server.on('request', listen);
  server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => {
    deferContinue(message);
    listen(message, response);
  });
  // Unknown expectations are ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', listen);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => answerMalformed(error, socket, open.get(socket), refuse));

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.off('error', reject);
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      const host = hostname.includes(':') ? `[${hostname}]` : hostname;
      const upgrade = (take: TakeUpgrade) => upgradesOf(server, take, listen, closing.keep);
      const scheme = options.tls === undefined ? 'http' : 'https';
      resolve({ url: `${scheme}://${host}:${bound}`, port: bound, server, upgrade, close: closing.close });
    });
  });
}

function serverFor({ tls, requestTimeoutMilliseconds = 60_000, headersTimeoutMilliseconds = 10_000, ...options }: ServeOptions): Server {
  const headersTimeout =
    requestTimeoutMilliseconds === 0 ? headersTimeoutMilliseconds : Math.min(headersTimeoutMilliseconds, requestTimeoutMilliseconds);
  const settings: ServerOptions = {
    insecureHTTPParser: false,
    requestTimeout: requestTimeoutMilliseconds,
    headersTimeout,
    keepAliveTimeout: options.keepAliveMilliseconds ?? 5000,
    connectionsCheckingInterval: options.checkMilliseconds ?? 2000,
    maxHeaderSize: options.maxHeaderBytes ?? 16 * 1024,
  };
  if (tls === undefined) return createServer(settings);
  const server = createSecureServer({ ...settings, cert: tls.cert, key: tls.key, handshakeTimeout: headersTimeout });
  // Node reports a failed handshake as a malformed request too. This connection is closed before that, since nothing can be answered on it.
  server.prependListener('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Refuse = (kind: ServerFaultKind, detail: string, request?: ServerRequest) => Promise<Refusal>;

/** Error responses in the service's own shape, where the handler has one. */
function refusalsOf(handler: FetchHandler): Refuse {
  return async (kind, detail, request) => {
    const refused = await handler.refuse?.(kind, detail, request);
    const { status, headers, body } = refused ?? { status: STATUS_OF[kind] ?? 400, headers: {}, body: null };
    return { status, headers, body: typeof body === 'string' ? body : '' };
  };
}

/** Answers a request that reaches no server, and closes its connection. */
function refuseAndClose(refuse: Refuse, fault: [ServerFaultKind, string], message: IncomingMessage, response: ServerResponse): void {
  refuse(...fault, nodeRequest(message, response)).then(
    ({ status, headers, body }) => {
      response.writeHead(status, { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) }).end(body);
    },
    (error) => breakOff(response, error),
  );
}

const STATUS_OF: Partial<Record<ServerFaultKind, number>> = { 'request-timeout': 408, 'payload-too-large': 413, 'headers-too-large': 431 };

/** Answers what Node's parser rejects once, and closes the connection: where the next request would begin is unknown. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket, response: ServerResponse | undefined, refuse: Refuse): void {
  const isAnswering = response !== undefined && !response.writableFinished;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (isAnswering && response.req.complete) {
    // The malformed bytes follow a complete request: that one is answered, and nothing after it.
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.destroySoon());
    return;
  }
  if (isAnswering && response.headersSent) {
    socket.destroy();
    return;
  }
  // The parser may complain again while the answer is made.
  if (refused.has(socket)) return;
  refused.add(socket);
  refuse(...malformedFault(error.code)).then(
    ({ status, headers, body }) => {
      const lines = Object.entries({ ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) });
      const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
      socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
    },
    () => socket.destroy(),
  );
}

/** Sockets whose malformed request is being answered. */
const refused = new WeakSet<Socket>();

function malformedFault(code: string | undefined): [ServerFaultKind, string] {
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

/** Most answers are written at once, and need no further promise. */
function send(answer: ServerAnswer | Response, message: IncomingMessage, response: ServerResponse): void {
  try {
    writeAnswer(answer, message, response)?.catch((error) => breakOff(response, error));
  } catch (error) {
    breakOff(response, error);
  }
}

/** A listener for `http.createServer`. */
export function nodeListener(handler: FetchHandler): (request: IncomingMessage, response: ServerResponse) => void {
  const refuse = refusalsOf(handler);
  return (message, response) => {
    if (hasSeveralHosts(message)) {
      refuseAndClose(refuse, ['invalid-request', 'A request has one header Host.'], message, response);
      return;
    }
    answerMessage(handler, message, response).then(
      (answer) => send(answer, message, response),
      (error) => breakOff(response, error),
    );
  };
}
