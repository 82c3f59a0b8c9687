// Fields of form-data and URL-encoded bodies as a document describes them: the exact bytes that a client sends, and what a server makes of those of
// others.
import { InvalidParameterError, inMemoryFetch, type Send } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { inFull } from '../support/in-full.ts';
import { loadUser } from '../support/user.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const listOf = (items: object) => ({ type: 'array', items });
const post = (operationId: string, contentType: string, schema: object, encoding?: object) => ({
  post: {
    operationId,
    requestBody: { required: true, content: { [contentType]: { schema, ...(encoding === undefined ? {} : { encoding }) } } },
    responses: {
      200: { description: 'The same.', content: { [contentType]: { schema, ...(encoding === undefined ? {} : { encoding }) } } },
    },
  },
});
const FORM_DATA = 'multipart/form-data';

const DOCUMENT = {
  paths: {
    '/styled': post(
      'styled',
      FORM_DATA,
      {
        type: 'object',
        properties: {
          ids: listOf(integer),
          names: listOf(string),
          words: listOf(string),
          tags: listOf(string),
          color: { type: 'object', properties: { r: integer, g: integer } },
          counts: { type: 'object', additionalProperties: integer },
          one: string,
        },
      },
      {
        ids: { style: 'form', explode: false },
        names: { style: 'form', explode: false },
        words: { style: 'spaceDelimited', explode: false },
        tags: { style: 'pipeDelimited', explode: false },
        color: { explode: false },
        counts: { explode: false },
        one: { style: 'form', explode: false },
      },
    ),
    '/offer': post(
      'offer',
      FORM_DATA,
      { type: 'object', required: ['sdp'], properties: { sdp: string, session: { type: 'object', properties: { type: string } } } },
      { sdp: { contentType: 'application/sdp' }, session: { contentType: 'application/json' } },
    ),
    '/whole': post('whole', FORM_DATA, { type: 'string', format: 'binary' }),
    '/either': post('either', 'application/x-www-form-urlencoded', {
      anyOf: [
        { type: 'object', required: ['size'], properties: { size: integer, flags: listOf({ type: 'boolean' }) } },
        { type: 'object', required: ['name'], properties: { name: string, more: integer } },
      ],
    }),
  },
};

const USER = `
import type { Send } from '@octavo/runtime';
import { createPetsClient, createPetsServer, petsValidators } from './index.ts';
export const seen: unknown[] = [];
const keep = <Body>({ body }: { body: Body }) => {
  seen.push(body);
  return { status: 200 as const, body };
};
export const server = createPetsServer({ styled: keep, offer: keep, whole: keep, either: keep });
export const client = (fetch: Send) => createPetsClient({ baseUrl: 'https://pets.example.com', fetch, validate: petsValidators });
`;

interface User {
  readonly server: (request: Request) => Promise<Response>;
  readonly seen: unknown[];
  client(fetch: Send): Record<string, (input?: object) => Promise<{ readonly status: number; readonly body: unknown }>>;
}

const user = await loadUser<User>('wire-form-data', DOCUMENT, USER);

/** What the client sends, with `b` as the boundary; the server answers it. */
async function sent(name: string, body: unknown): Promise<{ text: string; contentType: string; given: unknown }> {
  let text = '';
  let contentType = '';
  const send = inMemoryFetch(user.server);
  const result = await user
    .client(async (url, init) => {
      const request = new Request(url, { ...init, ...(init.body instanceof ReadableStream ? { duplex: 'half' } : {}) } as RequestInit);
      contentType = request.headers.get('content-type') ?? '';
      text = (await request.clone().text()).replace(/octavo-[0-9a-f-]{36}/g, 'b');
      return await send(url, init);
    })
    [name]?.({ body });
  return { text, contentType, given: result?.body };
}

const part = (name: string, value: string, type = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${type === '' ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n${value}\r\n`;

describe('form-data with a style that is not exploded', () => {
  test.each<[body: object, wire: string]>([
    [{ ids: [1, 2] }, part('ids', '1,2')],
    [{ names: ['a b', 'c&d=é%2C'] }, part('names', 'a b,c&d=é%2C')],
    [{ words: ['a', 'b+c'] }, part('words', 'a b+c')],
    [{ tags: ['a', 'b,c'] }, part('tags', 'a|b,c')],
    [{ color: { r: 1, g: 2 } }, part('color', 'r,1,g,2')],
    [{ counts: { a: 1, b: 2 } }, part('counts', 'a,1,b,2')],
    [{ one: 'a,b' }, part('one', 'a,b')],
    [{ ids: [1], one: 'x' }, part('ids', '1') + part('one', 'x')],
  ])('%j', async (body, wire) => {
    const { text, given } = await sent('styled', body);
    expect(text).toBe(`${wire}--b--\r\n`);
    expect(given).toEqual(body);
  });

  test.each([[{ names: ['a,b', 'c'] }], [{ words: ['a b'] }], [{ tags: ['a|b'] }], [{ counts: { 'a,b': 1 } }]])(
    '%j has a separator within a value, and is refused',
    async (body) => {
      await expect(sent('styled', body)).rejects.toThrow(InvalidParameterError);
    },
  );

  test.each([part('ids', '1') + part('ids', '2'), part('color', 'r,1,g'), part('ids', 'x')])('%j is a 400', async (parts) => {
    const init = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: `${parts}--b--\r\n` };
    expect((await user.server(new Request('https://pets.example.com/styled', init))).status).toBe(400);
  });
});

test('a text has the media type that the document declares for its part', async () => {
  const body = { sdp: 'v=0\r\n', session: { type: 'realtime' } };
  const { text, given } = await sent('offer', body);
  expect(text).toBe(`${part('sdp', 'v=0\r\n', 'application/sdp')}${part('session', '{"type":"realtime"}', 'application/json')}--b--\r\n`);
  expect(given).toEqual(body);
});

test('form-data that is described as bytes is sent as it is, with the boundary that its type names', async () => {
  const body = new Blob(['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'], {
    type: 'multipart/form-data; boundary=x',
  });
  const { text, contentType, given } = await sent('whole', body);
  expect(text).toBe(await body.text());
  expect(contentType).toBe('multipart/form-data; boundary=x');
  expect(await inFull(given)).toEqual(await inFull(body));
  await expect(sent('whole', new Blob(['a'], { type: 'text/plain' }))).rejects.toThrow(InvalidParameterError);
});

test.each<[body: object, wire: string]>([
  [{ size: 3, flags: [true, false] }, 'size=3&flags=true&flags=false'],
  [{ name: 'n', more: 2 }, 'name=n&more=2'],
  [{ name: '1' }, 'name=1'],
])('fields of either of two objects have their types: %j', async (body, wire) => {
  const { text, given } = await sent('either', body);
  expect(text).toBe(wire);
  expect(given).toEqual(body);
});
