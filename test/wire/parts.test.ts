// Multipart bodies whose parts have positions, and those of other media types than form-data whose parts have names: generated, compiled and called.
import { inMemoryFetch, parts, type Send, SyntaxFault, UnsupportedMediaFault } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { inFull } from '../support/in-full.ts';
import { loadUser } from '../support/user.ts';

const string = { type: 'string' };
const binary = { type: 'string', format: 'binary' };
const meta = { type: 'object', required: ['title'], properties: { title: string } };
const both = (content: object) => ({
  requestBody: { required: true, content },
  responses: { 200: { description: 'The same.', content } },
});

const DOCUMENT = {
  openapi: '3.2.0',
  paths: {
    '/batch': {
      post: {
        operationId: 'batch',
        ...both({ 'multipart/mixed': { itemSchema: { anyOf: [meta, string, { type: 'integer' }, { type: 'null' }] } } }),
      },
    },
    '/related': {
      post: {
        operationId: 'related',
        ...both({
          'multipart/related; type="application/json"': {
            schema: { type: 'array', prefixItems: [meta, {}], items: binary, minItems: 2 },
            prefixEncoding: [{ contentType: 'application/vnd.meta+json' }, { contentType: 'image/png, image/jpeg' }],
            itemEncoding: { contentType: 'image/*', headers: { 'X-Width': { required: true, schema: { type: 'integer' } } } },
          },
        }),
      },
    },
    '/numbers': {
      post: { operationId: 'numbers', ...both({ 'multipart/mixed': { schema: { type: 'array', items: { type: 'integer' } } } }) },
    },
    '/named': {
      post: {
        operationId: 'named',
        ...both({ 'multipart/mixed': { schema: { type: 'object', required: ['meta'], properties: { meta, file: binary } } } }),
      },
    },
  },
};

const USER = `
import type { Send } from '@octavo/runtime';
import { createPetsClient, createPetsServer, petsValidators, type RelatedInput } from './index.ts';
import { mockPetsServer } from './examples.ts';
export const server = createPetsServer({
  batch: ({ body }) => ({ status: 200, body }),
  related: ({ body }) => ({ status: 200, body }),
  numbers: ({ body }) => ({ status: 200, body }),
  named: ({ body }) => ({ status: 200, body }),
});
export const mock = mockPetsServer();
export const client = (fetch: Send) => createPetsClient({ baseUrl: 'https://pets.example.com', fetch, validate: petsValidators });
const png = new Blob(['p'], { type: 'image/png' });
export const related: RelatedInput = { body: [{ title: 't' }, png, { body: png, headers: { 'X-Width': 1 } }] };
// @ts-expect-error The first part is an object.
export const wrong: RelatedInput = { body: ['t', png] };
`;

interface User {
  readonly server: (request: Request) => Promise<Response>;
  readonly mock: (request: Request) => Promise<Response>;
  client(fetch: Send): Record<string, (input: object) => Promise<{ readonly body: unknown }>>;
}

const user = await loadUser<User>('wire-parts', DOCUMENT, USER);

const png = new File(['p'], 'a "b".png', { type: 'image/png' });
const jpeg = new Blob(['j'], { type: 'image/jpeg' });

