// Parameters that the standard leaves open but documents use, generated, compiled and called: client and server agree, and the server reads what
// other clients write.
import { form, inMemoryFetch } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { encodeParameter } from '../../runtime/wire/encode.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { type Keeping, keeping, loadUser } from '../support/user.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const strings = { type: 'array', items: string };
const range = { anyOf: [{ type: 'object', properties: { gt: integer, lt: integer } }, integer] };
const address = {
  anyOf: [
    { type: 'object', properties: { city: string } },
    { ...string, enum: [''] },
  ],
};
const free = { type: 'object', additionalProperties: true };
const deep = { style: 'deepObject', explode: true };
const pageable = { type: 'object', properties: { page: integer, size: integer, sort: strings }, additionalProperties: false };
const open = { type: 'object', properties: { x: integer } };
const nullable = { type: ['integer', 'null'] };
const responses = { 204: { description: 'Done.' } };
const encoded = { schema: { type: 'object', properties: { expand: strings, address, free, name: string } } };
const encoding = { expand: deep, address: deep, free: deep };

const DOCUMENT = {
  paths: {
    '/page': {
      get: { operationId: 'page', parameters: [{ name: 'pageable', in: 'query', required: true, schema: pageable }], responses },
      post: {
        operationId: 'pageForm',
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', required: ['a'], properties: { a: string, pageable, open, expand: strings } },
              encoding: { pageable: { explode: true }, open: { explode: true }, expand: deep },
            },
          },
        },
        responses,
      },
    },
    '/m{lat}{long}{tags}{more}': {
      get: {
        operationId: 'side_by_side',
        parameters: [
          { name: 'lat', in: 'path', required: true, style: 'matrix', schema: { type: 'number' } },
          { name: 'long', in: 'path', required: true, style: 'matrix', schema: { type: 'number' } },
          { name: 'tags', in: 'path', required: true, style: 'matrix', explode: true, schema: strings },
          { name: 'more', in: 'path', required: true, style: 'matrix', explode: true, schema: open },
        ],
        responses,
      },
    },
    '/nulls': {
      get: {
        operationId: 'nulls',
        parameters: [
          { name: 'limit', in: 'query', schema: nullable },
          { name: 'colors', in: 'query', schema: { type: ['object', 'null'], properties: { r: nullable }, additionalProperties: false } },
          { name: 'deep', in: 'query', ...deep, schema: { type: 'object', properties: { r: nullable }, additionalProperties: false } },
          { name: 'list', in: 'query', schema: { type: 'array', items: nullable } },
          { name: 'json', in: 'query', content: { 'application/json': { schema: nullable } } },
        ],
        responses,
      },
      post: { operationId: 'needed', parameters: [{ name: 'limit', in: 'query', required: true, schema: nullable }], responses },
    },
    '/side': {
      get: {
        operationId: 'side',
        parameters: [
          { name: 'a', in: 'query', schema: { type: 'object', properties: { x: integer } } },
          { name: 'b', in: 'query', schema: { type: 'object', properties: { z: string } } },
          { name: 'limit', in: 'query', schema: integer },
          { name: 'deep', in: 'query', ...deep, schema: free },
          { name: 'expand', in: 'query', ...deep, schema: strings },
        ],
        responses,
      },
    },
    '/deep': {
      get: {
        operationId: 'deep',
        parameters: [
          { name: 'expand', in: 'query', ...deep, schema: strings },
          { name: 'created', in: 'query', ...deep, schema: range },
          { name: 'free', in: 'query', ...deep, schema: free },
        ],
        responses,
      },
      post: {
        operationId: 'deepForm',
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { ...encoded, encoding },
            'multipart/form-data': { ...encoded, encoding },
          },
        },
        responses,
      },
    },
  },
};

const user = await loadUser<Keeping>(
  'wire-loose',
  DOCUMENT,
  keeping(['deep', 'deepForm', 'page', 'pageForm', 'side', 'nulls', 'needed', 'sideBySide']),
);

/** The input that the handler gets, and the target of the request. */
async function call(name: string, input: unknown): Promise<{ readonly target: string; readonly seen: unknown }> {
  let target = '';
  const send = inMemoryFetch(async (request) => {
    target = request.url.slice('https://pets.example.com'.length);
    return user.server(request);
  });
  const result = await user.client(send)[name]?.(input);
  expect(result?.status).toBe(204);
  return { target: decodeURIComponent(target), seen: user.seen.at(-1) };
}

/** The query that the handler gets; the status where it gets none. */
async function ask(target: string): Promise<unknown> {
  const { status } = await user.server(new Request(`https://pets.example.com${target}`));
  return status === 204 ? (user.seen.at(-1) as { readonly query?: unknown }).query : status;
}

