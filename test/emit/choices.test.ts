// `x-any-of-parameters`, generated and called: the types, the server's 400 responses, and the requests that a client does not send.
import path from 'node:path';
import { InvalidRequestError, inMemoryFetch, type Send, validation } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { OPTIONS, serviceOf } from './service.ts';

const query = (name: string, schema: object = { type: 'string' }, more: object = {}) => ({ in: 'query', name, schema, ...more });
const responses = { 204: { description: 'Done.' } };
const DOCUMENT = {
  'x-errors': { default: { body: { why: '{detail}', where: '{pointer}' } } },
  paths: {
    '/list': {
      get: {
        operationId: 'getList',
        'x-any-of-parameters': [['list_id'], ['slug', 'owner']],
        parameters: [query('list_id', { type: 'integer' }), query('slug'), query('owner'), query('count', { type: 'integer' })],
        responses,
      },
    },
    '/plain': {
      get: { operationId: 'getPlain', parameters: [query('q', { type: 'string' }, { required: true })], responses },
    },
  },
};

/** User code that compiles only with the expected types. */
const USER = `
import { createPetsClient } from './index.ts';
import { exampleGetListInput } from './examples.ts';
import { createRandom } from '@octavo/runtime/testing';
const client = createPetsClient({ baseUrl: 'https://pets.example.com' });
export const use = async (): Promise<void> => {
  await client.getList({ query: { list_id: 1 } });
  await client.getList({ query: { slug: 'a', owner: 'b', count: 2 } });
  await client.getList({ query: { slug: 'a', owner: 'b', list_id: 1 } });
  await client.getList(exampleGetListInput(createRandom(1)));
  // @ts-expect-error: one set is required
  await client.getList({ query: { count: 2 } });
  // @ts-expect-error: the set is incomplete
  await client.getList({ query: { slug: 'a' } });
  // @ts-expect-error: so the input is required
  await client.getList();
};
`;

interface Module {
  createPetsServer(handlers: object): (request: Request) => Promise<Response>;
  createPetsClient(options: object): Record<string, (input?: object) => Promise<{ status: number }>>;
  petsValidators: Parameters<typeof validation>[0];
}
let pets: Module;

beforeAll(async () => {
  const folder = path.join(root, '.octavo/tmp/emit-choices');
  expect(typeCheck(folder, new Map([...emit(await serviceOf(DOCUMENT), OPTIONS), ['user.ts', USER]]))).toBe('');
  pets = { ...(await import(path.join(folder, 'index.ts'))), ...(await import(path.join(folder, 'checks.ts'))) };
});

const server = () => pets.createPetsServer({ getList: () => ({ status: 204 }), getPlain: () => ({ status: 204 }) });
const NEEDED = '/query must come with list_id or with slug and owner.';

describe('the server', () => {
  test.each([['list?list_id=1'], ['list?slug=a&owner=b'], ['list?slug=a&owner=b&list_id=1&count=1'], ['list?slug=&owner='], ['plain?q=a']])(
    'takes %s',
    async (target) => {
      expect((await server()(new Request(`https://pets.example.com/${target}`))).status).toBe(204);
    },
  );

  test.each([
    ['list', NEEDED, '/query'],
    ['list?', NEEDED, '/query'],
    ['list?count=1', NEEDED, '/query'],
    ['list?slug=a', NEEDED, '/query'],
    ['list?other=a', NEEDED, '/query'],
    ['list?list_id=a', '/query/list_id must be an integer, but is a string.', '/query/list_id'],
    ['plain', '/query/q is missing.', '/query/q'],
  ])('refuses %s, in the shape of the service', async (target, why, where) => {
    const answer = await server()(new Request(`https://pets.example.com/${target}`));
    expect([answer.status, await answer.json()]).toEqual([400, { why, where }]);
  });
});

describe('a client that validates requests', () => {
  test.each<[object | undefined, string]>([
    [undefined, '/query'],
    [{}, '/query'],
    [{ query: { count: 1 } }, '/query'],
    [{ query: { slug: 'a' } }, '/query'],
  ])('does not send %j', async (input, where) => {
    let sent = 0;
    const fetch: Send = (url, init) => {
      sent++;
      return inMemoryFetch(server())(url, init);
    };
    const validate = validation(pets.petsValidators, { requests: 'throw' });
    const client = pets.createPetsClient({ baseUrl: 'https://pets.example.com', fetch, validate });
    const error = await client.getList?.(input).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ issues: [{ path: where, keyword: 'anyOf', expected: ['with list_id', 'with slug and owner'] }] });
    expect(sent).toBe(0);
    expect(await client.getList?.({ query: { list_id: 1 } })).toMatchObject({ status: 204 });
  });
});
