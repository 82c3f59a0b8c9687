// Every request to the mock gets a response, which says whether it is about the request or about a failure of the mock.
import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { eventStream, json as jsonCodec } from '@octavo/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../generator/load/description.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';
import { prepare } from '../../generator/mock/prepare.ts';
import { findPrism } from '../../generator/mock/prism.ts';
import { defaultLoadLimit, type MockFault, Supervisor } from '../../generator/mock/supervisor.ts';
import { byEffort, IS_DEEP } from '../support/effort.ts';

const root = path.resolve(import.meta.dirname, '../..');

const shop: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example/v2' }],
  components: {
    schemas: {
      Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' }, name: { type: 'string' } } },
      Dog: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' }, name: { type: 'integer' } } },
    },
  },
  paths: {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } }],
        responses: {
          200: {
            description: 'One.',
            headers: {
              'X-Odd': { schema: { type: 'string' }, example: 'line\nbreak' },
              'X-Plain': { schema: { type: 'integer' }, example: 7 },
            },
            content: {
              'application/json': {
                schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, age: { type: 'integer' } } },
                examples: { first: { value: { name: 'first' } }, second: { value: { name: 'second', $ref: '#/nowhere' } } },
              },
            },
          },
          404: { description: 'None.', content: { 'application/problem+json': { example: { title: 'none' } } } },
        },
      },
      put: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['pair'],
                properties: {
                  pair: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }] },
                  slow: { type: 'string', pattern: '^(a+)+$' },
                },
                unevaluatedProperties: false,
              },
            },
          },
        },
        responses: { 204: { description: 'Put.' } },
      },
    },
    '/feed': {
      get: {
        responses: {
          200: {
            description: 'A stream.',
            content: {
              'application/x-ndjson': { example: [{ n: 1 }, { n: 2 }] },
              'application/x-jsonlines': { example: [{ n: 1 }] },
              'application/ndjson': { example: [{ n: 1 }, { n: 2 }] },
              'text/event-stream': { example: [{ event: 'tick', data: { n: 1 } }, { n: 2 }] },
              'application/json-seq': { example: [{ n: 1 }] },
              'application/json': { 'x-stream': { format: 'ndjson', lineEnd: 'crlf' }, example: { n: 1 } },
              'application/vnd.t+json': { 'x-stream': 'ndjson', example: [{ n: 1 }, 'a'] },
              'application/vnd.e+json': { 'x-stream': { format: 'ndjson', end: '[DONE]' }, example: [1] },
              'application/vnd.s+json': { 'x-stream': { format: 'event-stream', end: '[DONE]' }, example: [{ data: 1 }] },
              'application/vnd.q+json': { 'x-stream': { format: 'json-seq', end: '[DONE]' }, example: [1] },
              'application/vnd.o+json': { 'x-stream': 'bytes', example: { n: 1 } },
            },
          },
        },
      },
    },
    '/chat': {
      get: {
        'x-stream': { end: '[DONE]' },
        responses: { 200: { description: 'Events.', content: { 'text/event-stream': { example: [{ n: 1 }] } } } },
      },
    },
    '/pets': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
                discriminator: { propertyName: 'kind' },
              },
            },
          },
        },
        responses: { 204: { description: 'Taken.' } },
      },
    },
    '/forms': {
      post: {
        requestBody: {
          content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { a: { type: 'string' } } } } },
        },
        responses: { default: { description: 'Any.', content: { 'text/plain': { example: 'done' } } } },
      },
    },
  },
};

