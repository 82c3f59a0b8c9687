// A security scheme that an operation requires and the document does not declare: clients send nothing for it, and no server is open to everybody.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inMemoryFetch, type Send } from '@octavo/runtime';
import { beforeAll, expect, test } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const DOCUMENT = {
  servers: [{ url: 'https://example.com' }],
  security: [{ gateway: ['read'] }],
  paths: {
    '/secret': { get: { operationId: 'getSecret', responses: { 204: { description: 'Here.' }, 401: { description: 'No.' } } } },
    '/open': { get: { operationId: 'getOpen', security: [], responses: { 204: { description: 'Here.' } } } },
  },
};

interface Module {
  createUndeclaredClient(options: { fetch: Send }): Record<'getSecret' | 'getOpen', () => Promise<{ status: number }>>;
  createUndeclaredServer(handlers: object, options: object): (request: Request) => Promise<Response>;
}

let module: Module;
let complaints: string;
beforeAll(async () => {
  const folder = path.join(root, '.octavo/tmp/roundtrip-undeclared');
  const use = `import { createUndeclaredServer } from './server.ts';
export const checked = createUndeclaredServer({}, { security: { gateway: (request) => (request.header('x-gateway') === 'yes' ? 'me' : null) } });
// @ts-expect-error
export const unchecked = createUndeclaredServer({}, { security: {} });
`;
  const document = { ...DOCUMENT, info: { title: 'Undeclared', version: '1' } };
  const files = emit(await serviceOf(document, 'undeclared'), OPTIONS);
  complaints = typeCheck(folder, new Map([...files, ['use.ts', use]]));
  module = await import(pathToFileURL(path.join(folder, 'index.ts')).href);
});

const handlers = { getSecret: () => ({ status: 204 }), getOpen: () => ({ status: 204 }) };
const call = async (security: object, name: 'getSecret' | 'getOpen'): Promise<number> => {
  const server = module.createUndeclaredServer(handlers, { security, onError: () => {} });
  return (await module.createUndeclaredClient({ fetch: inMemoryFetch(server) })[name]()).status;
};

test('the generated code compiles, and a server without the function does not', () => expect(complaints).toBe(''));

test('the function decides', async () => {
  expect(await call({ gateway: () => 'me' }, 'getSecret')).toBe(204);
  expect(await call({ gateway: () => null }, 'getSecret')).toBe(401);
  const server = module.createUndeclaredServer(handlers, { security: { gateway: () => null } });
  const answer = await server(new Request('https://example.com/secret'));
  expect(answer.headers.get('www-authenticate')).toMatch(/^Undeclared realm=/);
});

test('without the function, requests are refused, and other operations work', async () => {
  const server = module.createUndeclaredServer(handlers, { security: {}, onError: () => {} });
  expect((await server(new Request('https://example.com/secret'))).status).toBe(500);
  expect(await call({}, 'getOpen')).toBe(204);
});
