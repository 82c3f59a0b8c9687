// Passes one request to the target and its response back, byte by byte, and shows both to a watcher. On node:http alone: libraries for proxies hide
// the bodies, normalize headers, and add settings for uses that a proxy in front of one target does not have.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { messageOf } from '../../base/error.ts';
import { sendProblem } from '../../mock/http.ts';
import type { Failure } from '../contract/exchange.ts';
import { isIdempotent } from '../contract/methods.ts';
import { addressOf, failureOf, headersOf, wasIdle } from '../target/http.ts';
import { Copy } from './copy.ts';
import { requestHeaders, responseHeaders } from './headers.ts';

/** The service that the proxy passes requests to. */
export interface Upstream {
  /** `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** `isNew`: by a connection of its own. */
  readonly open: (options: http.RequestOptions, isNew: boolean) => http.ClientRequest;
  /** The value of `Host`. */
  readonly host: string;
  close(): void;
}

/** A request that passes. */
export interface Passing {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Copy;
  /** Whether the request has come to its end. */
  readonly isWhole: () => boolean;
  /** When it came to its end, by `performance.now()`; `undefined` where it has not. */
  readonly uploaded: () => number | undefined;
  /** By `performance.now()`. */
  readonly began: number;
}

/** `whole`: all of the body passed; `reset`: the target ended the connection early; `left`: the client did. */
export type BodyEnd = 'whole' | 'reset' | 'left';

/** Takes the body of a response while it passes. */
export interface ResponseWatcher {
  chunk(chunk: Uint8Array): Promise<void> | undefined;
  end(how: BodyEnd): void;
}

export interface Watcher {
  response(passing: Passing, status: number, headers: Headers): Promise<ResponseWatcher>;
  failure(passing: Passing, failure: Failure): void;
}

export function upstreamOf(url: URL): Upstream {
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true });
  return {
    origin: url.origin,
    host: url.host,
    open: (options, isNew) => request({ ...addressOf(url), agent: isNew ? false : agent, setHost: false, ...options }),
    close: () => agent.destroy(),
  };
}

/** `proxy`: the origin of the proxy. */
export function forward(request: IncomingMessage, response: ServerResponse, upstream: Upstream, proxy: string, watcher: Watcher): void {
  const passing = passingOf(request);
  request.on('data', (chunk: Uint8Array) => passing.body.add(chunk));
  const attempt = (isNew: boolean): void => {
    let outgoing: http.ClientRequest;
    try {
      outgoing = upstream.open({ method: passing.method, path: passing.target, headers: requestHeaders(request, upstream.host) }, isNew);
    } catch (error) {
      sendProblem(response, notForwarded(error));
      return;
    }
    const leave = (): void => {
      // The client has left: the target need not go on.
      if (!response.writableFinished) outgoing.destroy();
    };
    response.on('close', leave);
    outgoing.on('error', (error) => {
      if (response.destroyed) return;
      request.unpipe(outgoing);
      if (wasIdle(outgoing, error) && !response.headersSent && !passing.body.isCut) {
        response.off('close', leave);
        attempt(true);
        return;
      }
      request.resume();
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const failure = failureOf(error);
      sendProblem(response, badGateway(upstream.origin, failure));
      watcher.failure(passing, failure);
    });
    outgoing.on('response', (incoming) => {
      response.sendDate = false;
      response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, responseHeaders(incoming, upstream.origin, proxy));
      // Sends the head now. `flushHeaders` would write it in UTF-8, where the bytes of headers are Latin-1 to node:http.
      response.write(new Uint8Array());
      void passBody(incoming, response, watcher.response(passing, incoming.statusCode ?? 0, headersOf(incoming)));
    });
    // What has come of the body before a second attempt.
    if (passing.body.size > 0) outgoing.write(passing.body.bytes);
    request.pipe(outgoing);
  };
  // What may not be sent twice gets a connection of its own, which no service closes for having been idle.
  attempt(!isIdempotent(passing.method));
}

function notForwarded(error: unknown): Parameters<typeof sendProblem>[1] {
  return { status: 400, title: 'Bad Request', detail: `The request cannot be forwarded: ${messageOf(error)}`, code: 'not-forwarded' };
}

/** RFC 9457 problem details for a target that does not answer. */
export function badGateway(origin: string, { message }: Failure): { status: number; title: string; detail: string; code: string } {
  return { status: 502, title: 'Bad Gateway', detail: `${origin} does not answer: ${message}`, code: 'target-silent' };
}

function passingOf(request: IncomingMessage): Passing {
  const { method = 'GET', url = '/', headers } = request;
  let uploaded: number | undefined;
  request.on('end', () => {
    uploaded = performance.now();
  });
  return {
    method,
    // A client that takes the proxy for a forward proxy sends the whole address (RFC 9112 section 3.2.2). Only the target is ever called.
    target: url.startsWith('/') || url === '*' ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/'),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
    ),
    body: new Copy(),
    isWhole: () => request.complete,
    uploaded: () => uploaded,
    began: performance.now(),
  };
}

async function passBody(incoming: IncomingMessage, response: ServerResponse, watching: Promise<ResponseWatcher>): Promise<void> {
  const watcher = await watching;
  let how: BodyEnd = 'whole';
  try {
    for await (const chunk of incoming) {
      const hasRoom = response.write(chunk);
      await watcher.chunk(chunk as Uint8Array);
      if (!hasRoom && !response.destroyed && response.writableNeedDrain) await drained(response);
    }
    response.end();
  } catch {
    how = response.destroyed ? 'left' : 'reset';
    response.destroy();
  }
  watcher.end(how);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