const other: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Other', version: '1' },
  paths: {
    '/': { get: { responses: { 200: { description: 'Root.', content: { 'application/json': { example: 'other' } } } } } },
    '/events': {
      post: {
        requestBody: { required: true, content: { 'application/jsonl': { schema: { type: 'object' } } } },
        responses: {
          200: {
            description: 'Events.',
            content: {
              'text/event-stream': {
                itemSchema: {
                  type: 'object',
                  required: ['event', 'data'],
                  properties: {
                    event: { const: 'tick' },
                    data: {
                      type: 'string',
                      contentMediaType: 'application/json',
                      contentSchema: { type: 'object', required: ['n'], properties: { n: { const: 7 } } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

let mock: RunningMock;
const faults: MockFault[] = [];

const sources = [
  { id: 'shop', document: shop },
  { id: 'other', document: other },
];

beforeAll(async () => {
  mock = await startMock(sources, { root, requestLimit: 60_000, patience: defaultLoadLimit, onFault: (fault) => faults.push(fault) });
});
afterAll(() => mock.stop());

const json = { 'content-type': 'application/json' };
const ask = (target: string, init: RequestInit = {}): Promise<Response> => fetch(`${mock.url}${target}`, init);
const put = (body: string | Uint8Array<ArrayBuffer>): Promise<Response> =>
  ask('/mock/shop/v2/things/1', { method: 'PUT', headers: json, body });

/** One request as bytes, for what `fetch` would not send. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
  socket.write(text.replaceAll('\n', '\r\n'));
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

describe('answers', () => {
  test('two documents live in one process, each under the path of its first server', async () => {
    expect(mock.urlOf('shop')).toBe(`${mock.url}/mock/shop/v2`);
    expect(mock.urlOf('other')).toBe(`${mock.url}/mock/other`);
    const [first, second] = await Promise.all([ask('/mock/shop/v2/things/1'), ask('/mock/other/')]);
    expect(await first.json()).toEqual({ name: 'first' });
    expect(await second.json()).toBe('other');
    expect(first.headers.get('x-octavo-mock')).toBe('prism');
  });

  test('`Prefer` chooses the status, the example and generated bodies', async () => {
    const prefer = (value: string): Promise<Response> => ask('/mock/shop/v2/things/1', { headers: { prefer: value } });
    const absent = await prefer('code=404');
    expect([absent.status, absent.headers.get('content-type'), await absent.json()]).toEqual([
      404,
      'application/problem+json',
      { title: 'none' },
    ]);
    // A member named `$ref` is data in an example.
    expect(await (await prefer('example=second')).json()).toEqual({ name: 'second', $ref: '#/nowhere' });
    expect(await (await prefer('dynamic=true')).json()).toEqual({ name: expect.any(String), age: expect.any(Number) });
  });

  test('declared headers are sent; one with an invalid value is left out', async () => {
    const { headers } = await ask('/mock/shop/v2/things/1');
    expect([headers.get('x-plain'), headers.get('x-odd')]).toEqual(['7', null]);
  });

  test('OpenAPI 3.1 is validated as draft 2020-12: `prefixItems` and `unevaluatedProperties` apply', async () => {
    expect((await put('{"pair":[1,"a"]}')).status).toBe(204);
    expect((await put('{"pair":["a",1]}')).status).toBe(422);
    expect((await put('{"pair":[1,"a"],"more":1}')).status).toBe(422);
  });

  test('overlapping branches of a union are told apart as a generated server does, to which a discriminator alone refuses nothing', async () => {
    const post = async (body: object): Promise<number> => {
      return (await ask('/mock/shop/v2/pets', { method: 'POST', headers: json, body: JSON.stringify(body) })).status;
    };
    expect(
      await Promise.all([
        post({ kind: 'Cat', name: 'Tom' }),
        post({ kind: 'Dog', name: 1 }),
        post({ kind: 'Dog', name: 'Rex' }),
        post({ kind: 'Cow' }),
        post({}),
      ]),
    ).toEqual([204, 204, 204, 422, 422]);
  });

  test('streams are sent as text with their own media type', async () => {
    const table = [
      ['application/x-ndjson', '{"n":1}\n{"n":2}\n'],
      ['application/x-jsonlines', '{"n":1}\n'],
      ['application/ndjson', '{"n":1}\n{"n":2}\n'],
      ['text/event-stream', 'event: tick\ndata: {"n":1}\n\ndata: {"n":2}\n\n'],
      ['application/json-seq', '\u001e{"n":1}\n'],
      ['application/json', '{"n":1}\r\n'],
      ['application/vnd.t+json', '{"n":1}\n"a"\n'],
      ['application/vnd.e+json', '1\n[DONE]\n'],
      ['application/vnd.s+json', 'data: 1\n\ndata: [DONE]\n\n'],
      ['application/vnd.q+json', '\u001e1\n\u001e[DONE]\n'],
      ['application/vnd.o+json', '{"n":1}'],
    ] as const;
    for (const [accept, want] of table) {
      const answer = await ask('/mock/shop/v2/feed', { headers: { accept } });
      expect([answer.headers.get('content-type'), await answer.text()]).toEqual([accept, want]);
    }
    const ending = await ask('/mock/shop/v2/chat');
    expect([ending.headers.get('content-type'), await ending.text()]).toEqual(['text/event-stream', 'data: {"n":1}\n\ndata: [DONE]\n\n']);
  });

  test('a stream without an example can be read by its clients', async () => {
    const headers = { 'content-type': 'application/jsonl' };
    const answer = await ask('/mock/other/events', { method: 'POST', headers, body: '{"n":1}\n{"n":2}\n' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const events: unknown[] = [];
    const stream = answer.body === null ? undefined : eventStream(jsonCodec).items?.decode(answer.body, { operation: 'events' });
    for await (const event of stream ?? []) events.push(event);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(event).toEqual({ event: 'tick', data: { n: 7 } });
  });

  test('HEAD is GET without the body; another method is 405', async () => {
    const head = await ask('/mock/shop/v2/things/1', { method: 'HEAD' });
    expect([head.status, head.headers.get('x-plain'), await head.text()]).toEqual([200, '7', '']);
    const refused = await ask('/mock/shop/v2/things/1', { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
  });

  test('a response that is only `default` is a 200', async () => {
    const answer = await ask('/mock/shop/v2/forms', { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
    expect([answer.status, await answer.text()]).toEqual([200, 'done']);
  });
});

describe('what never reaches Prism', () => {
  const table: { name: string; given: () => Promise<Response>; status: number; code: string }[] = [
    { name: 'case 51: a path that cannot be decoded', given: () => ask('/mock/shop/v2/things/%zz'), status: 400, code: 'path-undecodable' },
    { name: 'case 51: invalid UTF-8 in a path', given: () => ask('/mock/shop/v2/things/%E0%A4%A'), status: 400, code: 'path-undecodable' },
    { name: 'case 51: NUL in a path', given: () => ask('/mock/shop/v2/things/%00'), status: 400, code: 'path-undecodable' },
    { name: 'case 51: overlong UTF-8 in a path', given: () => ask('/mock/shop/v2/things/%c0%af'), status: 400, code: 'path-undecodable' },
    { name: 'an undecodable document', given: () => ask('/mock/%zz/things'), status: 400, code: 'path-undecodable' },
    { name: 'case 45: malformed JSON', given: () => put('{"pair":'), status: 400, code: 'body-malformed' },
    {
      name: 'case 45: JSON that is not UTF-8',
      given: () => put(new Uint8Array([0x22, 0xff, 0x22])),
      status: 400,
      code: 'body-undecodable',
    },
    {
      name: 'a form that cannot be decoded',
      given: () =>
        ask('/mock/shop/v2/forms', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=%zz' }),
      status: 400,
      code: 'body-undecodable',
    },
    { name: 'case 55: a body that is too large', given: () => put('x'.repeat(10 * 1024 * 1024 + 1)), status: 413, code: 'body-too-large' },
    {
      name: 'case 55: a compressed body',
      given: () => ask('/mock/shop/v2/things/1', { method: 'PUT', headers: { ...json, 'content-encoding': 'gzip' }, body: 'x' }),
      status: 415,
      code: 'encoded-body',
    },
    { name: 'a document that is not there', given: () => ask('/mock/shep/v2/things/1'), status: 404, code: 'unknown-document' },
    { name: 'a path outside the first server', given: () => ask('/mock/shop/things/1'), status: 404, code: 'outside-base-path' },
    {
      name: 'a path that only begins like the first server',
      given: () => ask('/mock/shop/v22/things/1'),
      status: 404,
      code: 'outside-base-path',
    },
  ];
  for (const { name, given, status, code } of table) {
    test(name, async () => {
      const answer = await given();
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-octavo-mock')]).toEqual([
        status,
        'application/problem+json',
        'front',
      ]);
      expect(await answer.json()).toMatchObject({ status, code });
      // The process is alive, and the next request is answered.
      expect((await ask('/mock/shop/v2/things/1')).status).toBe(200);
      expect(mock.mocks.supervisor.restarts).toBe(0);
    });
  }

  test('the response for an unknown document names the known ones', async () => {
    const { documents } = (await (await ask('/mock/')).json()) as { documents: object };
    expect(documents).toEqual({ shop: mock.urlOf('shop'), other: mock.urlOf('other') });
  });

  test('case 55: an endless chunked body is cut off', async () => {
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.write(
      'PUT /mock/shop/v2/things/1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = `100000\r\n${'x'.repeat(1024 * 1024)}\r\n`;
    let sent = 0;
    for (; sent < 64 && !socket.destroyed && answer === ''; sent += 1) await new Promise((resolve) => socket.write(chunk, resolve));
    expect(sent).toBeLessThan(30);
    socket.destroy();
    // The connection is closed under what is still being sent, so the answer may be lost on the way.
    if (answer !== '') expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect((await ask('/mock/shop/v2/things/1')).status).toBe(200);
  });
});

describe('hosts and origins', () => {
  const host = (name: string): Promise<string> => raw(`GET /mock/other/ HTTP/1.1\nHost: ${name}\nConnection: close\n\n`);

  test('case 92: a Host that is not this machine is rejected', async () => {
    for (const name of [
      'evil.example',
      'evil.example:4000',
      '127.0.0.1.evil.example',
      '169.254.1.1',
      'localhost.evil.example',
      '[::2]',
      'x@127.0.0.1',
    ]) {
      expect(await host(name)).toMatch(/^HTTP\/1.1 403 /);
    }
    for (const name of ['127.0.0.1', 'localhost:1', '[::1]:4000', 'app.localhost']) expect(await host(name)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('pages of this machine may read responses, foreign pages may not', async () => {
    const near = await ask('/mock/other/', { headers: { origin: 'http://localhost:3000' } });
    const far = await ask('/mock/other/', { headers: { origin: 'https://evil.example' } });
    expect(near.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    expect(far.headers.get('access-control-allow-origin')).toBe(null);
    const headers = { origin: 'http://127.0.0.1:3000', 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-key' };
    const preflight = await ask('/mock/shop/v2/things/1', { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'PUT']);
  });
});

describe('case 102: the mock itself fails', () => {
  const slow = JSON.stringify({ pair: [1, 'a'], slow: `${'a'.repeat(40)}!` });

  test('killed during a request: the generated mock answers it, and Prism the next one', async () => {
    const pid = mock.mocks.supervisor.pid ?? 0;
    // A complete request reaches Prism a moment later.
    const come = new Promise<void>((resolve) => {
      const hear = (message: unknown): void => {
        unsubscribe('http.server.request.start', hear);
        (message as { request: IncomingMessage }).request.once('end', () => setTimeout(resolve, 100));
      };
      subscribe('http.server.request.start', hear);
    });
    const pending = put(slow);
    await come;
    process.kill(pid, 'SIGKILL');
    const answer = await pending;
    expect([answer.status, answer.headers.get('x-octavo-mock')]).toEqual([400, 'octavo']);
    expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/body/slow' }] });
    expect(faults.at(-1)).toMatchObject({ reason: 'died', during: ['PUT /things/1'] });
    const next = await ask('/mock/shop/v2/things/1');
    expect([next.status, next.headers.get('x-octavo-mock')]).toEqual([200, 'prism']);
    expect(mock.mocks.supervisor.pid).not.toBe(pid);
  });

  if (IS_DEEP)
    test('hung: the generated mock answers after the time limit, and Prism is restarted with every document', async () => {
      const own = await startMock(sources, { root, requestLimit: 2500 });
      try {
        const answer = await fetch(`${own.urlOf('shop')}/things/1`, { method: 'PUT', headers: json, body: slow });
        expect([answer.status, answer.headers.get('x-octavo-mock')]).toEqual([400, 'octavo']);
        // While Prism starts slowly, the generated mock answers.
        for (const url of [`${own.urlOf('shop')}/things/1`, `${own.urlOf('other')}/`])
          await expect.poll(async () => (await fetch(url)).headers.get('x-octavo-mock')).toBe('prism');
        expect(own.mocks.supervisor.restarts).toBeGreaterThan(0);
      } finally {
        await own.stop();
      }
    });

  test('a document that Prism rejects leaves the previous version in place', async () => {
    const outcome = await mock.mocks.set({ id: 'other', document: { ...other, paths: { '/': { get: { $ref: '#/nowhere' } } } } });
    expect(outcome.kind).toBe('refused');
    expect(await (await ask('/mock/other/')).json()).toBe('other');
  });
});

if (IS_DEEP)
  test('a document on which Prism hangs is named, and the others are served', async () => {
    const reference = (index: number) => ({ $ref: `#/components/schemas/A${index}` });
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `A${index}`,
        index === 39 ? { type: 'string' } : { anyOf: [reference(index + 1), { allOf: [reference(index + 1), { minLength: 1 }] }] },
      ]),
    );
    const content = { 'application/json': { schema: reference(0) } };
    const bomb = { ...other, components: { schemas }, paths: { '/': { post: { requestBody: { content }, responses: {} } } } };
    const seen: MockFault[] = [];
    const supervisor = new Supervisor({
      prism: findPrism(root),
      dynamic: false,
      errors: false,
      loadLimit: 5000,
      onFault: (fault) => seen.push(fault),
    });
    try {
      const documents = [prepare('before', other), prepare('bomb', bomb), prepare('after', other)];
      const outcomes = await Promise.all(documents.map((document) => supervisor.load(document)));
      expect(outcomes.map(({ kind }) => kind)).toEqual(['loaded', 'refused', 'loaded']);
      expect(seen).toMatchObject([{ reason: 'hung', during: ['loading bomb'] }]);
    } finally {
      await supervisor.stop();
    }
  });

describe('no process is left behind', () => {
  const alive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  const gone = async (pid: number): Promise<boolean> => {
    for (let waited = 0; alive(pid) && waited < 60_000; waited += 50) await new Promise((resolve) => setTimeout(resolve, 50));
    return !alive(pid);
  };

  test('stop ends it', async () => {
    const own = await startMock([{ id: 'other', document: other }], { root });
    const pid = own.mocks.supervisor.pid ?? 0;
    expect(alive(pid)).toBe(true);
    await own.stop();
    expect(alive(pid)).toBe(false);
  });

  for (const busy of byEffort({ quick: [false], deep: [false, true] })) {
    test(`it ends if its parent is killed, ${busy ? 'also while Prism loops' : 'while it is idle'}`, async () => {
      const module = JSON.stringify(path.join(root, 'generator/mock/index.ts'));
      const script = `
        const { startMock } = await import(${module});
        const mock = await startMock([{ id: 'shop', document: ${JSON.stringify(shop)} }], { root: ${JSON.stringify(root)}, requestLimit: 60000 });
        if (${busy}) fetch(mock.urlOf('shop') + '/things/1', { method: 'PUT', headers: ${JSON.stringify(json)}, body: ${JSON.stringify(slow())} }).catch(() => {});
        setTimeout(() => console.log(mock.mocks.supervisor.pid), 800);`;
      const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = await once(parent.stdout, 'data');
      const pid = Number(String(line));
      expect(alive(pid)).toBe(true);
      parent.kill('SIGKILL');
      expect(await gone(pid)).toBe(true);
    });
  }
});

function slow(): string {
  return JSON.stringify({ pair: [1, 'a'], slow: `${'a'.repeat(60)}!` });
}
