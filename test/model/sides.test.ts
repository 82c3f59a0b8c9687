// `readOnly` and `writeOnly`: a schema used in requests and responses has a type and a validator for each; a schema used on one side has one.
import { join, resolve } from 'node:path';
import { type FetchHandler, inMemoryFetch, type Validator } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../../generator/docs/samples/index.ts';
import type { Service } from '../../generator/model/service.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { byEffort } from '../support/effort.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const root = resolve(import.meta.dirname, '../..');
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});
const text = { type: 'string' };
const readOnly = { type: 'integer', readOnly: true };
const writeOnly = { type: 'string', writeOnly: true };
const answer = (schema: object) => ({ 200: { description: 'Fine.', ...json(schema) } });

const DOCUMENT = {
  servers: [{ url: 'https://users.example' }],
  paths: {
    '/users': {
      post: {
        operationId: 'createUser',
        requestBody: {
          required: true,
          ...json(ref('User'), { id: 1, name: 'Mira', password: 'p', friends: [{ id: 2, name: 'Ann', password: 'q' }] }),
        },
        responses: answer(ref('User')),
      },
    },
    '/notes': {
      post: { operationId: 'postNote', requestBody: { required: true, ...json(ref('Draft')) }, responses: answer(ref('Saved')) },
    },
    '/shapes': {
      put: { operationId: 'putShape', requestBody: { required: true, ...json(ref('Shape')) }, responses: answer(ref('Shape')) },
    },
    '/orders': { post: { operationId: 'user', responses: { 204: { description: 'Done.' } } } },
  },
  webhooks: {
    joined: { post: { operationId: 'joined', requestBody: json(ref('User')), responses: { 204: { description: 'Taken.' } } } },
  },
  components: {
    schemas: {
      Id: { type: 'integer', readOnly: true },
      Base: { type: 'object', required: ['id'], properties: { id: ref('Id'), at: { ...text, readOnly: true }, tag: text } },
      User: {
        allOf: [
          ref('Base'),
          {
            type: 'object',
            required: ['name', 'password', 'at'],
            properties: { name: text, password: writeOnly, friends: { type: 'array', items: ref('User') }, address: ref('Address') },
          },
        ],
      },
      Address: { type: 'object', properties: { street: text } },
      Draft: { type: 'object', required: ['id', 'text'], properties: { id: readOnly, text }, additionalProperties: false },
      Saved: { type: 'object', required: ['id', 'secret'], properties: { id: readOnly, secret: writeOnly } },
      Shape: {
        oneOf: [ref('Circle'), ref('Square')],
        discriminator: { propertyName: 'kind', mapping: { circle: ref('Circle').$ref, square: ref('Square').$ref } },
      },
      Circle: {
        type: 'object',
        required: ['kind', 'area'],
        properties: { kind: { enum: ['circle'], readOnly: true }, area: readOnly, radius: { type: 'number' } },
      },
      Square: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { ...text, pattern: '^square$', readOnly: true }, side: { type: 'number' } },
      },
      UserWritable: { type: 'object', properties: { mine: text } },
      Offered: { type: 'object', required: ['secret'], properties: { id: readOnly, secret: writeOnly } },
    },
  },
};

const USES = `
import type { Address, Circle, CreateUserInput, CreateUserResult, Draft, JoinedInput, PetsClient, Saved, Shape, ShapeWritable, User, UserWritable_2 } from './index.ts';
const sent: UserWritable_2 = { name: 'Mira', password: 'p', friends: [{ name: 'Ann', password: 'q' }], address: { street: 's' } };
const input: CreateUserInput = { body: sent };
const told: User = { id: 1, at: 'now', name: 'Mira', friends: [], address: {} };
const draft: Draft = { text: 'x' };
const saved: Saved = { id: 1 };
const shape: ShapeWritable = { kind: 'circle', radius: 1 };
const joined: JoinedInput = { body: told };
// @ts-expect-error: only responses have it
const id: UserWritable_2 = { id: 1, name: 'Mira', password: 'p' };
// @ts-expect-error: only requests have it
const password: User = { id: 1, at: 'now', name: 'Mira', password: 'p' };
// @ts-expect-error: responses require the area
const circle: Circle & Shape = { kind: 'circle' };
export async function use(client: PetsClient): Promise<Address | undefined> {
  const result: CreateUserResult = await client.createUser(input);
  return result.status === 200 ? result.body.address : undefined;
}
export const all = [sent, told, draft, saved, shape, joined, id, password, circle];
`;

