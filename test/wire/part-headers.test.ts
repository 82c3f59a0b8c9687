// Headers of the parts of a multipart body (OpenAPI 3.1.1 section 4.8.15): typed and checked at both ends, in one document that is generated and
// called.

import path from 'node:path';
import { header, InvalidParameterError, inMemoryFetch, multipart, SyntaxFault } from '@octavo/runtime';
import { createRandom } from '@octavo/runtime/testing';
import { describe, expect, test } from 'vitest';
import { shortForms } from '../../generator/emit/held/forms.ts';
import { OPTIONS, readService } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { loadUser } from '../support/user.ts';

const string = { type: 'string' };
const id = { type: 'integer', format: 'int64' };
const file = { type: 'string', format: 'binary' };
const multi = (encoding: object, properties: object) => ({
  'multipart/form-data': { schema: { type: 'object', required: ['photo'], properties }, encoding },
});
const DOCUMENT = {
  paths: {
    '/album': {
      post: {
        operationId: 'send',
        requestBody: {
          required: true,
          content: multi(
            {
              photo: {
                contentType: 'image/png, image/*',
                headers: {
                  'Content-Type': { schema: string },
                  'X-Rotation': { required: true, schema: { type: 'integer', maximum: 270 } },
                  'X-Id': { schema: id },
                },
              },
              pages: { headers: { 'X-Tags': { $ref: '#/components/headers/Tags' } } },
              note: { headers: { 'X-Lang': { schema: { enum: ['de', 'en'] } } } },
              place: { headers: { 'X-Taken': { schema: { type: 'string', format: 'date-time' } } } },
            },
            {
              photo: {},
              pages: { type: 'array', items: file },
              note: string,
              place: { $ref: '#/components/schemas/Place' },
              title: string,
            },
          ),
        },
        responses: { 204: { description: 'Kept.' } },
      },
    },
    '/plain': {
      post: {
        operationId: 'plain',
        // The same schema without headers has another type.
        requestBody: {
          content: { 'multipart/form-data': { schema: { type: 'object', properties: { place: { $ref: '#/components/schemas/Place' } } } } },
        },
        responses: {
          200: {
            description: 'It.',
            content: {
              'multipart/form-data': {
                schema: { allOf: [{ type: 'object', properties: { doc: file } }] },
                encoding: { doc: { headers: { 'X-Id': { schema: id } } } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    headers: { Tags: { schema: { type: 'array', items: string } } },
    schemas: { Place: { type: 'object', properties: { id } } },
  },
};

const USER = `
import type { Send } from '@octavo/runtime';
import { createPetsClient, createPetsServer } from './index.ts';
export const server = createPetsServer;
export const client = (fetch: Send) => createPetsClient({ baseUrl: 'https://pets.example.com', fetch });
export async function use(c: ReturnType<typeof client>, blob: Blob) {
  await c.send({
    body: {
      photo: { body: blob, headers: { 'X-Rotation': 90, 'X-Id': 1n } },
      pages: [{ body: blob, headers: { 'X-Tags': ['a'] } }, { body: blob }],
      note: { body: 'Hallo', headers: { 'X-Lang': 'de' } },
      place: { body: { id: 1n }, headers: { 'X-Taken': new Date() } },
      title: 'plain',
    },
  });
  // @ts-expect-error A required header is missing.
  await c.send({ body: { photo: { body: blob } } });
  // @ts-expect-error All headers are missing.
  await c.send({ body: { photo: blob } });
  const result = await c.plain({ body: { place: { id: 1n } } });
  const read: bigint | undefined = result.body.doc?.headers?.['X-Id'];
  return read;
}
`;

type Client = Record<'send' | 'plain', (input: unknown) => Promise<{ status: number; body?: unknown }>>;

const user = await loadUser<{ server(handlers: object): (request: Request) => Promise<Response>; client(fetch: unknown): Client }>(
  'wire-part-headers',
  DOCUMENT,
  USER,
  { ...OPTIONS, held: shortForms({ int64: 'bigint', dates: 'date' }) },
);

const BIG = 9007199254740993n;
const png = new File(['png'], 'p.png', { type: 'image/png' });

test('parts arrive with their headers', async () => {
  let seen: unknown;
  const client = user.client(
    inMemoryFetch(
      user.server({
        send: (input: unknown) => {
          seen = input;
          return { status: 204 };
        },
      }),
    ),
  );
  const at = new Date('2026-07-01T10:00:00.000Z');
  const body = {
    photo: { body: png, headers: { 'X-Rotation': 90, 'X-Id': BIG } },
    pages: [{ body: new Blob(['1']), headers: { 'X-Tags': ['a', 'b'] } }, { body: new Blob(['22']) }],
    note: { body: 'Hallo\nWelt', headers: { 'X-Lang': 'de' } },
    place: { body: { id: BIG }, headers: { 'X-Taken': at } },
    title: 'plain',
  };
  expect((await client.send({ body })).status).toBe(204);
  expect(seen).toMatchObject({
    body: {
      ...body,
      photo: { body: { name: 'p.png', type: 'image/png', size: 3 }, headers: { 'X-Rotation': 90, 'X-Id': BIG } },
      pages: [{ body: { size: 1 }, headers: { 'X-Tags': ['a', 'b'] } }, { body: { size: 2 } }],
    },
  });
});

test('parts of a response have headers too', async () => {
  const answer = { doc: { body: new File(['x'], 'd'), headers: { 'X-Id': BIG } } };
  const client = user.client(inMemoryFetch(user.server({ plain: () => ({ status: 200, body: answer }) })));
  expect((await client.plain({ body: { place: { id: 1n } } })).body).toMatchObject({
    doc: { body: { name: 'd' }, headers: { 'X-Id': BIG } },
  });
});

test('examples have the required headers of their parts', async () => {
  const examples = await import(path.join(root, '.octavo/tmp/wire-part-headers/examples.ts'));
  const client = user.client(inMemoryFetch(examples.mockPetsServer()));
  const random = createRandom(1);
  for (let count = 0; count < 20; count++) {
    const sent = examples.exampleSendInput(random);
    expect(Number.isInteger(sent.body.photo.headers['X-Rotation'])).toBe(true);
    expect((await client.send(sent)).status).toBe(204);
    expect((await client.plain(examples.examplePlainInput(random))).status).toBe(200);
  }
});

const part = (head: string, body = 'x') =>
  `--b\r\nContent-Disposition: form-data; name="photo"; filename="p"\r\nContent-Type: image/png\r\n${head}\r\n${body}\r\n--b--`;

test.each([
  ['x-rotation: 90\r\n', 204],
  ['X-Rotation: 90\r\nX-Unknown: 1\r\n', 204],
  ['', 400],
  ['X-Rotation: 9e1\r\n', 400],
  ['X-Rotation: 271\r\n', 400],
  ['X-Rotation: 1\r\nX-Id: 9223372036854775808\r\n', 400],
  ['X-Rotation: 1\r\nX-Rotation: 1\r\n', 400],
])('the server judges %j', async (head, status) => {
  const server = user.server({ send: () => ({ status: 204 }) });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const response = await server(new Request('https://pets.example.com/album', { method: 'POST', headers, body: part(head) }));
  expect(response.status).toBe(status);
  if (status === 400) expect(await response.text()).not.toContain('internal');
});

describe('the codec', () => {
  const codec = multipart({}, { a: { headers: [{ name: 'X-A', required: true, codec: header, shape: 'integer' }] } });

  test.each<[string, unknown]>([
    ['no part', { a: 'text' }],
    ['no body', { a: { headers: { 'X-A': 1 } } }],
    ['no header', { a: { body: 'x' } }],
    ['a header without a text', { a: { body: 'x', headers: { 'X-A': {} } } }],
    ['a header of two lines', { a: { body: 'x', headers: { 'X-A': 'a\r\nX-B: 1' } } }],
    ['an inherited body', { a: Object.create({ body: 'x', headers: { 'X-A': 1 } }) }],
  ])('%s is rejected', (_, value) => {
    expect(() => codec.encode(value, 'multipart/form-data')).toThrow(InvalidParameterError);
  });

  test('a header that its codec cannot read is rejected', () => {
    const broken = multipart({}, { photo: { headers: [{ name: 'X-A', codec: { ...header, read: () => undefined }, shape: 'string' }] } });
    expect(() => broken.decode(new TextEncoder().encode(part('X-A: 1\r\n')), 'multipart/form-data; boundary=b')).toThrow(SyntaxFault);
  });
});

test.each<[string, object, object, string]>([
  ['Content-Disposition', { a: { headers: { 'Content-Disposition': { schema: string } } } }, { a: string }, 'written by the format'],
  [
    'a style',
    { a: { style: 'form', explode: true, headers: { 'X-A': { schema: string } } } },
    { a: string },
    'its style defines the parts',
  ],
  [
    'a list or one',
    { a: { headers: { 'X-A': { schema: string } } } },
    { a: { type: ['array', 'string'], items: string } },
    'a list or a single value',
  ],
  [
    'a header without a text',
    { a: { headers: { 'X-A': { schema: { type: 'array', items: { type: 'array' } } } } } },
    { a: string },
    'no text form',
  ],
])('headers beside %s are left out by name', async (_, encoding, properties, want) => {
  const body = { content: { 'multipart/form-data': { schema: { type: 'object', properties }, encoding } } };
  const { problems } = await readService({ paths: { '/a': { post: { requestBody: body, responses: { 204: { description: 'No.' } } } } } });
  const [problem] = problems.list.filter(({ code }) => code === 'left-out');
  expect(problem?.message).toContain(want);
  expect(problem?.related?.[0]?.location.pointer).toContain('/encoding/a');
});

test('headers in the encoding of a urlencoded form are ignored', async () => {
  const media = { schema: { type: 'object', properties: { a: string } }, encoding: { a: { headers: { 'X-A': { schema: string } } } } };
  const { problems, service } = await readService({
    paths: {
      '/a': {
        post: { requestBody: { content: { 'application/x-www-form-urlencoded': media } }, responses: { 204: { description: 'Yes.' } } },
      },
    },
  });
  expect(problems.list.filter(({ severity }) => severity === 'unsupported')).toEqual([]);
  expect(service?.operations).toHaveLength(1);
});
