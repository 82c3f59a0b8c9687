// A body without a validator (bytes, or a stream beside JSON) is not judged by the validator of a range or of `default`, at either end.
import { join, resolve } from 'node:path';
import { type FetchHandler, inMemoryFetch, type Operation, type Validation } from '@octavo/runtime';
import { beforeAll, expect, test } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const folder = resolve(import.meta.dirname, '../../.octavo/tmp/binary-beside-default');
const response = (contents: object) => ({ description: 'A body.', content: contents });
const FAILURE = { 'application/json': { schema: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } } } };
const NUMBERS = { 'application/jsonl': { itemSchema: { type: 'integer' } } };
const PDF = { 'application/pdf': {} };

/** The responses of each operation, and which of its statuses have a row: those that keep their bodies from the row of a wider key. */
const RESPONSES: Readonly<Record<string, readonly [responses: Record<string, object>, rows: readonly string[]]>> = {
  readPdf: [{ 200: response(PDF), default: response(FAILURE) }, ['200', 'default']],
  readRange: [{ '2XX': response(PDF), default: response(FAILURE) }, ['2XX', 'default']],
  readLiteral: [{ 200: response(PDF), '2XX': response(FAILURE), 404: { description: 'None.' } }, ['200', '2XX']],
  readStream: [{ 200: response(NUMBERS), default: response(FAILURE) }, ['200', 'default']],
  readPlain: [{ 200: response(PDF), 404: response(FAILURE) }, ['404']],
};

const DOCUMENT = {
  openapi: '3.2.0',
  paths: Object.fromEntries(
    Object.entries(RESPONSES).map(([operationId, [responses]]) => [`/${operationId}`, { get: { operationId, responses } }]),
  ),
};

type Client = Readonly<Record<string, () => Promise<{ status: number; body: unknown }>>>;
let module: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const service = await serviceOf(DOCUMENT);
  expect(typeCheck(folder, emit(service, OPTIONS))).toBe('');
  module = (await import(join(folder, 'index.ts'))) as Record<string, unknown>;
});

/** A client that validates, and a server whose handlers all answer so. */
function ends(answer: object): Client {
  const create = (name: string) => module[name] as (...args: readonly unknown[]) => unknown;
  const handlers = Object.fromEntries(Object.keys(RESPONSES).map((name) => [name, () => answer]));
  const server = create('createPetsServer')(handlers, { validateResponses: true }) as FetchHandler;
  return create('createPetsClient')({
    fetch: inMemoryFetch(server),
    baseUrl: 'https://x.example',
    validate: module.petsValidators,
  }) as Client;
}

test.each(Object.entries(RESPONSES))('the rows of %s', (name, [, rows]) => {
  const { responses } = module[`${name}Checks`] as { responses: object };
  expect(Object.keys(responses)).toEqual(rows);
});

test.each(['readPdf', 'readRange', 'readLiteral', 'readPlain'])('%s gives its bytes', async (name) => {
  const result = await ends({ status: 200, body: new Uint8Array([37, 80]) })[name]?.();
  expect(result?.status).toBe(200);
  expect(new Uint8Array(await new Response(result?.body as BodyInit).arrayBuffer())).toEqual(new Uint8Array([37, 80]));
});

test('a stream gives its items', async () => {
  const result = await ends({ status: 200, body: [1, 2] }).readStream?.();
  const items: unknown[] = [];
  for await (const item of (result?.body ?? []) as AsyncIterable<unknown>) items.push(item);
  expect(items).toEqual([1, 2]);
});

test.each([
  ['readPdf', 500],
  ['readRange', 404],
  ['readLiteral', 201],
  ['readStream', 500],
])('%s: a body of the wider key is still judged', async (name, status) => {
  const { response } = module.petsValidators as Required<Validation>;
  expect(() => response(module[name] as Operation, { status, body: {} })).toThrow('/error is missing');
  expect(() => response(module[name] as Operation, { status, body: { error: 'none' } })).not.toThrow();
});
