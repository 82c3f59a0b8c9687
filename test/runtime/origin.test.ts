// Tests `context.url` and `context.method`: the URL that the caller used, of which only named proxies may say more than the connection shows.
import { request as send } from 'node:http';
import {
  ConfigurationError,
  createServer,
  json,
  type Operation,
  operationChecks,
  type ServerContext,
  type ServerOptions,
} from '@octavo/runtime';
import { serve } from '@octavo/runtime/node';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServerRequest } from '../../runtime/contract/server-request.ts';
import { originFinder, type TrustedProxies } from '../../runtime/server/origin.ts';

const operation: Operation = {
  id: 'read',
  method: 'GET',
  path: '/things/{id}',
  responses: { 200: { contents: { 'application/json': json } } },
};
const route = { name: 'read', operation, checks: operationChecks((_value): _value is unknown => true, {}) };
const serverWith = (options: ServerOptions = {}) =>
  createServer(
    { id: 'things', servers: [{ url: '/v2' }] },
    [route],
    {
      read: (_input: unknown, { url, method }: ServerContext) => ({
        status: 200,
        body: url,
        headers: { 'x-method': method, 'x-url': url },
      }),
    },
    options,
  );

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('context', () => {
  test('url is absolute, with path and query as they were sent', async () => {
    const response = await serverWith()(new Request('https://api.example:8443/v2/things/a%2Fb?x=%41'));
    expect(await response.json()).toBe('https://api.example:8443/v2/things/a%2Fb?x=%41');
  });

  test('method is HEAD for a HEAD request', async () => {
    const response = await serverWith()(new Request('https://api.example/v2/things/1', { method: 'HEAD' }));
    expect([response.status, response.headers.get('x-method')]).toEqual([200, 'HEAD']);
  });

  test('forwarded headers of a stranger are ignored', async () => {
    const headers = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const response = await serverWith()(new Request('https://api.example/v2/things/1', { headers }));
    expect(await response.json()).toBe('https://api.example/v2/things/1');
  });
});

