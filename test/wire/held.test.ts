// One generated document whose forms, queries, cookies and streams hold 64-bit integers as `bigint` and times as `Date`: no value is lost either way.

import { eventStreamState, inMemoryFetch } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { shortForms } from '../../generator/emit/held/forms.ts';
import { OPTIONS, readService } from '../emit/service.ts';
import { loadUser } from '../support/user.ts';

const id = { type: 'integer', format: 'int64' };
const at = { type: 'string', format: 'date-time' };
const deep = { type: 'object', properties: { id, at } };
const form = {
  type: 'object',
  properties: { id, deep, rows: { type: 'array', items: deep }, one: deep, photo: {}, more: { type: 'array', items: {} } },
};
const { photo: _photo, more: _more, ...flat } = form.properties;
const ok = { 204: { description: 'Taken.' } };
const DOCUMENT = {
  openapi: '3.2.0',
  paths: {
    '/query': {
      get: {
        operationId: 'query',
        parameters: [
          {
            in: 'querystring',
            name: 'q',
            content: {
              'application/x-www-form-urlencoded': {
                schema: { type: 'object', properties: { ...flat, tags: { type: 'array', items: { type: 'string' } } } },
                encoding: { tags: { style: 'pipeDelimited', explode: false }, one: { contentType: 'application/json' } },
              },
            },
          },
        ],
        responses: {
          200: {
            description: 'Cookies.',
            headers: { 'Set-Cookie': { required: true, schema: { type: 'array', items: { type: 'string' } } } },
          },
          201: { description: 'A cookie.', headers: { 'set-cookie': { schema: { type: 'string' } } } },
        },
      },
    },
    '/form': {
      post: {
        operationId: 'form',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: flat },
              encoding: { one: { contentType: 'application/json' } },
            },
            'multipart/form-data': {
              schema: form,
              encoding: { photo: { contentType: 'image/png' }, more: { contentType: 'application/octet-stream' } },
            },
          },
        },
        responses: ok,
      },
    },
    '/lines': {
      post: {
        operationId: 'lines',
        requestBody: {
          content: { 'application/json': { schema: { type: 'array', items: deep } }, 'application/x-ndjson': { itemSchema: deep } },
        },
        responses: ok,
      },
    },
    '/events': {
      get: {
        operationId: 'events',
        responses: { 200: { description: 'Events.', content: { 'text/event-stream': { itemSchema: deep } } } },
      },
    },
  },
};

const USER = `
import type { Send } from '@octavo/runtime';
import { createPetsClient, createPetsServer } from './index.ts';
export const server = createPetsServer;
export const client = (fetch: Send) => createPetsClient({ baseUrl: 'https://pets.example.com', fetch });
export const use = (c: ReturnType<typeof client>, photo: Blob) =>
  c.form({ contentType: 'multipart/form-data', body: { photo, more: [photo], id: 1n, deep: { at: new Date() } } });
`;

type Client = Record<string, (input: unknown) => Promise<{ status: number; body: unknown; headers: Record<string, unknown> }>>;

const user = await loadUser<{ server(handlers: object): (request: Request) => Promise<Response>; client(fetch: unknown): Client }>(
  'wire-held',
  DOCUMENT,
  USER,
  { ...OPTIONS, held: shortForms({ int64: 'bigint', dates: 'date' }) },
);

const BIG = 9007199254740993n;
const AT = new Date('2026-07-01T10:00:00.123Z');
const DEEP = { id: BIG, at: AT };
const FLAT = { id: -BIG, deep: DEEP, rows: [DEEP, { id: 1n }], one: DEEP };

function joined(handlers: object): Client {
  return user.client(inMemoryFetch(user.server(handlers)));
}

test('JSON in form fields and parts keeps every digit', async () => {
  const seen: unknown[] = [];
  const client = joined({
    form: (input: unknown) => {
      seen.push(input);
      return { status: 204 };
    },
  });
  const input = { contentType: 'application/x-www-form-urlencoded', body: FLAT };
  await client.form?.(input);
  const photo = new File(['x'], 'p.png', { type: 'image/png' });
  await client.form?.({ contentType: 'multipart/form-data', body: { ...FLAT, photo, more: [new Blob(['y'])] } });
  expect(seen[0]).toEqual(input);
  expect(seen[1]).toMatchObject({ body: { ...FLAT, photo: { name: 'p.png' }, more: [{ size: 1 }] } });
});

test('text in a field whose media type makes it a file is a 400', async () => {
  const body = new FormData();
  body.append('photo', 'text');
  const server = user.server({ form: () => ({ status: 204 }) });
  expect((await server(new Request('https://pets.example.com/form', { method: 'POST', body }))).status).toBe(400);
});

