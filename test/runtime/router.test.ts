// Tests the router with tables of templates, a path and the expected match.

import { describe, expect, test } from 'vitest';
import { createRouter } from '../../runtime/server/router.ts';
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
    expect(found.methods.get(method)).toBe(want);
    expect(Object.fromEntries(found.parameters)).toEqual(parameters);
  });

  test.each(['/nope', '/users/', '/users//', '/users/42/', '//users', '/users/42/posts/1', '/constructor', ''])(
    'no match for %j',
    (path) => {
      expect(router(path)).toBeUndefined();
    },
  );

  test('a literal template wins, with its own methods only', () => {
    const found = router('/users/me');
    expect(found !== undefined && found !== 'malformed' && [...found.methods.keys()]).toEqual(['GET']);
  });

  test.each(['/users/%zz', '/%E0%A4%A', '/users/%00', '/users/%C0%AF', '/users/..', '/users/%2e%2E', '/./users'])(
    'case 51: %s is malformed',
    (path) => {
      expect(router(path)).toBe('malformed');
    },
  );
});

describe('several parameters in a segment', () => {
  const at = (template: string, segment: string) => {
    const found = createRouter([{ method: 'GET', path: `/${template}`, value: true }])(`/${segment}`);
    return found === undefined || found === 'malformed' ? found : Object.fromEntries(found.parameters);
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