describe('projections for requests and responses', () => {
  const folder = join(root, '.octavo/tmp/sides');
  let service: Service;
  let complaints: string;
  let module: Record<string, unknown>;
  beforeAll(async () => {
    service = await serviceOf(DOCUMENT);
    const files = emit(service, { ...OPTIONS, examples: true });
    const shown = service.operations.map((operation): [string, string] => [
      `sample-${operation.name}.ts`,
      samples(service, operation, { clientModule: './index.ts', runtime: '@octavo/runtime' })[1]?.source ?? '',
    ]);
    complaints = typeCheck(folder, new Map([...files, ...shown, ['uses.ts', USES]]));
    module = (await import(join(folder, 'index.ts'))) as Record<string, unknown>;
  });

  test('the output compiles in strict mode, samples too', () => expect(complaints).toBe(''));

  test('the response type has the schema’s own name, and the request type a name that no other schema has', () => {
    const names = service.schemas.map(({ name }) => name);
    expect(names).toEqual([
      ...['Id', 'Base', 'BaseWritable', 'User', 'UserWritable_2', 'Address', 'Draft', 'Saved', 'Shape', 'ShapeWritable'],
      ...['Circle', 'CircleWritable', 'Square', 'UserWritable', 'Offered'],
    ]);
  });

  const valid = (name: string, value: unknown): boolean => (module[`validate${name}`] as Validator)(value, []);
  test.each<[string, unknown, boolean]>([
    ['UserWritable_2', { name: 'M', password: 'p' }, true],
    ['UserWritable_2', { name: 'M' }, false],
    ['UserWritable_2', { name: 'M', password: 'p', friends: [{ name: 'A' }] }, false],
    ['User', { id: 1, at: 'now', name: 'M' }, true],
    ['User', { name: 'M' }, false],
    ['User', { id: 1, at: 'now', name: 'M', friends: [{ id: 1, name: 'A' }] }, false],
    ['Draft', { text: 'x' }, true],
    ['Draft', { id: 1, text: 'x' }, false],
    ['Saved', { id: 1 }, true],
    ['Saved', {}, false],
    ['ShapeWritable', { kind: 'circle' }, true],
    ['ShapeWritable', { kind: 'square' }, true],
    ['ShapeWritable', { radius: 1 }, false],
    ['Shape', { kind: 'circle' }, false],
    ['Shape', { kind: 'circle', area: 3 }, true],
    ['Offered', { id: 1 }, true],
  ])('%s takes %j: %s', (name, value, want) => expect(valid(name, value)).toBe(want));

  test('the server validates the request type, the client returns the response type', async () => {
    const create = (name: string) => module[name] as (...args: readonly unknown[]) => unknown;
    const seen: unknown[] = [];
    const handlers = {
      createUser(input: unknown) {
        seen.push(input);
        return { status: 200, body: { id: 1, at: 'now', name: 'M' } };
      },
    };
    const server = create('createPetsServer')(handlers) as FetchHandler;
    const client = create('createPetsClient')({ fetch: inMemoryFetch(server) }) as { createUser(input: object): Promise<object> };
    const body = { name: 'M', password: 'p' };
    expect(await client.createUser({ body })).toMatchObject({ status: 200, body: { id: 1, name: 'M' } });
    expect(seen).toEqual([{ body }]);
    const refused = await server(
      new Request('https://users.example/users', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"M"}' }),
    );
    expect(refused.status).toBe(400);
  });

  test('examples show the members of their side', async () => {
    const examples = (await import(join(folder, 'examples.ts'))) as Record<string, () => { body: object }>;
    expect(examples.exampleCreateUserInput?.().body).toEqual({ name: 'Mira', password: 'p', friends: [{ name: 'Ann', password: 'q' }] });
    expect(valid('User', examples.exampleCreateUserResult?.().body)).toBe(true);
  });
});

test('a document without these keywords has no projections', async () => {
  const { components: _, ...rest } = DOCUMENT;
  const plain = JSON.parse(
    JSON.stringify(DOCUMENT)
      .replaceAll(/"(?:read|write)Only":true,?/g, '')
      .replaceAll(',}', '}'),
  ) as typeof rest;
  const service = await serviceOf(plain);
  expect(service.schemas.filter(({ name }) => name?.includes('Writable')).map(({ name }) => name)).toEqual(['UserWritable']);
});

test('a base without members on one side does not widen the type', async () => {
  const base = { type: 'object', required: ['id'], properties: { id: readOnly } };
  const note = { allOf: [ref('Base'), { type: 'object', properties: { text } }] };
  const paths = { '/n': { put: { operationId: 'putNote', requestBody: json(ref('Note')), responses: answer(ref('Note')) } } };
  const service = await serviceOf({ paths, components: { schemas: { Base: base, Note: note } } });
  const types = emit(service, OPTIONS).get('types.ts');
  expect(types).toMatch(/interface NoteWritable \{\s+text\?: string;\s+\}/);
  expect(types).toMatch(/interface Note extends Base|Note = Base &/);
});

const LENGTH = byEffort({ quick: 5_000, deep: 20_000 });

test(`a chain of ${LENGTH} schemas takes linear time`, async () => {
  const count = LENGTH;
  const link = (index: number) => ({ allOf: [ref(`S${index + 1}`)], properties: { [`p${index % 7}`]: readOnly } });
  const schemas = Object.fromEntries(Array.from({ length: count }, (_, index) => [`S${index}`, link(index)]));
  const last = { type: 'object', properties: { id: readOnly } };
  const paths = {
    '/s': { put: { operationId: 'putS', requestBody: json(ref('S0')), responses: answer(ref('S0')) } },
  };
  const service = await serviceOf({ paths, components: { schemas: { ...schemas, [`S${count}`]: last } } });
  expect(service.schemas).toHaveLength(2 * (count + 1));
});
