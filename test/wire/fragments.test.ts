// Paths with a fragment, `/#Action=List`, generated and called: the request has the path before it, and both clients and the server agree.
import { createTransport, inMemoryFetch, type Send } from '@octavo/runtime';
import { createRawClient } from '@octavo/runtime/raw-client';
import { expect, test } from 'vitest';
import { loadUser } from '../support/user.ts';

const action = (name: string) => ({ name: 'Action', in: 'query', required: true, schema: { type: 'string', enum: [name] } });
const names = { name: 'Names', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } };
const responses = { 204: { description: 'Done.' } };

const DOCUMENT = {
  paths: {
    '/#Action=List': { get: { operationId: 'list', parameters: [action('List'), names], responses } },
    '/#Action=Get': { get: { operationId: 'get', parameters: [action('Get')], responses } },
  },
};

const USER = `
import type { Send } from '@octavo/runtime';
import { createPetsClient, createPetsServer } from './index.ts';
export { list } from './operations.ts';
export const called: string[] = [];
const handler = (name: string) => () => {
  called.push(name);
  return { status: 204 } as const;
};
export const server = createPetsServer({ list: handler('list'), get: handler('get') });
export const client = (fetch: Send) => createPetsClient({ baseUrl: 'https://pets.example.com', fetch });
`;

interface User {
  readonly called: readonly string[];
  readonly list: Parameters<typeof createRawClient>[1];
  readonly server: (request: Request) => Promise<Response>;
  client(fetch: Send): Record<string, (input: unknown) => Promise<{ status: number }>>;
}

const targets: string[] = [];
const send = inMemoryFetch(async (request) => {
  targets.push(request.url);
  return user.server(request);
});

const user = await loadUser<User>('wire-fragments', DOCUMENT, USER);

test('clients call each operation, and a server tells them apart by what the fragment says', async () => {
  const client = user.client(send);
  expect(await client.list?.({ query: { Action: 'List', Names: ['a', 'b'] } })).toMatchObject({ status: 204 });
  expect(await client.get?.({ query: { Action: 'Get' } })).toMatchObject({ status: 204 });
  expect(user.called).toEqual(['list', 'get']);
  expect(targets).toEqual(['https://pets.example.com/?Action=List&Names=a,b', 'https://pets.example.com/?Action=Get']);
});

test('the raw client finds the operation by the path as the document has it', async () => {
  targets.length = 0;
  const transport = createTransport({ id: 'pets', servers: [{ url: 'https://pets.example.com' }] }, { fetch: send });
  const raw = createRawClient(transport, user.list) as unknown as {
    GET(path: string, init: object): Promise<{ response: Response }>;
  };
  const { response } = await raw.GET('/#Action=List', { params: { query: { Action: 'List', Names: ['a', 'b'] } } });
  expect([response.status, targets]).toEqual([204, ['https://pets.example.com/?Action=List&Names=a,b']]);
});
