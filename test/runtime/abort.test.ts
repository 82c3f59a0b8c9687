// Tests that an abort ends the reading of a slow response, even after the garbage collector has collected parts of the request.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ByteSource,
  bearerScheme,
  byteStream,
  type CallOptions,
  type ClientOptions,
  call,
  createTransport,
  createWebhookSender,
  json,
  middleware,
  ndjson,
  type Operation,
  type Send,
  sendWebhook,
  standardSignature,
  timeout,
} from '@octavo/runtime';
import { guardedFetch } from '@octavo/runtime/node';
import { clientCredentials } from '@octavo/runtime/oauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byEffort, sampleOf } from '../support/effort.ts';
import { abortWhen, collectGarbage } from '../support/garbage.ts';

const get: Operation<{ body?: object }, { status: number; body?: unknown }> = {
  id: 'getDrip',
  method: 'GET',
  path: '/drip',
  responses: {
    200: { contents: { 'application/json': json, 'application/x-ndjson': ndjson(json), 'application/octet-stream': byteStream } },
  },
};

/** Media type and repeated chunk of each endless response. */
const drips: Readonly<Record<string, readonly [type: string, drop: string]>> = {
  '/json/drip': ['application/json', ' '],
  '/items/drip': ['application/x-ndjson', '1\n'],
  '/bytes/drip': ['application/octet-stream', 'x'],
};

let server: Server;
let url = '';
/** Open connections with a slow response. */
let open = 0;
let collecting: ReturnType<typeof setInterval> | undefined;

beforeAll(async () => {
  server = createServer(({ url: path = '' }, response) => {
    const [type, drop] = drips[path] ?? ['text/plain', 'x'];
    response.writeHead(drips[path] === undefined ? 500 : 200, { 'content-type': type });
    open++;
    const timer = setInterval(() => response.write(drop), 5);
    response.on('close', () => {
      open--;
      clearInterval(timer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  // An abort comes after five collections in any case. These go on while it takes effect.
  collecting = setInterval(collectGarbage, byEffort({ quick: 120, deep: 10 }));
});
afterEach(() => clearInterval(collecting));

/** Checks that the abort closes the connection too, not only the reader. */
const hungUp = () => expect.poll(() => open).toBe(0);

describe('a call', () => {
  const read = async (kind: string, options: CallOptions, more: ClientOptions = {}) => {
    const { body } = await call(createTransport({ id: 'demo', servers: [] }, { baseUrl: `${url}/${kind}`, ...more }), get, {}, options);
    for await (const _ of kind === 'bytes' ? (body as ByteSource).stream() : (body as AsyncIterable<unknown>));
  };

  test.each(['json', 'items', 'bytes', 'undeclared'])('the caller’s abort, %s', async (kind) => {
    let answered = false;
    const fetch: Send = async (url, init) => {
      const response = await globalThis.fetch(url, init);
      answered = true;
      return response;
    };
    const signal = abortWhen(() => answered);
    // An undeclared response still has its status in the error.
    await expect(read(kind, { signal }, { fetch })).rejects.toThrow(kind === 'undeclared' ? '500' : 'enough');
    await hungUp();
  });

  test.each(sampleOf(['items', 'bytes', 'json'], 1))('the abort of a signal that a middleware set, %s', async (kind) => {
    let answered = false;
    const signal = abortWhen(() => answered);
    const limiting = middleware({
      onRequest: ({ request }) => new Request(request, { signal }),
      onResponse: () => {
        answered = true;
      },
    });
    await expect(read(kind, {}, { middleware: limiting })).rejects.toThrow('enough');
    await hungUp();
  });

  test('the time limit', async () => {
    await expect(read('json', { timeout: timeout(200) })).rejects.toThrow('timed out after 200 ms');
    await hungUp();
  });
});

test.each([
  ['the platform’s fetch', undefined],
  ['the guarded fetch of Node', guardedFetch({ allowPrivate: 'loopback' })],
])('a webhook receiver, %s', async (_, fetch) => {
  const sender = createWebhookSender(
    { id: 'hooks', servers: [] },
    {
      url: `${url}/json/drip`,
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      allowPrivate: 'loopback',
      timeoutMilliseconds: 200,
      ...(fetch === undefined ? {} : { fetch }),
    },
  );
  await expect(sendWebhook(sender, get, standardSignature({ toleranceSeconds: 300 }), {})).rejects.toThrow(/timeout/i);
  await hungUp();
});

test('an authorization server', async () => {
  const scheme = bearerScheme('login');
  const login = clientCredentials(scheme, { clientId: 'a', clientSecret: 'b', tokenUrl: `${url}/json/drip`, timeoutMilliseconds: 200 });
  const transport = createTransport({ id: 'demo', servers: [] }, { baseUrl: `${url}/json`, credentials: { login } });
  await expect(call(transport, { ...get, security: [[{ scheme }]] }, {})).rejects.toThrow('did not respond within 200 ms');
  await hungUp();
});
