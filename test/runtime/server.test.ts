// Tests the server: routing, methods, media types, limits, decoding, security, error responses in the service's shape, and response validation.
import {
  apiKeyScheme,
  basicScheme,
  bearerScheme,
  bytes,
  contentJson,
  createServer,
  deepObject,
  encodeBody,
  type Fault,
  forbidden,
  form,
  formArray,
  formExplodeObject,
  header,
  httpScheme,
  type Issue,
  json,
  mostSpecific,
  multipart,
  NotImplementedError,
  notImplemented,
  type Operation,
  type Route,
  ranged,
  report,
  type ServerOptions,
  type ServiceInfo,
  simple,
  text,
  typeOfFile,
  urlencoded,
  withWords,
} from '@octavo/runtime';
import { describe, expect, test, vi } from 'vitest';

const service: ServiceInfo = { id: 'demo', servers: [{ url: 'https://example.com/v2/' }] };
const accept = (_value: unknown, _issues: Issue[]): _value is unknown => true;

const operations: Record<string, Operation> = {
  list: {
    id: 'list',
    method: 'GET',
    path: '/things',
    parameters: [
      { in: 'query', name: 'limit', codec: form, shape: 'integer' },
      { in: 'query', name: 'tags', codec: formArray, shape: ['string'] },
      { in: 'query', name: 'where', codec: deepObject, shape: { properties: { age: 'integer' } } },
      { in: 'header', name: 'X-Trace', codec: header, shape: 'integer' },
      { in: 'cookie', name: 'theme', codec: form, shape: 'string' },
      { in: 'query', name: 'filter', codec: contentJson, shape: 'string' },
    ],
    responses: { 200: { contents: { 'application/json': json } }, 404: {} },
  },
  read: {
    id: 'read',
    method: 'GET',
    path: '/things/{id}',
    parameters: [{ in: 'path', name: 'id', required: true, codec: simple, shape: 'string' }],
    responses: {
      200: {
        contents: { 'application/json': json, 'text/plain': text },
        headers: [{ name: 'X-Count', required: true, codec: header, shape: 'integer' }],
      },
    },
  },
  create: {
    id: 'create',
    method: 'POST',
    path: '/things',
    body: { required: true, encode: encodeBody, contents: { 'application/json': json } },
    responses: { 201: { contents: { 'application/json': json } }, '4XX': { contents: { 'text/plain': text } } },
  },
  upload: {
    id: 'upload',
    method: 'PUT',
    path: '/files',
    body: {
      encode: encodeBody,
      match: mostSpecific,
      contents: {
        'text/plain': text,
        'application/x-www-form-urlencoded': urlencoded({ n: 'integer', list: ['boolean'], o: {} }),
        'multipart/form-data': multipart({ n: 'integer' }),
        'image/*': ranged(bytes, typeOfFile),
      },
    },
    responses: { 200: { contents: { 'application/json': json } }, 204: {} },
  },
  remove: { id: 'remove', method: 'DELETE', path: '/things/{id}', responses: { 204: {} } },
};

/** Returns its input. */
const echo = (input: unknown) => ({ status: 200, body: input });

function serve(
  handlers: Record<string, unknown>,
  options: ServerOptions & { rows?: Partial<Record<string, Partial<Route & Route['checks']>>>; service?: ServiceInfo } = {},
) {
  const { rows = {}, service: own = service, ...rest } = options;
  const routes = Object.entries(operations).map(([name, operation]) => ({
    name,
    operation,
    checks: { input: accept, responses: {}, ...rows[name] },
    ...rows[name],
  }));
  const errors: unknown[] = [];
  const handler = createServer(own, routes, handlers, { onError: (error) => void errors.push(error), ...rest });
  const send = (method: string, path: string, init: RequestInit = {}) =>
    handler(new Request(`https://example.com${path}`, { method, ...init }));
  return { handler, send, errors };
}

