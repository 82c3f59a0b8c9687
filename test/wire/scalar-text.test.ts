// Numbers, booleans and null as whole text bodies: what the codec reads and writes, and a generated service whose two ends agree.

import path from 'node:path';
import { inMemoryFetch, SyntaxFault, scalar, text } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { shortForms } from '../../generator/emit/held/forms.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import fc from '../support/fast-check.ts';
import { typeCheck } from '../support/type-check.ts';

const bytesOf = (written: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(written);
const read = (types: string, written: string, lenient?: boolean): unknown =>
  scalar(types as 'integer').decode(bytesOf(written), 'text/plain', undefined, lenient);

test.each<[types: string, text: string, value: unknown]>([
  ['integer', '42', 42],
  ['integer', '-1', -1],
  ['integer', '42\n', 42],
  ['integer', '42\r\n', 42],
  ['integer', '\uFEFF42', 42],
  ['number', '1e3', 1000],
  ['boolean', 'true', true],
  ['integer|null', 'null', null],
  ['null|string', 'a', 'a'],
  ['null|string', 'a\n', 'a\n'],
  ['int64', '9223372036854775807', 9223372036854775807n],
  ['boolean|true=t|false=f', 't', true],
  // The validator judges a text where some text is allowed.
  ['integer|string', '042', '042'],
])('%s: %j is read as %s', (types, written, value) => {
  expect(read(types, written)).toEqual(value);
});

test.each<[types: string, text: string, message: string]>([
  ['integer', '', 'is not an integer'],
  ['integer', ' 42', 'is not an integer'],
  ['integer', '42\n\n', 'is not an integer'],
  ['int64', '042', 'is not an integer'],
  ['integer', '9223372036854775807', 'is not an integer'],
  ['boolean|true=t|false=f', 'TRUE', 'is not a boolean'],
  ['number|null', '1e999', 'is not a number or null'],
  ['number', 'NaN', 'is not a number'],
])('%s: %j is refused', (types, written, message) => {
  expect(() => read(types, written)).toThrow(new SyntaxFault(message));
});

test('a strict server takes no line end and no byte order mark', () => {
  expect(() => read('integer', '42\n', false)).toThrow(SyntaxFault);
  expect(() => read('integer', '\uFEFF42', false)).toThrow(SyntaxFault);
});

test.each<[types: string, value: unknown, written: string | undefined]>([
  ['integer', 42, '42'],
  ['number', 1e21, '1e+21'],
  ['integer|null', null, 'null'],
  ['null|string', 'a', 'a'],
  ['int64', 9223372036854775807n, '9223372036854775807'],
  ['int64', 5n, '5'],
  ['number', Number.NaN, undefined],
  ['number', Number.POSITIVE_INFINITY, undefined],
  ['integer', 1e21, undefined],
  ['integer', { a: 1 }, undefined],
  ['boolean|null', undefined, undefined],
])('%s: %s is written as %s', (types, value, written) => {
  const { body, contentType } = scalar(types as 'integer').encode(value, 'text/plain');
  expect(body).toBe(written);
  expect(contentType).toBe(written === undefined ? 'text/plain' : 'text/plain; charset=utf-8');
});

test('each number that is written is read back', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const { body } = scalar('number').encode(value, 'text/plain');
      expect(read('number', String(body))).toBe(value === 0 ? 0 : value);
    }),
  );
});

test('free text has no null', () => {
  expect(text.encode(null, 'text/plain').body).toBeUndefined();
  expect(text.encode(undefined, 'text/plain').body).toBeUndefined();
});

const content = (schema: object, type = 'text/plain') => ({ content: { [type]: { schema } } });
const answer = (schema: object) => ({ 200: { description: 'The value.', ...content(schema) } });
const echo = (operationId: string, schema: object) => ({
  post: { operationId, requestBody: { required: true, ...content(schema) }, responses: answer(schema) },
});
const DOCUMENT = {
  paths: {
    '/count': { get: { operationId: 'count', responses: answer({ type: 'integer', minimum: 0 }) } },
    '/number': echo('number', { type: 'number', example: 1.5 }),
    '/flag': echo('flag', { type: ['boolean', 'null'] }),
    '/level': echo('level', { enum: [1, 2, 3] }),
    '/word': echo('word', { oneOf: [{ type: 'string', enum: ['on', 'off'] }, { type: 'integer' }] }),
    '/looks': echo('looks', { enum: ['1', 'on', null] }),
    '/free': echo('free', { type: ['string', 'integer'] }),
    '/wide': echo('wide', { type: 'integer', format: 'int64' }),
  },
};

