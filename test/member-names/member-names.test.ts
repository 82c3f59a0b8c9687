// With `names: { properties: 'camelCase' }`, client, server, webhooks, callbacks, streams and forms hold camelCase, and the wire has the document's
// names.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { byRequest, type FetchHandler, type Issue, inMemoryFetch, type Transform, type Validator } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { shortForms } from '../../generator/emit/held/forms.ts';
import type { JsonValue } from '../../generator/model/schema/schema.ts';
import type { Service } from '../../generator/model/service.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { exampleSchemas, valuesOf } from '../support/arbitrary.ts';
import { root } from '../support/documents.ts';
import { byEffort } from '../support/effort.ts';
import { emit } from '../support/emit.ts';
import fc from '../support/fast-check.ts';
import { typeCheck } from '../support/type-check.ts';
import { DOCUMENT, USER, WIRE_BOOK } from './library.ts';

type Method = (input: unknown) => Promise<{ readonly status: number; readonly body?: unknown }>;
type Made = Readonly<Record<string, (...args: unknown[]) => unknown>>;

interface User {
  readonly book: Readonly<Record<string, unknown>>;
  readonly input: { readonly body: object };
  readonly result: object;
  readonly fault: object;
  readonly event: object;
}

const folder = path.join(root, '.octavo/tmp/member-names');
let service: Service;
let complaints: string;
let user: User;
let made: Made;
let dated: Made;

beforeAll(async () => {
  service = await serviceOf(DOCUMENT, 'pets', { names: { properties: 'camelCase' } });
  const files = emit(service, { ...OPTIONS, query: true, zod: true, valibot: true });
  const withDates = [...emit(service, { ...OPTIONS, held: shortForms({ dates: 'date' }) })].map(
    ([name, text]) => [`dates/${name}`, text] as const,
  );
  complaints = typeCheck(folder, new Map([...files, ['user.ts', USER], ...withDates]));
  const load = (file: string) => import(pathToFileURL(path.join(folder, file)).href);
  user = await load('user.ts');
  made = { ...(await load('index.ts')), ...(await load('examples.ts')) };
  dated = await load('dates/index.ts');
});

/** The client and a server with these handlers, and what they send to each other. */
function joined(handlers: object) {
  const server = made.createPetsServer?.(handlers) as FetchHandler;
  const sent: { url: string; body: string; answer: string }[] = [];
  const fetch = byRequest(async (request) => {
    const body = await request.clone().text();
    const response = await server(request);
    sent.push({ url: decodeURIComponent(request.url), body, answer: await response.clone().text() });
    return response;
  });
  const client = made.createPetsClient?.({ fetch, baseUrl: 'https://example.com' }) as Readonly<Record<string, Method>>;
  return { client, sent };
}

/** Handlers of all operations that keep their input and give this answer. */
function keeping(answer: object) {
  const seen: unknown[] = [];
  const keep = (input: unknown): object => {
    seen.push(input);
    return answer;
  };
  return { seen, handlers: { putBook: keep, postForm: keep, bookSold: keep, bookPrinted: keep } };
}

test('everything compiles, and names of the wire are no names of the types', () => expect(complaints).toBe(''));