describe('routing and methods', () => {
  const { send } = serve({
    list: echo,
    read: (input: unknown) => ({ status: 200, body: input, headers: { 'X-Count': 1 } }),
    create: () => ({ status: 201, body: 1 }),
  });

  test.each([
    ['GET', '/v2/things', 200],
    ['GET', '/v2/things/7', 200],
    ['GET', '/v2/things/a%2Fb', 200],
    ['GET', '/things', 404],
    ['GET', '/v2', 404],
    ['GET', '/v2/things/', 200],
    ['GET', '/v2/things//', 404],
    ['GET', '/v2things', 404],
    ['PATCH', '/v2/things', 405],
    ['POST', '/v2/things/7', 405],
    ['DELETE', '/v2/things/7', 501],
    ['GET', '/v2/things/%zz', 400],
    ['GET', '/v2/things/%00', 400],
    ['GET', '/v2/%E0%A4%A', 400],
    ['GET', '/v2/things?%zz=1', 400],
    ['GET', '/v2/things?limit=%zz', 400],
  ])('cases 51, 58: %s %s is %i', async (method, path, status) => {
    const response = await send(method, path);
    expect(response.status).toBe(status);
    if (status >= 400) expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('405 and OPTIONS list the allowed methods', async () => {
    expect((await send('PATCH', '/v2/things')).headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
    const options = await send('OPTIONS', '/v2/things/7');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, DELETE, HEAD, OPTIONS']);
  });

  test('HEAD is GET without its body', async () => {
    const response = await send('HEAD', '/v2/things');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'application/json', '']);
  });

  test('X-HTTP-Method-Override is ignored', async () => {
    expect((await send('PATCH', '/v2/things', { headers: { 'x-http-method-override': 'GET' } })).status).toBe(405);
  });

  test('case 52: %2F is one segment, decoded once', async () => {
    expect(await (await send('GET', '/v2/things/a%2Fb%2525')).json()).toEqual({ path: { id: 'a/b%25' } });
  });

  test('members of Object.prototype are not handlers', async () => {
    const named = createServer(
      service,
      [{ name: 'toString', operation: { ...operations.list, id: 'x' } as Operation, checks: { input: accept, responses: {} } }],
      {},
    );
    expect((await named(new Request('https://example.com/v2/things'))).status).toBe(501);
  });

  test.each(['https://api.example.com/v2', '//api.example.com/v2', '//api.example.com/v2/', '/v2', 'v2'])(
    'the paths stand below the server %s',
    async (url) => {
      const { send: sendBelow } = serve({ list: echo }, { service: { ...service, servers: [{ url }] } });
      expect((await sendBelow('GET', '/v2/things')).status).toBe(200);
    },
  );

  test('the option basePath', async () => {
    const { send } = serve({ list: echo }, { basePath: '/' });
    expect((await send('GET', '/things')).status).toBe(200);
  });
});

describe('input', () => {
  const { send } = serve({ list: echo, create: (input: unknown) => ({ status: 201, body: input }), upload: echo });
  const input = async (path: string, init: RequestInit = {}, method = 'GET') => {
    const response = await send(method, path, init);
    return [response.status, await response.json()] as const;
  };

  test('parameters are decoded by their codecs; parts without values are omitted', async () => {
    const headers = { 'X-Trace': '7', cookie: 'a=b; theme=dark%20red' };
    expect(await input('/v2/things?limit=5&tags=a,b%2Cc&where%5Bage%5D=3&filter=%7B%22a%22%3A1%7D', { headers })).toEqual([
      200,
      {
        query: { limit: 5, tags: ['a', 'b,c'], where: { age: 3 }, filter: { a: 1 } },
        header: { 'X-Trace': 7 },
        cookie: { theme: 'dark red' },
      },
    ]);
    expect(await input('/v2/things')).toEqual([200, {}]);
  });

  test('an exploded cookie object contains neither other parameters nor credentials', async () => {
    const operation: Operation = {
      id: 'prefer',
      method: 'GET',
      path: '/prefer',
      parameters: [
        { in: 'cookie', name: 'any', codec: formExplodeObject, shape: { properties: { size: 'integer' }, additional: 'string' } },
        { in: 'cookie', name: 'theme', codec: form, shape: 'string' },
      ],
      security: [[{ scheme: apiKeyScheme('session', { in: 'cookie', parameter: 'sid' }) }]],
      responses: { 200: { contents: { 'application/json': json } } },
    };
    const server = createServer(
      service,
      [{ name: 'prefer', operation, checks: { input: accept, responses: {} } }],
      { prefer: echo },
      {
        security: { session: () => 'me' },
      },
    );
    const headers = { cookie: 'sid=secret; theme=dark; size=3; other=x' };
    const response = await server(new Request('https://example.com/v2/prefer', { headers }));
    expect(await response.json()).toEqual({ cookie: { any: { size: 3, other: 'x' }, theme: 'dark' } });
  });

  test('case 53: invalid text stays a string for the validator; duplicates are rejected while decoding', async () => {
    expect(await input('/v2/things?limit=1e2')).toEqual([200, { query: { limit: '1e2' } }]);
    const [status, problem] = await input('/v2/things?limit=1&limit=2');
    expect([status, problem]).toMatchObject([400, { code: 'invalid-request', errors: [{ pointer: '/query/limit' }] }]);
  });

  test('case 54: unknown query parameters are ignored, or rejected if so configured', async () => {
    expect((await input('/v2/things?nope=1'))[0]).toBe(200);
    const strict = createServer(
      service,
      [{ name: 'read', operation: operations.read as Operation, checks: { input: accept, responses: {} } }],
      { read: () => ({ status: 200, body: 'x', headers: { 'X-Count': 1 } }) },
      { unknownQuery: 'refuse' },
    );
    const response = await strict(new Request('https://example.com/v2/things/1?nope=1'));
    expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ pointer: '/query/nope' }] }]);
  });

  test.each([
    ['where[age]=1', 200],
    ['where=1', 400],
    ['limit=1&filter=1', 200],
    ['where[age][x]=1', 400],
    ['a[]=1&'.repeat(10_000), 414],
    ['a[]=1&'.repeat(1300), 400],
    ['where[]&'.repeat(1001), 400],
    ['whereabouts[age]=1', 400],
    ['__proto__=1', 400],
  ])('case 54: with unknown parameters rejected, query %# gets its status', async (query, want) => {
    const strict = createServer(
      service,
      [{ name: 'list', operation: operations.list as Operation, checks: { input: accept, responses: {} } }],
      { list: () => ({ status: 200, body: [] }) },
      { unknownQuery: 'refuse' },
    );
    expect((await strict(new Request(`https://example.com/v2/things?${query}`))).status).toBe(want);
  });

  const typed = (type: string, body: BodyInit) => ({ headers: { 'content-type': type }, body });

  test.each<[string, BodyInit, unknown]>([
    ['application/json', '{"a":[1,null]}', { a: [1, null] }],
    ['application/JSON ; charset=UTF-8', '"é"', 'é'],
    ['application/json', '{"__proto__":{"x":1},"constructor":2}', JSON.parse('{"__proto__":{"x":1},"constructor":2}')],
  ])('case 46: %s', async (type, body, want) => {
    expect(await input('/v2/things', typed(type, body), 'POST')).toEqual([201, { body: want }]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test.each<[string, string | undefined, BodyInit, number]>([
    ['case 45: malformed', 'application/json', '{"a":', 400],
    ['case 45: a trailing comma', 'application/json', '[1,]', 400],
    ['case 45: NaN', 'application/json', 'NaN', 400],
    ['case 45: two byte order marks', 'application/json', '\ufeff\ufeff{}', 400],
    ['case 45: UTF-16', 'application/json', Uint8Array.of(0x7b, 0, 0x7d, 0), 400],
    ['case 45: bad UTF-8', 'application/json', Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), 400],
    ['case 46: another media type', 'text/plain', '{}', 415],
    ['case 46: no media type', undefined, new Blob(['{}']), 415],
    ['case 46: charset utf-7', 'application/json; charset=utf-7', '{}', 415],
    ['case 46: two media types', 'application/json, text/plain', '{}', 415],
    ['case 46: nonsense', 'json', '{}', 415],
    ['case 49: nested 100,000 deep', 'application/json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['case 49: nested 4,000 deep', 'application/json', `${'["\\"[",'.repeat(4000)}1${']'.repeat(4000)}`, 201],
  ])('%s', async (_name, type, body, status) => {
    const response = await send('POST', '/v2/things', type === undefined ? { body } : typed(type, body));
    expect(response.status).toBe(status);
  });

  test('an optional body may be absent', async () => {
    expect(await input('/v2/files', {}, 'PUT')).toEqual([200, {}]);
  });

  test('text, forms, multipart and bytes; contentType tells several media types apart', async () => {
    const put = async (type: string, body: BodyInit) => (await input('/v2/files', typed(type, body), 'PUT'))[1];
    expect(await put('text/plain', 'é')).toEqual({ body: 'é', contentType: 'text/plain' });
    expect(await put('text/plain', '')).toEqual({ body: '', contentType: 'text/plain' });
    expect(await put('text/plain; charset=latin1', Uint8Array.of(0xe9))).toEqual({ body: 'é', contentType: 'text/plain' });
    const form = 'n=5&list=true&list=x&o=%7B%22a%22%3A1%7D&s=a+b%26&__proto__=p';
    expect(await put('application/x-www-form-urlencoded', form)).toEqual({
      body: JSON.parse('{"n":5,"list":[true,"x"],"o":{"a":1},"s":"a b&","__proto__":"p"}'),
      contentType: 'application/x-www-form-urlencoded',
    });
    const data = new FormData();
    data.append('n', '5');
    data.append('file', new File(['hello'], 'a.txt', { type: 'text/plain' }));
    const { send } = serve({
      upload: async ({ body }: { body: { n: number; file: File } }) => ({
        status: 200,
        body: [body.n, body.file.name, await body.file.text()],
      }),
    });
    expect(await (await send('PUT', '/v2/files', { body: data })).json()).toEqual([5, 'a.txt', 'hello']);
    const blobs = serve({ upload: async ({ body }: { body: Blob }) => ({ status: 200, body: [body.type, body.size] }) });
    expect(await (await blobs.send('PUT', '/v2/files', typed('image/png', 'png'))).json()).toEqual(['image/png', 3]);
  });

  test.each(['a=%zz', '%zz=a', Uint8Array.of(0xff)])('a form that cannot be decoded: %s', async (body) => {
    expect((await send('PUT', '/v2/files', typed('application/x-www-form-urlencoded', body))).status).toBe(400);
  });

  test('multipart that cannot be parsed', async () => {
    expect((await send('PUT', '/v2/files', typed('multipart/form-data; boundary=x', 'nonsense'))).status).toBe(400);
  });

  test('the limit of bodies may differ by operation', async () => {
    const handlers = { create: () => ({ status: 201, body: 1 }) };
    const post = (maxBodyBytes: NonNullable<ServerOptions['maxBodyBytes']>) =>
      serve(handlers, { maxBodyBytes }).send('POST', '/v2/things', typed('application/json', '"0123456789"'));
    expect((await post({ create: 10, default: 100 })).status).toBe(413);
    expect((await post({ create: 100, default: 10 })).status).toBe(201);
    expect((await post({ default: 10 })).status).toBe(413);
    expect((await post({ list: 10 })).status).toBe(201);
    expect(() => serve(handlers, { maxBodyBytes: { craete: 10 } })).toThrow('maxBodyBytes names no operation: craete.');
    expect(() => serve(handlers, { maxBodyBytes: { create: Number.NaN } })).toThrow('must be a number of bytes, and is NaN for create');
  });

  test('case 55: a body over the limit is a 413, with or without Content-Length', async () => {
    const { send } = serve({ create: () => ({ status: 201, body: 1 }) }, { maxBodyBytes: 10 });
    const announced = typed('application/json', '"0123456789"');
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(8).fill(0x20));
      },
    });
    expect((await send('POST', '/v2/things', announced)).status).toBe(413);
    expect((await send('POST', '/v2/things', { ...typed('application/json', endless), duplex: 'half' } as RequestInit)).status).toBe(413);
    expect(pulled).toBeLessThan(5);
    expect((await send('POST', '/v2/things', typed('application/json', '"01234567"'))).status).toBe(201);
  });

  test('the validator checks the decoded input, and its issues are the detail', async () => {
    const validate = (value: unknown, issues: Issue[]): value is unknown => {
      const limit = (value as { query?: { limit?: unknown } }).query?.limit;
      return typeof limit === 'number' || report(issues, '/query/limit', 'type', 'integer', limit);
    };
    const { send } = serve({ list: echo }, { rows: { list: { input: validate } } });
    expect((await send('GET', '/v2/things?limit=5')).status).toBe(200);
    const response = await send('GET', '/v2/things?limit=five');
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { title: 'Bad Request', detail: '/query/limit must be an integer, but is a string.', code: 'invalid-request' },
    ]);
  });
});

