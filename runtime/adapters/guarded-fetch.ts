// A `fetch` for Node that connects to public addresses only: it resolves a name once, checks the address, and connects to that address.
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { byRequest } from '../client/request.ts';
import type { Fetch } from '../contract/request.ts';
import { type AllowPrivate, BlockedAddressError, checkTarget, isAllowed, reachOfAddress } from '../webhooks/address-guard.ts';

export interface GuardedFetchOptions {
  /** Whether private addresses may be called; `loopback`: only those of this machine. Default: no. */
  readonly allowPrivate?: AllowPrivate;
  /** Resolves a name to all its addresses. Default: the system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;
  /**
   * Milliseconds for which an idle connection is kept for further requests to its host. The address is checked when a connection opens. A request on
   * a kept connection that the receiver closes without a response is sent a second time. Default: 0, which opens a connection for each request.
   */
  readonly keepAliveMilliseconds?: number;
}

/**
 * It connects to the very address that it checked, so a name that resolves differently a moment later (DNS rebinding) gains nothing.
 * Redirects are never followed.
 * The `fetch` rejects with a `BlockedAddressError` for an address that may not be called.
 */
export function guardedFetch(options: GuardedFetchOptions = {}): Fetch {
  const { allowPrivate = false, resolve = resolveAll, keepAliveMilliseconds = 0 } = options;
  const lookup = guardedLookup(allowPrivate, resolve);
  const agentOf = keptConnections(keepAliveMilliseconds);
  return byRequest(async (request) => {
    const { signal } = request;
    signal.throwIfAborted();
    const url = checkTarget(request.url, allowPrivate);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const headers: Record<string, string> = { ...Object.fromEntries(request.headers) };
    if (body !== undefined) headers['content-length'] = String(body.length);
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const send = (agent: HttpAgent | false): Promise<IncomingMessage> =>
      new Promise((fulfil, reject) => {
        const outgoing = open(url, { method: request.method, headers, lookup, agent, signal });
        outgoing.once('response', fulfil);
        // Without a listener, Node would drop the connection of a 101 without an event, and the promise would stay pending.
        outgoing.once('upgrade', (_message, socket) => {
          socket.destroy();
          reject(new TypeError('The receiver answered 101 and switched to another protocol, which the request did not ask for.'));
        });
        outgoing.once('error', (error: NodeJS.ErrnoException) => {
          // Reads the signal through `request`, which keeps the request alive: once it is collected, its signal is never aborted (undici 7).
          if (request.signal.aborted) reject(request.signal.reason);
          else if (outgoing.reusedSocket && error.code === 'ECONNRESET') fulfil(send(false));
          else reject(error);
        });
        outgoing.end(body);
      });
    const message = await send(agentOf(url.protocol));
    try {
      return responseOf(message);
    } catch (error) {
      // `Response` rejects the status or a header, so the body will not be read.
      message.destroy();
      throw error;
    }
  });
}

/** The agent that keeps connections for a protocol; `false` where each request has its own. */
function keptConnections(milliseconds: number): (protocol: string) => HttpAgent | false {
  if (milliseconds <= 0) return () => false;
  // An agent ends an idle connection after `timeout`, and does not keep the process alive for it.
  const kept = { keepAlive: true, timeout: milliseconds };
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
  return (protocol) => (protocol === 'https:' ? agents.https : agents.http);
}

function responseOf(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  }
  const bodiless = status === 204 || status === 205 || status === 304;
  if (bodiless) message.resume();
  // Node declares the type of web streams a second time.
  const body = bodiless ? null : (Readable.toWeb(message) as NodeStream as unknown as ReadableStream<Uint8Array>);
  return new Response(body, { status, statusText: message.statusMessage ?? '', headers });
}

function guardedLookup(allow: AllowPrivate, resolve: NonNullable<GuardedFetchOptions['resolve']>): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const wanted =
          options.family === 4 || options.family === 6 ? addresses.filter(({ family }) => family === options.family) : addresses;
        const [first] = wanted;
        // One private address among several is reason enough: no honest receiver has both.
        const blocked = addresses.some(({ address }) => !isAllowed(reachOfAddress(address), allow));
        if (blocked || first === undefined)
          callback(new BlockedAddressError(blocked ? 'resolves to a private address' : 'does not resolve to any address'), '', 0);
        else if (options.all === true) callback(null, [...wanted]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('The host name could not be resolved.'), '', 0),
    );
  };
}

function resolveAll(hostname: string): Promise<LookupAddress[]> {
  return new Promise((fulfil, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error === null ? fulfil(addresses) : reject(error)));
  });
}
