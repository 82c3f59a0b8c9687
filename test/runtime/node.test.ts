// Tests the node:http adapter over real sockets on loopback: the fast path without a `Request`, and plain functions of `Request`.

import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { createServer, encodeBody, form, type Issue, json, type Operation, simple } from '@octavo/runtime';
import { serve } from '@octavo/runtime/node';
import { afterAll, describe, expect, test } from 'vitest';
import { bearerScheme, type FetchHandler } from '../../runtime/index.ts';

const operation: Operation = {
  id: 'echo',
  method: 'POST',
  path: '/echo/{id}',
  parameters: [
    { in: 'path', name: 'id', required: true, codec: simple, shape: 'string' },
    { in: 'query', name: 'n', codec: form, shape: 'integer' },
  ],
  body: { encode: encodeBody, contents: { 'application/json': json } },
  responses: { 200: { contents: { 'application/json': json } } },
};
const read: Operation = { ...operation, id: 'read', method: 'GET', security: [[{ scheme: bearerScheme('token') }]] };
const accept = (_value: unknown, _issues: Issue[]): _value is unknown => true;
const aborted: string[] = [];
const waiting = new Map<string, () => void>();
const core = createServer(
  { id: 'demo', servers: [{ url: '/' }] },
  [
    { name: 'echo', operation, checks: { input: accept, responses: {} } },
    { name: 'read', operation: read, checks: { input: accept, responses: {} } },
  ],
  {
    echo: async (input: { path: { id: string } }, { signal }: { signal: AbortSignal }) => {
      if (input.path.id.startsWith('hang')) {
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            aborted.push(input.path.id);
            resolve();
          });
          waiting.get(input.path.id)?.();
        });
      }
      return { status: 200, body: input };
    },
    read: () => ({ status: 200, body: 'read' }),
  },
  { maxBodyBytes: 1000, security: { token: (token: string) => token === 'good' } },
);
/** A wrapper function hides the server core, so the adapter calls it with a `Request`. */
const wrapped: FetchHandler = async (request) => {
  const response = await core(request);
  response.headers.append('set-cookie', 'a=1');
  response.headers.append('set-cookie', 'b=2');
  return response;
};

function endless(): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      controller.enqueue(new Uint8Array(500).fill(0x20));
    },
  });
}

describe.each([
  ['the core', core],
  ['a function of Request', wrapped],
])('%s', (name, handler) => {
  const listening = serve(handler);
  afterAll(async () => (await listening).close());
  const send = async (path: string, init?: RequestInit) => fetch(`${(await listening).url}${path}`, init);
  const post = (path: string, body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    send(path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

  test('requests arrive decoded, responses unchanged', async () => {
    const response = await post('/echo/a%2Fb%20ü?n=5', '{"é":1}');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual({ path: { id: 'a/b ü' }, query: { n: 5 }, body: { é: 1 } });
    expect(response.headers.getSetCookie()).toEqual(handler === core ? [] : ['a=1', 'b=2']);
  });

  test('HEAD has no body', async () => {
    const response = await send('/echo/1', { method: 'HEAD', headers: { authorization: 'Bearer good' } });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test.each([
    ['different', 'Bearer other', 401],
    ['equal', 'Bearer good', 200],
  ])('case 63: two %s Authorization headers', async (_, second, want) => {
    const { port } = await listening;
    const status = await new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        { port, path: '/echo/1', headers: ['Host', 'x', 'Authorization', 'Bearer good', 'Authorization', second] },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      outgoing.once('error', reject);
      outgoing.end();
    });
    expect(status).toBe(want);
  });

  test.each([
    ['different', 'text/plain', 415],
    ['equal', 'application/json', 200],
  ])('case 46: two %s Content-Type headers', async (_, second, want) => {
    const { port } = await listening;
    const status = await new Promise((resolve, reject) => {
      const headers = ['Host', 'x', 'Content-Type', 'application/json', 'Content-Type', second, 'Content-Length', '1'];
      const outgoing = httpRequest({ port, path: '/echo/1', method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      outgoing.once('error', reject);
      outgoing.end('1');
    });
    expect(status).toBe(want);
  });

  test('case 51: paths arrive as they were sent', async () => {
    for (const path of ['/echo/%zz', '/echo/%00', '/echo/%E0%A4%A']) expect((await post(path, '1')).status).toBe(400);
    expect((await post('/echo/1', '1')).status).toBe(200);
  });

  test('case 55: a body over the limit is a 413, and the next request is answered', async () => {
    expect((await post('/echo/1', `"${'x'.repeat(2000)}"`)).status).toBe(413);
    const chunks = endless();
    // The server responds and closes, so the upload may fail before the response is read.
    const chunked = await post('/echo/1', chunks as unknown as BodyInit).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([413, 'closed']).toContain(chunked);
    expect((await post('/echo/1', '1')).status).toBe(200);
  });

  test('a caller that disconnects aborts the handler', async () => {
    const id = `hang-${name.replaceAll(' ', '')}`;
    const started = new Promise<void>((resolve) => waiting.set(id, resolve));
    const controller = new AbortController();
    const answer = fetch(`${(await listening).url}/echo/${id}`, { method: 'POST', signal: controller.signal });
    await started;
    controller.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => aborted).toContain(id);
  });

  test('an interrupted upload does not affect other requests', async () => {
    const { port } = await listening;
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write('POST /echo/1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":');
    socket.destroy();
    expect((await post('/echo/1', '1')).status).toBe(200);
  });
});

test('a stream is sent item by item, and cancelled when the caller disconnects', async () => {
  let cancelled = false;
  const handler: FetchHandler = async () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(65536)),
        cancel: () => {
          cancelled = true;
        },
      }),
    );
  const served = await serve(handler);
  const response = await fetch(served.url);
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  await expect.poll(() => cancelled).toBe(true);
  await served.close();
});

test.each(['chunked', 'gzip, chunked', 'identity'])(
  'a transfer-encoding of the handler (%s) is left out: the adapter frames the body',
  async (coding) => {
    const served = await serve(async () => new Response('hello', { headers: { 'transfer-encoding': coding } }));
    const response = await fetch(served.url);
    expect([response.status, response.headers.get('transfer-encoding'), await response.text()]).toEqual([200, 'chunked', 'hello']);
    await served.close();
  },
);

test('a port in use rejects', async () => {
  const first = await serve(core);
  await expect(serve(core, { port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.close();
});