describe('case 59: Accept', () => {
  const { send } = serve({ list: echo, upload: () => ({ status: 204 }) });
  test.each([
    ['application/json', 200],
    ['text/html, application/*;q=0.1', 200],
    ['*/*', 200],
    ['application/xml', 406],
    ['*/*;q=0', 406],
    ['application/json;q=0, */*', 406],
    ['text/*', 406],
    ['', 200],
  ])('%j is %i', async (accept, status) => {
    expect((await send('GET', '/v2/things', { headers: { accept } })).status).toBe(status);
  });
});

describe('responses', () => {
  const run = async (result: unknown, options: Parameters<typeof serve>[1] = {}, path = '/v2/things', method = 'GET') => {
    const handler = typeof result === 'function' ? result : () => result;
    const { send, errors } = serve({ list: handler, read: handler, upload: handler }, options);
    return { response: await send(method, path), errors };
  };

  test.each<[string, unknown]>([
    ['a status that is not declared', { status: 418 }],
    ['no status', { body: 1 }],
    ['no result', undefined],
    ['no body', { status: 200 }],
    ['a body where there is none', { status: 404, body: 'x' }],
    ['a media type that is not declared', { status: 200, body: 1, contentType: 'text/html' }],
    ['a header with a line break', { status: 200, body: 1, headers: { 'x-a': 'a\r\nb' } }],
    ['a body with no JSON form', { status: 200, body: () => 1 }],
  ])('%s is a 500 that does not show it', async (_name, result) => {
    const { response, errors } = await run(result);
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { code: 'invalid-response', detail: 'The server produced a response that its description does not allow.' },
    ]);
    expect(errors).toMatchObject([{ name: 'InvalidResult' }]);
  });

  test('bodies are checked outside production', async () => {
    const rows = {
      list: {
        responses: {
          200: {
            'application/json': (value: unknown, issues: Issue[]): value is number =>
              typeof value === 'number' || report(issues, '', 'type', 'number', value),
          },
        },
      },
    };
    expect((await run({ status: 200, body: 5 }, { rows })).response.status).toBe(200);
    const { response, errors } = await run({ status: 200, body: 'secret' }, { rows });
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secret')]);
    expect(errors).toMatchObject([{ issues: [{ keyword: 'type' }] }]);
    expect((await run({ status: 200, body: 'x' }, { rows, validateResponses: false })).response.status).toBe(200);
    vi.stubEnv('NODE_ENV', 'production');
    expect((await run({ status: 200, body: 'x' }, { rows })).response.status).toBe(200);
    vi.unstubAllEnvs();
    // Without onError, the console gets the pointer of the value, not the value.
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const told = createServer(
      service,
      [{ name: 'list', operation: operations.list as Operation, checks: { input: accept, ...rows.list } }],
      {
        list: () => ({ status: 200, body: 'secret' }),
      },
    );
    await told(new Request('https://example.com/v2/things'));
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^list \(request .+\): .+\n {2}\S.* must be a number/)]]);
    log.mockRestore();
  });

  test('headers are encoded by their codecs, a missing required one is an error, and contentType selects the media type', async () => {
    const found = await run(
      { status: 200, body: 'é', contentType: 'text/plain', headers: { 'X-Count': 5, 'X-Free': 'y' } },
      {},
      '/v2/things/1',
    );
    expect(Object.fromEntries(found.response.headers)).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      'x-count': '5',
      'x-free': 'y',
    });
    expect(await found.response.text()).toBe('é');
    expect((await run({ status: 200, body: 1 }, {}, '/v2/things/1')).response.status).toBe(500);
  });

  test.each<[string, unknown]>([
    ['a word for a number', 'soon'],
    ['a fraction for an integer', 1.5],
    ['true for an integer', true],
    ['null for an integer', null],
  ])('a header with %s is a 500 outside production', async (_name, count) => {
    const result = { status: 200, body: 1, headers: { 'X-Count': count } };
    const { response, errors } = await run(result, {}, '/v2/things/1');
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'invalid-response' }]);
    expect(errors).toMatchObject([{ message: 'read: the header X-Count that the handler returned with 200 is malformed.' }]);
    expect((await run(result, { validateResponses: false }, '/v2/things/1')).response.status).toBe(200);
  });

  test('a range covers its own statuses only', async () => {
    const create = (status: number) =>
      serve({ create: () => ({ status, body: 'x' }) }).send('POST', '/v2/things', {
        headers: { 'content-type': 'application/json' },
        body: '1',
      });
    expect((await create(418)).status).toBe(418);
    const response = await create(503);
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'invalid-response' }]);
  });

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 205],
    ['GET', 304],
  ])('%s %i has no body, even if one is declared', async (method, status) => {
    const operation: Operation = {
      id: 'peek',
      method,
      path: '/things',
      responses: { [status]: { contents: { 'application/json': json } } },
    };
    const rows = { list: { operation } };
    const plain = await serve({ list: () => ({ status }) }, { rows }).send(method, '/v2/things');
    expect([plain.status, await plain.text()]).toEqual([status, '']);
    const { response, errors } = await run({ status, body: 1 }, { rows }, '/v2/things', method);
    expect(response.status).toBe(500);
    expect(errors).toMatchObject([{ message: `peek: the handler returned a body with ${status}, for which the document declares none.` }]);
  });

  test('204 is not covered by a range with a body', async () => {
    const operation = { ...(operations.list as Operation), responses: { '2XX': { contents: { 'application/json': json } } } };
    const { response, errors } = await run({ status: 204 }, { rows: { list: { operation } } });
    expect(response.status).toBe(500);
    expect(errors).toMatchObject([{ message: 'list: the handler returned the status 204, which the document does not declare.' }]);
  });

  test('204 has neither body nor type', async () => {
    const { response } = await run({ status: 204 }, {}, '/v2/files', 'PUT');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([204, null, '']);
  });

  test('notImplemented is a 501 in the service’s error shape and is not reported as an error', async () => {
    const errors = [{ status: '501', contentType: 'application/json', body: { own: '{code}' } }];
    const { response, errors: told } = await run(async () => notImplemented(), { service: { ...service, errors } });
    expect([response.status, await response.json()]).toEqual([501, { own: 'not-implemented' }]);
    expect(told).toEqual([]);
    expect(notImplemented).toThrow(NotImplementedError);
  });

  test('case 62: a throwing handler is a 500 with a request id and no detail', async () => {
    const failure = () => {
      throw new Error('password=hunter2');
    };
    for (const handler of [failure, async () => failure()]) {
      const { response, errors } = await run(handler);
      const body = await response.text();
      expect(response.status).toBe(500);
      expect(body).not.toMatch(/hunter2|at .*\.ts/);
      expect(JSON.parse(body)).toMatchObject({ code: 'internal-error', requestId: response.headers.get('x-request-id') });
      expect(errors).toMatchObject([{ message: 'password=hunter2' }]);
    }
  });

  test('the caller’s request id is used only if it is trusted and has plain characters', async () => {
    const handler = (_: unknown, { requestId }: { requestId: string }) => ({ status: 200, body: requestId });
    const idOf = async (given: string, options: ServerOptions = {}) =>
      (await serve({ list: handler }, options).send('GET', '/v2/things', { headers: { 'x-request-id': given } })).json();
    expect(await idOf('mine-1')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf('mine-1', { trustRequestId: true })).toBe('mine-1');
    for (const given of ['a b', '<script>', 'é', 'x'.repeat(129)])
      expect(await idOf(given, { trustRequestId: true })).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('case 60: a path and query over the limit are a 414', async () => {
    const { send } = serve({ list: echo }, { maxTargetLength: 20 });
    expect((await send('GET', '/v2/things?limit=123')).status).toBe(200);
    const response = await send('GET', '/v2/things?limit=1234');
    expect([response.status, await response.json()]).toMatchObject([414, { code: 'uri-too-long' }]);
  });

  test('a missing handler is a 501 for authorized callers, and for all callers without security handlers', async () => {
    const security = [[{ scheme: bearerScheme('token') }]];
    const rows = { list: { operation: { ...(operations.list as Operation), security } } };
    const status = async (handlers: object | undefined, authorization: string) =>
      (
        await serve({}, { rows, ...(handlers === undefined ? {} : { security: handlers }) }).send('GET', '/v2/things', {
          headers: { authorization },
        })
      ).status;
    const token = (text: string) => text === 'good';
    expect(await status({ token }, 'Bearer bad')).toBe(401);
    expect(await status({ token }, 'Bearer good')).toBe(501);
    expect(await status({}, 'Bearer bad')).toBe(501);
    expect(await status(undefined, 'Bearer bad')).toBe(501);
  });

  test('the context has the operation, a request id and the signal', async () => {
    const { send } = serve({
      list: (_: unknown, context: { operation: Operation; requestId: string; signal: AbortSignal }) => ({
        status: 200,
        body: [context.operation.id, context.requestId.length, context.signal.aborted],
      }),
    });
    expect(await (await send('GET', '/v2/things')).json()).toEqual(['list', 36, false]);
  });
});

