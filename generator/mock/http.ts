// HTTP for the local servers of `octavo mock` and `octavo dev`: allowed hosts and origins, problems as JSON, reading a body, listening on a port.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { listenFault } from '@octavo/runtime/process';
import { environmentError, messageOf, systemCode } from '../base/error.ts';
import { isLoopbackName } from '../base/loopback.ts';

export interface HttpProblem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly [extension: string]: unknown;
}

/** RFC 9457 problem details. */
export function sendProblem(response: ServerResponse, problem: HttpProblem, headers: Readonly<Record<string, string>> = {}): void {
  const body = `${JSON.stringify({ type: 'about:blank', ...problem }, undefined, 2)}\n`;
  send(response, problem.status, { 'content-type': 'application/problem+json', ...headers }, body);
}

export function send(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array): void {
  if (response.headersSent || response.destroyed) return;
  const isHead = response.req.method === 'HEAD';
  // The length of a body that is not known is left out: 0 would be that of the response to GET (RFC 9110 section 8.6).
  const length = isHead && body.length === 0 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...length, 'x-content-type-options': 'nosniff', ...headers });
  response.end(isHead ? undefined : body);
}

/** Headers of the connection, which this server sets itself, and the coding of the body, which has none. */
const ownFields = new Set(['connection', 'transfer-encoding', 'content-encoding', 'content-length', 'keep-alive', 'upgrade', 'trailer']);

/** The headers that are sent. RFC 9110 §5.1 and §5.5: an example may contain text that is not valid in a header. */
export function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) && !ownFields.has(name)) sent[name] = value;
  }
  return sent;
}

/**
 * Whether a `Host` header names this machine. This stops DNS rebinding: the page of a foreign site whose name resolves to 127.0.0.1 sends that
 * name. An IP address cannot be rebound, so a server that listens on more than loopback also accepts addresses.
 */
function hostAllowed(header: string | undefined, bound: string): boolean {
  if (header === undefined) return false;
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(header.trim().toLowerCase())?.[1]?.replace(/^\[|\]$/g, '');
  if (name === undefined || name === '') return false;
  if (isLoopbackName(name) || name === bound.toLowerCase()) return true;
  return !isLoopbackName(bound) && isIP(name) !== 0;
}

/** Whether a page of this origin may read responses: only pages of this machine may. */
export function originAllowed(origin: string | undefined): origin is string {
  if (origin === undefined) return false;
  try {
    return isLoopbackName(new URL(origin).hostname.replace(/^\[|\]$/g, ''));
  } catch {
    return false;
  }
}

export type BodyOutcome =
  | { readonly kind: 'read'; readonly bytes: Buffer<ArrayBuffer> }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken' };

export function readBody(request: IncomingMessage, limit: number): Promise<BodyOutcome> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve({ kind: 'too-large' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      request.removeAllListeners('data');
      resolve({ kind: 'too-large' });
    });
    request.on('end', () => resolve({ kind: 'read', bytes: Buffer.concat(chunks) }));
    request.on('error', () => resolve({ kind: 'broken' }));
    request.on('close', () => resolve({ kind: 'broken' }));
  });
}

/**
 * How long a connection may be idle. Node's five seconds are too short for a busy machine: a server that gets no processor for so long closes a
 * connection on which a request has arrived, and the client sees a reset.
 */
const IDLE_MILLISECONDS = 120_000;

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** `http://127.0.0.1:4000` */
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on a port. Throws an `OctavoError` (exit 3), which names the option that sets the port, if the port or the address is not available. */
export async function listen(listener: RequestListener, port: number, host: string, option = '--port'): Promise<Listening> {
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: IDLE_MILLISECONDS },
    (request, response) => {
      if (hostAllowed(request.headers.host, host)) {
        listener(request, response);
        return;
      }
      const detail = 'The Host header names neither this machine nor the address that the server was started with.';
      sendProblem(response, { status: 403, title: 'Forbidden', detail, code: 'foreign-host' }, { connection: 'close' });
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      if (systemCode(error) !== 'EADDRINUSE') reject(listenError(error, host, option));
      else freeAfter(port, host).then((free) => reject(portTaken(error, free, option)), reject);
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return {
    server,
    port: taken,
    url: originOf(host, taken),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `http://127.0.0.1:4000`: the address at which programs of this machine reach a server that listens there. */
export function originOf(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}

/** Under `npm run`, an option reaches the script only after `--`. */
function npmStart(): string {
  const script = process.env.npm_lifecycle_event;
  if (script === undefined || (process.env.npm_command !== 'run-script' && process.env.npm_command !== 'start')) return '';
  return script === 'start' ? 'npm start -- ' : `npm run ${script} -- `;
}

/** The next port that is free together with the one after it, which `octavo dev` takes for the mocks; 0, for any, where none is near. */
async function freeAfter(port: number, host: string): Promise<number> {
  for (let candidate = port + 1; candidate <= Math.min(port + 50, 65_534); candidate += 1) {
    if ((await isFree(candidate, host)) && (await isFree(candidate + 1, host))) return candidate;
  }
  return 0;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

function portTaken(cause: Error, free: number, option: string): Error {
  return environmentError('port-taken', listenFault(cause) ?? messageOf(cause), {
    fix: `Choose another port, such as \`${npmStart()}${option} ${free}\`, or stop the program that uses this one.`,
    cause,
  });
}

function listenError(error: Error, host: string, option: string): Error {
  switch (systemCode(error)) {
    case 'EACCES':
      return environmentError('port-refused', listenFault(error) ?? messageOf(error), {
        fix: `Choose a port above 1023, such as \`${option} 4000\`.`,
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return environmentError('no-such-address', `\`${host}\` is not an address of this machine.`, {
        fix: 'Leave out `--host`, or give an address of this machine.',
        cause: error,
      });
    default:
      return error;
  }
}
