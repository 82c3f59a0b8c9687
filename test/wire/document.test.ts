// One document with every kind of parameter and form field, generated, compiled and called: client and server agree.
import { inMemoryFetch } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { type Keeping, keeping, loadUser } from '../support/user.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const strings = { type: 'array', items: string };
const colors = { type: 'object', properties: { R: integer, G: integer }, additionalProperties: false };
const filter = {
  type: 'object',
  additionalProperties: false,
  properties: { age: { type: 'object', additionalProperties: integer }, tags: strings, rows: { type: 'array', items: colors } },
};
const form = { type: 'object', properties: { n: integer, tags: strings, filter, place: colors, photo: { ...string, format: 'binary' } } };
const parameters = [
  { name: 'id', in: 'path', required: true, schema: integer },
  { name: 'list', in: 'path', required: true, style: 'label', explode: true, schema: strings },
  { name: 'colors', in: 'path', required: true, style: 'matrix', explode: true, schema: colors },
  { name: 'tags', in: 'query', schema: strings },
  { name: 'pipes', in: 'query', style: 'pipeDelimited', explode: false, schema: strings },
  { name: 'filter', in: 'query', style: 'deepObject', explode: true, schema: filter },
  { name: 'json', in: 'query', content: { 'application/json': { schema: filter } } },
  { name: 'textJson', in: 'query', content: { 'text/json': { schema: filter } } },
  { name: 'X-List', in: 'header', schema: { type: 'array', items: integer } },
  { name: 'X-Json', in: 'header', content: { 'application/json': { schema: { type: ['null', 'integer'] } } } },
  { name: 'theme', in: 'cookie', explode: true, schema: strings },
];
const { photo: _photo, ...flat } = form.properties;
const DOCUMENT = {
  paths: {
    '/a/{id}/b{list}/c{colors}': { get: { operationId: 'ask', parameters, responses: { 204: { description: 'Asked.' } } } },
    '/form': {
      post: {
        operationId: 'send',
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: flat },
              encoding: { filter: { style: 'deepObject', explode: true }, tags: { explode: false } },
            },
            'multipart/form-data': {
              schema: form,
              encoding: { filter: { style: 'deepObject', explode: true }, photo: { contentType: 'image/png, image/*' } },
            },
          },
        },
        responses: { 204: { description: 'Sent.' } },
      },
    },
  },
};

const user = await loadUser<Keeping>('wire-document', DOCUMENT, keeping(['ask', 'send']));

async function arrives(name: string, input: unknown): Promise<unknown> {
  const result = await user.client(inMemoryFetch(user.server))[name]?.(input);
  expect(result?.status).toBe(204);
  return user.seen.at(-1);
}

const deep = { age: { gt: 18, __proto__x: 1 }, tags: ['a&b', 'c'], rows: [{ R: 1 }, { G: 2 }] };

test('parameters of every kind arrive unchanged', async () => {
  const input = {
    path: { id: -7, list: ['a.b', '/', 'ü'], colors: { R: 1, G: 2 } },
    query: { tags: ['x', ''], pipes: ['a', 'b c'], filter: deep, json: deep, textJson: deep },
    header: { 'X-List': [1, 2], 'X-Json': null },
    cookie: { theme: ['dark; x', 'b=c'] },
  };
  expect(await arrives('ask', input)).toEqual(input);
});

test('forms arrive unchanged', async () => {
  const body = { n: 1, tags: ['a,b', 'c'], filter: deep, place: { R: 1 } };
  expect(await arrives('send', { contentType: 'application/x-www-form-urlencoded', body })).toMatchObject({ body });
  const file = new File([new Uint8Array([0, 255])], 'p.png', { type: 'image/png' });
  expect(await arrives('send', { contentType: 'multipart/form-data', body: { ...body, photo: file } })).toMatchObject({
    body: { ...body, photo: { name: 'p.png', type: 'image/png', size: 2 } },
  });
});

test('a part with an undeclared media type is a 415, a malformed field a 400', async () => {
  const post = async (body: FormData | URLSearchParams) => {
    return (await user.server(new Request('https://pets.example.com/form', { method: 'POST', body }))).status;
  };
  const data = new FormData();
  data.append('photo', new Blob(['x'], { type: 'text/html' }), 'p');
  expect(await post(data)).toBe(415);
  expect(await post(new URLSearchParams({ 'filter[tags][1]': 'a' }))).toBe(400);
  expect(await post(new URLSearchParams({ n: '1e2' }))).toBe(400);
  expect(await post(new URLSearchParams({ n: '1' }))).toBe(204);
});