describe('error responses', () => {
  const templates = [
    {
      status: 'default',
      contentType: 'application/json',
      body: {
        errors: [
          {
            id: '{code}',
            code: '{status}',
            details: '{title}: {detail}',
            at: '{pointer}',
            request: '{requestId}',
            note: 'status {status}',
          },
        ],
      },
    },
    { status: '404', contentType: 'text/plain', body: '{detail}' },
  ];
  const shaped: ServiceInfo = { ...service, errors: templates };

  test('templates are filled in, and exactly {status} becomes a number', async () => {
    const { send } = serve({ list: echo }, { service: shaped });
    const response = await send('GET', '/v2/things?limit=1&limit=2');
    expect(await response.json()).toEqual({
      errors: [
        {
          id: 'invalid-request',
          code: 400,
          details: 'Bad Request: /query/limit must be a single value, but is an array.',
          at: '/query/limit',
          request: response.headers.get('x-request-id'),
          note: 'status 400',
        },
      ],
    });
    const missing = await send('GET', '/nope');
    expect([missing.headers.get('content-type'), await missing.text()]).toEqual([
      'text/plain; charset=utf-8',
      'No operation has this path.',
    ]);
  });

  test('inserted values are not filled in again', async () => {
    const { send } = serve(
      { create: echo },
      {
        service: { ...service, errors: [{ status: 'default', contentType: 'text/plain', body: '{detail}' }] },
        rows: {
          create: { input: (value: unknown, issues: Issue[]): value is unknown => report(issues, '/{status}{detail}', 'type', 'x', value) },
        },
      },
    );
    const response = await send('POST', '/v2/things', { headers: { 'content-type': 'application/json' }, body: '1' });
    expect(await response.text()).toBe('/{status}{detail} must be a x, but is an object.');
  });

  test('the operation’s templates take precedence; an operation with only text responses gets text', async () => {
    const own = {
      ...(operations.list as Operation),
      errors: [{ status: '4XX', contentType: 'application/json', body: { own: '{status}' } }],
    };
    const { send } = serve({ list: echo, create: echo }, { service: shaped, rows: { list: { operation: own } } });
    expect(await (await send('GET', '/v2/things?limit=1&limit=2')).json()).toEqual({ own: 400 });
    const plain = serve({ create: echo });
    const response = await plain.send('POST', '/v2/things', { headers: { 'content-type': 'text/csv' }, body: 'x' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      415,
      'text/plain; charset=utf-8',
      'The Content-Type must be application/json.',
    ]);
  });

  test('the option `errors` replaces any body; a mapping that throws does not hide the error', async () => {
    const errors = (fault: Fault) => (fault.status === 404 ? { contentType: 'application/json', body: { gone: fault.kind } } : undefined);
    const { send } = serve({}, { errors });
    expect(await (await send('GET', '/nope')).json()).toEqual({ gone: 'not-found' });
    expect(await (await send('GET', '/v2/things')).json()).toMatchObject({ code: 'not-implemented' });
    const broken = serve(
      {},
      {
        errors: () => {
          throw new Error('mapping');
        },
      },
    );
    expect((await broken.send('GET', '/nope')).status).toBe(404);
    expect(broken.errors).toMatchObject([{ message: 'mapping' }]);
  });
});

