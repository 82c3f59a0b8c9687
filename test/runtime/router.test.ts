// Tests the router with tables of templates, a path and the expected match.

import { describe, expect, test } from 'vitest';
import { createRouter } from '../../runtime/server/routing/router.ts';
import fc from '../support/fast-check.ts';
import { processorTime } from '../support/processor-time.ts';

const router = createRouter(
  [
    'GET /',
    'GET /users',
    'POST /users',
    'GET /users/me',
    'GET /users/{id}',
    'DELETE /users/{id}',
    'GET /users/{id}/posts',
    'GET /users/me/{what}',
    'GET /files/{name}.json',
    'GET /files/{name}',
    'GET /tags/{a}-{b}',
    'POST /jobs/{id}:cancel',
    'GET /a b',
    'GET /__proto__',
  ].map((line) => {
    const [method = '', ...rest] = line.split(' ');
    return { method, path: rest.join(' '), value: line };
  }),
);

describe('router', () => {
  test.each([
    ['GET', '/', 'GET /', {}],
    ['GET', '/users', 'GET /users', {}],
    ['POST', '/users', 'POST /users', {}],
    ['GET', '/users/me', 'GET /users/me', {}],
    ['GET', '/users/42', 'GET /users/{id}', { id: '42' }],
    ['DELETE', '/users/42', 'DELETE /users/{id}', { id: '42' }],
    ['GET', '/users/me/posts', 'GET /users/me/{what}', { what: 'posts' }],
    ['GET', '/users/1/posts', 'GET /users/{id}/posts', { id: '1' }],
    ['GET', '/files/a.json', 'GET /files/{name}.json', { name: 'a' }],
    ['GET', '/files/.json', 'GET /files/{name}', { name: '.json' }],
    ['GET', '/files/a.txt', 'GET /files/{name}', { name: 'a.txt' }],
    ['GET', '/tags/x-y-z', 'GET /tags/{a}-{b}', { a: 'x', b: 'y-z' }],
    ['POST', '/jobs/7:cancel', 'POST /jobs/{id}:cancel', { id: '7' }],
    ['GET', '/a%20b', 'GET /a b', {}],
    ['GET', '/us%65rs', 'GET /users', {}],
    ['GET', '/__proto__', 'GET /__proto__', {}],
    // case 52: one segment; its codec decodes it once, the router does not.
    ['GET', '/users/a%2Fb', 'GET /users/{id}', { id: 'a%2Fb' }],
    ['GET', '/users/%252F', 'GET /users/{id}', { id: '%252F' }],
  ])('%s %s', (method, path, want, parameters) => {
    const found = router(path);
    if (found === undefined || found === 'malformed') throw new Error(`${path}: ${found}`);
    const route = found.find(method);
    expect(route?.value).toBe(want);
    expect(Object.fromEntries(route?.parameters ?? [])).toEqual(parameters);
  });

  test.each(['/nope', '/users/', '/users//', '/users/42/', '//users', '/users/42/posts/1', '/constructor', ''])(
    'no match for %j',
    (path) => {
      expect(router(path)).toBeUndefined();
    },
  );

  test('a literal template wins, with its own methods only', () => {
    const found = router('/users/me');
    expect(found !== undefined && found !== 'malformed' && found.methods()).toEqual(['GET']);
  });

  test.each(['/users/%zz', '/%E0%A4%A', '/users/%00', '/users/%C0%AF', '/users/..', '/users/%2e%2E', '/./users'])(
    'case 51: %s is malformed',
    (path) => {
      expect(router(path)).toBe('malformed');
    },
  );
});

describe('aliases', () => {
  const tree = createRouter(
    [
      'GET /pay/{id}',
      'POST /pay/{id}',
      'GET /pay/all',
      'GET /{a}/b/c',
      '* POST /pay/check',
      '* PUT /pay/{key}',
      '* PUT /pay/all',
      '* GET /pay/{x}/{y}',
      '* POST /pay/all',
      '* GET /pay/{one}',
    ].map((line) => {
      const isAlias = line.startsWith('* ');
      const [method = '', template = ''] = line.replace('* ', '').split(' ');
      return { method, path: template, value: line, isAlias };
    }),
  );

  test.each([
    ['GET', '/pay/1', 'GET /pay/{id}', { id: '1' }],
    // Templates that differ in names only are one path: each route has its own names.
    ['PUT', '/pay/1', '* PUT /pay/{key}', { key: '1' }],
    ['POST', '/pay/check', '* POST /pay/check', {}],
    ['GET', '/pay/check', 'GET /pay/{id}', { id: 'check' }],
    ['PUT', '/pay/check', '* PUT /pay/{key}', { key: 'check' }],
    // An alias with the path of a declared one adds its method.
    ['PUT', '/pay/all', '* PUT /pay/all', {}],
    // The earlier literal is in the alias.
    ['GET', '/pay/b/c', '* GET /pay/{x}/{y}', { x: 'b', y: 'c' }],
    ['GET', '/x/b/c', 'GET /{a}/b/c', { a: 'x' }],
    ['DELETE', '/pay/check', undefined, {}],
  ])('%s %s', (method, path, want, parameters) => {
    const found = tree(path);
    const route = found === undefined || found === 'malformed' ? undefined : found.find(method);
    expect(route?.value).toBe(want);
    expect(Object.fromEntries(route?.parameters ?? [])).toEqual(parameters);
  });

  test.each([
    ['/pay/check', ['POST', 'GET', 'PUT']],
    ['/pay/all', ['GET', 'PUT', 'POST']],
  ])('the methods of %s', (path, want) => {
    const found = tree(path);
    expect(found !== undefined && found !== 'malformed' && found.methods()).toEqual(want);
  });
});

describe('several parameters in a segment', () => {
  const at = (template: string, segment: string) => {
    const found = createRouter([{ method: 'GET', path: `/${template}`, value: true }])(`/${segment}`);
    return found === undefined || found === 'malformed' ? found : Object.fromEntries(found.find('GET')?.parameters ?? []);
  };

  test.each([
    ['{a}{b}', 'xyz', { a: 'x', b: 'yz' }],
    ['{a}{b}', 'x', undefined],
    ['{a}--{b}', 'x---y', { a: 'x', b: '-y' }],
    ['v{a}.{b}.json', 'v1.2.json', { a: '1', b: '2' }],
    ['v{a}.{b}.json', 'v1..json', undefined],
    ['v{a}.{b}.json', 'v1.json', undefined],
    ['ab{a}bc', 'abc', undefined],
    ['{a}.{b}', '..x', { a: '.', b: 'x' }],
  ])('%s at %s', (template, segment, want) => {
    expect(at(template, segment)).toEqual(want);
  });

  const literal = fc.constantFrom('', '-', '--', 'x', '-x');

  test('match like a lazy regular expression', () => {
    fc.assert(
      fc.property(
        fc.tuple(literal, literal, literal, literal),
        fc.string({ unit: fc.constantFrom('-', 'x', 'y'), maxLength: 9 }),
        (literals, segment) => {
          const [before, ...rest] = literals;
          const want = new RegExp(`^${literals.join('(.+?)')}$`).exec(segment)?.slice(1);
          const found = at(`${before}${rest.map((text, index) => `{${index}}${text}`).join('')}`, segment);
          expect(typeof found === 'object' ? Object.values(found) : found).toEqual(want);
        },
      ),
    );
  });

  test('an almost matching segment takes linear time', () => {
    const seconds = processorTime();
    expect(at('{a}-{b}-{c}-{d}.json', '-'.repeat(8000))).toBeUndefined();
    expect(seconds()).toBeLessThan(5);
  });
});