describe('what a caller sends comes back', () => {
  test.each<[name: string, body: unknown, sent: RegExp]>([
    [
      'batch',
      [{ title: 't' }, 'é\n', ''],
      /\r\nContent-Type: application\/json\r\n\r\n\{"title":"t"\}\r\n--.*\r\nContent-Type: text\/plain; charset=utf-8\r\n\r\né\n\r\n/,
    ],
    [
      'batch',
      ['5', 5, 'null', null, '{"title":"t"}'],
      /text\/plain; charset=utf-8\r\n\r\n5\r\n--.*\r\nContent-Type: application\/json\r\n\r\n5\r\n/,
    ],
    ['batch', [], /^--octavo-[\w-]+--\r\n$/],
    [
      'related',
      [{ title: 't' }, png],
      /Content-Type: application\/vnd\.meta\+json\r\n\r\n.*\r\n--.*\r\nContent-Disposition: attachment; filename="a %22b%22\.png"\r\nContent-Type: image\/png\r\n\r\np/,
    ],
    ['related', [{ title: 't' }, png, { body: jpeg, headers: { 'X-Width': 5 } }], /Content-Type: image\/jpeg\r\nX-Width: 5\r\n\r\nj/],
    ['numbers', [1, -2], /Content-Type: text\/plain; charset=utf-8\r\n\r\n-2\r\n/],
    ['named', { meta: { title: 't' }, file: png }, /name="meta"\r\nContent-Type: application\/json/],
  ])('%s of %j', async (name, body, sent) => {
    let text = '';
    let type: string | null = null;
    const fetch = inMemoryFetch(async (request) => {
      type = request.headers.get('content-type');
      text = await request.clone().text();
      return user.server(request);
    });
    const result = await user.client(fetch)[name]?.({ body });
    expect(await inFull(result?.body)).toEqual(await inFull(body));
    expect(text).toMatch(sent);
    expect(type).toMatch(
      name === 'related' ? /^multipart\/related; type="application\/json"; boundary=octavo-/ : /^multipart\/mixed; boundary=octavo-/,
    );
  });

  test.each(['batch', 'related', 'numbers', 'named'])('a mock answers %s', async (name) => {
    const fetch = inMemoryFetch(user.mock);
    const body = { batch: ['a'], related: [{ title: 't' }, png], numbers: [1], named: { meta: { title: 't' } } }[name];
    expect(await user.client(fetch)[name]?.({ body })).toMatchObject({ status: 200 });
  });
});

describe('what others send', () => {
  const ask = async (where: string, type: string, body: string): Promise<unknown> => {
    const request = new Request(`https://pets.example.com/${where}`, { method: 'POST', headers: { 'content-type': type }, body });
    const response = await user.server(request);
    return response.status === 200 ? response.status : ((await response.json()) as { readonly detail?: string }).detail;
  };

  test.each<[where: string, body: string, want: unknown]>([
    ['batch', '--b\r\n\r\na part without headers\r\n--b--', 200],
    ['batch', 'preamble\r\n--b\r\nContent-Type: application/json; charset=utf-8\r\n\r\n{"title":"t"}\r\n--b--\r\nepilogue', 200],
    ['batch', '--b\r\nContent-Type: application/json\r\n\r\n{\r\n--b--', 'The body has a part 0 that is not valid JSON.'],
    ['batch', '--b\r\nContent-Type: text/plain; charset=utf-16\r\n\r\na\r\n--b--', 'The body has a part 0 that is not in UTF-8.'],
    ['batch', '--b\r\n\r\na', 'The body ends within a part.'],
    ['batch', `--b\r\nX: ${'x'.repeat(9000)}\r\n\r\na\r\n--b--`, 'The body has a part whose headers do not end or are too long.'],
    ['batch', `${'--b\r\n\r\n\r\n'.repeat(1001)}--b--`, 'The body has more than 1000 parts.'],
    ['named', '--b\r\nContent-Disposition: inline; name="meta"\r\nContent-Type: application/json\r\n\r\n{"title":"t"}\r\n--b--', 200],
    ['named', '--b\r\nContent-Type: application/json\r\n\r\n{"title":"t"}\r\n--b--', 'The body has a part without a name.'],
  ])('%s: %j', async (where, body, want) => {
    expect(await ask(where, 'multipart/mixed; boundary=b', body)).toBe(want);
  });

  test('a part of another media type than the declared one is a 415', async () => {
    const body =
      '--b\r\nContent-Type: application/vnd.meta+json\r\n\r\n{"title":"t"}\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>\r\n--b--';
    expect(await ask('related', 'multipart/related; boundary=b', body)).toBe('The body has a part 1 that is not image/png or image/jpeg.');
  });
});

test('a codec writes lists only, and refuses what a part cannot hold', () => {
  const codec = parts({ headers: [] }, [{}]);
  expect(codec.encode({}, 'multipart/mixed').body).toBeUndefined();
  expect(() => codec.encode(['a', 'b'], 'multipart/mixed')).toThrow('body.1 must be an object { body, headers }.');
  expect(() => codec.encode(['\ud800'], 'multipart/mixed')).toThrow('body.0 has a lone surrogate.');
  expect(() => codec.decode(new TextEncoder().encode('x'), 'multipart/mixed')).toThrow(SyntaxFault);
  const typed = parts({ contentTypes: ['image/*'] });
  const text = '--b\r\nContent-Type: text/plain\r\n\r\na\r\n--b--';
  expect(() => typed.decode(new TextEncoder().encode(text), 'multipart/mixed; boundary=b')).toThrow(UnsupportedMediaFault);
});