describe('security', () => {
  const key = apiKeyScheme('key', { in: 'query', parameter: 'api_key' });
  const header = apiKeyScheme('header', { in: 'header', parameter: 'X-Key' });
  const cookie = apiKeyScheme('cookie', { in: 'cookie', parameter: 'sid' });
  const token = bearerScheme('token');
  const login = basicScheme('login');
  const digest = httpScheme('digest', { scheme: 'Digest' });
  const words = ['Key', '*Auth', 'x-*-Y'];
  const shop = withWords(httpScheme('digest', { scheme: 'Shop-Auth' }), words);
  const wordKey = withWords(header, words);
  const PARAMETERS = 'username="a, b", realm="x \\" y", qop=auth, nc = 00000001';
  const good = (name: string) => (credential: string) =>
    credential === 'good' ? name : credential === 'known' ? forbidden('Not you.') : null;
  const handlers = {
    key: good('key'),
    header: good('header'),
    cookie: good('cookie'),
    digest: (credential: string) => credential,
    token: (value: string, { scopes }: { scopes: readonly string[] }) =>
      value === 'good' ? `token ${scopes.join('+')}` : value === 'false' ? false : null,
    login: ({ username, password }: { username: string; password: string }) => (password === 'p:ü' ? username : null),
  };
  const who = (_input: unknown, context: { principal: unknown; principals: unknown }) => ({
    status: 200,
    body: [context.principal, context.principals],
  });
  const ask = async (security: NonNullable<Operation['security']>, path: string, headers: Record<string, string> = {}) => {
    const { send, errors } = serve(
      { list: who },
      { security: handlers, rows: { list: { operation: { ...(operations.list as Operation), security } } } },
    );
    const response = await send('GET', `/v2/things${path}`, { headers });
    return { status: response.status, body: await response.json(), challenge: response.headers.get('www-authenticate'), errors };
  };

  test.each<[string, Parameters<typeof ask>[0], string, Record<string, string>, number, unknown]>([
    ['key', [[{ scheme: key }]], '?api_key=good', {}, 200, 'key'],
    ['a key that is not good', [[{ scheme: key }]], '?api_key=bad', {}, 401, undefined],
    ['two keys', [[{ scheme: key }]], '?api_key=good&api_key=good', {}, 401, undefined],
    ['an empty key', [[{ scheme: key }]], '?api_key=', {}, 401, undefined],
    ['a key that may not', [[{ scheme: key }]], '?api_key=known', {}, 403, undefined],
    ['header', [[{ scheme: header }]], '', { 'x-key': 'good' }, 200, 'header'],
    ['cookie', [[{ scheme: cookie }]], '', { cookie: 'a=1; sid=good' }, 200, 'cookie'],
    ['two cookies', [[{ scheme: cookie }]], '', { cookie: 'sid=good; sid=good' }, 401, undefined],
    ['bearer with scopes', [[{ scheme: token, scopes: ['read', 'write'] }]], '', { authorization: 'bearer good' }, 200, 'token read+write'],
    ['a handler that says false', [[{ scheme: token }]], '', { authorization: 'Bearer false' }, 401, undefined],
    ['one header twice', [[{ scheme: token }]], '', { authorization: 'Bearer good, Bearer good' }, 200, 'token '],
    ['two headers', [[{ scheme: token }]], '', { authorization: 'Bearer good, Bearer bad' }, 401, undefined],
    ['one key in a header twice', [[{ scheme: header }]], '', { 'x-key': 'good, good' }, 200, 'header'],
    ['two keys in headers', [[{ scheme: header }]], '', { 'x-key': 'good, bad' }, 401, undefined],
    ['another scheme', [[{ scheme: token }]], '', { authorization: 'Basic good' }, 401, undefined],
    ['no token', [[{ scheme: token }]], '', { authorization: 'Bearer' }, 401, undefined],
    ['parameters', [[{ scheme: digest }]], '', { authorization: `Digest ${PARAMETERS}` }, 200, PARAMETERS],
    ['one token of a scheme of its own', [[{ scheme: digest }]], '', { authorization: 'digest abc==' }, 200, 'abc=='],
    ['parameters twice', [[{ scheme: digest }]], '', { authorization: `Digest ${PARAMETERS}, Digest ${PARAMETERS}` }, 200, PARAMETERS],
    ['two lists of parameters', [[{ scheme: digest }]], '', { authorization: `Digest ${PARAMETERS}, Digest a=b` }, 401, undefined],
    ['tokens twice', [[{ scheme: digest }]], '', { authorization: 'Digest a, Digest b' }, 401, undefined],
    ['parameters without an end', [[{ scheme: digest }]], '', { authorization: `Digest ${'a="b", '.repeat(5000)}"` }, 401, undefined],
    ['its own word', [[{ scheme: shop }]], '', { authorization: 'Shop-Auth abc' }, 200, 'abc'],
    ['another word', [[{ scheme: shop }]], '', { authorization: 'KEY abc' }, 200, 'abc'],
    ['a word that fits a pattern', [[{ scheme: shop }]], '', { authorization: 'Store-2Auth abc' }, 200, 'abc'],
    ['a pattern with nothing for its star', [[{ scheme: shop }]], '', { authorization: 'auth abc' }, 200, 'abc'],
    ['a pattern within a word', [[{ scheme: shop }]], '', { authorization: 'X-a-b-Y abc' }, 200, 'abc'],
    ['a word that fits no pattern', [[{ scheme: shop }]], '', { authorization: 'Authority abc' }, 401, undefined],
    ['a word with other characters', [[{ scheme: shop }]], '', { authorization: 'Store.Auth abc' }, 401, undefined],
    ['a very long word', [[{ scheme: shop }]], '', { authorization: `${'a'.repeat(7000)}Auth abc` }, 401, undefined],
    ['two words', [[{ scheme: shop }]], '', { authorization: 'Key Key abc' }, 401, undefined],
    ['a word alone', [[{ scheme: shop }]], '', { authorization: 'Key' }, 401, undefined],
    [
      'basic by another word',
      [[{ scheme: withWords(login, words) }]],
      '',
      { authorization: `Key ${btoa('ann:p:ü'.replace('ü', '\u00c3\u00bc'))}` },
      200,
      'ann',
    ],
    ['bearer by another word', [[{ scheme: withWords(token, words) }]], '', { authorization: 'Key good' }, 200, 'token '],
    ['a key after a word', [[{ scheme: wordKey }]], '', { 'x-key': 'Key good' }, 200, 'header'],
    ['a key without a word', [[{ scheme: wordKey }]], '', { 'x-key': 'good' }, 200, 'header'],
    ['a key after an unknown word', [[{ scheme: wordKey }]], '', { 'x-key': 'Word good' }, 401, undefined],
    ['basic', [[{ scheme: login }]], '', { authorization: `Basic ${Buffer.from('ann:p:ü').toString('base64')}` }, 200, 'ann'],
    ['case 65: no colon', [[{ scheme: login }]], '', { authorization: `Basic ${Buffer.from('annp').toString('base64')}` }, 401, undefined],
    ['basic that is not base64', [[{ scheme: login }]], '', { authorization: 'Basic ?' }, 401, undefined],
    [
      'basic that is not UTF-8',
      [[{ scheme: login }]],
      '',
      { authorization: `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}` },
      401,
      undefined,
    ],
    ['AND: both', [[{ scheme: key }, { scheme: header }]], '?api_key=good', { 'x-key': 'good' }, 200, 'key'],
    ['AND: one', [[{ scheme: key }, { scheme: header }]], '?api_key=good', {}, 401, undefined],
    ['OR: the second', [[{ scheme: key }], [{ scheme: token }]], '', { authorization: 'Bearer good' }, 200, 'token '],
    ['OR: neither', [[{ scheme: key }], [{ scheme: token }]], '', {}, 401, undefined],
    ['OR: refused, then good', [[{ scheme: key }], [{ scheme: token }]], '?api_key=known', { authorization: 'Bearer good' }, 200, 'token '],
    ['anonymous is allowed', [[{ scheme: key }], []], '', {}, 200, null],
    ['anonymous is named first, and a key is sent', [[], [{ scheme: key }]], '?api_key=good', {}, 200, 'key'],
    ['anonymous, but a bad key', [[{ scheme: key }], []], '?api_key=bad', {}, 401, undefined],
  ])('case 63: %s', async (_name, security, path, headers, status, principal) => {
    const found = await ask(security, path, headers);
    expect(found.status).toBe(status);
    if (status === 200) expect(found.body[0]).toBe(principal);
    if (status === 401) expect(found.challenge).toMatch(/^(?:ApiKey|Bearer|Basic|Digest|Shop-Auth) realm="demo"/);
    if (status === 403) expect(found.body.detail).toBe('Not you.');
    expect(found.errors).toEqual([]);
  });

  test('a 401 has the challenges of all alternatives, with an error for a rejected token', async () => {
    expect((await ask([[{ scheme: key }], [{ scheme: token }], [{ scheme: login }]], '')).challenge).toBe(
      'ApiKey realm="demo", in="query", name="api_key", Bearer realm="demo", Basic realm="demo", charset="UTF-8"',
    );
    expect((await ask([[{ scheme: token }]], '', { authorization: 'Bearer bad' })).challenge).toBe(
      'Bearer realm="demo", error="invalid_token"',
    );
  });

  test('a strict server takes no header with a credential twice', async () => {
    const operation = { ...(operations.list as Operation), security: [[{ scheme: token }], [{ scheme: header }]] };
    const { send } = serve({ list: who }, { security: handlers, tolerance: 'strict', rows: { list: { operation } } });
    const statuses = [{ authorization: 'Bearer good, Bearer good' }, { 'x-key': 'good, good' }, { 'x-key': 'good' }].map(
      async (headers) => (await send('GET', '/v2/things', { headers })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  });

  test('principals by scheme', async () => {
    expect((await ask([[{ scheme: key }, { scheme: header }]], '?api_key=good', { 'x-key': 'good' })).body[1]).toEqual({
      key: 'key',
      header: 'header',
    });
  });

  test('security is checked first: an unauthorized caller gets no 400, 406 or 413', async () => {
    expect((await ask([[{ scheme: key }]], '?limit=1&limit=2', { accept: 'application/xml' })).status).toBe(401);
  });

  test('a security handler that is missing or throws is a 500, never access', async () => {
    const operation = { ...(operations.list as Operation), security: [[{ scheme: key }], []] };
    const failing = {
      key: () => {
        throw new Error('db');
      },
    };
    for (const security of [{}, failing, undefined]) {
      const { send, errors } = serve({ list: who }, { ...(security === undefined ? {} : { security }), rows: { list: { operation } } });
      expect((await send('GET', '/v2/things?api_key=good')).status).toBe(500);
      expect(errors).toHaveLength(1);
    }
  });
});
