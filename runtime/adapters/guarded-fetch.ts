// A `fetch` for Node that calls public addresses only: a name is resolved once, what it resolved to is checked, and that address is connected to.
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { Send } from '../contract/outgoing.ts';
import { type AllowPrivate, BlockedAddressError, checkTarget, isAllowed, reachOfAddress } from '../webhooks/address-guard.ts';

export interface GuardedFetchOptions {
  /** Whether addresses inside private networks may be called; `loopback`: those of this machine only. Default: none. */
  readonly allowPrivate?: AllowPrivate;
  /** Resolves a name to all its addresses. Default: the system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;
}

/**
 * Since the address that was checked is the one that is called, a name whose answer changes in between (DNS rebinding) gains nothing. Each
 * request has a connection of its own. Redirects are never followed.
 */
export function guardedFetch(options: GuardedFetchOptions = {}): Send {
  const { allowPrivate = false, resolve = resolveAll } = options;
  const lookup = guardedLookup(allowPrivate, resolve);
  return async (request) => {
    const { signal } = request;
    signal.throwIfAborted();
    const url = checkTarget(request.url, allowPrivate);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const headers: Record<string, string> = { ...Object.fromEntries(request.headers) };
    if (body !== undefined) headers['content-length'] = String(body.length);
    const message = await new Promise<IncomingMessage>((fulfil, reject) => {
      const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const outgoing = open(url, { method: request.method, headers, lookup, agent: false, signal });
      outgoing.once('response', fulfil);
      // By the request and not its signal, so that it is held: the signal alone would not hear of the caller's abort (undici 7).
      outgoing.once('error', (error) => reject(request.signal.aborted ? request.signal.reason : error));
      outgoing.end(body);
    });
    try {
      return responseOf(message);
    } catch (error) {
      // A status or header that `Response` has no form for; nobody would read the rest.
      message.destroy();
      throw error;
    }
  };
}

function responseOf(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  }
  const bodiless = status === 204 || status === 205 || status === 304;
  if (bodiless) message.resume();
  // Node's type of a web stream is another declaration of the same thing.
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
        // One inner address among several is reason enough: no honest receiver has both.
        const blocked = addresses.some(({ address }) => !isAllowed(reachOfAddress(address), allow));
        if (blocked || first === undefined)
          callback(new BlockedAddressError(blocked ? 'resolves to a private network' : 'resolves to nothing'), '', 0);
        else if (options.all === true) callback(null, [...wanted]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('The name did not resolve.'), '', 0),
    );
  };
}

function resolveAll(hostname: string): Promise<LookupAddress[]> {
  return new Promise((fulfil, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error === null ? fulfil(addresses) : reject(error)));
  });
}
