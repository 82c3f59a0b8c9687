// Tests the option `onAnswer`: it sees every answer, on every platform and of the parser too, and never loses one.
import { cors, inMemoryFetch, type OnAnswer, refuse } from '@octavo/runtime';
import { toMswHandlers } from '@octavo/runtime/msw';
import { type ServeOptions, serve } from '@octavo/runtime/node';
import { getResponse } from 'msw';
import { afterEach, describe, expect, test } from 'vitest';
import { adapters } from './hosts.ts';
import { service } from './service.ts';
import { open } from './wire.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Adds a header, and notes the status, the fault, the method and the principal of each answer. */
function watch() {
  const seen: unknown[] = [];
  const onAnswer: OnAnswer = (answer, request, context) => {
    answer.headers['X-Seen'] = String(answer.status);
    seen.push([answer.status, answer.fault?.kind, request?.method, context === undefined ? 'no context' : context.principal]);
  };
  return { seen, onAnswer };
}

const good = { 'x-key': 'good' };
const json = { 'content-type': 'application/json' };
const requests: readonly (readonly [string, string, RequestInit, number, string | undefined, unknown])[] = [
  ['a result', '/v2/secret', { headers: good }, 200, undefined, 'bob'],
  ['HEAD', '/v2/secret', { method: 'HEAD', headers: good }, 200, undefined, 'bob'],
  ['no credential', '/v2/secret', {}, 401, 'unauthorized', 'no context'],
  ['an invalid body', '/v2/secret', { method: 'POST', headers: { ...good, ...json }, body: '{' }, 400, 'invalid-request', 'bob'],
  [
    'a large body',
    '/v2/secret',
    { method: 'POST', headers: { ...good, ...json }, body: 'x'.repeat(200_000) },
    413,
    'payload-too-large',
    'bob',
  ],
  ['an unknown method', '/v2/things', { method: 'PATCH' }, 405, 'method-not-allowed', 'no context'],
  ['OPTIONS', '/v2/things', { method: 'OPTIONS' }, 204, undefined, 'no context'],
  ['a malformed path', '/v2/things/%00', {}, 400, 'invalid-request', 'no context'],
  ['an error', '/v2/fail', {}, 500, 'internal-error', undefined],
  ['a stream', '/v2/download', {}, 200, undefined, undefined],
];

describe.each(adapters)('on %s', (_name, start) => {
  test.each(requests)('%s', async (_case, path, init, status, kind, principal) => {
    const { seen, onAnswer } = watch();
    const host = await start(service({ onAnswer }).handler);
    closing.push(() => host.close());
    const response = await fetch(host.url + path, init);
    await response.arrayBuffer();
    expect([response.status, response.headers.get('x-seen')]).toEqual([status, String(status)]);
    expect(seen).toEqual([[status, kind, init.method ?? 'GET', principal]]);
  });

  test('an unknown path', async () => {
    const { seen, onAnswer } = watch();
    const host = await start(service({ onAnswer }).handler, { unknownPaths: 'answer' });
    closing.push(() => host.close());
    const response = await fetch(`${host.url}/v2/nothing`);
    expect([response.status, response.headers.get('x-seen')]).toEqual([404, '404']);
    expect(seen).toEqual([[404, 'not-found', 'GET', 'no context']]);
  });
});

test('in memory, and with Mock Service Worker', async () => {
  const { seen, onAnswer } = watch();
  const { handler } = service({ onAnswer });
  expect((await inMemoryFetch(handler)('https://example.com/v2/things')).headers.get('x-seen')).toBe('200');
  const mocked = await getResponse(toMswHandlers(handler), new Request('https://example.com/v2/things'));
  expect(mocked?.headers.get('x-seen')).toBe('200');
  expect(seen).toHaveLength(2);
});

