// One parameter that is the whole query string (OpenAPI 3.2): its value is `input.querystring` in the types, the client, the server and the samples.
import path from 'node:path';
import { inMemoryFetch } from '@octavo/runtime';
import { beforeAll, expect, test } from 'vitest';
import { clientSample } from '../../generator/docs/samples/client.ts';
import { curlSample } from '../../generator/docs/samples/curl.ts';
import { memoryTestText } from '../../generator/scaffold/memory-test.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

function reads(operationId: string, mediaType: string, schema: object, example: unknown, more: object = {}): object {
  const content = { [mediaType]: { schema, example, ...more } };
  const parameters = [{ in: 'querystring', name: 'all', required: true, content }];
  return { get: { operationId, parameters, responses: { 204: { description: 'Found.' } } } };
}

const tags = { type: 'array', items: { type: 'string' } };
const find = { type: 'object', required: ['page'], properties: { page: { type: 'integer' }, text: { type: 'string' }, tags } };

const DOCUMENT = {
  openapi: '3.2.0',
  servers: [{ url: 'https://pets.example.com' }],
  paths: {
    '/form': reads('byForm', 'application/x-www-form-urlencoded', find, { page: 2, text: 'a&b', tags: ['x', 'y'] }),
    '/json': reads('byJson', 'application/json', { ...find, properties: { ...find.properties, exact: { type: 'boolean' } } }, { page: 2 }),
    '/text': reads('byText', 'text/plain', { type: 'string', maxLength: 20 }, 'cats & dogs'),
    '/number': reads('byNumber', 'text/plain', { type: 'integer' }, 7),
  },
};

const USER = `
import type { Send } from '@octavo/runtime';
import { createPetsClient, createPetsServer } from './index.ts';
export const server = createPetsServer;
export const client = (fetch: Send) => createPetsClient({ fetch });
export async function use(fetch: Send): Promise<void> {
  const pets = client(fetch);
  await pets.byForm({ querystring: { page: 2, text: 'a&b', tags: ['x', 'y'] } });
  await pets.byJson({ querystring: { page: 2, exact: true } });
  await pets.byText({ querystring: 'cats & dogs' });
  await pets.byNumber({ querystring: 7 });
  // @ts-expect-error: the name of the parameter is not sent.
  await pets.byText({ querystring: { all: 'cats' } }).catch(() => {});
}
export const handlers: Parameters<typeof createPetsServer>[0] = {
  byForm: ({ querystring }) => (querystring.page === 2 ? { status: 204 } : { status: 204 }),
};
`;

interface User {
  server(handlers: object): (request: Request) => Promise<Response>;
  client(fetch: unknown): Record<string, (input: unknown) => Promise<{ status: number }>>;
  use(fetch: unknown): Promise<void>;
}
let user: User;
const service = await serviceOf(DOCUMENT);

beforeAll(async () => {
  const folder = path.join(root, '.octavo/tmp/roundtrip-querystring');
  const samples = service.operations.map(
    (operation) =>
      [`${operation.id}.ts`, clientSample(service, operation, { clientModule: './index.ts', runtime: '@octavo/runtime' })] as const,
  );
  expect(typeCheck(folder, new Map([...emit(service, OPTIONS), ['user.ts', USER], ...samples]))).toBe('');
  user = await import(path.join(folder, 'user.ts'));
});

interface Sent {
  readonly url: string;
  readonly input: unknown;
}

/** What the server sees where the calls of `use` are sent, and by which addresses. */
async function sent(call: (fetch: unknown) => Promise<unknown>): Promise<Sent[]> {
  const seen: Sent[] = [];
  let url = '';
  const handler = (input: unknown) => {
    seen.push({ url: new URL(url).search, input });
    return { status: 204 };
  };
  const server = inMemoryFetch(user.server({ byForm: handler, byJson: handler, byText: handler, byNumber: handler }));
  await call((address: string, init: RequestInit) => {
    url = address;
    return server(address, init as never);
  });
  return seen;
}

test('what the types accept is the whole query, and arrives', async () => {
  expect((await sent((fetch) => user.use(fetch))).slice(0, 4)).toEqual([
    { url: '?page=2&text=a%26b&tags=x&tags=y', input: { querystring: { page: 2, text: 'a&b', tags: ['x', 'y'] } } },
    { url: '?%7B%22page%22%3A2%2C%22exact%22%3Atrue%7D', input: { querystring: { page: 2, exact: true } } },
    { url: '?cats%20%26%20dogs', input: { querystring: 'cats & dogs' } },
    { url: '?7', input: { querystring: 7 } },
  ]);
});

test.each([
  ['/form?page=x', '/querystring/page'],
  ['/form', '/querystring'],
  ['/json?%7B%22page%22%3A%22x%22%7D', '/querystring/page'],
  ['/text?a-text-that-is-longer-than-it-may-be', '/querystring'],
  ['/number?seven', '/querystring'],
])('the server refuses %s', async (address, place) => {
  const response = await user.server(Object.fromEntries(service.operations.map(({ id }) => [id, () => ({ status: 204 })])))(
    new Request(`https://pets.example.com${address}`),
  );
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(`"${place}"`)]);
});

test('samples send it', () => {
  const curls = service.operations.map((operation) => curlSample(service, operation, 'https://pets.example.com'));
  expect(curls).toEqual([
    "curl 'https://pets.example.com/form?page=2&text=a%26b&tags=x&tags=y'",
    "curl 'https://pets.example.com/json?%7B%22page%22%3A2%7D'",
    "curl 'https://pets.example.com/text?cats%20%26%20dogs'",
    "curl 'https://pets.example.com/number?7'",
  ]);
});

test('the test that octavo scaffold writes sends it', () => {
  const options = {
    folder: '/pets',
    generated: '/pets/generated',
    importExtension: '.ts',
    runtime: '@octavo/runtime',
    adapter: 'node',
    testRunner: 'vitest',
    servesNothing: false,
  } as const;
  expect(memoryTestText(service, options, './generated/index.ts')).toContain(
    "client.byForm({ querystring: { page: 2, text: 'a&b', tags: ['x', 'y'] } })",
  );
});
