// `x-aliases`, `x-lenient-type` and the option `tolerance`, generated and called: which requests mean an operation, and that clients send the
// declared one.
import { createHash, createHmac } from 'node:crypto';
import path from 'node:path';
import { cors, type FetchHandler, inMemoryFetch, type RouteAlias, type ServerContext, stringToSign } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { emitServer } from '../../generator/emit/ends/server.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const id = { name: 'id', in: 'path', required: true, schema: integer };
const ok = { 204: { description: 'Done.' } };
const jsonBody = (schema: object, required = true) => ({ required, content: { 'application/json': { schema } } });
const REFUND = {
  type: 'object',
  required: ['payment', 'amount'],
  properties: { payment: integer, amount: integer, tags: { type: 'array', items: text } },
  additionalProperties: false,
};

const DOCUMENT = {
  openapi: '3.1.0',
  servers: [{ url: 'https://pets.example.com/v2' }],
  paths: {
    '/': { get: { operationId: 'home', responses: ok } },
    '/payments': {
      get: { operationId: 'list', parameters: [{ name: 'ids', in: 'query', schema: { type: 'array', items: integer } }], responses: ok },
    },
    '/payments/{id}': {
      parameters: [id],
      get: { operationId: 'read', 'x-aliases': [{ path: '/v1/pay', parameters: { id: 'query.payment' } }], responses: ok },
      post: { operationId: 'update', responses: ok },
    },
    '/payments/today': { get: { operationId: 'today', responses: ok } },
    '/payments/{id}/orders': {
      post: {
        operationId: 'order',
        'x-aliases': [{ method: 'PUT', path: '/v2/payments/{payment}/orders', parameters: { id: 'path.payment' } }],
        parameters: [id],
        responses: ok,
      },
    },
    '/eligibility': {
      post: { operationId: 'check', 'x-aliases': [{ path: '/v2/payments/eligibility' }], requestBody: jsonBody({}), responses: ok },
    },
    '/any': {
      put: {
        operationId: 'any',
        'x-aliases': [{ method: 'DELETE', path: '/v2/payments/{key}' }],
        parameters: [{ name: 'key', in: 'query', schema: text }],
        responses: ok,
      },
    },
    '/refunds': {
      post: {
        operationId: 'refund',
        'x-aliases': [
          { path: '/v1/payments/{id}/refund', parameters: { 'body.payment': 'path.id', 'body.tags': 'query.tag' } },
          { path: '/v1/refund', parameters: { 'body.payment': 'header.X-Payment', 'body.tags': 'header.X-Tags' } },
          { path: '/v1/renamed', parameters: { 'body.payment': 'body.paymentId' } },
        ],
        requestBody: jsonBody(REFUND),
        responses: ok,
      },
    },
    '/search/{id}': {
      get: {
        operationId: 'search',
        'x-aliases': [
          { method: 'POST', path: '/v1/search', parameters: { id: 'body.key', tags: 'body.tags', 'X-Trace': 'body.trace' } },
          { path: '/v1/search/{id}/{tags}' },
          { path: '/v1/twice/{id}', parameters: { q: 'path.id' } },
          { path: '/v1/swap/{tags}', parameters: { id: 'query.tags', tags: 'path.tags', 'X-Trace': 'query.trace', q: 'header.X-Q' } },
        ],
        parameters: [
          id,
          { name: 'tags', in: 'query', explode: false, schema: { type: 'array', items: text }, 'x-aliases': ['post.tags', 'labels'] },
          { name: 'q', in: 'query', schema: text },
          { name: 'many', in: 'query', schema: { type: 'array', items: integer }, 'x-aliases': ['several'] },
          { name: 'X-Trace', in: 'header', schema: text, 'x-aliases': ['X-Old-Trace'] },
        ],
        responses: ok,
      },
    },
    '/lenient': { post: { operationId: 'lenient', 'x-lenient-type': true, requestBody: jsonBody({ type: 'object' }), responses: ok } },
    '/optional': { post: { operationId: 'optional', requestBody: jsonBody({ type: 'object' }, false), responses: ok } },
    '/slashed/': { get: { operationId: 'slashed', responses: ok } },
    '/both': { get: { operationId: 'both', responses: ok } },
    '/both/': { get: { operationId: 'bothSlashed', responses: ok } },
    '/signed/{id}': {
      post: {
        operationId: 'sign',
        security: [{ key: [] }],
        'x-aliases': [{ path: '/v1/signed/{id}' }],
        parameters: [id],
        requestBody: jsonBody({}),
        responses: ok,
      },
    },
  },
  components: {
    securitySchemes: {
      key: {
        type: 'apiKey',
        in: 'query',
        name: 'signature',
        'x-signature': { parameters: { key: 'key', timestamp: 'timestamp', version: 'version', bodyDigest: 'digest' } },
      },
    },
  },
};

