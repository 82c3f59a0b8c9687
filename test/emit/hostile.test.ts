// Schemas whose ways to one another multiply, or that are as deep as the limits allow: the output is printed in proportion to the document.
import { expect, test } from 'vitest';
import { emit } from '../support/emit.ts';
import { processorTime } from '../support/processor-time.ts';
import { OPTIONS, serviceOf } from './service.ts';

const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** The files of a document with one operation, whose schemas lead one to the next; and the seconds that the emitters took. */
async function emitted(length: number, link: (to: object, index: number) => object, last: object = { type: 'object' }) {
  const schemas = Object.fromEntries(
    Array.from({ length: length + 1 }, (_, index) => [`S${index}`, index === length ? last : link(ref(index + 1), index)]),
  );
  const post = { operationId: 'post', requestBody: json(ref(0)), responses: { 200: { description: 'Done.', ...json(ref(0)) } } };
  const service = await serviceOf({ paths: { '/p': { post } }, components: { schemas } });
  const seconds = processorTime();
  const files = emit(service, OPTIONS);
  return { characters: [...files.values()].reduce((sum, text) => sum + text.length, 0), seconds: seconds() };
}

const own = (index: number) => ({ properties: { [`p${index}`]: { type: 'string' } } });

test.each<[title: string, link: (to: object, index: number) => object]>([
  ['a union of the same schema twice', (to) => ({ anyOf: [to, to] })],
  ['a union of the schema and the schema with a limit', (to) => ({ anyOf: [to, { allOf: [to, { minLength: 1 }] }] })],
  ['a union of the schema and a list of it', (to) => ({ anyOf: [to, { type: 'array', items: to }] })],
  ['oneOf by a property', (to) => ({ oneOf: [to, { type: 'object', properties: { a: to } }] })],
  ['allOf of two that include the same one', (to) => ({ allOf: [{ allOf: [to] }, { allOf: [to] }] })],
  ['two properties', (to) => ({ type: 'object', required: ['a', 'b'], properties: { a: to, b: to } })],
  ['two items', (to) => ({ type: 'array', prefixItems: [to, to] })],
  ['not', (to) => ({ not: { anyOf: [to, { not: to }] } })],
  [
    'unevaluatedProperties over two branches',
    (to, index) => ({ anyOf: [to, { allOf: [to], ...own(index) }], unevaluatedProperties: false }),
  ],
  ['unevaluatedItems over two branches', (to) => ({ anyOf: [to, { allOf: [to], prefixItems: [true] }], unevaluatedItems: false })],
])('40 levels of %s', async (_title, link) => {
  const { characters, seconds } = await emitted(40, link);
  expect(characters).toBeLessThan(2_000_000);
  expect(seconds).toBeLessThan(5);
});

test.each<[title: string, link: (to: object, index: number) => object, length: number]>([
  ['allOf with properties', (to, index) => ({ type: 'object', allOf: [to], ...own(index) }), 333],
  ['unions', (to, index) => ({ anyOf: [to, { type: 'integer', minimum: index }] }), 333],
  ['properties', (to) => ({ type: 'object', required: ['a'], properties: { a: to } }), 333],
  ['arrays', (to) => ({ type: 'array', items: to }), 500],
])('a chain of %s as long as the limit allows', async (_title, link, length) => {
  const { characters, seconds } = await emitted(length, link);
  expect(characters).toBeLessThan(2_000_000);
  expect(seconds).toBeLessThan(10);
});

test.each([
  ['arrays', '{"type":"array","items":', '}', 240],
  ['maps', '{"additionalProperties":', '}', 240],
  ['negations', '{"not":', '}', 240],
  ['objects', '{"type":"object","required":["a"],"properties":{"a":', '}}', 120],
  ['unions', '{"anyOf":[{"type":"integer"},', ']}', 120],
])('%s nested in each other as deep as the limit allows', async (_title, open, close, levels) => {
  const schema: object = JSON.parse(`${open.repeat(levels)}{"type":"string"}${close.repeat(levels)}`);
  const { seconds } = await emitted(0, () => ({}), schema);
  expect(seconds).toBeLessThan(5);
});

test('an interface extends no more than 50 others, one through the other', async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `S${index}`,
      { type: 'object', ...(index === 59 ? {} : { allOf: [ref(index + 1)] }), ...own(index) },
    ]),
  );
  const types = emit(await serviceOf({ components: { schemas } }), OPTIONS).get('types.ts') ?? '';
  expect(types).toContain('export interface S10 extends S11 {');
  expect(types).toMatch(/export type S9 = S10 & \{/);
});
