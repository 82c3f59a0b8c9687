// Tests the router by table: templates, a path, and what must be found there.
import { describe, expect, test } from 'vitest';
import { createRouter } from '../../runtime/router.ts';

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
    // case 52: one segment, decoded once and by its codec, not here.
    ['GET', '/users/a%2Fb', 'GET /users/{id}', { id: 'a%2Fb' }],
    ['GET', '/users/%252F', 'GET /users/{id}', { id: '%252F' }],
  ])('%s %s', (method, path, want, parameters) => {
    const found = router(path);
    if (found === undefined || found === 'malformed') throw new Error(`${path}: ${found}`);
    expect(found.methods.get(method)).toBe(want);
    expect(Object.fromEntries(found.parameters)).toEqual(parameters);
  });

  test.each(['/nope', '/users/', '/users//', '/users/42/', '//users', '/users/42/posts/1', '/constructor', ''])('nothing at %j', (path) => {
    expect(router(path)).toBeUndefined();
  });

  test('literal wins with its own methods only', () => {
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
