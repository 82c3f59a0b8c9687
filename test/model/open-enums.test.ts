// Open enums: responses may have unlisted texts, requests may not; enums that discriminate a union stay closed.
import { join, resolve } from 'node:path';
import { type FetchHandler, inMemoryFetch, type Validator } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../../generator/model/service.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const root = resolve(import.meta.dirname, '../..');
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const DOCUMENT = {
  paths: {
    '/orders': {
      post: {
        operationId: 'postOrder',
        parameters: [{ name: 'sort', in: 'query', schema: { enum: ['up', 'down'] } }],
        requestBody: { required: true, ...json(ref('Order')) },
        responses: { 200: { description: 'Fine.', headers: { 'X-State': { schema: ref('State') } }, ...json(ref('Order')) } },
      },
    },
    '/pets': { get: { operationId: 'getPet', responses: { 200: { description: 'Fine.', ...json(ref('Pet')) } } } },
  },
  webhooks: {
    changed: { post: { operationId: 'changed', requestBody: json(ref('Change')), responses: { 204: { description: 'Taken.' } } } },
  },
  components: {
    schemas: {
      State: { type: 'string', enum: ['new', 'done'] },
      Order: {
        type: 'object',
        required: ['state'],
        properties: {
          state: ref('State'),
          size: { enum: ['s', 'm', null] },
          colour: { oneOf: [{ type: 'string', enum: ['red', 'blue'] }, { type: 'null' }] },
          level: { enum: [1, 2] },
          only: { enum: ['one'] },
          mixed: { enum: ['a', 'b', 1] },
        },
        if: { properties: { mood: { enum: ['glad', 'sad'] } } },
        additionalProperties: true,
      },
      Pet: { oneOf: [ref('Cat'), ref('Dog')] },
      Cat: { type: 'object', required: ['kind'], properties: { kind: { enum: ['cat', 'kitten'] }, mood: { enum: ['glad', 'sad'] } } },
      Dog: { type: 'object', required: ['kind'], properties: { kind: { enum: ['dog', 'puppy'] } } },
      Change: { type: 'object', properties: { state: ref('State'), what: { type: 'string', enum: ['more', 'less'] } } },
    },
  },
};

const USES = `
import type { Cat, ChangedInput, Order, OrderWritable, Pet, PostOrderInput, State, StateWritable } from './index.ts';
const states: State[] = ['new', 'done', 'lost'];
const order: Order = { state: 'lost', size: 'xl', colour: 'green', level: 1, only: 'one' };
const cat: Cat = { kind: 'cat', mood: 'new' };
const changed: ChangedInput = { body: { state: 'lost', what: 'else' } };
export const of = (pet: Pet): string => (pet.kind === 'cat' || pet.kind === 'kitten' ? (pet.mood ?? '') : pet.kind);
const sent: OrderWritable = { state: 'new', size: null, colour: 'red' };
const input: PostOrderInput = { query: { sort: 'up' }, body: sent };
// @ts-expect-error
const state: StateWritable = 'lost';
// @ts-expect-error
const size: OrderWritable = { state: 'new', size: 'xl' };
// @ts-expect-error
const kind: Cat = { kind: 'lion' };
// @ts-expect-error
const level: Order = { state: 'new', level: 3 };
export const all = [states, order, cat, changed, input, state, size, kind, level];
`;

describe('open enums', () => {
  const folder = join(root, '.octavo/tmp/open-enums');
  let service: Service;
  let complaints: string;
  let module: Record<string, unknown>;
  beforeAll(async () => {
    service = await serviceOf(DOCUMENT, 'pets', { enums: 'open' });
    const files = emit(service, { ...OPTIONS, examples: true });
    complaints = typeCheck(folder, new Map([...files, ['uses.ts', USES]]));
    module = (await import(join(folder, 'index.ts'))) as Record<string, unknown>;
  });

  test('types suggest the listed texts and accept any text', () => expect(complaints).toBe(''));

  test('only schemas that differ between requests and responses have two names', () => {
    const names = service.schemas.map(({ name }) => name);
    expect(names).toEqual(['State', 'StateWritable', 'Order', 'OrderWritable', 'Pet', 'Cat', 'Dog', 'Change']);
  });

  const valid = (name: string, value: unknown): boolean => (module[`validate${name}`] as Validator)(value, []);
  test.each<[string, unknown, boolean]>([
    ['State', 'lost', true],
    ['State', 1, false],
    ['StateWritable', 'done', true],
    ['StateWritable', 'lost', false],
    ['Order', { state: 'lost', size: 'xl', colour: 'green' }, true],
    ['Order', { state: 'new', size: null, colour: null }, true],
    ['Order', { state: 'new', size: 1 }, false],
    ['Order', { state: 'new', level: 3 }, false],
    ['Order', { state: 'new', only: 'two' }, false],
    ['Order', { state: 'new', mixed: 'c' }, false],
    ['OrderWritable', { state: 'new', size: 'xl' }, false],
    ['Pet', { kind: 'cat', mood: 'new' }, true],
    ['Pet', { kind: 'dog' }, true],
    ['Pet', { kind: 'lion' }, false],
    ['Change', { what: 'else' }, true],
  ])('%s takes %j: %s', (name, value, want) => expect(valid(name, value)).toBe(want));

  test('the client accepts an unlisted text, the server rejects it', async () => {
    const create = (name: string) => module[name] as (...args: readonly unknown[]) => unknown;
    const body = { state: 'lost' };
    const handlers = { postOrder: () => ({ status: 200, body, headers: { 'X-State': 'lost' } }) };
    const server = create('createPetsServer')(handlers) as FetchHandler;
    const client = create('createPetsClient')({ fetch: inMemoryFetch(server), baseUrl: 'https://x.example' }) as {
      postOrder(input: object): Promise<object>;
    };
    expect(await client.postOrder({ body: { state: 'new' } })).toMatchObject({ status: 200, body, headers: { 'X-State': 'lost' } });
    const headers = { 'content-type': 'application/json' };
    const refused = await server(new Request('https://x.example/orders', { method: 'POST', headers, body: JSON.stringify(body) }));
    expect(refused.status).toBe(400);
  });

  test('examples use listed texts', async () => {
    const examples = (await import(join(folder, 'examples.ts'))) as Record<string, () => unknown>;
    expect(['new', 'done']).toContain(examples.exampleState?.());
  });
});

test('enums are closed by default', async () => {
  const service = await serviceOf(DOCUMENT);
  expect(service.schemas.map(({ name }) => name)).toEqual(['State', 'Order', 'Pet', 'Cat', 'Dog', 'Change']);
  expect(emit(service, OPTIONS).get('types.ts')).not.toContain('string & {}');
});