describe('deepObject', () => {
  test.each([
    [{ expand: ['a', 'b'] }, 'expand[0]=a&expand[1]=b'],
    [{ created: 5 }, 'created=5'],
    [{ created: { gt: 5 } }, 'created[gt]=5'],
    [{ free: { a: { b: '1' }, c: ['d'] } }, 'free[a][b]=1&free[c][0]=d'],
  ])('%j in a query', async (query, want) => {
    expect(await call('deep', { query })).toEqual({ target: `/deep?${want}`, seen: { query } });
  });

  test.each([
    ['expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
    ['expand[]=a', { expand: ['a'] }],
    ['expand=a&expand=b', { expand: ['a', 'b'] }],
    ['expand=a', { expand: ['a'] }],
    ['expand%5B1%5D=b&expand%5B0%5D=a', { expand: ['a', 'b'] }],
    ['expand=a&expand[]=b', 400],
    ['created[gt]=x', 400],
    ['created[gt]=1&created=2', 400],
    ['created=1&created=2', 400],
  ])('a server reads %s', async (query, want) => {
    expect(await ask(`/deep?${query}`)).toEqual(want);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])('in %s', async (contentType) => {
    for (const body of [
      { expand: ['a', 'b'], address: '', name: 'n' },
      { expand: ['a'], address: { city: 'x & y' }, free: { a: { b: 'c' } } },
    ])
      expect((await call('deepForm', { contentType, body })).seen).toMatchObject({ body });
  });

  test.each(['expand[]=a', 'expand=a', 'expand[0]=a'])('a server reads the form %s', async (text) => {
    const form = new URLSearchParams(text);
    const parts = new FormData();
    for (const [name, value] of form) parts.append(name, value);
    for (const body of [form, parts]) {
      const response = await user.server(new Request('https://pets.example.com/deep', { method: 'POST', body }));
      expect(response.status).toBe(204);
      expect(user.seen.at(-1)).toMatchObject({ body: { expand: ['a'] } });
    }
  });
});

describe('an exploded object', () => {
  test.each([
    [{ page: 0, size: 10, sort: ['a', 'b,c'] }, 'page=0&size=10&sort=a&sort=b,c'],
    [{ sort: ['a'] }, 'sort=a'],
    [{ page: 1, sort: [] }, 'page=1'],
  ])('with a list: %j', async (pageable, want) => {
    const { target, seen } = await call('page', { query: { pageable } });
    expect(target).toBe(`/page?${want}`);
    const { sort, ...rest } = pageable;
    expect(seen).toEqual({ query: { pageable: sort.length === 0 ? rest : pageable } });
  });

  test('a single value of it may not be repeated', async () => {
    expect(await ask('/page?page=1&page=2')).toBe(400);
    expect(await ask('/page?page=x')).toBe(400);
  });

  test('does not take the names that other parameters declare', async () => {
    expect(await ask('/side?x=1&z=q')).toEqual({ a: { x: 1 }, b: { z: 'q' } });
    expect(await ask('/side?x=1&limit=2&deep[c]=d&expand[0]=e&expand[1]=f')).toEqual({
      a: { x: 1 },
      limit: 2,
      deep: { c: 'd' },
      expand: ['e', 'f'],
    });
    expect(await ask('/side?expand=e')).toEqual({ expand: ['e'] });
    const query = { a: { x: 1 }, b: { z: 'q' }, limit: 3, deep: { x: { y: '1' } }, expand: ['e'] };
    expect((await call('side', { query })).seen).toEqual({ query });
  });

  test('in a form does not take the fields of the form', async () => {
    const body = { a: '1', pageable: { page: 2, sort: ['s', 't'] }, open: { x: 1, y: 'more' }, expand: ['e'] };
    expect((await call('pageForm', { contentType: 'application/x-www-form-urlencoded', body })).seen).toMatchObject({ body });
  });
});

describe('null in a query', () => {
  test.each([
    [{ limit: null }, undefined, ''],
    [{ limit: null, colors: { r: null } }, undefined, ''],
    [{ colors: null, deep: { r: null } }, undefined, ''],
    [{ list: [1, null] }, { list: [1, null] }, '?list=1&list=null'],
    [{ json: null }, { json: null }, '?json=null'],
  ])('%j is sent without what is null', async (query, read, want) => {
    const { target, seen } = await call('nulls', { query });
    expect(target).toBe(`/nulls${want}`);
    expect(seen).toEqual(read === undefined ? {} : { query: read });
  });

  test('is written where the parameter is required, and read', async () => {
    expect(await call('needed', { query: { limit: null } })).toEqual({ target: '/nulls?limit=null', seen: { query: { limit: null } } });
    expect(await ask('/nulls?limit=null&deep[r]=null')).toEqual({ limit: null, deep: { r: null } });
  });

  test('is written by a client of the option `queryNulls`', async () => {
    const text = emit(await serviceOf(DOCUMENT, 'pets', { queryNulls: 'text' }), OPTIONS).get('operations.ts');
    expect(text).toContain("name: 'limit', codec: form, shape: 'integer|null', nulls: 'text' }");
    expect(text).toContain("name: 'json', codec: contentJson, shape: 'string' }");
    const parameter = { in: 'query', name: 'limit', codec: form, nulls: 'text' } as const;
    expect(encodeParameter(parameter, null)).toBe('limit=null');
  });
});

test('matrix parameters side by side in a path', async () => {
  const input = { path: { lat: 1.5, long: -2, tags: ['a;b', 'c'], more: { x: 3, y: 'd' } } };
  const { target, seen } = await call('sideBySide', input);
  expect(target).toBe('/m;lat=1.5;long=-2;tags=a;b;tags=c;x=3;y=d');
  expect(seen).toEqual(input);
  const status = async (path: string) => (await user.server(new Request(`https://pets.example.com${path}`))).status;
  expect(await status('/m;long=2;lat=1;x=3;tags=a')).toBe(204);
  expect(user.seen.at(-1)).toEqual({ path: { lat: 1, long: 2, tags: ['a'], more: { x: 3 } } });
  expect(await status('/m;lat=1;long=z;tags=a;x=3')).toBe(400);
  expect(await status('/m;lat=1;tags=a;x=3')).toBe(400);
});