type Client = Record<string, (input: object) => Promise<{ status: number }>>;
let ends: { createPetsServer(handlers: object, options?: object): FetchHandler; createPetsClient(options: object): Client };

beforeAll(async () => {
  const folder = path.join(root, '.octavo/tmp/wire-aliases');
  expect(typeCheck(folder, emit(await serviceOf(DOCUMENT), OPTIONS))).toBe('');
  ends = await import(path.join(folder, 'index.ts'));
});

interface Seen {
  readonly id: string;
  readonly input: unknown;
  readonly alias: RouteAlias | undefined;
}

/** The server, and what its handlers got. */
function serve(options: object = {}) {
  const seen: Seen[] = [];
  const handler = (input: unknown, { operation, alias }: ServerContext): object => {
    seen.push({ id: operation.id, input, alias });
    return { status: 204 };
  };
  const handlers = new Proxy({}, { get: () => handler });
  const security = { key: () => ({ secret: 'a-secret', principal: 'me' }) };
  return { seen, server: ends.createPetsServer(handlers, { security, ...options }) };
}

/** The operation and input that a request means, or the status and body of the error. */
async function seenBy(line: string, init: RequestInit = {}, options: object = {}): Promise<unknown> {
  const { seen, server } = serve(options);
  const [method = '', target = ''] = line.split(' ');
  const response = await server(new Request(`https://pets.example.com${target}`, { method, ...init }));
  const [got] = seen;
  return got === undefined ? [response.status, await response.text()] : [got.id, got.input];
}

