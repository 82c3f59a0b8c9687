// Examples of schemas that ask for too much, and of slow patterns: each is made in bounded time, or the message says why there is none.
import { describe, expect, test } from 'vitest';
import { exampleSchema } from '../../generator/emit/examples/schema.ts';
import { heldSchemas } from '../../generator/emit/held/held.ts';
import { Examples } from '../../runtime/testing/examples.ts';
import { createRandom } from '../../runtime/testing/random.ts';
import { serviceOf } from '../emit/service.ts';
import { byEffort } from '../support/effort.ts';
import { processorTime } from '../support/processor-time.ts';

const isAny = (_: unknown): _ is unknown => true;
const EXPONENTIAL = '^(a+)+$';

const SCHEMAS: Readonly<Record<string, object>> = {
  Text: { type: 'string', minLength: 1e9 },
  List: { type: 'array', minItems: 1e9, items: { type: 'integer' } },
  Found: { type: 'array', contains: { type: 'integer' }, minContains: 1e9 },
  Members: { type: 'object', minProperties: 1e9 },
  Step: { type: 'number', multipleOf: 1e-300 },
  Edge: { type: 'number', minimum: 1e308, maximum: 1.7e308 },
  Choice: { type: 'string', enum: Array.from({ length: 100_000 }, (_, index) => `v${index}`) },
  Unequal: { type: 'array', uniqueItems: true, minItems: 5000, items: { type: 'boolean' } },
  Slow: { type: 'string', pattern: EXPONENTIAL },
  SlowAndLong: { type: 'string', pattern: EXPONENTIAL, minLength: 40 },
  SlowNever: { type: 'string', allOf: [{ pattern: EXPONENTIAL }, { pattern: '^a*!$' }], minLength: 30 },
  SlowNot: { type: 'string', minLength: 30, not: { pattern: EXPONENTIAL } },
  SlowNames: { type: 'object', patternProperties: { [EXPONENTIAL]: { type: 'integer' } }, minProperties: 1 },
  SlowOwnName: {
    type: 'object',
    properties: { [`${'a'.repeat(60)}!`]: { type: 'integer' } },
    required: [`${'a'.repeat(60)}!`],
    patternProperties: { [EXPONENTIAL]: {} },
  },
  Wide: {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, { $ref: '#/components/schemas/Wide' }])),
  },
};

const FOUND = ['Step', 'Edge', 'Choice', 'Slow', 'SlowNames', 'SlowOwnName', 'SlowNot', 'Wide'];

describe('examples of hostile schemas', async () => {
  const service = await serviceOf({ components: { schemas: SCHEMAS } });
  const held = heldSchemas(service, undefined);
  const schemas = Object.fromEntries(service.schemas.map((schema) => [schema.name ?? '', exampleSchema(schema, held, true)]));
  const examples = new Examples(JSON.stringify({ schemas }));

  test.each(Object.keys(SCHEMAS))('%s', (name) => {
    const time = processorTime();
    let message = '';
    for (let count = 0; count < byEffort({ quick: 4, deep: 20 }); count++) {
      try {
        examples.schema(name, isAny, createRandom(count));
      } catch (error) {
        message = error instanceof Error ? error.message : String(error);
      }
    }
    expect(time()).toBeLessThan(5);
    expect(message).toMatch(FOUND.includes(name) ? /^$/ : /^There is no example of /);
  });
});
