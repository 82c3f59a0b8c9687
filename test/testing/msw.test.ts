// Runs a generated server in Mock Service Worker in Node: the requests it answers, and those it leaves to other handlers.
import { createEmailClient } from '@octavo/interfaces/h-email';
import { ConfigurationError, createServer, type Operation, unwrap } from '@octavo/runtime';
import { type MswOptions, toMswHandlers } from '@octavo/runtime/msw';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, test } from 'vitest';
import { accountServer, usage } from './services.ts';

const credentials = { apiKey: 'sesame' };
let stop = (): void => undefined;
afterEach(() => stop());

/** Intercepts requests during one test; an unhandled request fails. */
function listen(...handlers: Parameters<typeof setupServer>): void {
  const network = setupServer(...handlers);
  network.listen({ onUnhandledFrame: 'error' });
  stop = () => {
    network.close();
    stop = () => undefined;
  };
}

describe('toMswHandlers', () => {
  const bases: [what: string, options: MswOptions][] = [
    ['the address of the document', {}],
    ['another address', { baseUrl: 'http://localhost:1234/mocks/' }],
    ['an address without a path', { baseUrl: 'http://localhost:1234' }],
  ];
  test.each(bases)('answers at %s', async (_, options) => {
    listen(...toMswHandlers(accountServer(), options));
    const client = createEmailClient({ ...options, credentials });
    expect(unwrap(await client.getAccount())).toEqual(usage);
    // The server's own security applies: without a credential it answers 401.
    expect((await createEmailClient(options).getAccount()).status).toBe(401);
  });

  test('an operation without a handler is left to later MSW handlers', async () => {
    const later = http.get('*/email-verifier', () => HttpResponse.json({ errors: [] }, { status: 400 }));
    listen(...toMswHandlers(accountServer()), later);
    const client = createEmailClient({ credentials });
    expect((await client.verifyEmail({ query: { email: 'ann@example.com' } })).status).toBe(400);
    await expect(client.searchDomain({ query: { domain: 'example.com' } })).rejects.toMatchObject({ name: 'TransportError' });
  });

  test('an operation without a handler answers 501 on request', async () => {
    listen(...toMswHandlers(accountServer(), { notImplemented: 'answer' }));
    await expect(createEmailClient({ credentials }).searchDomain({ query: { domain: 'example.com' } })).rejects.toMatchObject({
      status: 501,
    });
  });

  test('HEAD matches GET, and a template expression matches one segment', async () => {
    const operation: Operation = { id: 'read', method: 'GET', path: '/a.b/{id}/(c)', responses: { 204: {} } };
    const route = { name: 'read', operation, checks: { input: (_: unknown): _ is unknown => true, responses: {} } };
    const server = createServer({ id: 'x', servers: [{ url: '/v1' }] }, [route], { read: () => ({ status: 204 }) });
    const others = http.all('*', () => new HttpResponse(null, { status: 404 }));
    listen(...toMswHandlers(server, { baseUrl: 'http://localhost:1234' }), others);
    const got = async (path: string, method = 'GET') => (await fetch(`http://localhost:1234${path}`, { method })).status;
    expect(await got('/a.b/x%2Fy/(c)?q=1')).toBe(204);
    expect(await got('/a.b/x/(c)', 'HEAD')).toBe(204);
    expect(await got('/axb/x/(c)')).toBe(404);
    expect(await got('/a.b/x/y/(c)')).toBe(404);
    expect(await got('/a.b/x/(c)', 'POST')).toBe(404);
  });

  test('aliases and a slash at the end match too, where the server accepts them', async () => {
    const operation: Operation = { id: 'read', method: 'GET', path: '/things', responses: { 204: {} } };
    const checks = { input: (_: unknown): _ is unknown => true, responses: {} };
    const aliases = [
      { method: 'POST', path: '/v2/all/{id}' },
      { method: 'GET', path: '/v1/things' },
    ];
    const serve = (options: object) =>
      createServer(
        { id: 'x', servers: [{ url: '/v2' }] },
        [{ name: 'read', operation, checks, aliases }],
        { read: () => ({ status: 204 }) },
        options,
      );
    const others = http.all('*', () => new HttpResponse(null, { status: 404 }));
    const got = async (path: string, method = 'GET') => (await fetch(`http://localhost:1234${path}`, { method })).status;
    const paths = ['/mocks/things', '/mocks/things/', '/v1/things', '/v1/things/', '/v2/things', '/mocks/things//'];
    const statuses = async () => [...(await Promise.all(paths.map((path) => got(path)))), await got('/mocks/all/1', 'POST')];
    listen(...toMswHandlers(serve({}), { baseUrl: 'http://localhost:1234/mocks' }), others);
    expect(await statuses()).toEqual([204, 204, 204, 204, 404, 404, 204]);
    stop();
    listen(...toMswHandlers(serve({ tolerance: 'strict' }), { baseUrl: 'http://localhost:1234/mocks' }), others);
    expect(await statuses()).toEqual([204, 404, 204, 404, 404, 404, 204]);
  });

  test('throws for a server that Octavo did not generate, and for an invalid base URL', () => {
    expect(() => toMswHandlers(async () => new Response())).toThrow(ConfigurationError);
    expect(() => toMswHandlers(accountServer(), { baseUrl: 'ftp://example.com' })).toThrow(ConfigurationError);
  });
});