describe('what node:http refuses itself', () => {
  async function ask(text: string, onAnswer: OnAnswer, options: ServeOptions = {}) {
    const { handler, observed } = service({ onAnswer });
    const served = await serve(handler, options);
    closing.push(() => {
      served.server.closeAllConnections();
      return served.close();
    });
    const connection = await open(served.port);
    closing.push(() => connection.socket.destroy());
    connection.send(text);
    return { ...(await connection.answer()), observed };
  }
  const slow: ServeOptions = { headersTimeoutMilliseconds: 100, requestTimeoutMilliseconds: 100, checkMilliseconds: 20 };

  test.each<[string, string, ServeOptions, number, string, string | undefined]>([
    ['bytes that are not HTTP', 'nonsense\r\n\r\n', {}, 400, 'invalid-request', undefined],
    ['a long header', `GET /v2/things HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`, {}, 431, 'headers-too-large', undefined],
    ['many headers', `GET /v2/things HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(100)}\r\n`, {}, 431, 'headers-too-large', 'GET'],
    [
      'long chunk extensions',
      `POST /v2/things HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
      {},
      413,
      'payload-too-large',
      undefined,
    ],
    ['headers that come too slowly', 'GET /v2/things HTTP/1.1\r\nHost: x\r\n', slow, 408, 'request-timeout', undefined],
  ])('%s', async (_name, text, options, status, kind, method) => {
    const { seen, onAnswer } = watch();
    const answer = await ask(text, onAnswer, options);
    expect(answer.status).toBe(status);
    expect(answer.head).toMatch(new RegExp(`^x-seen: ${status}\r?$`, 'm'));
    expect(seen).toContainEqual([status, kind, method, 'no context']);
  });

  test('the answer waits for a promise, and survives an error', async () => {
    const answer = await ask('nonsense\r\n\r\n', async ({ headers }) => {
      headers['x-before'] = 'yes';
      await new Promise((resolve) => setTimeout(resolve, 10));
      throw new Error('the log is full');
    });
    expect([answer.status, /x-before: yes/.test(answer.head), String(answer.observed.errors)]).toEqual([
      400,
      true,
      'Error: the log is full',
    ]);
  });
});

describe('an answer is not lost', () => {
  const ask = async (onAnswer: OnAnswer) => {
    const { handler, observed } = service({ onAnswer });
    const response = await handler(new Request('https://example.com/v2/things'));
    return { status: response.status, headers: response.headers, errors: observed.errors };
  };

  test.each<[string, OnAnswer]>([
    ['throws', () => Promise.reject(new Error('no')).then(() => undefined)],
    [
      'refuses',
      () => {
        throw refuse(429, { detail: 'Too late.' });
      },
    ],
    ['adds a header that would break it', ({ headers }) => void Object.assign(headers, { 'x-a': 'a\r\nb: c' })],
  ])('where onAnswer %s', async (_name, onAnswer) => {
    const { status, headers, errors } = await ask(onAnswer);
    expect([status, headers.get('content-type'), headers.get('x-a'), errors.length]).toEqual([200, 'application/json', null, 1]);
  });

  test('onError learns the operation and the request', async () => {
    const infos: unknown[] = [];
    const options = {
      onError: (_error: unknown, { operation, requestId }: { operation?: { id: string }; requestId: string }) =>
        void infos.push([operation?.id, requestId.length]),
      onAnswer: () => {
        throw new Error('no');
      },
    };
    const { handler } = service(options);
    for (const path of ['things', 'secret', 'nothing']) await handler(new Request(`https://example.com/v2/${path}`));
    await cors(handler, { origins: '*' })(preflight);
    expect(infos).toEqual([
      ['list', 36],
      ['secret', 36],
      [undefined, 36],
      [undefined, 36],
    ]);
  });

  test('a header that is set in other letters replaces the one that was there', async () => {
    const { headers } = await ask(({ headers }) => {
      headers['Content-Type'] = 'application/json; v=2';
    });
    expect(headers.get('content-type')).toBe('application/json; v=2');
  });
});

const preflight = new Request('https://example.com/v2/things', {
  method: 'OPTIONS',
  headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
});

describe('with cors', () => {
  test('a preflight is seen, and pages may read the headers that were added', async () => {
    const { seen, onAnswer } = watch();
    const handler = cors(service({ onAnswer }).handler, { origins: '*' });
    const first = await handler(preflight);
    expect([first.status, first.headers.get('x-seen'), first.headers.get('access-control-allow-methods')]).toEqual([
      204,
      '204',
      'GET, POST, HEAD, OPTIONS',
    ]);
    const second = await handler(new Request('https://example.com/v2/things', { headers: { origin: 'https://app.example' } }));
    expect(second.headers.get('access-control-expose-headers')).toBe('x-seen');
    expect(seen).toEqual([
      [204, undefined, 'OPTIONS', 'no context'],
      [200, undefined, 'GET', undefined],
    ]);
  });
});
