// What a generated server accepts besides the canonical form: raw requests as other HTTP libraries send them, and the client's own, which mean
// the same as before.
import { inMemoryFetch, type Send } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { withoutRepetition } from '../../runtime/wire/comma.ts';
import fc from '../support/fast-check.ts';
import { keeping, loadUser } from '../support/user.ts';

const string = { type: 'string' };
const integers = { type: 'array', items: { type: 'integer' } };
const codes = { type: 'array', items: { enum: ['a', 'b', 'c'] } };
const texts = { type: 'array', items: string };
const rgb = { type: 'object', additionalProperties: false, properties: { r: { type: 'integer' }, g: { type: 'integer' } } };
const form = { type: 'object', properties: { ids: integers, tags: texts } };
const DOCUMENT = {
  paths: {
    '/a/{ids}/b{codes}/c{more}': {
      get: {
        operationId: 'ask',
        parameters: [
          { name: 'ids', in: 'path', required: true, schema: integers },
          { name: 'codes', in: 'path', required: true, style: 'label', schema: codes },
          { name: 'more', in: 'path', required: true, style: 'matrix', schema: integers },
          { name: 'ids', in: 'query', explode: false, schema: integers },
          { name: 'codes', in: 'query', explode: false, schema: codes },
          { name: 'tags', in: 'query', explode: false, schema: texts },
          { name: 'names', in: 'query', explode: false, 'x-comma': 'encoded', schema: texts },
          { name: 'rgb', in: 'query', explode: false, schema: rgb },
          { name: 'counts', in: 'query', explode: false, schema: { type: 'object', additionalProperties: { type: 'integer' } } },
          { name: 'words', in: 'query', explode: false, schema: { type: 'object', additionalProperties: string } },
          { name: 'X-Ids', in: 'header', schema: integers },
          { name: 'X-Tags', in: 'header', schema: texts },
          { name: 'X-Page', in: 'header', schema: { type: 'integer' } },
          { name: 'X-Code', in: 'header', schema: { enum: ['a', 'b'] } },
          { name: 'X-Text', in: 'header', schema: string },
          { name: 'ids', in: 'cookie', explode: false, schema: integers },
        ],
        responses: { 204: { description: 'Asked.' } },
      },
    },
    '/form': {
      post: {
        operationId: 'send',
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: form, encoding: { ids: { explode: false }, tags: { explode: false } } },
            'application/json': { schema: form },
          },
        },
        responses: { 204: { description: 'Sent.' } },
      },
    },
  },
};

type Server = (request: Request) => Promise<Response>;
interface User {
  readonly seen: Record<string, unknown>[];
  readonly server: Server;
  readonly strict: Server;
  client(fetch: Send): Record<string, (input: unknown) => Promise<{ status: number }>>;
}

const user = await loadUser<User>(
  'wire-tolerance',
  DOCUMENT,
  keeping(['ask', 'send'], "export const strict = createPetsServer(handlers, { tolerance: 'strict' });"),
);

const PATH = '/a/1/b.a/c;more=1';
const AT_PATH = { ids: [1], codes: ['a'], more: [1] };

/** What the handler got, or the status of a refusal. */
async function received(server: Server, target: string, init?: RequestInit): Promise<unknown> {
  const { status } = await server(new Request(`https://pets.example.com${target}`, init));
  return status === 204 ? user.seen.at(-1) : status;
}

const lines = (...pairs: [string, string][]): Headers => {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
};