const USE = `import { type CountResult, type FlagInput, type PetsHandlers, type WordInput } from './index.ts';

export const word: WordInput = { body: 'on' };
export const flag: FlagInput = { body: null };
// @ts-expect-error: not a text.
export const wrong: FlagInput = { body: 'true' };
export const twice = (result: CountResult): number => result.body * 2;
export const handlers = (count: number): PetsHandlers => ({
  count: () => ({ status: 200, body: count }),
  number: ({ body }) => ({ status: 200, body }),
  flag: ({ body }) => ({ status: 200, body }),
  level: ({ body }) => ({ status: 200, body }),
  word: ({ body }) => ({ status: 200, body }),
  looks: ({ body }) => ({ status: 200, body }),
  free: ({ body }) => ({ status: 200, body }),
  wide: ({ body }) => ({ status: 200, body }),
});
`;

test('a generated service', async () => {
  const folder = path.join(root, '.octavo/tmp/wire-scalar-text');
  const service = await serviceOf(DOCUMENT);
  expect(service.operations.map(({ id, responses }) => [id, responses[0]?.contents[0]?.scalar])).toEqual([
    ['count', ['integer']],
    ['number', ['number']],
    ['flag', ['boolean', 'null']],
    ['level', ['integer']],
    ['word', ['integer', 'string']],
    // `1` and `null` are texts where free text, or a text that looks like another value, is allowed.
    ['looks', undefined],
    ['free', undefined],
    ['wide', ['int64']],
  ]);
  const files = new Map(emit(service, { ...OPTIONS, held: shortForms({ int64: 'bigint', dates: 'string' }) })).set('use.ts', USE);
  expect(typeCheck(folder, files)).toBe('');
  const { createPetsClient, createPetsServer } = await import(path.join(folder, 'index.ts'));
  const { exampleNumberResult, exampleCountResult } = await import(path.join(folder, 'examples.ts'));
  const { handlers } = await import(path.join(folder, 'use.ts'));
  const server = createPetsServer(handlers(7));
  const client = createPetsClient({ baseUrl: 'https://pets.example.com', fetch: inMemoryFetch(server) });
  expect(await client.count()).toMatchObject({ status: 200, body: 7 });
  for (const [name, ...bodies] of [
    ['number', 0, -2.5, 1e300],
    ['flag', true, false, null],
    ['level', 2],
    ['word', 'on', 5],
    ['looks', 'on', '1'],
    ['free', 'x'],
    ['wide', 5n, 9223372036854775807n],
  ] as const) {
    for (const body of bodies) expect(await client[name]({ body })).toMatchObject({ status: 200, body });
  }
  await expect(client.looks({ body: null })).rejects.toThrow('looks: body cannot be written in its media type.');
  const post = (target: string, body: string, headers: Record<string, string> = { 'content-type': 'text/plain' }): Promise<Response> =>
    server(new Request(`https://pets.example.com${target}`, { method: 'POST', body, headers }));
  expect(await (await post('/flag', 'yes')).json()).toMatchObject({ status: 400, detail: 'The body is not a boolean or null.' });
  expect(await (await post('/level', '4')).json()).toMatchObject({ status: 400, detail: '/body must be one of: 1, 2, 3.' });
  expect((await post('/level', '2', { 'content-type': 'text/html' })).status).toBe(415);
  const wrong = createPetsClient({ baseUrl: 'https://pets.example.com', fetch: async () => new Response('many') });
  await expect(wrong.count()).rejects.toThrow('count: cannot read the response (200): its body is not an integer.');
  expect(exampleNumberResult()).toMatchObject({ body: 1.5 });
  expect(Number.isInteger(exampleCountResult().body)).toBe(true);
});
