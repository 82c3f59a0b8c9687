// The living mock keeps what it is sent: one document of shelves, books and orders, whose things stand below, refer to one another, and change their state.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../generator/load/description.ts';
import { type RunningLivingMock, startLivingMock } from '../../generator/mock/living/serve.ts';
import { FullError, memoryStore } from '../../generator/mock/living/store.ts';

const text = { type: 'string' };
const problem = {
  description: 'Refused.',
  content: {
    'application/problem+json': {
      schema: { type: 'object', required: ['status'], properties: { status: { type: 'integer' }, detail: text } },
    },
  },
};
const answer = (name: string, headers?: JsonObject): JsonObject => ({
  description: 'Done.',
  ...(headers === undefined ? {} : { headers }),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const body = (name: string): JsonObject => ({
  required: true,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const inPath = (name: string, type: string): JsonObject => ({ name, in: 'path', required: true, schema: { type } });
const inQuery = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'query', schema });
const tag = { ETag: { schema: text } };

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/shelves': {
      post: { requestBody: body('NewShelf'), responses: { 201: answer('Shelf'), 409: { ...problem, description: 'The label is taken.' } } },
    },
    '/shelves/{shelfId}': {
      parameters: [inPath('shelfId', 'integer')],
      get: { responses: { 200: answer('Shelf'), 404: problem } },
      delete: { responses: { 204: { description: 'Gone.' }, 404: problem } },
    },
    '/shelves/{shelfId}/books': {
      parameters: [inPath('shelfId', 'integer')],
      get: {
        parameters: [
          inQuery('genre', text),
          inQuery('sort', text),
          inQuery('limit', { type: 'integer', minimum: 1, maximum: 50 }),
          inQuery('offset', { type: 'integer', minimum: 0 }),
        ],
        responses: { 200: answer('Books'), 404: problem },
      },
      post: {
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: text }],
        requestBody: body('NewBook'),
        responses: { 201: answer('Book'), 404: problem },
      },
    },
    '/shelves/{shelfId}/books/{bookId}': {
      parameters: [inPath('shelfId', 'integer'), inPath('bookId', 'string')],
      get: { responses: { 200: answer('Book', tag), 404: problem } },
      put: {
        parameters: [{ name: 'If-Match', in: 'header', schema: text }],
        requestBody: body('NewBook'),
        responses: { 200: answer('Book', tag), 404: problem, 412: problem },
      },
      patch: { requestBody: body('BookPatch'), responses: { 200: answer('Book'), 404: problem } },
    },
    '/shelves/{shelfId}/books/{bookId}/archive': {
      parameters: [inPath('shelfId', 'integer'), inPath('bookId', 'string')],
      post: { responses: { 200: answer('Book'), 404: problem } },
    },
    '/weather': { get: { responses: { 200: answer('NewShelf') } } },
  },
  components: {
    schemas: {
      NewShelf: { type: 'object', required: ['label'], properties: { label: text } },
      Shelf: { type: 'object', required: ['id', 'label'], properties: { id: { type: 'integer' }, label: text } },
      NewBook: { type: 'object', required: ['title'], properties: { title: text, genre: text, stock: { type: 'integer', default: 0 } } },
      BookPatch: { type: 'object', properties: { title: text, genre: text } },
      Book: {
        type: 'object',
        required: ['id', 'shelfId', 'title', 'stock', 'status', 'createdAt'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          shelfId: { type: 'integer' },
          title: text,
          genre: text,
          stock: { type: 'integer' },
          status: { type: 'string', enum: ['available', 'archived'] },
          createdAt: { type: 'string', format: 'date-time' },
        },
      },
      Books: {
        type: 'object',
        required: ['items', 'total'],
        properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Book' } }, total: { type: 'integer' } },
      },
    },
  },
};

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

let mock: RunningLivingMock;
let shelf = '';

