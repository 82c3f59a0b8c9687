// Tests the client options for validation, timeouts, hooks and size limits, and the choice of an operation's server.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import {
  apiKeyScheme,
  byRequest,
  bytes,
  type CallOptions,
  type ClientOptions,
  call,
  createServer as createOctavoServer,
  createTransport,
  fillVariables,
  hooks,
  type Issue,
  inMemoryFetch,
  json,
  middleware,
  ndjson,
  type Operation,
  operationChecks,
  report,
  retry,
  type Send,
  serviceValidators,
  simple,
  streamChecks,
  text,
  timeout,
  validation,
} from '@octavo/runtime';
import { createRawClient } from '@octavo/runtime/raw-client';
import { afterEach, describe, expect, test, vi } from 'vitest';

const service = { id: 'demo', servers: [{ url: 'https://example.com/v1' }] };
type AnyOperation = Operation<Record<string, unknown>, { status: number; body?: unknown; contentType?: string }>;
const thing: AnyOperation = {
  id: 'getThing',
  method: 'GET',
  path: '/things/{id}',
  parameters: [{ in: 'path', name: 'id', required: true, codec: simple, shape: 'string' }],
  responses: {
    200: { contents: { 'application/json': json } },
    201: { contents: { 'application/json': json, 'text/plain': text } },
    204: {},
    206: { contents: { 'application/x-ndjson': ndjson(json) } },
    '4XX': { contents: { 'application/problem+json': json } },
  },
};
const input = { path: { id: '1' } };
const isNumber = (value: unknown, issues: Issue[]): value is number =>
  typeof value === 'number' || report(issues, '/n', 'type', 'number', value);
const isOne = (value: unknown, issues: Issue[]): value is object =>
  (value as typeof input).path.id === '1' || report(issues, '/path/id', 'const', '1', 'x');
const checks = streamChecks(
  isOne,
  { 200: { 'application/json': isNumber }, 201: { 'application/json': isNumber, 'text/plain': isNumber } },
  { responses: { 206: { 'application/x-ndjson': isNumber } } },
);
const table = serviceValidators({ getThing: checks });

async function run(fetch: Send, options: ClientOptions = {}, callOptions?: CallOptions, given: Record<string, unknown> = input) {
  return call(createTransport(service, { fetch, ...options }), thing, given, callOptions).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error: error as Error & Record<string, unknown> }),
  );
}
const answering = (body: unknown, init?: ResponseInit) => vi.fn(async () => Response.json(body, init));

afterEach(() => void vi.useRealTimers());