describe('the whole query as a form', () => {
  const input = { querystring: { ...FLAT, tags: ['a', 'b c'] } };

  test('encodes its fields as the document says', async () => {
    let seen: unknown;
    let url = '';
    const server = user.server({
      query: (received: unknown) => {
        seen = received;
        return { status: 200, headers: { 'Set-Cookie': [] } };
      },
    });
    const client = user.client((sentTo: string, init: RequestInit) => {
      url = sentTo;
      return server(new Request(sentTo, init));
    });
    await client.query?.(input).catch(() => {});
    expect(seen).toEqual(input);
    expect(url).toContain('tags=a%7Cb%20c');
    expect(url).toContain('one=%7B%22id%22%3A9007199254740993%2C');
  });
});

describe('Set-Cookie', () => {
  const lines = ['a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT', 'b=2; Path=/'];

  test.each([
    [200, 'Set-Cookie', lines],
    [200, 'Set-Cookie', lines.slice(0, 1)],
    [201, 'set-cookie', lines.join('\n')],
    [201, 'set-cookie', 'a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT'],
  ])('arrives unchanged with status %i', async (status, name, value) => {
    const result = await joined({ query: () => ({ status, headers: { [name]: value } }) }).query?.({});
    expect(result?.headers).toEqual({ [name]: value });
  });
});

describe('streams', () => {
  async function* source(): AsyncGenerator<unknown> {
    yield DEEP;
    yield { id: 2n };
  }

  test.each<[string, unknown, unknown]>([
    ['a list in JSON', { body: [DEEP] }, [DEEP]],
    ['items, in the second media type', { contentType: 'application/x-ndjson', body: source() }, [DEEP, { id: 2n }]],
    ['items of a list', { contentType: 'application/x-ndjson', body: [DEEP] }, [DEEP]],
    ['items of a set', { contentType: 'application/x-ndjson', body: new Set([DEEP]) }, [DEEP]],
  ])('%s', async (_, input, want) => {
    let seen: unknown;
    let sent: unknown;
    const server = user.server({
      async lines({ body }: { body: Iterable<unknown> }) {
        seen = [];
        for await (const item of body) (seen as unknown[]).push(item);
        return { status: 204 };
      },
    });
    await user
      .client((url: string, init: RequestInit) => {
        sent = new Headers(init.headers).get('content-type');
        return server(new Request(url, init));
      })
      .lines?.(input);
    expect(seen).toEqual(want);
    expect(sent).toBe((input as { contentType?: string }).contentType ?? 'application/json');
  });

  test('a list with an item that cannot be encoded is not sent', async () => {
    const body = [DEEP, { at: new Date('x') }];
    await expect(joined({}).lines?.({ contentType: 'application/x-ndjson', body })).rejects.toThrow('body/1/at');
  });

  test('converted events keep the event ID and the retry time', async () => {
    const client = joined({
      events: () => ({
        status: 200,
        body: (async function* () {
          yield { id: 'e1', data: DEEP, retry: 7 };
          yield { id: 'e2', data: { id: 2n } };
        })(),
      }),
    });
    const body = (await client.events?.({}))?.body as AsyncIterable<{ data: unknown }>;
    const got: unknown[] = [];
    for await (const { data } of body) {
      got.push(data);
      expect(eventStreamState(body)).toMatchObject({ lastEventId: `e${got.length}`, retryMilliseconds: 7 });
    }
    expect(got).toEqual([DEEP, { id: 2n }]);
  });

  test('leaving the loop does not wait for the next item', async () => {
    let closed = false;
    const client = joined({
      events: () => ({
        status: 200,
        body: (async function* () {
          try {
            yield { data: DEEP };
            await new Promise((resolve) => setTimeout(resolve, 50));
            yield { data: DEEP };
          } finally {
            closed = true;
          }
        })(),
      }),
    });
    const body = (await client.events?.({}))?.body as AsyncIterable<unknown>;
    const iterator = body[Symbol.asyncIterator]();
    await iterator.next();
    const second = iterator.next();
    await iterator.return?.();
    expect((await second).done).toBe(true);
    await expect.poll(() => closed).toBe(true);
  });
});

test('an encoding without a property is reported once', async () => {
  const media = { schema: { type: 'object', properties: { a: {} } }, encoding: { b: { contentType: 'text/plain' } } };
  const body = { $ref: '#/components/requestBodies/B' };
  const { problems } = await readService({
    paths: {
      '/a': { post: { requestBody: body, responses: ok }, put: { requestBody: body, responses: ok } },
    },
    components: { requestBodies: { B: { content: { 'multipart/form-data': media } } } },
  });
  const found = problems.list.filter(({ code }) => code === 'encoding-without-property');
  expect(found.map(({ severity, location, message }) => [severity, location.pointer, message])).toEqual([
    [
      'warning',
      '/components/requestBodies/B/content/multipart~1form-data/encoding/b',
      "`encoding` of 'b' has no effect: the schema has no such property.",
    ],
  ]);
});
