// Branches of `oneOf` whose schemas refer to each other many times: written out, one would be longer than any text.
import { expect, test } from 'vitest';
import { compareServices } from '../../generator/diff/index.ts';
import { serviceOf } from './support.ts';

/** `S0` has two references to `S1`, that one two to `S2`, and so on, so that `S0` written out has 2^40 leaves. The last leads back to the first. */
const LONG = 40;

/** `at`: the schema that has a further property `more` of this type. */
function documentOf(at?: number, type = 'string'): object {
  const ref = (index: number): object => ({ $ref: `#/components/schemas/S${index % LONG}` });
  const schemas = Array.from({ length: LONG }, (_, index) => [
    `S${index}`,
    { type: 'object', properties: { a: ref(index + 1), b: ref(index + 1), ...(index === at ? { more: { type } } : {}) } },
  ]);
  const body = { oneOf: [ref(0), { type: 'array', items: ref(3) }, { type: 'string' }] };
  return {
    openapi: '3.1.0',
    info: { title: 'Branches', version: '1' },
    paths: {
      '/it': { get: { operationId: 'it', responses: { 200: { description: 'It.', content: { 'application/json': { schema: body } } } } } },
    },
    components: { schemas: Object.fromEntries(schemas) },
  };
}

test('a document has no changes against itself', async () => {
  expect(compareServices(await serviceOf(documentOf()), await serviceOf(documentOf()))).toEqual([]);
});

test('a change some levels down is found', async () => {
  const changes = compareServices(await serviceOf(documentOf(5)), await serviceOf(documentOf(5, 'integer')));
  expect(changes.length).toBeGreaterThan(0);
});