describe('`%2C` in lists', () => {
  test.each<[string, unknown, strict: unknown]>([
    ['/a/1%2C2/b.a/c;more=1', { path: { ...AT_PATH, ids: [1, 2] } }, 400],
    ['/a/1/b.a%2Cb/c;more=1', { path: { ...AT_PATH, codes: ['a', 'b'] } }, 400],
    ['/a/1/b.a/c;more=1%2c2,3', { path: { ...AT_PATH, more: [1, 2, 3] } }, 400],
    [`${PATH}?ids=1%2C2%2c3,4`, { path: AT_PATH, query: { ids: [1, 2, 3, 4] } }, 400],
    [`${PATH}?codes=a%2Cc`, { path: AT_PATH, query: { codes: ['a', 'c'] } }, 400],
    [`${PATH}?names=a%2Cb`, { path: AT_PATH, query: { names: ['a', 'b'] } }, { path: AT_PATH, query: { names: ['a', 'b'] } }],
    [`${PATH}?names=a%2Cb,c`, { path: AT_PATH, query: { names: ['a,b', 'c'] } }, { path: AT_PATH, query: { names: ['a,b', 'c'] } }],
    [`${PATH}?rgb=r%2C1%2Cg%2C2`, { path: AT_PATH, query: { rgb: { r: 1, g: 2 } } }, 400],
    [`${PATH}?counts=a%2C1%2Cb%2C2`, { path: AT_PATH, query: { counts: { a: 1, b: 2 } } }, 400],
    [`${PATH}?words=a%2Cx%2cb%2Cy`, { path: AT_PATH, query: { words: { a: 'x', b: 'y' } } }, 400],
    // With a literal comma, an encoded one is part of a name or value.
    [`${PATH}?words=a,x%2Cy`, { path: AT_PATH, query: { words: { a: 'x,y' } } }, { path: AT_PATH, query: { words: { a: 'x,y' } } }],
    [`${PATH}?words=a%2Cx%2Cy`, 400, 400],
    [`${PATH}?tags=a%2Cb,c`, { path: AT_PATH, query: { tags: ['a,b', 'c'] } }, { path: AT_PATH, query: { tags: ['a,b', 'c'] } }],
    [`${PATH}?tags=a%2Cb`, { path: AT_PATH, query: { tags: ['a,b'] } }, { path: AT_PATH, query: { tags: ['a,b'] } }],
  ])('%s', async (target, want, strict) => {
    expect(await received(user.server, target)).toEqual(want);
    expect(await received(user.strict, target)).toEqual(strict);
  });

  test('in headers and cookies', async () => {
    const init = { headers: { 'x-ids': '1%2C2', 'x-tags': 'a%2Cb', cookie: 'ids=1%2C2' } };
    const want = { path: AT_PATH, header: { 'X-Ids': [1, 2], 'X-Tags': ['a%2Cb'] }, cookie: { ids: [1, 2] } };
    expect(await received(user.server, PATH, init)).toEqual(want);
    expect(await received(user.strict, PATH, init)).toBe(400);
  });

  test('in forms', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body: 'ids=1%2C2&tags=a%2Cb' };
    const contentType = 'application/x-www-form-urlencoded';
    expect(await received(user.server, '/form', init)).toEqual({ contentType, body: { ids: [1, 2], tags: ['a,b'] } });
    expect(await received(user.strict, '/form', init)).toBe(400);
    expect(await received(user.strict, '/form', { ...init, body: 'ids=1,2' })).toEqual({ contentType, body: { ids: [1, 2] } });
  });
});

