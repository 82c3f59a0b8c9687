// Tests which calls are retried, the delays, and the repeated requests; with a `sleep` that only records, and once over a real socket.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  apiKeyScheme,
  bearerScheme,
  byRequest,
  type CallOptions,
  type ClientOptions,
  call,
  createTransport,
  encodeBody,
  header,
  json,
  type Operation,
  type RetryOptions,
  retry,
  signatureScheme,
  TransportError,
} from '@octavo/runtime';
import { createRawClient } from '@octavo/runtime/raw-client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import fc from '../support/fast-check.ts';

const service = { id: 'demo', servers: [{ url: 'https://example.com' }] };
type AnyOperation = Operation<Record<string, unknown>, { status: number; body?: unknown }>;
const operationOf = (method: string, rest: Partial<AnyOperation> = {}): AnyOperation => ({
  id: `${method} thing`,
  method,
  path: '/thing',
  parameters: [{ in: 'header', name: 'Idempotency-Key', codec: header, shape: 'string' }],
  body: { encode: encodeBody, contents: { 'application/json': json } },
  responses: { 200: { contents: { 'application/json': json } }, 503: {} },
  ...rest,
});

type Answer = Response | Error;
const answer = (status: number, headers: Record<string, string> = {}): Answer =>
  status === 200 ? Response.json('ok', { headers }) : new Response(status === 204 ? null : 'later', { status, headers });
const reset = Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });

interface Case extends CallOptions {
  readonly operation?: AnyOperation;
  readonly input?: Record<string, unknown>;
  readonly options?: RetryOptions;
  readonly client?: ClientOptions;
}

/** Makes one call against the given responses; the last one repeats. */
async function run(answers: readonly Answer[], { operation = operationOf('GET'), input = {}, options, client, ...rest }: Case = {}) {
  const sent: Request[] = [];
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  const fetch = byRequest(async (request) => {
    sent.push(request);
    const next = answers[Math.min(sent.length, answers.length) - 1];
    if (next instanceof Response) return next.clone();
    throw next;
  });
  const transport = createTransport(service, { fetch, retry: retry({ random: () => 0.5, sleep, ...options }), ...client });
  const outcome = await call(transport, operation, input, rest).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error: error as Error & Record<string, unknown> }),
  );
  return { sent, waits, ...outcome };
}

afterEach(() => void vi.useRealTimers());