async function call(method: string, path: string, sent?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
  const response = await fetch(`${mock.urlOf('shop')}${path}`, {
    method,
    headers: sent === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  const read = await response.text();
  return { status: response.status, headers: response.headers, json: read === '' ? {} : JSON.parse(read) };
}

beforeAll(async () => {
  mock = await startLivingMock([{ id: 'shop', document }], { seed: 7 });
  shelf = `/shelves/${String((await call('POST', '/shelves', { label: 'north' })).json.id)}`;
});
afterAll(() => mock.stop());

describe('a living mock', () => {
  test('keeps what a POST made, with what the document asks for besides', async () => {
    const made = await call('POST', `${shelf}/books`, { title: 'Tides' });
    expect(made.status).toBe(201);
    expect(made.headers.get('x-octavo-mock')).toBe('living');
    expect(made.json).toMatchObject({ title: 'Tides', stock: 0, status: 'available', shelfId: Number(shelf.slice(9)) });
    expect(Math.abs(Date.parse(String(made.json.createdAt)) - Date.now())).toBeLessThan(60_000);
    expect((await call('GET', `${shelf}/books/${String(made.json.id)}`)).json).toEqual(made.json);
  });

  test('changes a part, replaces the whole, and refuses an old version', async () => {
    const made = (await call('POST', `${shelf}/books`, { title: 'Old', genre: 'novel', stock: 4 })).json;
    const at = `${shelf}/books/${String(made.id)}`;
    expect((await call('PATCH', at, { title: 'New' })).json).toEqual({ ...made, title: 'New' });
    const version = (await call('GET', at)).headers.get('etag') ?? '';
    const { genre: _, ...rest } = made;
    const replaced = await call('PUT', at, { title: 'Whole' }, { 'if-match': version });
    expect(replaced.json).toEqual({ ...rest, title: 'Whole', stock: 0 });
    expect((await call('PUT', at, { title: 'Late' }, { 'if-match': version })).status).toBe(412);
    expect((await call('GET', at)).json.title).toBe('Whole');
  });

  test('filters, sorts and counts what a list has, and gives it by pages', async () => {
    const own = `/shelves/${String((await call('POST', '/shelves', { label: 'listed' })).json.id)}`;
    for (const [title, genre] of [
      ['b', 'x'],
      ['c', 'x'],
      ['a', 'y'],
    ])
      await call('POST', `${own}/books`, { title, genre });
    const titles = async (query: string) => {
      const { items, total } = (await call('GET', `${own}/books?${query}`)).json;
      return { total, titles: (items as { title: string }[]).map(({ title }) => title) };
    };
    expect(await titles('sort=-title')).toEqual({ total: 3, titles: ['c', 'b', 'a'] });
    expect(await titles('genre=x')).toEqual({ total: 2, titles: ['b', 'c'] });
    expect(await titles('sort=title&limit=1&offset=1')).toEqual({ total: 3, titles: ['b'] });
  });

  test('removes what stands below a thing with it', async () => {
    const own = `/shelves/${String((await call('POST', '/shelves', { label: 'gone' })).json.id)}`;
    const book = (await call('POST', `${own}/books`, { title: 'Below' })).json;
    expect((await call('DELETE', own)).status).toBe(204);
    const lost = await call('GET', `${own}/books/${String(book.id)}`);
    expect([lost.status, lost.json.status]).toEqual([404, 404]);
    expect((await call('POST', `${own}/books`, { title: 'Nowhere' })).status).toBe(404);
  });

  test('refuses a value that is taken, and answers an idempotency key once', async () => {
    expect((await call('POST', '/shelves', { label: 'north' })).status).toBe(409);
    const again = { 'idempotency-key': 'one' };
    const [first, second] = [
      await call('POST', `${shelf}/books`, { title: 'Once' }, again),
      await call('POST', `${shelf}/books`, { title: 'Once' }, again),
    ];
    expect(second.json).toEqual(first.json);
  });

  test('moves a state, and answers the rest without state', async () => {
    const made = (await call('POST', `${shelf}/books`, { title: 'Moved' })).json;
    const at = `${shelf}/books/${String(made.id)}`;
    expect((await call('POST', `${at}/archive`)).json.status).toBe('archived');
    expect((await call('GET', at)).json.status).toBe('archived');
    expect((await call('GET', '/weather')).headers.get('x-octavo-mock')).toBe('octavo');
  });
});

test('a unit of work that would need more bytes than there are keeps nothing', () => {
  const store = memoryStore(100);
  const put = (key: string, size: number) => store.write((unit) => unit.put('/a', { key, value: { text: 'x'.repeat(size) }, version: 1 }));
  put('1', 50);
  expect(() =>
    store.write((unit) => {
      unit.remove('/a', '1');
      unit.put('/a', { key: '2', value: { text: 'x'.repeat(200) }, version: 1 });
    }),
  ).toThrow(FullError);
  expect(store.write((unit) => unit.list('/a').map(({ key }) => key))).toEqual(['1']);
});
