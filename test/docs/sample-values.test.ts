// Values of samples and the first values of forms: the document's own where they match, or else small ones that hold all constraints.
import { describe, expect, test } from 'vitest';
import { schemaData } from '../../generator/docs/console/schema-data.ts';
import { schemaExample } from '../../generator/docs/samples/example.ts';
import type { JsonValue } from '../../generator/model/schema/schema.ts';
import { serviceOf } from '../emit/service.ts';

async function given(schema: object | boolean) {
  const service = await serviceOf({ components: { schemas: { Given: schema } } });
  const found = service.schemas.find(({ name }) => name === 'Given');
  if (found === undefined) throw new Error('The schema has no name.');
  return { service, schema: found };
}

const string = { type: 'string' };
const integer = { type: 'integer' };

describe('the value of a sample', () => {
  test.each<readonly [string, object, JsonValue]>([
    ['a text', string, 'text'],
    ['a text of a length', { ...string, minLength: 6 }, 'textxx'],
    ['a short text', { ...string, maxLength: 3 }, 'tex'],
    ['a format', { ...string, format: 'hostname' }, 'api.example.com'],
    ['a pattern', { ...string, pattern: '^[A-Z]{2}\\d{4}$' }, 'AA0000'],
    ['a pattern that a word matches', { ...string, pattern: '^[a-z-]+$' }, 'text'],
    ['an integer', integer, 1],
    ['an integer above a bound', { ...integer, exclusiveMinimum: 5 }, 6],
    ['an integer below a bound', { ...integer, maximum: -3 }, -3],
    ['a multiple', { type: 'number', multipleOf: 0.5, minimum: 2.1 }, 3],
    ['a share', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.01],
    ['a list', { type: 'array', items: integer }, [1]],
    ['a list with more items', { type: 'array', items: string, minItems: 2 }, ['text', 'text']],
    ['what is required', { type: 'object', required: ['a'], properties: { a: { type: 'boolean' }, b: string } }, { a: true }],
    ['another member where there are too few', { type: 'object', minProperties: 1, properties: { b: string } }, { b: 'text' }],
    ['the example', { ...integer, examples: [7], default: 5, enum: [3, 5, 7] }, 7],
    ['the default', { ...integer, default: 5, enum: [3, 5] }, 5],
    ['the first of a list', { enum: ['b', 'a'] }, 'b'],
    ['an example of a 64-bit integer', { ...integer, format: 'int64', examples: [1234567890123456789n] }, 1234567890123456789n],
    ['no example that breaks its schema', { ...integer, examples: ['seven'] }, 1],
    ['the first branch', { oneOf: [{ type: 'object', required: ['a'], properties: { a: integer } }, string] }, { a: 1 }],
    ['all parts', { allOf: [{ ...string, minLength: 5 }, { pattern: '^[a-z]+$' }] }, 'textx'],
    ['a file', { type: 'object', required: ['f'], properties: { f: { ...string, format: 'binary' } } }, { f: 'text' }],
    [
      'the shape where no value matches',
      { type: 'object', required: ['a', 'b'], properties: { a: { not: {} }, b: integer } },
      { a: 'text', b: 1 },
    ],
  ])('%s', async (_, written, want) => {
    const { service, schema } = await given(written);
    expect(schemaExample(service, schema)).toEqual(want);
  });
});

describe('what a form begins with', () => {
  test.each<readonly [string, object, JsonValue | undefined]>([
    ['nothing for a text', string, undefined],
    ['a text of a length', { ...string, minLength: 1 }, 'text'],
    ['a pattern', { ...string, pattern: '^\\d+$' }, '0'],
    ['a format', { type: ['string', 'null'], format: 'email' }, 'mira@example.com'],
    ['nothing beside an example', { ...string, format: 'email', examples: ['you@example.com'] }, undefined],
    ['nothing for a minimum', { ...integer, minimum: 3 }, undefined],
    ['a number above a bound', { ...integer, exclusiveMinimum: 5 }, 6],
    ['a multiple', { ...integer, minimum: 3, multipleOf: 5 }, 5],
  ])('%s', async (_, written, want) => {
    const { service, schema } = await given(written);
    expect((schemaData(service, schema, true) as { readonly start?: JsonValue }).start).toEqual(want);
  });
});
