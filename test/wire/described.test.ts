// Parameters and bodies as frameworks describe them, with keywords that have one meaning only: generated, compiled, and called at both ends.
import { inMemoryFetch, type Send } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { inFull } from '../support/in-full.ts';
import { loadUser } from '../support/user.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const echo = (schema: object, contentType = 'application/json') => ({
  requestBody: { required: true, content: { [contentType]: { schema } } },
  responses: { 200: { description: 'The same.', content: { [contentType]: { schema } } } },
});

const DOCUMENT = {
  paths: {
    // Writers of 3.1 describe maps like this.
    '/map': {
      get: {
        operationId: 'map',
        parameters: [{ name: 'filter', in: 'query', required: true, schema: { type: 'object', unevaluatedProperties: integer } }],
        responses: { 200: { description: 'OK.', content: { 'application/json': { schema: ref('Named') } } } },
      },
    },
    '/upload': {
      post: {
        operationId: 'upload',
        ...echo(
          { type: 'object', required: ['file', 'files'], properties: { file: {}, files: { type: 'array', items: {} } } },
          'multipart/form-data',
        ),
      },
    },
    '/download': { post: { operationId: 'download', ...echo({ type: 'string', format: 'binary' }) } },
    '/pets': { post: { operationId: 'pet', ...echo(ref('Pet')) } },
    '/fish': { post: { operationId: 'fish', ...echo(ref('Fish')) } },
    '/open': { post: { operationId: 'open', ...echo(ref('Open')) } },
    '/search': {
      get: {
        operationId: 'search',
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 200: { description: 'OK.', content: { 'application/json': { schema: string } } } },
      },
    },
  },
  components: {
    schemas: {
      Named: { type: 'object', required: ['name'], properties: { name: string }, unevaluatedProperties: string },
      // Every cat is a dog by its schema, so that `oneOf` alone would refuse it.
      Pet: {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } },
      },
      Cat: { type: 'object', required: ['name'], properties: { name: string, meow: { type: 'boolean' } } },
      Dog: { type: 'object', required: ['name'], properties: { name: string, bark: { type: 'boolean' } } },
      Fish: {
        type: 'object',
        required: ['kind', 'age'],
        properties: { kind: string, age: integer },
        discriminator: { propertyName: 'kind', mapping: { shark: '#/components/schemas/Shark' } },
      },
      Shark: { allOf: [ref('Fish')], type: 'object', required: ['teeth'], properties: { kind: { enum: ['shark'] }, teeth: integer } },
      Open: { type: 'object', required: ['name'], properties: { name: string }, allOf: [{ type: 'object', additionalProperties: {} }] },
    },
  },
};

const USER = `
import type { Send } from '@octavo/runtime';
import { createPetsClient, createPetsServer, type Fish, type Open, type Pet, petsValidators, type SearchInput } from './index.ts';
export const server = createPetsServer({
  map: ({ query }) => ({ status: 200, body: { name: JSON.stringify(query.filter) } }),
  upload: ({ body }) => ({ status: 200, body }),
  download: ({ body }) => ({ status: 200, body }),
  pet: ({ body }) => ({ status: 200, body }),
  fish: ({ body }) => ({ status: 200, body }),
  open: ({ body }) => ({ status: 200, body }),
  search: (input) => ({ status: 200, body: JSON.stringify(input) }),
});
export const client = (fetch: Send) => createPetsClient({ baseUrl: 'https://pets.example.com', fetch, validate: petsValidators });
export const meows = (pet: Pet): boolean | undefined => (pet.kind === 'cat' ? pet.meow : pet.bark);
export const teeth = (fish: Fish): number => (fish.kind === 'shark' ? fish.teeth : 0);
export const open: Open = { name: 'a', other: 1 };
export const search: SearchInput = {};
`;

interface User {
  readonly server: (request: Request) => Promise<Response>;
  client(fetch: Send): Record<string, (input?: object) => Promise<{ readonly body: unknown }>>;
}

const user = await loadUser<User>('wire-described', DOCUMENT, USER);

const file = new File(['a'], 'a.txt', { type: 'text/plain' });

test.each<[name: string, body: unknown]>([
  ['upload', { file, files: [file, 'text'] }],
  ['upload', { file: 'text', files: [file] }],
  ['download', new Blob(['{"a":'], { type: 'application/json' })],
  ['pet', { kind: 'cat', name: 'n', meow: true }],
  ['pet', { kind: 'dog', name: 'n' }],
  ['fish', { kind: 'shark', age: 1, teeth: 2 }],
  ['open', { name: 'a', other: { b: [1] } }],
])('%s gives back %j', async (name, body) => {
  const result = await user.client(inMemoryFetch(user.server))[name]?.({ body });
  expect(await inFull(result?.body)).toEqual(await inFull(body));
});

test('a map in a query has the type that unevaluatedProperties names', async () => {
  const client = user.client(inMemoryFetch(user.server));
  expect(await client.map?.({ query: { filter: { a: 1, b: -2 } } })).toMatchObject({ body: { name: '{"a":1,"b":-2}' } });
  expect((await user.server(new Request('https://pets.example.com/map?a=x'))).status).toBe(400);
});

test('a branch is checked that the discriminator names', async () => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"kind":"cat","name":"n","meow":1}' };
  expect((await user.server(new Request('https://pets.example.com/pets', init))).status).toBe(400);
});

test('a body of GET is neither sent nor read', async () => {
  expect(await user.client(inMemoryFetch(user.server)).search?.({ body: { a: 1 } })).toMatchObject({ body: '{}' });
});
