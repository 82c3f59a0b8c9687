// Plain samples: the least value, and the one that people read, of schemas with every keyword. Both match, and are always the same.
import { expect, test } from 'vitest';
import { exampleSchema } from '../../generator/emit/examples/schema.ts';
import { heldSchemas } from '../../generator/emit/held/held.ts';
import type { ExampleSchema } from '../../runtime/testing/example-schema.ts';
import { matches } from '../../runtime/testing/matches.ts';
import { createRandom } from '../../runtime/testing/random.ts';
import { sampleValue } from '../../runtime/testing/sampler.ts';
import { serviceOf } from '../emit/service.ts';
import { keywordSchemas } from './keywords.ts';

test('every schema has plain samples', async () => {
  const service = await serviceOf({ components: { schemas: keywordSchemas } });
  const held = heldSchemas(service);
  const schemas = Object.fromEntries(
    service.schemas.map((schema) => [schema.name ?? '', exampleSchema(schema, held, true) as ExampleSchema]),
  );
  for (const [name, schema] of Object.entries(schemas)) {
    for (const plain of [0, 1] as const) {
      const sample = () =>
        sampleValue(schemas, schema, { random: createRandom(1), examples: 'first', tagged: true, optional: 'none', plain });
      const value = sample();
      expect(matches(schemas, schema, value), name).toBe(true);
      expect(sample(), name).toEqual(value);
    }
  }
});

test.each([
  [{ type: ['string'] }, '', 'text'],
  [{ type: ['integer'] }, 0, 1],
  [{ type: ['boolean'] }, false, true],
  [{ type: ['array'], items: { type: ['integer'] } }, [], [1]],
  [{ type: ['null', 'string'], minLength: 2 }, 'xx', 'text'],
  [{ type: ['array'], uniqueItems: true, minItems: 2, items: { enum: ['a', 'b'] } }, ['a', 'b'], ['a', 'b']],
])('%j', (schema, least, read) => {
  const options = { random: createRandom(1), examples: 'first', tagged: true, optional: 'none' } as const;
  expect([0, 1].map((plain) => sampleValue({}, schema, { ...options, plain: plain as 0 | 1 }))).toEqual([least, read]);
});