describe('both ways', () => {
  test('bodies, parameters that are objects, and results', async () => {
    const { seen, handlers } = keeping(user.result);
    const { client, sent } = joined(handlers);
    const result = await client.putBook?.(user.input);
    expect(seen).toEqual([user.input]);
    expect(result?.body).toEqual(user.book);
    const [first] = sent;
    expect(JSON.parse(first?.body ?? '')).toEqual(WIRE_BOOK);
    expect(JSON.parse(first?.answer ?? '')).toEqual(WIRE_BOOK);
    expect(first?.url).toContain('?sort_by=s&filter[page_count]=3&filter[shelf-mark]=m');
  });

  test('declared errors: of the handler, and those that the server makes itself', async () => {
    const { client, sent } = joined({ putBook: () => ({ status: 409, body: user.fault }) });
    expect(await client.putBook?.(user.input)).toMatchObject({ status: 409, body: user.fault });
    expect(JSON.parse(sent[0]?.answer ?? '')).toEqual({ error_code: 'x', error_details: [{ field_name: 'f' }] });
    const refused = await client.putBook?.({ ...user.input, body: { mainAuthor: { fullName: 7 } } });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: expect.any(String) } });
    expect(JSON.parse(sent[1]?.answer ?? '')).toMatchObject({ error_code: expect.any(String) });
  });

  test.each([
    ['application/x-www-form-urlencoded', { firstName: 'Ada', pageCounts: [1, 2] }, 'first_name=Ada&page_counts=1&page_counts=2'],
    ['multipart/form-data', { firstName: 'Ada', bookFacts: { mainAuthor: { fullName: 'Bo' } } }, '{"main_author":{"full_name":"Bo"}}'],
  ])('fields of %s', async (contentType, body, wanted) => {
    const { seen, handlers } = keeping({ status: 204 });
    const { client, sent } = joined(handlers);
    await client.postForm?.({ contentType, body });
    expect(seen).toEqual([{ contentType, body }]);
    expect(sent[0]?.body).toContain(wanted);
  });

  test('items of streams, from the server and from the client', async () => {
    const seen: unknown[] = [];
    const { client, sent } = joined({
      readEvents: () => ({ status: 200, body: [user.event] }),
      sendEvents: async ({ body }: { body: AsyncIterable<unknown> }) => {
        for await (const item of body) seen.push(item);
        return { status: 204 };
      },
    });
    const result = await client.readEvents?.({});
    const items: unknown[] = [];
    for await (const item of (result?.body ?? []) as AsyncIterable<unknown>) items.push(item);
    expect(items).toEqual([user.event]);
    expect(sent[0]?.answer).toContain('{"event_id":"e1","about_book":{"book_id":"b1",');
    await client.sendEvents?.({ body: [user.event] });
    expect(seen).toEqual([user.event]);
    expect(sent[1]?.body).toContain('"event_id":"e1"');
  });

  test('webhooks, and callbacks with the address that a body has', async () => {
    const { seen, handlers } = keeping({ status: 204 });
    const urls: string[] = [];
    const fetchOf = (receiver: unknown): typeof fetch => {
      const inMemory = inMemoryFetch(receiver as FetchHandler);
      return (input, init) => {
        urls.push(String(input instanceof Request ? input.url : input));
        return inMemory(input, init);
      };
    };
    const webhooks = { url: 'https://example.com/hook', fetch: fetchOf(made.createPetsWebhookReceiver?.(handlers)) };
    const sender = made.createPetsWebhookSender?.(webhooks) as Record<string, Method>;
    await sender.bookSold?.({ body: user.event });
    const callbacks = { fetch: fetchOf(made.createPetsCallbackReceiver?.(handlers)) };
    const poster = made.createPetsCallbackSender?.(callbacks) as Record<string, (exchange: unknown, input: unknown) => Promise<unknown>>;
    await poster.bookPrinted?.({ input: user.input }, { body: user.event });
    expect(seen).toEqual([{ body: user.event }, { body: user.event }]);
    expect(urls).toEqual(['https://example.com/hook', 'https://example.com/printed']);
  });

  test('pages are followed, and links made, by the names in code', async () => {
    const pages = [
      { bookList: [user.book], pageInfo: { nextCursor: 'c2' } },
      { bookList: [user.book], pageInfo: {} },
    ];
    const { client, sent } = joined({
      listBooks: ({ query }: { query?: { cursor?: string } }) => ({ status: 200, body: pages[query?.cursor === 'c2' ? 1 : 0] }),
    });
    const list = client.listBooks as unknown as { items(input: object): AsyncIterable<unknown> };
    const items: unknown[] = [];
    for await (const item of list.items({ path: { book_id: 'b1' } })) items.push(item);
    expect(items).toEqual([user.book, user.book]);
    expect(sent[1]?.url).toContain('?cursor=c2');
    const links = made.putBookLinks as unknown as Record<string, (result: unknown) => unknown>;
    expect(links.sameAuthor?.(user.result)).toEqual({ path: { book_id: 'Ada' } });
  });

  test('examples and the mock', async () => {
    expect(made.exampleFault?.()).toHaveProperty('errorCode');
    const { client } = joined({ putBook: () => made.examplePutBookResult?.() });
    expect(await client.putBook?.(made.examplePutBookInput?.())).toMatchObject({ status: 200 });
  });
});

