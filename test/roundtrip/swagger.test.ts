// A document of Swagger 2.0 whose client calls its server in memory: each way to send a list, a body, a form and a file, and each kind of credential.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inMemoryFetch, type Send } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import { OPTIONS } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const list = 'type: array, items: { type: string }';
const DOCUMENT = `
swagger: '2.0'
info: { title: Old, version: '1' }
host: old.example
basePath: /v1
schemes: [https]
securityDefinitions:
  basic: { type: basic }
  key: { type: apiKey, in: header, name: X-Key }
  code: { type: oauth2, flow: accessCode, authorizationUrl: 'https://old.example/a', tokenUrl: 'https://old.example/t', scopes: { read: Reads. } }
parameters:
  Pet: { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
  note: { name: note, in: formData, type: string }
paths:
  /lists/{path}:
    get:
      operationId: sendLists
      parameters:
        - { name: path, in: path, required: true, ${list} }
        - { name: plain, in: query, ${list} }
        - { name: csv, in: query, ${list}, collectionFormat: csv }
        - { name: ssv, in: query, ${list}, collectionFormat: ssv }
        - { name: pipes, in: query, ${list}, collectionFormat: pipes }
        - { name: multi, in: query, ${list}, collectionFormat: multi }
        - { name: X-List, in: header, ${list} }
      responses: { 204: { description: Done. } }
  /pets:
    post:
      operationId: addPet
      parameters: [{ $ref: '#/parameters/Pet' }]
      responses: { 201: { description: The pet., schema: { $ref: '#/definitions/Pet' }, headers: { X-Count: { type: integer } } } }
  /form:
    post:
      operationId: sendForm
      parameters:
        - { name: name, in: formData, type: string, required: true }
        - { name: csv, in: formData, ${list} }
        - { name: pipes, in: formData, ${list}, collectionFormat: pipes }
        - { name: multi, in: formData, ${list}, collectionFormat: multi }
        - { $ref: '#/parameters/note' }
      responses: { 204: { description: Done. } }
  /files:
    post:
      operationId: upload
      produces: [application/pdf]
      parameters:
        - { name: file, in: formData, type: file, required: true }
        - { name: tags, in: formData, ${list} }
      responses: { 200: { description: The file., schema: { type: file } } }
  /basic: { get: { operationId: getBasic, security: [{ basic: [] }], responses: { 204: { description: Done. } } } }
  /key: { get: { operationId: getKey, security: [{ key: [] }], responses: { 204: { description: Done. } } } }
  /code: { get: { operationId: getCode, security: [{ code: [read] }], responses: { 204: { description: Done. } } } }
definitions:
  Pet:
    type: object
    required: [name, kind]
    discriminator: kind
    properties: { id: { type: integer, readOnly: true }, name: { type: string }, kind: { type: string }, tag: { type: string, x-nullable: true } }
  Cat: { allOf: [{ $ref: '#/definitions/Pet' }, { type: object, required: [claws], properties: { claws: { type: integer } } }] }
`;

type Calls = Record<string, (input?: unknown) => Promise<{ status: number; body?: unknown; headers?: Record<string, unknown> }>>;
interface Module {
  createOldClient(options: { fetch: Send; credentials: object }): Calls;
  createOldServer(handlers: object, options: object): (request: Request) => Promise<Response>;
}

let module: Module;
let complaints: string;
beforeAll(async () => {
  const folder = path.join(root, '.octavo/tmp/roundtrip-swagger');
  const problems = new Problems();
  const description = await load(path.join(folder, 'old.yaml'), { root, text: DOCUMENT }, problems);
  const service = description && buildService(description, {}, problems);
  if (service === undefined) throw new Error(problems.list.map(({ message }) => message).join('\n'));
  complaints = typeCheck(folder, emit(service, OPTIONS));
  module = await import(pathToFileURL(path.join(folder, 'index.ts')).href);
});

