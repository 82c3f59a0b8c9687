// Tests that an abort ends every kind of wait for a response, even after the garbage collector has run.
import { createServer as createNodeServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  apiKeyScheme,
  bearerScheme,
  byRequest,
  call,
  createServer,
  createTransport,
  encodeBody,
  type FetchHandler,
  inMemoryFetch,
  json,
  ndjson,
  type Operation,
  operationChecks,
  type SecurityScheme,
  type ServerContext,
  signatureScheme,
} from '@octavo/runtime';
import { guardedFetch, serve } from '@octavo/runtime/node';
import { clientCredentials } from '@octavo/runtime/oauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { abortWhen } from '../support/garbage.ts';

type Hang = Operation<{ body?: object }, { status: number; body?: unknown }>;
const info = { id: 'demo', servers: [] };
const responses = { 200: { contents: { 'application/json': json, 'application/x-ndjson': ndjson(json) } } };
const get: Hang = { id: 'getHang', method: 'GET', path: '/hang', responses };
const post: Hang = { ...get, id: 'postHang', method: 'POST', body: { encode: encodeBody, contents: { 'application/json': json } } };

/** Counts of hanging requests, closed connections, and handlers whose signal aborted. */
let hanging = 0;
let closed = 0;
let heard = 0;
beforeEach(() => {
  hanging = 0;
  closed = 0;
  heard = 0;
});
const enough = () => abortWhen(() => hanging > 0);

/** Waits like a `fetch` or handler that only the signal ends. */
function wait(signal: AbortSignal): Promise<never> {
  hanging++;
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      heard++;
      reject(signal.reason);
    });
  });
}

describe('a client', () => {
  let server: Server;
  let url = '';
  let refusals = 0;

  beforeAll(async () => {
    server = createNodeServer((request, response) => {
      request.resume();
      const hops = Number(/^\/hops\/(\d)/.exec(request.url ?? '')?.[1] ?? 0);
      if (hops > 0) response.writeHead(302, { location: `/hops/${hops - 1}/hang` }).end();
      else if (request.url === '/token')
        response.setHeader('content-type', 'application/json').end('{"access_token":"t","token_type":"bearer"}');
      else if (refusals-- > 0) response.writeHead(401).end();
      else {
        hanging++;
        response.on('close', () => closed++);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    refusals = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  /** Checks that the abort closes the connection too, not only the wait. */
  const hungUp = () => expect.poll(() => closed).toBe(1);

  const key = apiKeyScheme('login', { in: 'header', parameter: 'X-Key' });
  const signature = signatureScheme('login', {
    parameter: 'signature',
    signature: {
      algorithm: 'hmac-sha256',
      encoding: 'hex',
      version: '1.0',
      bodyDigest: 'md5',
      toleranceSeconds: 600,
      parameters: { key: 'key', timestamp: 'timestamp', version: 'version', bodyDigest: 'digest' },
    },
  });
  const secured = (operation: Hang, scheme: SecurityScheme): Hang => ({ ...operation, security: [[{ scheme }]] });

  test.each<[string, Hang, string, unknown]>([
    ['without more', get, '', undefined],
    ['behind one redirect', secured(get, key), '/hops/1', 'x'],
    ['behind three redirects', secured(get, key), '/hops/3', 'x'],
    ['signed', secured(get, signature), '', { key: 'a', secret: 'b' }],
    ['signed, behind two redirects', secured(get, signature), '/hops/2', { key: 'a', secret: 'b' }],
    ['signed, with a body', secured(post, signature), '', { key: 'a', secret: 'b' }],
  ])('%s', async (_, operation, path, login) => {
    const transport = createTransport(info, { baseUrl: url + path, credentials: { login } });
    await expect(call(transport, operation, operation === post ? { body: { a: 1 } } : {}, { signal: enough() })).rejects.toThrow('enough');
    await hungUp();
  });

  test('a repeated call with a new token', async () => {
    refusals = 1;
    const scheme = bearerScheme('login');
    const login = clientCredentials(scheme, { clientId: 'a', clientSecret: 'b', tokenUrl: `${url}/token` });
    const transport = createTransport(info, { baseUrl: url, credentials: { login } });
    await expect(call(transport, secured(post, scheme), { body: { a: 1 } }, { signal: enough() })).rejects.toThrow('enough');
    await hungUp();
  });

  test('with a `fetch` made of promises', async () => {
    const fetch = byRequest(({ signal }) => wait(signal));
    await expect(call(createTransport(info, { baseUrl: url, fetch }), get, {}, { signal: enough() })).rejects.toThrow('enough');
  });

  test('with the guarded fetch of Node', async () => {
    const fetch = guardedFetch({ allowPrivate: 'loopback' });
    await expect(fetch(new Request(url, { signal: enough() }))).rejects.toThrow('enough');
    await hungUp();
  });
});

describe.each(['before its answer', 'within its stream'])('a handler that hangs %s', (place) => {
  const hang = ({ signal }: ServerContext): unknown => {
    if (place === 'before its answer') return wait(signal);
    const items = async function* () {
      yield 1;
      await wait(signal);
    };
    return { status: 200, contentType: 'application/x-ndjson', body: items() };
  };
  const route = { name: 'hang', operation: get, checks: operationChecks((_value): _value is unknown => true, {}) };
  const handler = createServer(info, [route], { hang: (_input: unknown, context: ServerContext) => hang(context) }, { onError: () => {} });

  async function read(options: object): Promise<void> {
    const { body } = await call(createTransport(info, options), get, {}, { signal: enough() });
    for await (const _ of body as AsyncIterable<unknown>);
  }

  test('in memory', async () => {
    await expect(read({ baseUrl: 'http://demo.example', fetch: inMemoryFetch(handler) })).rejects.toThrow('enough');
    await expect.poll(() => heard).toBe(1);
  });

  test.each<[string, FetchHandler]>([
    ['by Node’s messages', handler],
    ['by Request and Response', (request) => handler(request)],
  ])('over a socket, %s', async (_, served) => {
    const { url, close } = await serve(served);
    await expect(read({ baseUrl: url })).rejects.toThrow('enough');
    await expect.poll(() => heard).toBe(1);
    await close();
  });
});

test('with a plain function as the server', async () => {
  const { url, close } = await serve(({ signal }) => wait(signal));
  await expect(fetch(url, { signal: enough() })).rejects.toThrow('enough');
  await expect.poll(() => heard).toBe(1);
  await close();
});