describe('a member that would take the place of another', () => {
  test.each<[string, object, string]>([
    ['received: an undeclared one that is called as a declared one is in code', { full_name: 'A', fullName: 'B' }, '/fullName'],
    ['received alone', { full_name: 'A', eMail: 'B' }, '/eMail'],
  ])('%s', (_, value, place) => {
    const issues: Issue[] = [];
    (made.namedTransform as unknown as Transform).convert(value, 'receive', issues);
    expect(issues).toMatchObject([{ path: place, keyword: 'additionalProperties' }]);
  });

  test('sent: by its name on the wire', async () => {
    const { client } = joined({ putBook: () => ({ status: 204 }) });
    const body = { mainAuthor: { fullName: 'A' }, otherAuthors: [{ fullName: 'B', full_name: 'C' }] };
    await expect(client.putBook?.({ ...user.input, body })).rejects.toThrow('/body/other_authors/0/full_name is not a known property');
  });

  test('received by the server: the request is refused', async () => {
    const { client } = joined({ putBook: () => user.result });
    const server = made.createPetsServer?.({ putBook: () => user.result }) as FetchHandler;
    const request = new Request('https://example.com/books/b1', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ main_author: { full_name: 'A' }, mainAuthor: {} }),
    });
    expect((await server(request)).status).toBe(400);
    expect(client).toBeDefined();
  });

  test('names that every object inherits', () => {
    const value = JSON.parse('{"__proto__":{"full_name":"A"},"constructor":1,"full_name":"B"}') as unknown;
    const transform = made.namedTransform as unknown as Transform;
    const held = transform.convert(value, 'receive', []) as object;
    expect(JSON.stringify(held)).toBe('{"__proto__":{"full_name":"A"},"constructor":1,"fullName":"B"}');
    expect(JSON.stringify(transform.convert(held, 'send', []))).toBe(JSON.stringify(value));
    expect(Object.getPrototypeOf(held)).toBe(Object.prototype);
  });
});

test('every valid value of every schema comes back as it was, with dates as well', () => {
  const schemas = exampleSchemas(service);
  const strange = fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'userId', 'full_name', 'fullName', 'more_of_it'),
    fc.boolean(),
    {
      maxKeys: 2,
    },
  );
  let refused = 0;
  let held = 0;
  for (const { name = '' } of service.schemas) {
    const validate = made[`validate${name}`] as unknown as Validator;
    const property = fc.property(valuesOf(schemas, name), strange, (sample: JsonValue, more) => {
      const value = JSON.parse(JSON.stringify(sample, (key, one: unknown) => (key === '' && isPlain(one) ? { ...more, ...one } : one)));
      if (!validate(value, [])) return;
      for (const module of [made, dated]) {
        const transform = module[`${name[0]?.toLowerCase()}${name.slice(1)}Transform`] as unknown as Transform;
        const issues: Issue[] = [];
        const mine = transform.convert(value, 'receive', issues);
        if (issues.length > 0) {
          expect(issues.every(({ keyword }) => keyword === 'additionalProperties')).toBe(true);
          refused++;
          continue;
        }
        const back: Issue[] = [];
        const wire = transform.convert(mine, 'send', back);
        expect(back).toEqual([]);
        expect(JSON.stringify(module === made ? wire : undefined)).toBe(JSON.stringify(module === made ? value : undefined));
        expect(Object.keys(Object(wire))).toEqual(Object.keys(Object(value)));
        held++;
      }
    });
    fc.assert(property, { numRuns: byEffort({ quick: 12, deep: 3000 }) });
  }
  expect(held).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(0);
});

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