/** What the handler of an operation gets, what the caller gets, and the request on the wire. */
async function call(operation: string, input: unknown, answer: object = { status: 204 }) {
  let received: unknown;
  const sent: Request[] = [];
  const security = {
    basic: ({ username, password }: Record<string, string>) => (password === 'secret' ? username : null),
    key: (key: string) => (key === 'the-key' ? 1 : null),
    code: (token: string) => (token === 'the-token' ? { principal: 1, scopes: ['read'] } : null),
  };
  const server = module.createOldServer(
    {
      [operation]: (given: unknown) => {
        received = given;
        return answer;
      },
    },
    { security },
  );
  const memory = inMemoryFetch(server);
  const fetch: Send = (url, init) => {
    sent.push(new Request(url, init));
    return memory(url, init);
  };
  const credentials = { basic: { username: 'ann', password: 'secret' }, key: 'the-key', code: 'the-token' };
  const result = await module.createOldClient({ fetch, credentials })[operation]?.(input);
  return { received: received as Record<string, Record<string, unknown>>, result, request: sent[0] as Request };
}

test('the generated code compiles', () => expect(complaints).toBe(''));

test('lists in paths, queries and headers', async () => {
  const two = ['a b', 'c'];
  const input = {
    path: { path: two },
    query: { plain: two, csv: two, ssv: ['x', 'y'], pipes: two, multi: two },
    header: { 'X-List': ['p', 'q'] },
  };
  const { received, result, request } = await call('sendLists', input);
  expect(result?.status).toBe(204);
  expect(received).toMatchObject(input);
  const url = new URL(request.url);
  expect(`${url.origin}${decodeURIComponent(url.pathname)}`).toBe('https://old.example/v1/lists/a b,c');
  expect(decodeURIComponent(url.search)).toBe('?plain=a b,c&csv=a b,c&ssv=x y&pipes=a b|c&multi=a b&multi=c');
  expect(request.headers.get('x-list')).toBe('p,q');
});

test('a body, a response and its header', async () => {
  const pet = { name: 'Tom', kind: 'Cat', claws: 18, tag: null };
  const { received, result, request } = await call(
    'addPet',
    { body: pet },
    { status: 201, body: { ...pet, id: 1 }, headers: { 'X-Count': 2 } },
  );
  expect(received.body).toEqual(pet);
  expect(result).toMatchObject({ status: 201, body: { ...pet, id: 1 }, headers: { 'X-Count': 2 } });
  expect(request.headers.get('content-type')).toBe('application/json');
});

test('a body that no definition allows is refused', async () => {
  const server = module.createOldServer({ addPet: () => ({ status: 201 }) }, { security: {} });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Tom"}' };
  expect((await server(new Request('https://old.example/v1/pets', init))).status).toBe(400);
});

test('a form', async () => {
  const form = { name: 'a b', csv: ['a', 'b'], pipes: ['c', 'd'], multi: ['e', 'f'], note: 'n' };
  const { received, request } = await call('sendForm', { body: form });
  expect(received.body).toEqual(form);
  expect(request.headers.get('content-type')).toMatch('application/x-www-form-urlencoded');
  expect(decodeURIComponent(await request.text())).toBe('name=a b&csv=a,b&pipes=c|d&multi=e&multi=f&note=n');
});

test('a file, sent and received', async () => {
  const body = { file: new Blob(['content'], { type: 'application/octet-stream' }), tags: ['a', 'b'] };
  const { received, result, request } = await call('upload', { body }, { status: 200, body: new Blob(['pdf']) });
  expect(received.body?.tags).toEqual(['a', 'b']);
  expect(await new Response(received.body?.file as Blob).text()).toBe('content');
  expect(await new Response(result?.body as Blob).text()).toBe('pdf');
  expect(request.headers.get('content-type')).toMatch('multipart/form-data');
  expect(await request.text()).toContain('a,b');
});

describe('credentials', () => {
  test.each([
    ['getBasic', 'authorization', `Basic ${btoa('ann:secret')}`],
    ['getKey', 'x-key', 'the-key'],
    ['getCode', 'authorization', 'Bearer the-token'],
  ])('%s', async (operation, header, value) => {
    const { result, request } = await call(operation, undefined);
    expect(result?.status).toBe(204);
    expect(request.headers.get(header)).toBe(value);
  });
});
