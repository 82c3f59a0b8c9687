// The options of queries and mutations that `query.ts` offers: their keys, functions, positions of pages, errors and types. test/frameworks gives
// them to the libraries.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApiError, byRequest, type FetchHandler, inMemoryFetch, noContent, reply } from '@octavo/runtime';
import { beforeAll, expect, test } from 'vitest';
import { shortForms } from '../../generator/emit/held/forms.ts';
import { OPTIONS } from '../emit/service.ts';
import { service } from '../model/support.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const scratch = resolve(import.meta.dirname, '../../.octavo/tmp/queries');

/** User code that compiles only with the expected types. */
const USE = `
import { ApiError, TransportError } from '@octavo/runtime';
import { createShelfQueries, createShelfBooksQueries, type ShelfQueries } from './query/query.ts';
import type { Book, BookList } from './query/index.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

const shelf = createShelfQueries();
const book = shelf.getBook({ path: { id: '7' } }, { headers: { 'X-Trace': '1' } });
same<Awaited<ReturnType<typeof book.queryFn>>, Book>(true);
same<Awaited<ReturnType<ReturnType<ShelfQueries['count']>['queryFn']>>, null>(true);
type Failure = Parameters<NonNullable<typeof book.retry>>[1];
export function reasonOf(error: Failure): string {
  if (error instanceof TransportError) return error.code ?? '';
  if (error instanceof ApiError) {
    same<typeof error.status, 404>(true);
    return error.body.reason;
  }
  return error.message;
}
const list = shelf.books.list.infinite({ query: { genre: 'sea' } });
same<Awaited<ReturnType<typeof list.queryFn>>['body'], BookList>(true);
const added = shelf.addBook();
void added.mutationFn({ body: { id: '1', title: 'a' } });
// @ts-expect-error: the body is required
void added.mutationFn();
// @ts-expect-error: the path is required
shelf.getBook();
shelf.getBook.key();
shelf.listBooks.key({ query: { genre: 'sea' } });
// @ts-expect-error: there is no such parameter
shelf.listBooks.key({ query: { genres: 'sea' } });
// @ts-expect-error: what changes something has no query
shelf.addBook().queryFn;
// @ts-expect-error: what reads has no mutation
shelf.getBook({ path: { id: '7' } }).mutationFn;
// @ts-expect-error: a stream has no place in a cache
shelf.watchNews;
createShelfBooksQueries;
`;

interface AnyQuery {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context?: { signal?: AbortSignal; pageParam?: unknown }) => Promise<unknown>;
  readonly initialPageParam?: unknown;
  readonly getNextPageParam?: (page: unknown) => unknown;
}
interface AnyOperation {
  (
    input?: object,
    options?: object,
  ): AnyQuery & { readonly mutationKey: unknown; readonly mutationFn: (input: unknown) => Promise<unknown> };
  key(input?: object): unknown;
  infinite(input?: object): Required<AnyQuery>;
}
type Queries = Readonly<Record<string, AnyOperation>>;

const BOOKS = ['a', 'b', 'c'].map((id) => ({ id, title: `The ${id}` }));
const handlers = {
  listBooks: ({ query: { after = 'a' } = {} }: { query?: { after?: string } }) => {
    const from = BOOKS.findIndex(({ id }) => id === after);
    const next = BOOKS[from + 1]?.id;
    return reply(200, { books: BOOKS.slice(from, from + 1), ...(next === undefined ? {} : { next }) });
  },
  getBook: ({ path: { id } }: { path: { id: string } }) => {
    const book = BOOKS.find((one) => one.id === id);
    return book === undefined ? reply(404, { reason: 'lent' }) : reply(200, book);
  },
  addBook: ({ body }: { body: object }) => reply(201, body),
  removeBook: () => noContent(),
  listLoans: ({ query: { page = '1' } = {} }: { query?: { page?: string } }) => ({
    ...reply(200, [`loan ${page}`]),
    headers: page === '2' ? {} : { Link: '</v1/loans?page=2>; rel="next"' },
  }),
  count: () => noContent(),
};
const requests: Request[] = [];
let create: (options: object, scope?: string) => Queries;
let queries: Queries;