describe('on node:http', () => {
  /** The URL that the handler sees for a request with these headers and this target. */
  async function urlOf(options: ServerOptions, headers: Record<string, string>, target = '/v2/things/1?a=b'): Promise<string> {
    const { port, close } = await serve(serverWith(options));
    closing.push(close);
    return new Promise((resolve, reject) => {
      const request = send({ port, host: '127.0.0.1', path: target, headers, agent: false }, (response) => {
        response.resume();
        resolve(String(response.headers['x-url']));
      });
      request.on('error', reject);
      request.end();
    });
  }

  test('the host is that of the request', async () => {
    expect(await urlOf({}, { host: 'things.example' })).toBe('http://things.example/v2/things/1?a=b');
    expect(await urlOf({}, { host: 'things.example' }, 'http://other.example/v2/things/1')).toBe('http://other.example/v2/things/1');
    expect(await urlOf({}, { host: 'a b/<c>' })).toBe('http://localhost/v2/things/1?a=b');
  });

  const headers = { host: 'inside', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example' };
  const proto: TrustedProxies['headers'] = ['x-forwarded-proto', 'x-forwarded-host'];

  test('a proxy is trusted by its address, and for the headers that it sets', async () => {
    expect(await urlOf({ trustedProxies: { addresses: ['127.0.0.0/8'], headers: proto } }, headers)).toBe(
      'https://api.example/v2/things/1?a=b',
    );
    expect(await urlOf({ trustedProxies: { addresses: ['10.0.0.0/8'], headers: proto } }, headers)).toBe('http://inside/v2/things/1?a=b');
    expect(await urlOf({ trustedProxies: { addresses: ['127.0.0.1'], headers: ['x-forwarded-proto'] } }, headers)).toBe(
      'https://inside/v2/things/1?a=b',
    );
  });
});

describe('trusted proxies', () => {
  const from = (proxies: TrustedProxies, peer: string | undefined, headers: Readonly<Record<string, string>>): string =>
    originFinder(proxies)({
      origin: 'http://inside:8080',
      peer,
      header: (name) => headers[name],
    } as Partial<ServerRequest> as ServerRequest);
  const all: TrustedProxies['headers'] = ['forwarded', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-for'];
  const two: TrustedProxies = { addresses: ['10.0.0.0/8', '2001:db8::/32'], headers: all };

  test.each<[string, string | undefined, Record<string, string>, string]>([
    ['no header', '10.1.2.3', {}, 'http://inside:8080'],
    ['an address outside the networks', '11.0.0.1', { 'x-forwarded-host': 'a.example' }, 'http://inside:8080'],
    ['no address', undefined, { 'x-forwarded-host': 'a.example' }, 'http://inside:8080'],
    ['an IPv4 address of a socket for both versions', '::ffff:10.1.2.3', { 'x-forwarded-proto': 'HTTPS' }, 'https://inside:8080'],
    ['IPv6', '2001:db8:0:1::7', { 'x-forwarded-host': '[::1]:3000' }, 'http://[::1]:3000'],
    ['the caller’s host before the proxy’s', '10.0.0.1', { 'x-forwarded-host': 'evil.example, a.example' }, 'http://a.example'],
    ['another scheme', '10.0.0.1', { 'x-forwarded-proto': 'javascript' }, 'http://inside:8080'],
    ['text that is not a host', '10.0.0.1', { 'x-forwarded-host': 'a.example/evil?' }, 'http://inside:8080'],
    ['two proxies', '10.0.0.1', { 'x-forwarded-for': '198.51.100.7, 10.0.0.2', 'x-forwarded-proto': 'https, http' }, 'https://inside:8080'],
    [
      'two proxies, of which the nearer replaces',
      '10.0.0.1',
      { 'x-forwarded-for': '198.51.100.7, 10.0.0.2', 'x-forwarded-proto': 'https' },
      'https://inside:8080',
    ],
    [
      'a caller that poses as two proxies',
      '10.0.0.1',
      { 'x-forwarded-for': '10.0.0.9, 198.51.100.7', 'x-forwarded-host': 'evil.example, a.example' },
      'http://a.example',
    ],
    ['Forwarded', '10.0.0.1', { forwarded: 'for=198.51.100.7;Proto=https;host="a.example:444"' }, 'https://a.example:444'],
    [
      'Forwarded with the caller’s element',
      '10.0.0.1',
      { forwarded: 'host=evil.example, for=198.51.100.7;host=a.example' },
      'http://a.example',
    ],
    [
      'Forwarded of two proxies',
      '10.0.0.1',
      { forwarded: 'host=evil.example, for=198.51.100.7;host=a.example;proto=https, for="[2001:db8::5]:80";host=b.example' },
      'https://a.example',
    ],
    [
      'a quote that swallows the proxy’s element',
      '10.0.0.1',
      { forwarded: 'host=evil.example;for=", for=198.51.100.7;host=a.example' },
      'http://inside:8080',
    ],
  ])('%s', (_name, peer, headers, want) => {
    expect(from(two, peer, headers)).toBe(want);
  });

  test('any: one proxy, whose address the platform does not say', () => {
    const any: TrustedProxies = { addresses: 'any', headers: ['x-forwarded-host', 'x-forwarded-for'] };
    const headers = { 'x-forwarded-for': '10.0.0.9, 10.0.0.8', 'x-forwarded-host': 'evil.example, a.example' };
    expect(from(any, undefined, headers)).toBe('http://a.example');
  });

  test.each(['10.0.0.0/33', '10.0.0', '010.0.0.1', '::1/129', '10.0.0.1/8/8', '10.0.0.0/x', 'proxy.example', ''])(
    '%j is refused',
    (text) => {
      expect(() => serverWith({ trustedProxies: { addresses: [text], headers: all } })).toThrow(
        new ConfigurationError(
          `trustedProxies: ${JSON.stringify(text)} is neither an address nor a network; write one such as 10.0.0.7 or 10.0.0.0/8.`,
        ),
      );
    },
  );
});