describe('validate', () => {
  test.each<[string, ClientOptions, CallOptions | undefined]>([
    ['of the client, as the table', { validate: table }, undefined],
    ['of the client, as options', { validate: validation(table) }, undefined],
    ['of one call', {}, { validate: checks }],
    ['of one call rather than the client', { validate: validation(table, { responses: 'off' }) }, { validate: checks }],
    ['with middleware', { validate: table, middleware: middleware({ onResponse: () => undefined }) }, undefined],
  ])('%s', async (_, options, callOptions) => {
    expect((await run(answering(5), options, callOptions)).result).toMatchObject({ status: 200, body: 5 });
    const { error } = await run(answering('secret'), options, callOptions);
    expect(error).toMatchObject({
      name: 'InvalidResponseError',
      operation: 'getThing',
      status: 200,
      issues: [{ path: '/n', keyword: 'type' }],
    });
    expect(inspect(error, { depth: 9 })).not.toContain('secret');
  });

  test('is off by default', async () => {
    expect((await run(answering('x'))).result).toMatchObject({ body: 'x' });
    expect((await run(answering('x'), { validate: table }, { validate: undefined })).result).toMatchObject({ body: 'x' });
  });

  test('uses the schema of the received media type', async () => {
    const { error } = await run(async () => new Response('x', { status: 201, headers: { 'content-type': 'text/plain' } }), {
      validate: table,
    });
    expect(error).toMatchObject({ name: 'InvalidResponseError', status: 201 });
  });

  test('checks requests before anything is sent', async () => {
    const fetch = answering(5);
    const asked = { validate: validation(table, { requests: 'throw' }) };
    expect((await run(fetch, asked)).result).toBeDefined();
    const { error } = await run(fetch, asked, undefined, { path: { id: '2' } });
    expect(error).toMatchObject({ name: 'InvalidRequestError', operation: 'getThing', issues: [{ path: '/path/id', keyword: 'const' }] });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('checks streams item by item', async () => {
    const stream = async () => new Response('1\n"two"\n3\n', { status: 206, headers: { 'content-type': 'application/x-ndjson' } });
    const read = async (options: ClientOptions) => {
      const seen: unknown[] = [];
      const { result } = await run(stream, options);
      try {
        for await (const item of (result as { body: AsyncIterable<unknown> }).body) seen.push(item);
      } catch (error) {
        seen.push((error as Error).name);
      }
      return seen;
    };
    expect(await read({})).toEqual([1, 'two', 3]);
    expect(await read({ validate: table })).toEqual([1, 'InvalidItemError']);
    const told: unknown[] = [];
    expect(await read({ validate: validation(table, { responses: 'warn', onIssue: (error) => void told.push(error.issues) }) })).toEqual([
      1,
      'two',
      3,
    ]);
    expect(told).toMatchObject([[{ path: '/n' }]]);
  });

  test('checks requests of the raw client, and responses that it reads as JSON', async () => {
    const raw = (fetch: Send) =>
      createRawClient(
        createTransport(service, { fetch, validate: validation(table, { requests: 'throw' }) }),
        thing as Operation,
      ) as unknown as {
        GET(path: string, init: object): Promise<{ data?: unknown; error?: unknown }>;
      };
    const get = (body: unknown, init: object = {}, answer?: ResponseInit) =>
      raw(answering(body, answer)).GET('/things/{id}', { params: input, ...init });
    expect((await get(5)).data).toBe(5);
    await expect(get('x')).rejects.toMatchObject({ name: 'InvalidResponseError', status: 200 });
    expect((await get('x', { parseAs: 'text' })).data).toBe('"x"');
    expect((await get('x', {}, { headers: { 'content-type': 'text/html' } })).data).toBe('x');
    await expect(get(5, { params: { path: { id: '2' } } })).rejects.toMatchObject({ name: 'InvalidRequestError' });
  });
});

describe('case 40: malformed responses', () => {
  const answer =
    (body: BodyInit | null, status = 200, type = 'application/json') =>
    async () =>
      new Response(body, { status, headers: type === '' ? {} : { 'content-type': type } });
  const cut = new ReadableStream({
    pull(controller) {
      if (controller.desiredSize === 1) controller.enqueue(new TextEncoder().encode('{"a":'));
      controller.error(new Error('cut'));
    },
  });
  test.each<[string, () => Promise<Response>, string, number, RegExp]>([
    ['wrong JSON shape', answer('{"n":"x"}'), 'InvalidResponseError', 200, /\/n must be a number/],
    [
      'HTML from a proxy',
      answer('<h1>Bad gateway</h1>', 200, 'text/html'),
      'UnreadableResponseError',
      200,
      /media type \(text\/html\) is not declared/,
    ],
    ['HTML from a proxy, as an error', answer('<h1>Bad gateway</h1>', 502, 'text/html'), 'UnexpectedResponseError', 502, /is not declared/],
    ['HTML that says it is JSON', answer('<h1>Bad gateway</h1>'), 'UnreadableResponseError', 200, /not valid JSON/],
    ['empty body', answer(''), 'UnreadableResponseError', 200, /./],
    ['no body', answer(null), 'UnreadableResponseError', 200, /./],
    ['truncated', answer('{"a":'), 'UnreadableResponseError', 200, /not valid JSON/],
    ['broken off', answer(cut), 'UnreadableResponseError', 200, /ended early/],
    ['two BOMs', answer('\ufeff\ufeff5'), 'UnreadableResponseError', 200, /not valid JSON/],
    ['wrong charset', answer('5', 200, 'application/json; charset=utf-16'), 'UnreadableResponseError', 200, /not in UTF-8/],
    ['bytes that are not UTF-8', answer(new Uint8Array([0x22, 0xff, 0x22])), 'UnreadableResponseError', 200, /UTF-8/],
    ['an invalid media type', answer('5', 200, 'json'), 'UnreadableResponseError', 200, /malformed/],
  ])('%s', async (_, fetch, name, status, message) => {
    const { error } = await run(fetch, { validate: table });
    expect(error).toMatchObject({ name, operation: 'getThing', status });
    expect(error?.message).toMatch(message);
  });

  describe('over a socket', () => {
    let server: Server | undefined;
    afterEach(() => {
      server?.closeAllConnections();
      return new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
    });
    async function listen(handle: Parameters<typeof createServer>[1]): Promise<string> {
      server = createServer(handle as never);
      await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }

    test('204 with a body', async () => {
      const baseUrl = await listen((request, response) => {
        request.resume();
        response.socket?.end(
          'HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"x"',
        );
      });
      const outcome = await call(createTransport(service, { baseUrl }), thing, input).catch((error: unknown) => error);
      expect(outcome).toMatchObject({ status: 204 });
      expect(outcome).not.toHaveProperty('body');
    });

    test('fewer bytes than Content-Length', async () => {
      const baseUrl = await listen((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"a":', () => response.destroy());
      });
      await expect(call(createTransport(service, { baseUrl }), thing, input)).rejects.toMatchObject({
        name: 'UnreadableResponseError',
        operation: 'getThing',
        status: 200,
      });
    });

    const SIZE = 300 * 1024 * 1024;
    test.each([
      ['announced', true, 0],
      ['chunked', false, 140],
    ])('300 MB, %s: rejected in bounded memory', async (_, announced, most) => {
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      let written = 0;
      const baseUrl = await listen((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...(announced ? { 'content-length': String(SIZE) } : {}) });
        const more = (): void => {
          while (written < SIZE && !response.destroyed) {
            written += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', more);
          }
          response.end();
        };
        more();
      });
      await expect(call(createTransport(service, { baseUrl }), thing, input)).rejects.toMatchObject({
        name: 'UnreadableResponseError',
        status: 200,
        message: expect.stringContaining('more than 104857600 bytes'),
      });
      // The limit bounds the buffered bytes too.
      expect(written / 1024 / 1024).toBeLessThan(Math.max(most, 40));
    });
  });

  test.each<[string, ClientOptions, CallOptions | undefined, boolean]>([
    ['a cap of the client', { maxResponseBytes: 4 }, undefined, false],
    ['of one call', { maxResponseBytes: 1000 }, { maxResponseBytes: 4 }, false],
    ['none', { maxResponseBytes: 4 }, { maxResponseBytes: Number.POSITIVE_INFINITY }, true],
    ['just enough', { maxResponseBytes: 7 }, undefined, true],
  ])('%s', async (_, options, callOptions, fine) => {
    const cancelled = vi.fn();
    for (const announced of [true, false]) {
      const body = new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode('"12345"'));
          controller.close();
        },
        cancel: cancelled,
      });
      const headers = { 'content-type': 'application/json', ...(announced ? { 'content-length': '7' } : {}) };
      const { result, error } = await run(async () => new Response(body, { headers }), options, callOptions);
      expect(fine ? result?.body : error?.name).toBe(fine ? '12345' : 'UnreadableResponseError');
    }
  });

  test('a body that is too large is rejected even if a clone of it is never read', async () => {
    const clones: Response[] = [];
    const copying = middleware({ onResponse: ({ response }) => void clones.push(response.clone()) });
    const { error } = await run(answering('12345'), { middleware: copying, maxResponseBytes: 4 });
    expect(error?.name).toBe('UnreadableResponseError');
    expect(clones.map((clone) => clone.bodyUsed)).toEqual([false]);
  });
});