beforeAll(async () => {
  const text = readFileSync(join(import.meta.dirname, 'shelf.yaml'), 'utf8');
  const built = await service(text, {}, 'shelf');
  const files = [...emit(built, { ...OPTIONS, query: true, held: shortForms({ int64: 'bigint', dates: 'string' }) })];
  expect(typeCheck(scratch, new Map([...files.map(([file, code]) => [`query/${file}`, code] as const), ['use.ts', USE]]))).toBe('');
  const load = (file: string) => import(pathToFileURL(join(scratch, 'query', file)).href);
  const [{ createShelfServer }, { createShelfQueries }] = await Promise.all([load('server.ts'), load('query.ts')]);
  const server = inMemoryFetch((createShelfServer as (handlers: object) => FetchHandler)(handlers));
  const fetch = byRequest((request) => {
    requests.push(request);
    return server(request);
  });
  create = (options, scope) => createShelfQueries({ fetch, ...options }, scope);
  queries = create({});
});

const operation = (name: string, of: Queries = queries): AnyOperation => of[name] as AnyOperation;

test('a key has the scope, the operation and its input in JSON', () => {
  expect(operation('getBook')({ path: { id: 'a' } }).queryKey).toEqual(['shelf', 'getBook', { path: { id: 'a' } }]);
  expect(operation('count')({ query: { since: 2n ** 60n } }).queryKey).toEqual([
    'shelf',
    'count',
    { query: { since: '1152921504606846976' } },
  ]);
  expect(operation('count')().queryKey).toEqual(['shelf', 'count', {}]);
  expect(operation('listBooks').infinite({ query: { genre: 'sea' } }).queryKey).toEqual([
    'shelf',
    'listBooks',
    { query: { genre: 'sea' } },
    'pages',
  ]);
  expect(operation('addBook')().mutationKey).toEqual(['shelf', 'addBook']);
  expect(operation('getBook', create({}, 'tenant-7'))({ path: { id: 'a' } }).queryKey[0]).toBe('tenant-7');
});

test('the key of an operation is the beginning of the keys of its queries and its pages', () => {
  const { key, infinite } = operation('listBooks');
  expect(key()).toEqual(['shelf', 'listBooks']);
  expect(key({ query: { genre: 'sea' } })).toEqual(infinite({ query: { genre: 'sea' } }).queryKey.slice(0, 3));
  expect(operation('addBook').key()).toEqual(['shelf', 'addBook']);
});

test('a query gives the body, and `null` where there is none', async () => {
  expect(await operation('getBook')({ path: { id: 'a' } }).queryFn()).toEqual(BOOKS[0]);
  expect(await operation('count')().queryFn({})).toBeNull();
});

test('a query fails with the declared body', async () => {
  const failed = operation('getBook')({ path: { id: 'z' } }).queryFn();
  await expect(failed).rejects.toThrow(ApiError);
  await expect(failed).rejects.toMatchObject({ status: 404, body: { reason: 'lent' }, operation: 'getBook' });
});

test('the signal of the library ends the request', async () => {
  const stop = new AbortController();
  const gone = operation('getBook')({ path: { id: 'a' } }).queryFn({ signal: stop.signal });
  stop.abort(new Error('nobody looks'));
  await expect(gone).rejects.toThrow('nobody looks');
});

test('options of a call are sent', async () => {
  await operation('getBook')({ path: { id: 'a' } }, { headers: { 'X-Trace': '7' } }).queryFn();
  expect(requests.at(-1)?.headers.get('x-trace')).toBe('7');
});

test.each([
  ['a cursor', 'listBooks', [['a'], ['b'], ['c']], ({ body }: { body: { books: { id: string }[] } }) => body.books.map(({ id }) => id)],
  ['the header Link', 'listLoans', [['loan 1'], ['loan 2']], ({ body }: { body: unknown }) => body],
] as const)('pages follow %s, by positions that survive JSON', async (_, name, expected, show) => {
  const { queryFn, initialPageParam, getNextPageParam } = operation(name).infinite({});
  const seen: unknown[] = [];
  for (let pageParam: unknown = initialPageParam, count = 0; count === 0 || pageParam !== null; count++) {
    // What a library stores and reads back is a page, and a position.
    const page = JSON.parse(JSON.stringify(await queryFn({ pageParam: JSON.parse(JSON.stringify(pageParam)) })));
    seen.push(show(page as never));
    pageParam = getNextPageParam(page);
  }
  expect(seen).toEqual(expected);
});

test('a position that leads to another origin is refused, since credentials go along', async () => {
  const stored = { url: 'https://evil.example/v1/loans' };
  await expect(operation('listLoans').infinite({}).queryFn({ pageParam: stored })).rejects.toThrow('its link leads to another origin');
});

test('a mutation gives the body, and `undefined` where there is none', async () => {
  expect(await operation('addBook')().mutationFn({ body: BOOKS[0] })).toEqual(BOOKS[0]);
  expect(await operation('removeBook')().mutationFn({ path: { id: 'a' } })).toBeUndefined();
});