describe('case 42: which calls are retried', () => {
  test.each<[string, readonly Answer[], Case, number, number | string]>([
    ['GET after a reset', [reset, answer(200)], {}, 2, 200],
    ['GET, three times at most', [reset], {}, 3, 'TransportError'],
    ['GET, as often as told', [reset], { options: { attempts: 5 } }, 5, 'TransportError'],
    ['GET, not when told', [reset], { options: { attempts: 1 } }, 1, 'TransportError'],
    ['a declared status, which is the result in the end', [answer(503)], {}, 3, 503],
    ['an undeclared one, which is thrown in the end', [answer(502)], {}, 3, 'UnexpectedResponseError'],
    ...[408, 425, 429, 500, 502, 503, 504].map((status): [string, Answer[], Case, number, number] => [
      `GET after ${status}`,
      [answer(status), answer(200)],
      {},
      2,
      200,
    ]),
    ...[400, 401, 404, 409, 501, 505].map((status): [string, Answer[], Case, number, string] => [
      `GET not after ${status}`,
      [answer(status), answer(200)],
      {},
      1,
      'UnexpectedResponseError',
    ]),
    ...['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'QUERY', 'get'].map((method): [string, Answer[], Case, number, number] => [
      method,
      [answer(503), answer(200)],
      { operation: operationOf(method) },
      2,
      200,
    ]),
    ...['POST', 'PATCH'].flatMap((method): [string, Answer[], Case, number, number | string][] => [
      [`${method} not, after a reset`, [reset, answer(200)], { operation: operationOf(method) }, 1, 'TransportError'],
      [
        `${method} not, even where the service asks for it`,
        [answer(503, { 'retry-after': '0' }), answer(200)],
        { operation: operationOf(method) },
        1,
        503,
      ],
      [
        `${method} with a key as parameter`,
        [reset, answer(200)],
        { operation: operationOf(method), input: { header: { 'Idempotency-Key': 'k' } } },
        2,
        200,
      ],
      [
        `${method} with a key as header`,
        [reset, answer(200)],
        { operation: operationOf(method), headers: { 'Idempotency-Key': 'k' } },
        2,
        200,
      ],
      [
        `${method} with a key of its own`,
        [reset, answer(200)],
        { operation: operationOf(method), options: { idempotencyKey: true } },
        2,
        200,
      ],
    ]),
    [
      'an answer that cannot be read is not asked for again',
      [new Response('<html>', { headers: { 'content-type': 'text/html' } })],
      {},
      1,
      'UnreadableResponseError',
    ],
    [
      'what a hook of the caller throws is no fault of the network',
      [Response.json(1)],
      {
        validate: {
          response: () => {
            throw new Error('mine');
          },
        },
      },
      1,
      'Error',
    ],
  ])('%s', async (_, answers, given, count, outcome) => {
    const { sent, result, error } = await run(answers, given);
    expect([sent.length, result?.status ?? error?.name]).toEqual([count, outcome]);
  });

  test('all attempts of a call share an idempotency key, and the next call gets another', async () => {
    const given = { operation: operationOf('POST'), input: { body: { a: 1 } }, options: { idempotencyKey: true } };
    const { sent } = await run([reset, answer(503), answer(200)], given);
    const keys = sent.map((request) => request.headers.get('idempotency-key'));
    expect(keys).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      keys[0],
      keys[0],
    ]);
    expect(await Promise.all(sent.map((request) => request.text()))).toEqual(['{"a":1}', '{"a":1}', '{"a":1}']);
    const again = await run([answer(200)], given);
    expect(again.sent[0]?.headers.get('idempotency-key')).not.toBe(keys[0]);
    const idempotent = await run([answer(200)], { options: { idempotencyKey: true } });
    expect(idempotent.sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  test('each attempt gets a new credential and signature', async () => {
    let tokens = 0;
    const both = operationOf('GET', {
      security: [[{ scheme: bearerScheme('token') }, { scheme: apiKeyScheme('key', { in: 'query', parameter: 'k' }) }]],
    });
    const credentials = { token: async () => `t${++tokens}`, key: () => `k${tokens}` };
    const { sent } = await run([reset, answer(503), answer(200)], { operation: both, client: { credentials } });
    expect(sent.map((request) => request.headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t3']);
    expect(sent.map((request) => new URL(request.url).search)).toEqual(['?k=k1', '?k=k2', '?k=k3']);

    vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date'] });
    const facts = {
      parameter: 'auth_signature',
      signature: {
        algorithm: 'hmac-sha256',
        encoding: 'hex',
        version: '1.0',
        bodyDigest: 'md5',
        toleranceSeconds: 600,
        parameters: { key: 'auth_key', timestamp: 'auth_timestamp', version: 'auth_version', bodyDigest: 'body_md5' },
      },
    } as const;
    const signed = operationOf('GET', { security: [[{ scheme: signatureScheme('sign', facts) }]] });
    const sleep = async () => void vi.setSystemTime(Date.now() + 2000);
    const twice = await run([reset, answer(200)], {
      operation: signed,
      client: { retry: retry({ sleep }), credentials: { sign: { key: 'a', secret: 's' } } },
    });
    const stamps = twice.sent.map((request) => new URL(request.url).searchParams.get('auth_timestamp'));
    expect(stamps).toHaveLength(2);
    expect(stamps[0]).not.toBe(stamps[1]);
  });

  test('the raw client retries too', async () => {
    let count = 0;
    const fetch = async () => (++count < 3 ? answer(503) : Response.json({ a: 1 })) as Response;
    const transport = createTransport(service, { fetch, retry: retry({ random: () => 0 }) });
    const raw = createRawClient<Record<string, never>>(transport, operationOf('GET') as Operation) as unknown as {
      GET(path: string): Promise<{ data: unknown }>;
    };
    expect([(await raw.GET('/thing')).data, count]).toEqual([{ a: 1 }, 3]);
  });

  test('invalid delays and counts throw', () => {
    for (const options of [
      { attempts: 0 },
      { attempts: 1.5 },
      { attempts: Number.NaN },
      { baseMilliseconds: -1 },
      { maxWaitMilliseconds: Number.NaN },
    ])
      expect(() => retry(options)).toThrow('retry: ');
  });
});

describe('delays', () => {
  test('are random and double each time up to a limit', async () => {
    const options = { attempts: 6, baseMilliseconds: 100, maxWaitMilliseconds: 300 };
    expect((await run([reset], { options })).waits).toEqual([50, 100, 200, 300, 300]);
    expect((await run([reset], { options: { ...options, random: () => 0 } })).waits).toEqual([0, 0, 0, 0, 0]);
    expect((await run([reset])).waits).toEqual([125, 250]);
  });

  const now = Date.UTC(2030, 0, 1, 12, 0, 0);
  test.each<[string, Record<string, string>, number[], number]>([
    ['Retry-After in seconds', { 'retry-after': '7' }, [7000, 7000], 429],
    ['as an HTTP-date', { 'retry-after': 'Tue, 01 Jan 2030 12:00:05 GMT' }, [5000, 5000], 429],
    ['as a date of RFC 850', { 'retry-after': 'Tuesday, 01-Jan-30 12:00:05 GMT' }, [5000, 5000], 429],
    ['as a date of asctime', { 'retry-after': 'Tue Jan  1 12:00:05 2030' }, [5000, 5000], 429],
    ['as a date that is past', { 'retry-after': 'Tue, 01 Jan 2019 12:00:05 GMT' }, [125, 250], 429],
    ['0 does not shorten the random delay', { 'retry-after': '0' }, [125, 250], 503],
    ['negative', { 'retry-after': '-5' }, [125, 250], 429],
    ['10^9', { 'retry-after': '1000000000' }, [], 429],
    ['more digits than a number has', { 'retry-after': '9'.repeat(400) }, [], 429],
    ['a date beyond the limit', { 'retry-after': 'Wed, 01 Jan 2031 12:00:05 GMT' }, [], 429],
    ['garbage', { 'retry-after': 'tomorrow 5' }, [125, 250], 429],
    ['a fraction', { 'retry-after': '1.5' }, [125, 250], 429],
    ['two of them', { 'retry-after': '5, 7' }, [125, 250], 429],
    ['an invalid date', { 'retry-after': 'Xyz, 99 Foo 2030 99:99:99 GMT' }, [125, 250], 429],
    ['60, the limit', { 'retry-after': '60' }, [60_000, 60_000], 503],
    ['61, beyond it', { 'retry-after': '61' }, [], 503],
    ['RateLimit-Reset in seconds', { 'ratelimit-reset': '9' }, [9000, 9000], 429],
    ['X-RateLimit-Reset since 1970', { 'x-ratelimit-reset': String(now / 1000 + 3) }, [3000, 3000], 429],
    ['X-RateLimit-Reset in milliseconds since 1970', { 'x-ratelimit-reset': String(now + 4000) }, [4000, 4000], 429],
    ['X-RateLimit-Reset in the past', { 'x-ratelimit-reset': String(now / 1000 - 9) }, [125, 250], 429],
    ['X-RateLimit-Reset too far', { 'x-ratelimit-reset': '3600' }, [], 429],
    ['X-RateLimit-Reset that is a date', { 'x-ratelimit-reset': 'soon' }, [125, 250], 429],
    ['RateLimit of the draft: the quota that is spent', { ratelimit: '"burst";r=5;t=50, "day";r=0;t=12' }, [12_000, 12_000], 429],
    ['RateLimit of an older draft', { ratelimit: 'limit=10, remaining=0, reset=8' }, [8000, 8000], 429],
    ['RateLimit without a time', { ratelimit: '"day";r=0' }, [125, 250], 429],
    ['Retry-After before them', { 'retry-after': '2', 'x-ratelimit-reset': '9' }, [2000, 2000], 429],
    ['a quota does not matter but to 429', { 'x-ratelimit-reset': '3600' }, [125, 250], 503],
  ])('case 41: %s', async (_, headers, waits, status) => {
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const outcome = await run([answer(status, headers)]);
    expect(outcome.waits).toEqual(waits);
    // Without a retry, the caller gets the response.
    expect(outcome.result?.status ?? outcome.error?.status).toBe(status);
  });

  test('case 41: for any headers, a delay is a number within its bounds', async () => {
    const text = fc.oneof(
      fc.stringMatching(/^[!-~][ -~]{0,60}$/),
      fc.constantFrom(
        '-1',
        '1e3',
        '0x10',
        'NaN',
        'Infinity',
        '٣',
        '00000',
        '9'.repeat(30),
        ';t=',
        '"a";t=;r=0',
        'reset=-5',
        `;${' '.repeat(900)}t`,
      ),
      fc.integer().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    const names = ['retry-after', 'ratelimit', 'ratelimit-reset', 'x-ratelimit-reset'] as const;
    const headers = fc.dictionary(fc.constantFrom(...names), text);
    await fc.assert(
      fc.asyncProperty(headers, fc.constantFrom(429, 503), async (given, status) => {
        // A header field consists of bytes.
        const valid = Object.entries(given).filter(([, value]) => /^[\x20-\xff]*$/.test(value));
        const { waits } = await run([answer(status, Object.fromEntries(valid))]);
        expect(waits.every((wait) => wait >= 0 && wait <= 60_000)).toBe(true);
        expect([0, 2]).toContain(waits.length);
      }),
      { numRuns: 300 },
    );
  });

  test('case 42: an abort ends a delay at once with its reason', async () => {
    vi.useFakeTimers();
    let count = 0;
    const fetch = async () => {
      count++;
      throw reset;
    };
    const transport = createTransport(service, { fetch, retry: retry({ random: () => 0.9, baseMilliseconds: 30_000 }) });
    const controller = new AbortController();
    const pending = call(transport, operationOf('GET'), {}, { signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(count).toBe(1);
    controller.abort('enough');
    expect(await pending).toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(count).toBe(1);
  });

  test('the default sleep waits and leaves no listener behind', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    const fetch = vi.fn(async () => Response.json('ok')).mockRejectedValueOnce(reset);
    const transport = createTransport(service, { fetch, retry: retry({ random: () => 0.5 }) });
    const pending = call(transport, operationOf('GET'), {}, { signal });
    await vi.advanceTimersByTimeAsync(124);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await pending).toMatchObject({ status: 200 });
    expect(remove.mock.calls.length).toBeGreaterThanOrEqual(1);
    expect(add.mock.calls.length).toBeGreaterThanOrEqual(1);
  });
});

describe('over a socket', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    return new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  });

  test('case 42: after a connection reset, GET is retried and POST is not', async () => {
    const seen: string[] = [];
    server = createServer((request, response) => {
      seen.push(request.method ?? '');
      request.resume();
      if (seen.length % 2 === 1) request.socket.destroy();
      else response.setHeader('content-type', 'application/json').end('"ok"');
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const transport = createTransport(service, { baseUrl, retry: retry({ baseMilliseconds: 5 }) });
    expect(await call(transport, operationOf('GET'), {})).toMatchObject({ status: 200, body: 'ok' });
    expect(seen).toEqual(['GET', 'GET']);
    await expect(call(transport, operationOf('POST'), { body: {} })).rejects.toBeInstanceOf(TransportError);
    expect(seen).toEqual(['GET', 'GET', 'POST']);
  });
});