describe('aliases of operations', () => {
  const body = (value: unknown, type = 'application/json'): RequestInit => ({
    body: typeof value === 'string' ? value : JSON.stringify(value),
    headers: { 'content-type': type },
  });
  const XY = { 'x-payment': '7', 'x-tags': 'a, b' };

  test.each<[line: string, init: RequestInit, want: unknown]>([
    ['GET /v2/payments/5', {}, ['read', { path: { id: 5 } }]],
    ['GET /v1/pay?payment=5', {}, ['read', { path: { id: 5 } }]],
    ['GET /v1/pay?payment=%35', {}, ['read', { path: { id: 5 } }]],
    ['PUT /v2/payments/5/orders', {}, ['order', { path: { id: 5 } }]],
    ['POST /v2/payments/5/orders', {}, ['order', { path: { id: 5 } }]],
    // A literal alias wins over a declared template; the path has its other methods still.
    ['POST /v2/payments/eligibility', body({ a: 1 }), ['check', { body: { a: 1 } }]],
    ['POST /v2/payments/5', {}, ['update', { path: { id: 5 } }]],
    // A template of an alias is at the declared template; no alias is at a declared literal path.
    ['DELETE /v2/payments/x%20y', {}, ['any', { query: { key: 'x y' } }]],
    ['GET /v2/payments/today', {}, ['today', {}]],
    // Fields of the body.
    ['POST /v2/refunds', body({ payment: 5, amount: 1 }), ['refund', { body: { payment: 5, amount: 1 } }]],
    ['POST /v1/payments/5/refund', body({ amount: 1 }), ['refund', { body: { payment: 5, amount: 1 } }]],
    [
      'POST /v1/payments/5/refund?tag=a&tag=b%2Bc',
      body({ amount: 1 }),
      ['refund', { body: { payment: 5, amount: 1, tags: ['a', 'b+c'] } }],
    ],
    ['POST /v1/payments/5/refund?tag=a,b', body({ amount: 1 }), ['refund', { body: { payment: 5, amount: 1, tags: ['a', 'b'] } }]],
    ['POST /v1/payments/5/refund?tag=a%2Cb,c', body({ amount: 1 }), ['refund', { body: { payment: 5, amount: 1, tags: ['a,b', 'c'] } }]],
    ['POST /v1/payments/5/refund', body({ amount: 1, payment: 5 }), ['refund', { body: { payment: 5, amount: 1 } }]],
    [
      'POST /v1/refund',
      { ...body({ amount: 1 }), headers: { ...body(0).headers, ...XY } },
      ['refund', { body: { payment: 7, amount: 1, tags: ['a', 'b'] } }],
    ],
    ['POST /v1/renamed', body({ amount: 1, paymentId: 5 }), ['refund', { body: { payment: 5, amount: 1 } }]],
    // Parameters from the body, of an operation that has none.
    [
      'POST /v1/search',
      body({ key: 5, tags: ['a', 'b'], trace: 't' }),
      ['search', { path: { id: 5 }, query: { tags: ['a', 'b'] }, header: { 'X-Trace': 't' } }],
    ],
    [
      'POST /v1/search',
      body('key=5&tags=a,b', 'application/x-www-form-urlencoded'),
      ['search', { path: { id: 5 }, query: { tags: ['a', 'b'] } }],
    ],
    [
      'POST /v1/search',
      body('key=5&tags=a&tags=b', 'application/x-www-form-urlencoded'),
      ['search', { path: { id: 5 }, query: { tags: ['a', 'b'] } }],
    ],
    ['POST /v1/search?tags=c', body({ key: 5 }), ['search', { path: { id: 5 }, query: { tags: ['c'] } }]],
    ['GET /v1/twice/5', {}, ['search', { path: { id: 5 }, query: { q: '5' } }]],
    // Template names are parameters wherever the operation has them, and places may change.
    ['GET /v1/search/5/a+b,c%2Bd', {}, ['search', { path: { id: 5 }, query: { tags: ['a+b', 'c+d'] } }]],
    [
      'GET /v1/swap/a,b?tags=5&trace=x+y',
      { headers: { 'x-q': 'a+b, c' } },
      ['search', { path: { id: 5 }, query: { tags: ['a', 'b'], q: 'a+b, c' }, header: { 'X-Trace': 'x y' } }],
    ],
  ])('%s %j', async (line, init, want) => {
    expect(await seenBy(line, init)).toEqual(want);
  });

  test.each<[line: string, init: RequestInit, status: number, pointer: string]>([
    ['GET /v1/pay', {}, 400, '/path'],
    ['GET /v1/pay?payment=x', {}, 400, '/path/id'],
    ['GET /v1/pay?payment=%FF', {}, 400, '/path/id'],
    ['GET /v1/pay?payment=5&payment=6', {}, 400, '/path/id'],
    ['POST /v1/payments/5/refund', body({ amount: 1, payment: 6 }), 400, '/body/payment'],
    ['POST /v1/payments/x/refund', body({ amount: 1 }), 400, '/body/payment'],
    ['POST /v1/payments/5/refund', {}, 400, '/body/amount'],
    ['POST /v1/renamed', body({ amount: 1, payment: 6, paymentId: 5 }), 400, '/body/payment'],
    ['POST /v1/payments/5/refund', body([1]), 400, '/body'],
    ['POST /v1/search', body({ key: 'x' }), 400, '/path/id'],
    ['POST /v1/search', body({ tags: ['a'] }), 400, '/path'],
    ['POST /v1/search', body('{'), 400, 'JSON'],
    ['POST /v1/search?tags=c', body({ key: 5, tags: ['d'] }), 400, '/query/tags'],
    ['POST /v1/search', body('key=5', 'text/plain'), 415, 'application/json'],
    ['POST /v1/swap/a?tags=5', {}, 405, 'GET, HEAD, OPTIONS'],
    ['PUT /v2/payments/today', {}, 405, 'GET, HEAD, OPTIONS'],
    ['DELETE /v2/payments/today', {}, 405, 'GET, HEAD, OPTIONS'],
    ['GET /v1/payments/5', {}, 404, ''],
  ])('%s %j is %i', async (line, init, status, pointer) => {
    expect(await seenBy(line, init)).toEqual([status, expect.stringContaining(pointer)]);
  });

  test('the context names the alias, by the entry of the document', async () => {
    const { seen, server } = serve();
    for (const [method, target] of [
      ['GET', '/v2/payments/5'],
      ['GET', '/v1/pay?payment=5'],
      ['HEAD', '/v1/pay?payment=6'],
    ] as const)
      await server(new Request(`https://pets.example.com${target}`, { method }));
    expect(seen.map(({ id, alias }) => [id, alias?.method, alias?.path])).toEqual([
      ['read', undefined, undefined],
      ['read', 'GET', '/v1/pay'],
      ['read', 'GET', '/v1/pay'],
    ]);
  });

  test.each([
    ['/v1/pay', 'GET, HEAD, OPTIONS'],
    ['/v2/payments/eligibility', 'POST, GET, DELETE, HEAD, OPTIONS'],
    ['/v2/payments/5', 'GET, POST, DELETE, HEAD, OPTIONS'],
    ['/v2/payments/today', 'GET, HEAD, OPTIONS'],
    ['/v2/payments/5/orders', 'POST, PUT, OPTIONS'],
  ])('the methods of %s are %s, in Allow and for CORS', async (target, allow) => {
    const { server } = serve();
    const options = await server(new Request(`https://pets.example.com${target}`, { method: 'OPTIONS' }));
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    const preflight = new Request(`https://pets.example.com${target}`, { method: 'OPTIONS', headers });
    expect((await cors(server, { origins: '*' })(preflight)).headers.get('access-control-allow-methods')).toBe(allow);
  });

  test.each([
    ['/x/v9', 'GET /x/v9/payments/5', ['read', { path: { id: 5 } }]],
    // Aliases under the base path of the document are under the one that replaces it; others stay.
    ['/x/v9', 'POST /x/v9/payments/eligibility', ['check', { body: {} }]],
    ['/x/v9', 'GET /v1/pay?payment=5', ['read', { path: { id: 5 } }]],
    ['', 'POST /payments/eligibility', ['check', { body: {} }]],
    ['/x/v9', 'POST /v2/payments/eligibility', [404, expect.anything()]],
  ])('base path %j: %s', async (basePath, line, want) => {
    expect(await seenBy(line, line.startsWith('POST') ? body({}) : {}, { basePath })).toEqual(want);
  });

  test.each([
    ['/v1/signed/5', '/v1/signed/5', 204],
    ['/v2/signed/5', '/v2/signed/5', 204],
    ['/v2/signed/5/', '/v2/signed/5/', 204],
    ['/v1/signed/5', '/v2/signed/5', 401],
    ['/v2/signed/5/', '/v2/signed/5', 401],
  ])('a request to %s that is signed for %s is %i', async (target, path, status) => {
    const content = '{}';
    const pairs: [string, string][] = [
      ['key', 'k'],
      ['timestamp', String(Math.floor(Date.now() / 1000))],
      ['version', '1.0'],
      ['digest', createHash('md5').update(content).digest('hex')],
    ];
    const signature = createHmac('sha256', 'a-secret')
      .update(stringToSign('POST', path, pairs))
      .digest('hex');
    const query = new URLSearchParams([...pairs, ['signature', signature]]);
    const { server } = serve();
    const response = await server(new Request(`https://pets.example.com${target}?${query}`, { method: 'POST', ...body(content) }));
    expect(response.status).toBe(status);
  });

  test('clients send the declared request', async () => {
    const sent: string[] = [];
    const { seen, server } = serve();
    const fetch = inMemoryFetch(async (request: Request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`);
      return server(request);
    });
    const client = ends.createPetsClient({ fetch, credentials: { key: { key: 'k', secret: 'a-secret' } } });
    await client.read?.({ path: { id: 5 } });
    await client.order?.({ path: { id: 5 } });
    await client.refund?.({ body: { payment: 5, amount: 1 } });
    await client.search?.({ path: { id: 5 }, query: { tags: ['a'] } });
    expect(sent).toEqual(['GET /v2/payments/5', 'POST /v2/payments/5/orders', 'POST /v2/refunds', 'GET /v2/search/5?tags=a']);
    expect(seen.map(({ alias }) => alias)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('aliases of parameters', () => {
  test.each<[query: string, headers: Record<string, string>, want: unknown]>([
    ['post.tags=a,b', {}, { query: { tags: ['a', 'b'] } }],
    ['labels=a', {}, { query: { tags: ['a'] } }],
    ['labels=a%20b&tags=a+b', {}, { query: { tags: ['a b'] } }],
    ['labels=a&post.tags=a&tags=a', {}, { query: { tags: ['a'] } }],
    ['several=1&several=2', {}, { query: { many: [1, 2] } }],
    ['several=1&several=2&many=1&many=2', {}, { query: { many: [1, 2] } }],
    ['q=1', { 'x-old-trace': 't' }, { query: { q: '1' }, header: { 'X-Trace': 't' } }],
    ['q=1', { 'x-old-trace': 't', 'x-trace': 't' }, { query: { q: '1' }, header: { 'X-Trace': 't' } }],
  ])('%s %j', async (query, headers, want) => {
    const found = await seenBy(`GET /v2/search/5?${query}`, { headers }, { unknownQuery: 'refuse' });
    expect(found).toEqual(['search', { path: { id: 5 }, ...(want as object) }]);
  });

  test.each<[query: string, headers: Record<string, string>, sentence: string]>([
    ['labels=a&tags=b', {}, '/query/tags must have the same value under each of its names: tags, labels.'],
    ['labels=a&post.tags=b', {}, '/query/tags must have the same value under each of its names: tags, labels.'],
    ['several=1&many=1&many=2', {}, '/query/many must have the same value under each of its names: many, several.'],
    ['', { 'x-old-trace': 't', 'x-trace': 'u' }, '/header/X-Trace must have the same value under each of its names: X-Trace, X-Old-Trace.'],
  ])('%s %j is 400', async (query, headers, sentence) => {
    expect(await seenBy(`GET /v2/search/5?${query}`, { headers })).toEqual([400, expect.stringContaining(sentence)]);
  });
});

describe('a slash at the end', () => {
  test.each<[line: string, want: unknown, strict: unknown]>([
    ['GET /v2/payments/', 'list', 404],
    ['GET /v2/payments/?ids=1', 'list', 404],
    ['GET /v2/payments/5/', 'read', 404],
    ['GET /v2/payments/today/', 'today', 404],
    ['GET /v1/pay/?payment=5', 'read', 404],
    ['GET /v2/payments//', 404, 404],
    ['GET /v2/', 'home', 'home'],
    ['GET /v2', 'home', 404],
    ['GET /v2?a=1', 'home', 404],
    ['GET /v2/slashed', 'slashed', 404],
    ['GET /v2/both', 'both', 'both'],
    ['GET /v2/both/', 'bothSlashed', 'bothSlashed'],
    ['PATCH /v2/payments/', 405, 404],
  ])('%s is %s, and with `strict` %s', async (line, want, strict) => {
    expect(await firstOf(line, {})).toBe(want);
    expect(await firstOf(line, { tolerance: 'strict' })).toBe(strict);
  });

  const firstOf = async (line: string, options: object) => ((await seenBy(line, {}, options)) as unknown[])[0];
});

describe('media types of bodies', () => {
  const send = (operation: string, content: string | undefined, type: string | undefined, options: object = {}) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    // A platform names the media type of text itself, and none of bytes.
    const sent = content === undefined ? {} : { body: new TextEncoder().encode(content) };
    return seenBy(`POST /v2/${operation}`, { ...sent, headers }, options);
  };

  test.each<[operation: string, content: string | undefined, type: string | undefined, want: unknown]>([
    ['optional', '{"a":1}', 'application/json; charset=UTF-8', ['optional', { body: { a: 1 } }]],
    ['optional', '{"a":1}', 'Application/JSON;Charset="utf-8"', ['optional', { body: { a: 1 } }]],
    ['optional', undefined, undefined, ['optional', {}]],
    ['optional', '', undefined, ['optional', {}]],
    ['optional', '', 'application/json', ['optional', {}]],
    ['optional', '{"a":1}', undefined, [415, expect.anything()]],
    ['optional', '{"a":1}', 'text/plain', [415, expect.anything()]],
    // `{}` where no body is declared.
    ['payments/5', '{}', 'application/json', ['update', { path: { id: 5 } }]],
    ['payments/5', '', 'text/plain', ['update', { path: { id: 5 } }]],
    ['lenient', '{"a":1}', 'application/json', ['lenient', { body: { a: 1 } }]],
    ['lenient', '{"a":1}', undefined, ['lenient', { body: { a: 1 } }]],
    ['lenient', '{"a":1}', 'text/plain', ['lenient', { body: { a: 1 } }]],
    ['lenient', '{"a":1}', 'text/plain;charset=UTF-8', ['lenient', { body: { a: 1 } }]],
    ['lenient', '{"a":1}', 'application/x-www-form-urlencoded', ['lenient', { body: { a: 1 } }]],
    ['lenient', '{"a":1}', 'text/plain;charset=utf-16', [415, expect.anything()]],
    ['lenient', '{"a":1}', 'text/html', [415, expect.anything()]],
    ['lenient', 'a=1', 'application/x-www-form-urlencoded', [400, expect.anything()]],
    ['lenient', '[1]', 'text/plain', [400, expect.anything()]],
    ['lenient', '', undefined, [400, expect.anything()]],
  ])('%s %j %s', async (operation, content, type, want) => {
    expect(await send(operation, content, type)).toEqual(want);
    expect(await send(operation, content, type, { tolerance: 'strict' })).toEqual(want);
  });

  test.each([
    ['', 'text/plain', 'optional', 415],
    ['', 'application/x-www-form-urlencoded', 'optional', 415],
  ])('an empty body %j of %s: %s, and with `strict` %s', async (content, type, want, strict) => {
    expect(await send('optional', content, type)).toEqual([want, {}]);
    expect(await send('optional', content, type, { tolerance: 'strict' })).toEqual([strict, expect.anything()]);
  });
});

describe('emitted routes', () => {
  test('an operation with one spelling has no more fields than before', async () => {
    const server = emitServer(await serviceOf(DOCUMENT), OPTIONS);
    expect(server).toContain("  { name: 'today', operation: operations.today, checks: checks.todayChecks },\n");
    expect(server).toContain("  { name: 'lenient', operation: operations.lenient, checks: checks.lenientChecks, lenientType: true },\n");
    expect(server).toContain(
      "  { name: 'read', operation: operations.read, checks: checks.readChecks, aliases: [{ method: 'GET', path: '/v1/pay', moved: [{ to: ['path', 'id'], from: ['query', 'payment'] }] }] },\n",
    );
    expect(server).toContain(`names: [
    { in: 'query', name: 'tags', aliases: ['post.tags', 'labels'] },
    { in: 'query', name: 'many', aliases: ['several'] },
    { in: 'header', name: 'X-Trace', aliases: ['X-Old-Trace'] },
  ] },
`);
    expect(server).toContain(
      "{ to: ['body', 'payment'], from: ['path', 'id'], shape: 'integer' }, { to: ['body', 'tags'], from: ['query', 'tag'], shape: ['string'] }",
    );
  });
});