describe('repeated headers', () => {
  test.each<[string, Headers, want: unknown, strict: unknown]>([
    ['one number twice', lines(['X-Page', '3'], ['X-Page', '3']), { header: { 'X-Page': 3 } }, 400],
    ['one number three times', lines(['X-Page', '3'], ['X-Page', '3'], ['X-Page', '3']), { header: { 'X-Page': 3 } }, 400],
    ['two numbers', lines(['X-Page', '3'], ['X-Page', '4']), 400, 400],
    ['one word twice', lines(['X-Code', 'a'], ['X-Code', 'a']), { header: { 'X-Code': 'a' } }, 400],
    ['two words', lines(['X-Code', 'a'], ['X-Code', 'b']), 400, 400],
    // A text may hold a comma itself.
    ['one text twice', lines(['X-Text', 'a'], ['X-Text', 'a']), { header: { 'X-Text': 'a, a' } }, { header: { 'X-Text': 'a, a' } }],
    // Each line of a list has items of its own (RFC 9110 section 5.3).
    ['one item twice', lines(['X-Ids', '3'], ['X-Ids', '3']), { header: { 'X-Ids': [3, 3] } }, { header: { 'X-Ids': [3, 3] } }],
  ])('%s', async (_, headers, want, strict) => {
    const withPath = (value: unknown) => (typeof value === 'object' ? { path: AT_PATH, ...value } : value);
    expect(await received(user.server, PATH, { headers })).toEqual(withPath(want));
    expect(await received(user.strict, PATH, { headers })).toEqual(withPath(strict));
  });

  test.each<[string, unknown, unknown]>([
    ['application/json, application/json', { contentType: 'application/json', body: { tags: [] } }, 415],
    ['application/json; charset="utf-8", application/json; charset="utf-8"', { contentType: 'application/json', body: { tags: [] } }, 415],
    ['application/json, text/plain', 415, 415],
  ])('Content-Type: %s', async (type, want, strict) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body: '{"tags":[]}' };
    expect(await received(user.server, '/form', init)).toEqual(want);
    expect(await received(user.strict, '/form', init)).toEqual(strict);
  });

  test.each([
    ['a', 'a'],
    ['a, a', 'a'],
    ['a, a, a', 'a'],
    ['a, b, a, b', 'a, b'],
    ['a, a, b', 'a, a, b'],
    ['a,a', 'a,a'],
    ['a, aa', 'a, aa'],
    [', ', ''],
    ['', ''],
  ])('%j is %j', (text, want) => {
    expect(withoutRepetition(text)).toBe(want);
  });
});

test('`x-comma: encoded`: the client refuses a single item with a comma, which every server would read as two', async () => {
  const client = user.client(inMemoryFetch(user.server));
  const ask = (names: readonly string[]) => client.ask?.({ path: AT_PATH, query: { names } });
  await expect(ask(['a,b'])).rejects.toThrow('ask: query.names has a single item with a comma, which would be read as several items');
  expect((await ask(['a,b', 'c']))?.status).toBe(204);
  expect(user.seen.at(-1)).toEqual({ path: AT_PATH, query: { names: ['a,b', 'c'] } });
});

test('what the client sends means the same as before, at both servers', async () => {
  const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 4 });
  const integer = fc.integer({ min: -5, max: 5_000 }).map((value) => value || 0);
  const code = fc.constantFrom('a', 'b', 'c');
  const text = fc.string({ unit: fc.constantFrom('a', ',', '%', '2', 'C', ' ', 'é'), minLength: 1, maxLength: 6 });
  const headerText = text.filter((one) => one.trim() === one);
  // The client refuses a single item with a comma, which servers would read as two.
  const names = list(text).filter((items) => items.length > 1 || !items[0]?.includes(','));
  const asked = fc.record({
    path: fc.record({ ids: list(integer), codes: list(code), more: list(integer) }),
    query: fc.record({ ids: list(integer), codes: list(code), tags: list(text), names, rgb: fc.record({ r: integer, g: integer }) }),
    header: fc.record({
      'X-Ids': list(integer),
      'X-Tags': list(headerText.filter((one) => !one.includes(','))),
      'X-Page': integer,
      'X-Code': fc.constantFrom('a', 'b'),
      'X-Text': headerText,
    }),
    cookie: fc.record({ ids: list(integer) }),
  });
  const sent = fc.record({
    contentType: fc.constantFrom('application/x-www-form-urlencoded', 'application/json'),
    body: fc.record({ ids: list(integer), tags: list(text) }),
  });
  await fc.assert(
    fc.asyncProperty(asked, sent, async (ask, send) => {
      for (const server of [user.server, user.strict]) {
        const client = user.client(inMemoryFetch(server));
        expect((await client.ask?.(ask))?.status).toBe(204);
        expect(user.seen.at(-1)).toEqual(ask);
        expect((await client.send?.(send))?.status).toBe(204);
        expect(user.seen.at(-1)).toEqual(send);
      }
    }),
  );
});
