// The client over real sockets: hostile values arrive byte for byte, and credentials do not reach other origins.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import {
  apiKeyScheme,
  basicScheme,
  bearerScheme,
  call,
  createTransport,
  encodeBody,
  form,
  header,
  json,
  middleware,
  multipart,
  type Operation,
  retry,
  type SecurityScheme,
  simple,
} from '@octavo/runtime';
import { createRawClient } from '@octavo/runtime/raw-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';

interface Arrived {
  readonly method: string;
  readonly target: string;
  /** Raw headers: names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

interface Origin {
  readonly url: string;
  readonly arrived: Arrived[];
  answer: (response: ServerResponse) => void;
  readonly server: Server;
}

const servers: Server[] = [];

async function origin(): Promise<Origin> {
  const arrived: Arrived[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request;
      arrived.push({ method, target: url, headers: rawHeaders, body: Buffer.concat(chunks).toString('latin1') });
      made.answer(response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made: Origin = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, answer: one, server };
  return made;
}

const one = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('1');
};

let good: Origin;
let other: Origin;
beforeAll(async () => {
  good = await origin();
  other = await origin();
});
beforeEach(() => {
  for (const each of [good, other]) {
    each.arrived.length = 0;
    each.answer = one;
  }
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const service = { id: 'demo', servers: [{ url: 'http://127.0.0.1:1/base' }] };
const responses = { 200: { contents: { 'application/json': json } } };
const thing: Operation = {
  id: 'getThing',
  method: 'GET',
  path: '/a/{id}/b',
  parameters: [
    { in: 'path', name: 'id', required: true, codec: simple, shape: 'string' },
    { in: 'query', name: '__proto__', codec: form, shape: 'string' },
    { in: 'header', name: 'X-Note', codec: header, shape: 'string' },
  ],
  responses,
};

describe('values', () => {
  const send = (input: object) => call(createTransport(service, { baseUrl: `${good.url}/base` }), thing, input);

  it.each(['%2e%2e', '%2E', 'a/b', 'a?x=1', 'a#b', 'a\\b', '..%2f', ';x', ' ', 'a//b', '\t', 'ü', '💌', '~', "'", '@:80'])(
    'case 36: %j arrives in its segment',
    async (id) => {
      await send({ path: { id } });
      const segments = good.arrived[0]?.target.split('/') ?? [];
      expect(segments).toHaveLength(5);
      expect(decodeURIComponent(segments[3] ?? '')).toBe(id);
    },
  );

  it.each(['', '.', '..', '\0', 'a\0b'])('case 36: %j is never sent', async (id) => {
    await expect(send({ path: { id } })).rejects.toMatchObject({ name: 'InvalidPathParameterError' });
    expect(good.arrived).toEqual([]);
  });

  it('case 38: only own keys arrive', async () => {
    const path = Object.create({ id: 'inherited' });
    await expect(send({ path })).rejects.toMatchObject({ name: 'InvalidPathParameterError' });
    await send({ path: { id: 'x' }, query: {} });
    await send({ path: { id: 'x' }, query: JSON.parse('{"__proto__":"own"}') });
    expect(good.arrived.map(({ target }) => target)).toEqual(['/base/a/x/b', '/base/a/x/b?__proto__=own']);
  });

  it.each(['a\r\nX-Evil: 1', 'a\nb', '\0', 'ā', ' a'])('case 39: the header %j is never sent', async (note) => {
    await expect(send({ path: { id: 'x' }, header: { 'X-Note': note } })).rejects.toMatchObject({ name: 'InvalidHeaderError' });
    expect(good.arrived).toEqual([]);
  });
});

test('case 44: the raw client’s response does not show a key sent in the query', async () => {
  const scheme = apiKeyScheme('key', { in: 'query', parameter: 'api_key' });
  const operation: Operation = { id: 'read', method: 'GET', path: '/x', security: [[{ scheme }]], responses };
  const transport = createTransport(service, { baseUrl: good.url, credentials: { key: 'a 5ecret+' } });
  const raw = createRawClient(transport, operation) as unknown as { GET(path: string): Promise<{ data: unknown; response: Response }> };
  const answer = await raw.GET('/x');
  expect(good.arrived[0]?.target).toBe('/x?api_key=a%205ecret%2B');
  expect(answer).toMatchObject({ data: 1, response: { url: `${good.url}/x?api_key=***` } });
  expect(inspect(answer, { depth: 9, showHidden: true })).not.toContain('5ecret');
});

describe('case 37: redirects to another origin carry no credential', () => {
  const SECRET = 'sk-5ecret';
  const login = { username: 'ann', password: SECRET };
  const schemes: readonly (readonly [string, SecurityScheme, unknown])[] = [
    ['bearer', bearerScheme('token'), SECRET],
    ['basic', basicScheme('token'), login],
    ['a key in a header', apiKeyScheme('token', { in: 'header', parameter: 'X-Key' }), SECRET],
    ['a key in a cookie', apiKeyScheme('token', { in: 'cookie', parameter: 'sid' }), SECRET],
    ['a key in the query', apiKeyScheme('token', { in: 'query', parameter: 'api_key' }), SECRET],
  ];
  const forms = [SECRET, btoa(`${login.username}:${SECRET}`)];

  test.each(schemes)('%s', async (_, scheme, credential) => {
    const get: Operation = { id: 'read', method: 'GET', path: '/x', security: [[{ scheme }]], responses };
    const post: Operation = { ...get, id: 'write', method: 'POST', body: { encode: encodeBody, contents: { 'application/json': json } } };
    const transport = createTransport(service, { baseUrl: good.url, credentials: { token: credential }, retry: retry({ attempts: 2 }) });
    const raw = createRawClient<Record<string, Record<string, object>>>(transport, get, post) as unknown as {
      GET(path: string): Promise<unknown>;
    };
    const port = new URL(other.url).port;
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of [`${other.url}/e`, `//127.0.0.1:${port}/e`, `http://localhost:${port}/e`]) {
        good.answer = (response) => response.writeHead(status, { location }).end();
        const outcomes = await Promise.allSettled([call(transport, get, {}), call(transport, post, { body: { a: 1 } }), raw.GET('/x')]);
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(inspect(outcome.reason, { depth: 20, showHidden: true })).not.toContain(SECRET);
      }
    }
    const sent = JSON.stringify(good.arrived);
    expect(forms.some((text) => sent.includes(text))).toBe(true);
    // Checks that the redirect was followed at all.
    expect(other.arrived.length).toBeGreaterThan(0);
    for (const text of forms) expect(JSON.stringify(other.arrived)).not.toContain(text);
  });
});

test('case 37: a middleware that builds a new request does not make the platform follow its redirects', async () => {
  const scheme = apiKeyScheme('key', { in: 'header', parameter: 'X-Key' });
  const operation: Operation = { id: 'read', method: 'GET', path: '/x', security: [[{ scheme }]], responses };
  const anew = middleware({ onRequest: ({ request: { url, headers } }) => new Request(url, { headers }) });
  const transport = createTransport(service, { baseUrl: good.url, credentials: { key: '5ecret' }, middleware: anew });
  const raw = createRawClient(transport, operation) as unknown as { GET(path: string): Promise<unknown> };
  good.answer = (response) => response.writeHead(302, { location: `${other.url}/e` }).end();
  await call(transport, operation, {});
  await raw.GET('/x');
  expect(JSON.stringify(good.arrived)).toContain('5ecret');
  expect(other.arrived).toHaveLength(2);
  expect(JSON.stringify(other.arrived)).not.toContain('5ecret');
});

describe('redirects of a request with a body', () => {
  const post: Operation = {
    id: 'write',
    method: 'POST',
    path: '/x',
    parameters: [{ in: 'header', name: 'X-Note', codec: header, shape: 'string' }],
    body: { encode: encodeBody, contents: { 'application/json': json, 'multipart/form-data': multipart({}) } },
    responses,
  };
  const bearer: Operation = { ...post, security: [[{ scheme: bearerScheme('token') }]] };
  const input = { header: { 'X-Note': 'n' }, body: { password: 'hunter2' } };
  const send = (operation: Operation, given: object = input) => {
    const transport = createTransport(service, { baseUrl: good.url, credentials: { token: 't' } });
    const raw = createRawClient<Record<string, Record<string, object>>>(transport, operation) as unknown as {
      POST(path: string, init: object): Promise<unknown>;
    };
    return { typed: () => call(transport, operation, given), raw: () => raw.POST('/x', { body: input.body }) };
  };

  test.each([307, 308])('%d: the body does not go to another origin, whether there is a credential or not', async (status) => {
    good.answer = (response) => response.writeHead(status, { location: `${other.url}/e` }).end();
    for (const operation of [post, bearer]) {
      for (const act of Object.values(send(operation))) {
        await expect(act()).rejects.toThrow(
          `write: the redirect (${status}) was not followed: it leads to another origin, which must not get the body.`,
        );
      }
    }
    expect(good.arrived).toHaveLength(4);
    expect(other.arrived).toEqual([]);
  });

  test.each([
    ['JSON', input],
    ['a form', { ...input, contentType: 'multipart/form-data' }],
  ])('307: %s is sent again within the origin, with its headers', async (_, given) => {
    good.answer = (response) => {
      if (good.arrived.length > 1) one(response);
      else response.writeHead(307, { location: '/moved' }).end();
    };
    expect(await send(bearer, given).typed()).toMatchObject({ status: 200 });
    const [first, second] = good.arrived;
    expect([second?.method, second?.target]).toEqual(['POST', '/moved']);
    expect(second?.body).toContain('hunter2');
    expect(second?.headers).toEqual(expect.arrayContaining(['Bearer t', 'n']));
    expect(second?.body.length).toBe(first?.body.length);
  });

  test.each([301, 302, 303])('%d: the next request is a GET without the body', async (status) => {
    good.answer = (response) => response.writeHead(status, { location: `${other.url}/e` }).end();
    expect(await send(bearer).typed()).toMatchObject({ status: 200 });
    expect(other.arrived).toMatchObject([{ method: 'GET', target: '/e', body: '' }]);
    expect(JSON.stringify(other.arrived)).not.toMatch(/Bearer|hunter2|application\/json","/);
  });
});
