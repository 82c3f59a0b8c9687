// `x-boolean-words`, generated and called: every listed word is read as a boolean, other texts are a 400, and clients send `true` and `false`.
import path from 'node:path';
import { byRequest, inMemoryFetch } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const flag = { type: 'boolean' };
const list = { type: 'array', items: flag };
const object = { type: 'object', properties: { a: flag, b: { type: 'string' } } };
const parameter = (place: string, name: string, schema: object, more: object = {}) => ({ in: place, name, schema, ...more });
const form = {
  type: 'object',
  properties: { flag, list, commas: list, deep: object, json: object, text: { type: 'string' } },
};
const ok = { 204: { description: 'Done.' } };
const DOCUMENT = {
  openapi: '3.2.0',
  'x-boolean-words': { true: ['t', '1', ''], false: ['f', '0', 'a b&c'] },
  paths: {
    '/it/{flag}/{list}': {
      get: {
        operationId: 'get',
        parameters: [
          parameter('path', 'flag', flag, { required: true }),
          parameter('path', 'list', list, { required: true, style: 'matrix', explode: true }),
          parameter('query', 'flag', flag),
          parameter('query', 'empty', flag, { allowEmptyValue: true }),
          parameter('query', 'list', list),
          parameter('query', 'commas', list, { explode: false }),
          parameter('query', 'deep', object, { style: 'deepObject' }),
          parameter('query', 'none', { type: ['boolean', 'null'] }),
          parameter('query', 'known', { $ref: '#/components/schemas/Known' }),
          parameter('query', 'own', { type: 'boolean', 'x-boolean-words': { true: ['yes'] } }),
          parameter('query', 'plain', { type: 'boolean', 'x-boolean-words': false }),
          parameter('query', 'either', { type: ['boolean', 'integer', 'string'] }),
          parameter('header', 'X-Flag', flag),
          parameter('header', 'X-List', list),
          parameter('cookie', 'flag', flag),
        ],
        responses: { 204: { description: 'Done.', headers: { 'X-Done': { schema: flag } } } },
      },
    },
    '/form': {
      post: {
        operationId: 'form',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: form,
              encoding: { commas: { style: 'form', explode: false }, deep: { style: 'deepObject', explode: true } },
            },
            'multipart/form-data': { schema: form },
            'application/json': { schema: form },
          },
        },
        responses: ok,
      },
    },
    '/whole': {
      get: {
        operationId: 'whole',
        parameters: [{ in: 'querystring', name: 'q', content: { 'application/x-www-form-urlencoded': { schema: form } } }],
        responses: ok,
      },
    },
  },
  components: { schemas: { Known: { enum: [true] } } },
};

type Server = (request: Request) => Promise<Response>;
type Client = Record<string, (input: object) => Promise<{ headers: Record<string, unknown> }>>;
let ends: { createPetsServer(handlers: object): Server; createPetsClient(options: object): Client };

beforeAll(async () => {
  const folder = path.join(root, '.octavo/tmp/wire-booleans');
  expect(typeCheck(folder, emit(await serviceOf(DOCUMENT), OPTIONS))).toBe('');
  ends = await import(path.join(folder, 'index.ts'));
});

/** The input that the handler gets, or the status when the server rejects the request. */
async function seenBy(request: Request): Promise<unknown> {
  let seen: unknown;
  const handler = (input: unknown): object => {
    seen = input;
    return { status: 204 };
  };
  const { status } = await ends.createPetsServer({ get: handler, form: handler, whole: handler })(request);
  return status === 204 ? seen : status;
}

const get = (target: string, headers: Record<string, string> = {}) => new Request(`https://pets.example.com/it/${target}`, { headers });

