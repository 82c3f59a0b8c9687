// Tests the CORS headers for pages of other origins.
import { type CorsOptions, cors, createServer, type FetchHandler, json, type Operation, operationChecks } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';

const row = (id: string, method: string, path: string): Operation => ({
  id,
  method,
  path,
  responses: { 200: { contents: { 'application/json': json } }, 204: {} },
});
const operations = [row('list', 'GET', '/things'), row('create', 'POST', '/things'), row('remove', 'DELETE', '/things/{id}')];
const routes = operations.map((operation) => ({ name: operation.id, operation, checks: operationChecks((_): _ is unknown => true, {}) }));
const server = createServer({ id: 'demo', servers: [{ url: '/v2' }] }, routes, {
  list: () => ({ status: 200, body: [], headers: { 'x-total': '5', vary: 'Accept' } }),
  create: () => ({ status: 204 }),
});
const app = 'https://app.example.com';

async function ask(options: CorsOptions, method: string, path: string, headers: Record<string, string>) {
  const response = await cors(server, options)(new Request(`https://api.example.com${path}`, { method, headers }));
  const found = Object.fromEntries([...response.headers].filter(([name]) => /^(?:access-control-|vary$)/.test(name)));
  return [response.status, found];
}
const preflight = (options: CorsOptions, path: string, headers: Record<string, string> = {}) =>
  ask(options, 'OPTIONS', path, { origin: app, 'access-control-request-method': 'POST', ...headers });

describe('preflights', () => {
  const vary = 'Access-Control-Request-Method, Access-Control-Request-Headers, Origin';

  test('allow the methods of the document and the requested headers', async () => {
    expect(
      await preflight({ origins: [app] }, '/v2/things?x=1', { 'access-control-request-headers': 'content-type, x-key, b@d, ' }),
    ).toEqual([
      204,
      {
        vary,
        'access-control-allow-origin': app,
        'access-control-allow-methods': 'GET, POST, HEAD, OPTIONS',
        'access-control-allow-headers': 'content-type, x-key',
        'access-control-max-age': '600',
      },
    ]);
  });

  test('use the configured headers, credentials and max age', async () => {
    const options = { origins: [app], credentials: true, allowHeaders: ['X-Key'], maxAgeSeconds: 5 };
    expect(await preflight(options, '/v2/things/7', { 'access-control-request-headers': 'x-other' })).toEqual([
      204,
      {
        vary,
        'access-control-allow-origin': app,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'DELETE, OPTIONS',
        'access-control-allow-headers': 'X-Key',
        'access-control-max-age': '5',
      },
    ]);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins alike', { origin: `${app}.evil.example` }],
    ['another port', { origin: `${app}:8443` }],
    ['null', { origin: 'null' }],
  ])('%s gets no CORS headers', async (_name, headers) => {
    expect(await preflight({ origins: [app], credentials: true }, '/v2/things', headers)).toEqual([204, { vary }]);
  });

  test('an unknown path is a 404', async () => {
    expect((await preflight({ origins: [app] }, '/v2/nope'))[0]).toBe(404);
  });

  test('an OPTIONS request that is not a preflight goes to the server', async () => {
    const response = await cors(server, { origins: '*' })(new Request('https://x/v2/things', { method: 'OPTIONS' }));
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  });
});

describe('responses', () => {
  test('expose all their headers', async () => {
    expect(await ask({ origins: [app] }, 'GET', '/v2/things', { origin: app })).toEqual([
      200,
      { vary: 'Accept, Origin', 'access-control-allow-origin': app, 'access-control-expose-headers': 'x-total' },
    ]);
  });

  test('allow errors to be read too', async () => {
    expect(await ask({ origins: [app] }, 'GET', '/v2/nope', { origin: app })).toEqual([
      404,
      { vary: 'Origin', 'access-control-allow-origin': app, 'access-control-expose-headers': 'x-request-id' },
    ]);
  });

  test('with `*`, any page may read them without credentials', async () => {
    expect(await ask({ origins: '*' }, 'GET', '/v2/things', { origin: 'https://other.example' })).toEqual([
      200,
      { vary: 'Accept', 'access-control-allow-origin': '*', 'access-control-expose-headers': 'x-total' },
    ]);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', {}],
  ])('%s gets the response without CORS headers, with Vary: Origin', async (_name, headers) => {
    expect(await ask({ origins: [app] }, 'GET', '/v2/things', headers)).toEqual([200, { vary: 'Accept, Origin' }]);
  });

  test('a function may decide about an origin', async () => {
    const origins = async (origin: string) => origin.endsWith('.example.com');
    expect((await ask({ origins }, 'GET', '/v2/things', { origin: app }))[1]).toMatchObject({ 'access-control-allow-origin': app });
    expect((await ask({ origins }, 'GET', '/v2/things', { origin: 'https://evil.example' }))[1]).toEqual({ vary: 'Accept, Origin' });
  });
});

test.each<[string, FetchHandler, CorsOptions]>([
  ['credentials to any page', server, { origins: '*', credentials: true }],
  ['a path in an origin', server, { origins: [`${app}/`] }],
  ['no origin', server, { origins: ['app.example.com'] }],
  ['null', server, { origins: ['null'] }],
  ['a plain function', async () => new Response(), { origins: '*' }],
])('%s throws on creation', (_name, handler, options) => {
  expect(() => cors(handler, options)).toThrow(expect.objectContaining({ name: 'ConfigurationError' }));
});

test('the wrapped server keeps what adapters and tools need', () => {
  const wrapped = cors(server, { origins: '*' });
  expect([typeof wrapped.answer, wrapped.served, wrapped.refuse]).toEqual(['function', server.served, server.refuse]);
});