describe('timeout', () => {
  const hang: Send = (_url, { signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
  const deaf = () => new Promise<Response>(() => {});

  test.each([2 ** 31, Number.POSITIVE_INFINITY])('%d exceeds the range of timers and does not time out at once', async (milliseconds) => {
    const slow = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return Response.json(1);
    };
    expect((await run(slow, { timeout: timeout(milliseconds) })).result).toMatchObject({ status: 200 });
  });

  test.each<[string, Send, ClientOptions, CallOptions | undefined]>([
    ['of the client', hang, { timeout: timeout(1000) }, undefined],
    ['of one call', hang, { timeout: timeout(60_000) }, { timeout: timeout(1000) }],
    ['with a fetch that ignores the signal', deaf, { timeout: timeout(1000) }, undefined],
    ['with a credential that never comes', hang, { timeout: timeout(1000), credentials: { key: deaf } }, undefined],
    [
      'with all attempts',
      async () => {
        throw new Error('reset');
      },
      { timeout: timeout(1000), retry: retry({ random: () => 0.9, baseMilliseconds: 900 }) },
      undefined,
    ],
    ['beside a signal of the caller', hang, { timeout: timeout(1000) }, { signal: new AbortController().signal }],
  ])('%s', async (_, fetch, options, callOptions) => {
    vi.useFakeTimers();
    const secured = { ...thing, security: [[{ scheme: apiKeyScheme('key', { in: 'header', parameter: 'X-Key' }) }]] } as AnyOperation;
    const pending = call(createTransport(service, { fetch, ...options }), secured, input, callOptions).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(999);
    expect(await Promise.race([pending, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await pending).toMatchObject({
      name: 'TimeoutError',
      operation: 'getThing',
      message: 'getThing: timed out after 1000 ms.',
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the caller’s abort keeps its own reason', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const pending = run(hang, { timeout: timeout(1000) }, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(10);
    controller.abort('mine');
    expect((await pending).error).toBe('mine');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('leaves no timer behind, and does not end a stream', async () => {
    vi.useFakeTimers();
    const stream = async () => new Response('1\n2\n', { status: 206, headers: { 'content-type': 'application/x-ndjson' } });
    const { result } = await run(stream, { timeout: timeout(1000) });
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(5000);
    const seen: unknown[] = [];
    for await (const item of (result as { body: AsyncIterable<unknown> }).body) seen.push(item);
    expect(seen).toEqual([1, 2]);
  });

  test('an input that cannot be encoded leaves no timer behind', async () => {
    vi.useFakeTimers();
    expect((await run(hang, { timeout: timeout(1000) }, undefined, { path: { id: '..' } })).error?.name).toBe('InvalidPathParameterError');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('applies to the raw client', async () => {
    vi.useFakeTimers();
    const raw = createRawClient(createTransport(service, { fetch: hang, timeout: timeout(50) }), thing as Operation) as unknown as {
      GET(path: string, init: object): Promise<unknown>;
    };
    const pending = raw.GET('/things/{id}', { params: input }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(50);
    expect(await pending).toMatchObject({ name: 'TimeoutError' });
  });
});

describe('hooks', () => {
  const record = () => {
    const events: Record<string, unknown>[] = [];
    const note = (kind: string) => (event: object) => void events.push({ kind, ...event });
    return {
      events,
      hooks: hooks({ onRequest: note('request'), onResponse: note('response'), onError: note('error'), onRetry: note('retry') }),
    };
  };

  test('get each attempt, without secrets', async () => {
    const { events, hooks } = record();
    const fetch = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('fetch failed'))
      .mockResolvedValueOnce(new Response('later', { status: 503, headers: { 'x-request-id': 'r1' } }))
      .mockResolvedValueOnce(Response.json(5, { headers: { 'x-request-id': 'r2' } }));
    const secured = { ...thing, security: [[{ scheme: apiKeyScheme('key', { in: 'query', parameter: 'k' }) }]] } as AnyOperation;
    const transport = createTransport(service, {
      fetch,
      hooks,
      credentials: { key: 'secret' },
      headers: { 'x-app': 'secret' },
      retry: retry({ random: () => 0.5, sleep: async () => {} }),
    });
    await call(transport, secured, { path: { id: 'private' } });
    const about = { operation: 'getThing', method: 'GET', path: '/things/{id}' };
    expect(events).toMatchObject([
      { kind: 'request', ...about, attempt: 1 },
      { kind: 'error', ...about, attempt: 1, status: undefined, error: { name: 'TransportError' }, milliseconds: expect.any(Number) },
      { kind: 'retry', ...about, attempt: 1, waitMilliseconds: 125, status: undefined },
      { kind: 'request', ...about, attempt: 2 },
      { kind: 'error', ...about, attempt: 2, status: 503, requestId: 'r1', error: { name: 'UnexpectedResponseError' } },
      { kind: 'retry', ...about, attempt: 2, waitMilliseconds: 250, status: 503 },
      { kind: 'request', ...about, attempt: 3 },
      { kind: 'response', ...about, attempt: 3, status: 200, requestId: 'r2' },
    ]);
    expect(new Set(events.map((event) => event.call)).size).toBe(1);
    expect(inspect(events, { depth: 9, showHidden: true })).not.toMatch(/secret|private/);
  });

  test('of a call replace those of the client; the raw client has them too', async () => {
    const [first, second] = [record(), record()];
    await run(answering(5), { hooks: first.hooks }, { hooks: second.hooks });
    expect([first.events.length, second.events.length]).toEqual([0, 2]);
    const raw = createRawClient(
      createTransport(service, { fetch: answering('x', { status: 404 }), hooks: first.hooks }),
      thing as Operation,
    );
    await (raw as unknown as { GET(path: string, init: object): Promise<unknown> }).GET('/things/{id}', { params: input });
    expect(first.events).toMatchObject([{ kind: 'request' }, { kind: 'response', status: 404 }]);
  });

  test('that throw or reject do not affect the call', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const broken = hooks({
      onRequest: () => {
        throw new Error('mine');
      },
      onResponse: async () => {
        throw new Error('later');
      },
    });
    expect((await run(answering(5), { hooks: broken })).result).toMatchObject({ status: 200 });
    expect(complaints.mock.calls.map(([, error]) => (error as Error).message)).toEqual(['mine', 'later']);
    complaints.mockRestore();
  });
});

describe('servers of an operation', () => {
  const own = (url: string, variables?: Record<string, { default: string }>): AnyOperation => ({
    ...thing,
    servers: [variables === undefined ? { url } : { url, variables, fill: fillVariables }],
  });
  const sentTo = async (operation: AnyOperation, options: ClientOptions = {}, callOptions?: CallOptions) => {
    const urls: string[] = [];
    const fetch = byRequest(async (request) => {
      urls.push(request.url);
      return Response.json(5);
    });
    await call(createTransport(service, { fetch, ...options }), operation, input, callOptions);
    return urls[0];
  };

  test.each<[string, AnyOperation, ClientOptions, CallOptions | undefined, string]>([
    ['the service’s', thing, {}, undefined, 'https://example.com/v1/things/1'],
    ['its own', own('https://files.example.com/up'), {}, undefined, 'https://files.example.com/up/things/1'],
    [
      'with variables',
      own('https://{region}.example.com', { region: { default: 'eu' } }),
      {},
      undefined,
      'https://eu.example.com/things/1',
    ],
    [
      'with a value',
      own('https://{region}.example.com', { region: { default: 'eu' } }),
      { variables: { region: 'us' } },
      undefined,
      'https://us.example.com/things/1',
    ],
    [
      'unless the client has a baseUrl',
      own('https://files.example.com'),
      { baseUrl: 'http://localhost:9/x' },
      undefined,
      'http://localhost:9/x/things/1',
    ],
    [
      'or the call',
      own('https://files.example.com'),
      { baseUrl: 'http://localhost:9/x' },
      { baseUrl: 'http://localhost:8' },
      'http://localhost:8/things/1',
    ],
    ['the call’s alone', thing, {}, { baseUrl: 'http://localhost:8' }, 'http://localhost:8/things/1'],
  ])('%s', async (_, operation, options, callOptions, url) => {
    expect(await sentTo(operation, options, callOptions)).toBe(url);
  });

  test.each<[string, AnyOperation, ClientOptions, CallOptions | undefined]>([
    [
      'a variable that leaves its place',
      own('https://{host}/v1', { host: { default: 'a.example' } }),
      { variables: { host: 'evil.com/' } },
      undefined,
    ],
    ['credentials in the address', own('https://user:pw@example.com'), {}, undefined],
    ['a query in the address', own('https://example.com/?a=1'), {}, undefined],
    ['another scheme', own('javascript:alert(1)'), {}, undefined],
    ['a call’s address with credentials', thing, {}, { baseUrl: 'https://user:pw@example.com' }],
    ['a relative one, where there is no page', own('/v2'), {}, undefined],
  ])('case 37: %s is rejected before anything is sent', async (_, operation, options, callOptions) => {
    const fetch = answering(5);
    const outcome = await call(createTransport(service, { fetch, ...options }), operation, input, callOptions).catch(
      (error: unknown) => error,
    );
    expect(outcome).toMatchObject({ name: 'ConfigurationError' });
    expect((outcome as Error).message).not.toContain('pw');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('case 37: a redirect from an operation’s server to the service’s server carries no credential', async () => {
    const seen: [string, string | null][] = [];
    const fetch = byRequest(async (request) => {
      seen.push([new URL(request.url).host, request.headers.get('x-key')]);
      return seen.length === 1
        ? new Response(null, { status: 307, headers: { location: 'https://example.com/v1/things/1' } })
        : Response.json(5);
    });
    const operation = {
      ...own('https://files.example.com'),
      security: [[{ scheme: apiKeyScheme('key', { in: 'header', parameter: 'X-Key' }) }]],
    };
    await call(createTransport(service, { fetch, credentials: { key: 'k' } }), operation as AnyOperation, input);
    expect(seen).toEqual([
      ['files.example.com', 'k'],
      ['example.com', null],
    ]);
  });

  test('the generated server serves the same paths', async () => {
    const operation = own('https://files.example.com/up');
    const routes = [
      { name: 'getThing', operation: operation as Operation, checks: { input: isOne, responses: {} } },
      {
        name: 'other',
        operation: { ...thing, id: 'other', path: '/others', parameters: [] } as Operation,
        checks: { input: (_: unknown): _ is unknown => true, responses: {} },
      },
    ];
    const handlers = { getThing: () => ({ status: 200, body: 7 }), other: () => ({ status: 200, body: 8 }) };
    const server = createOctavoServer(service, routes, handlers, { onError: () => {} });
    const fetch = inMemoryFetch(server);
    expect(await call(createTransport(service, { fetch }), operation, input)).toMatchObject({ body: 7 });
    const status = async (path: string) => (await server(new Request(`https://x.example${path}`))).status;
    expect([await status('/up/things/1'), await status('/v1/things/1'), await status('/v1/others'), await status('/up/others')]).toEqual([
      200, 404, 200, 404,
    ]);
    const moved = createOctavoServer(service, routes, handlers, { basePath: '/mine' });
    expect((await moved(new Request('https://x.example/mine/things/1'))).status).toBe(200);
  });
});

test('a binary body is not validated', async () => {
  const image: AnyOperation = { ...thing, responses: { 200: { contents: { 'image/png': bytes } } } };
  const fetch = async () => new Response('x', { headers: { 'content-type': 'image/png' } });
  const result = await call(createTransport(service, { fetch, validate: operationChecks(isOne, {}) }), image, input);
  expect(result.body).toBeInstanceOf(Blob);
});