describe('parameters', () => {
  const LISTS = ';list=true';
  test.each<[text: string, part: string, want: unknown]>([
    ['?flag=true', 'query', { flag: true }],
    ['?flag=false', 'query', { flag: false }],
    ['?flag=t', 'query', { flag: true }],
    ['?flag=%74', 'query', { flag: true }],
    ['?flag=1', 'query', { flag: true }],
    ['?flag=f', 'query', { flag: false }],
    ['?flag=0', 'query', { flag: false }],
    ['?flag=a+b%26c', 'query', { flag: false }],
    ['?flag=', 'query', { flag: true }],
    ['?flag', 'query', { flag: true }],
    ['?empty=&flag=t', 'query', { flag: true }],
    ['?list=t&list=0&list=true', 'query', { list: [true, false, true] }],
    ['?commas=1,f,false', 'query', { commas: [true, false, false] }],
    ['?deep%5Ba%5D=t&deep%5Bb%5D=t', 'query', { deep: { a: true, b: 't' } }],
    ['?none=null', 'query', { none: null }],
    ['?none=0', 'query', { none: false }],
    ['?known=1', 'query', { known: true }],
    ['?own=yes&plain=true', 'query', { own: true, plain: true }],
    ['?either=1', 'query', { either: 1 }],
    ['?either=t', 'query', { either: 't' }],
  ])('%s', async (query, part, want) => {
    expect(await seenBy(get(`true/${LISTS}${query}`))).toMatchObject({ [part]: want });
  });

  test('paths, headers and cookies', async () => {
    const headers = { 'x-flag': 't', 'x-list': '1, f', cookie: 'flag=0' };
    expect(await seenBy(get('t/;list=1;list=f', headers))).toEqual({
      path: { flag: true, list: [true, false] },
      header: { 'X-Flag': true, 'X-List': [true, false] },
      cookie: { flag: false },
    });
  });

  test.each([
    '?flag=T',
    '?flag=TRUE',
    '?flag=2',
    '?flag=t1',
    '?flag=yes',
    '?flag=null',
    '?flag=t&flag=t',
    '?list=t&list=x',
    '?commas=t,x',
    '?deep[a]=x',
    '?known=f',
    '?own=t',
    '?own=no',
    '?plain=t',
    '?plain=1',
  ])('%s is a 400', async (query) => {
    expect(await seenBy(get(`true/${LISTS}${query}`))).toBe(400);
  });

  test.each([{ 'x-flag': 'x' }, { 'x-list': 't, x' }, { cookie: 'flag=x' }])('%j is a 400', async (headers) => {
    expect(await seenBy(get(`true/${LISTS}`, headers))).toBe(400);
  });
});

describe('forms', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const post = (body: string | FormData, headers: Record<string, string> = {}) =>
    new Request('https://pets.example.com/form', { method: 'POST', body, headers });
  const urlencoded = (body: string) => post(body, { 'content-type': FORM });
  const parts = (...fields: [string, string][]) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    return post(data);
  };
  const whole = (query: string) => new Request(`https://pets.example.com/whole?${query}`);

  test.each<[string, () => Request, unknown]>([
    ['a field', () => urlencoded('flag=t&text=t'), { flag: true, text: 't' }],
    ['a list', () => urlencoded('list=0&list=1'), { list: [false, true] }],
    ['a field with a style', () => urlencoded('commas=t,0'), { commas: [true, false] }],
    ['a member', () => urlencoded('deep%5Ba%5D=1'), { deep: { a: true } }],
    ['JSON has none', () => urlencoded('json=%7B%22a%22%3Atrue%7D'), { json: { a: true } }],
    ['a part', () => parts(['flag', 'f'], ['text', 'f']), { flag: false, text: 'f' }],
    ['parts', () => parts(['list', '1'], ['list', 'a b&c']), { list: [true, false] }],
  ])('%s', async (_, request, body) => {
    expect(await seenBy(request())).toMatchObject({ body });
  });

  test('a query that is a form', async () => {
    expect(await seenBy(whole('flag=t&list=0&text=1'))).toEqual({ querystring: { flag: true, list: [false], text: '1' } });
  });

  test.each<[string, () => Request]>([
    ['a field', () => urlencoded('flag=T')],
    ['a field with a style', () => urlencoded('commas=t,x')],
    ['a part', () => parts(['flag', 'x'])],
    ['a query that is a form', () => whole('flag=x')],
    ['a word in the JSON of a field', () => urlencoded('json=%7B%22a%22%3A1%7D')],
    ['a word in JSON', () => post('{"flag":1}', { 'content-type': 'application/json' })],
    ['another word in JSON', () => post('{"flag":"t"}', { 'content-type': 'application/json' })],
  ])('%s: 400', async (_, request) => {
    expect(await seenBy(request())).toBe(400);
  });
});

describe('clients', () => {
  const path = { flag: true, list: [true, false] };

  test('send `true` and `false`', async () => {
    const sent: Request[] = [];
    const server = inMemoryFetch(ends.createPetsServer({ get: () => ({ status: 204 }), form: () => ({ status: 204 }) }));
    const fetch = byRequest((request) => {
      sent.push(request.clone());
      return server(request);
    });
    const client = ends.createPetsClient({ baseUrl: 'https://pets.example.com', fetch });
    await client.get?.({ path, query: { flag: true, list: [false, true], own: true }, header: { 'X-Flag': false } });
    await client.form?.({ contentType: 'application/x-www-form-urlencoded', body: { flag: false, list: [true] } });
    expect(sent[0]?.url).toBe('https://pets.example.com/it/true/;list=true;list=false?flag=true&list=false&list=true&own=true');
    expect(sent[0]?.headers.get('x-flag')).toBe('false');
    expect(await sent[1]?.text()).toBe('flag=false&list=true');
  });

  test('read the words in response headers', async () => {
    const fetch = () => Promise.resolve(new Response(null, { status: 204, headers: { 'x-done': 't' } }));
    const result = await ends.createPetsClient({ baseUrl: 'https://pets.example.com', fetch }).get?.({ path });
    expect(result?.headers['X-Done']).toBe(true);
  });
});
