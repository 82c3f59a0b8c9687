// Arbitraries of schemas that nest every keyword in every other, and of values that are often valid.
import type { JsonValue } from '../../generator/model/schema/schema.ts';
import fc from '../support/fast-check.ts';

export type RandomSchema = Readonly<Record<string, unknown>> | boolean;

const name = fc.constantFrom('a', 'b', 'kind', 'constructor');
const scalar = fc.constantFrom<JsonValue>('a', 'b', '', 'text', 0, 1, 2, 2.5, true, false, null);
const count = fc.nat(3);
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');

export const randomValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const constant = fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: randomValue });

/** The components that every document has beside the random ones: `$ref`s lead to them, and some of them back to a random one, `Back`. */
export function componentsFor(back: string): Readonly<Record<string, RandomSchema>> {
  return {
    Text: { type: 'string', minLength: 1 },
    Pair: { type: 'object', properties: { a: { type: 'integer' }, b: { $ref: '#/components/schemas/Pair' } }, required: ['a'] },
    Open: { properties: { kind: { type: 'string' } }, contains: { const: 2 }, unevaluatedItems: { type: 'integer' } },
    Back: { type: ['object', 'array'], properties: { a: { $ref: `#/components/schemas/${back}` } }, prefixItems: [true] },
    Tree: { $id: 'https://random.example/tree', $dynamicAnchor: 'node', type: 'object', properties: { a: { $dynamicRef: '#node' } } },
    Strict: { $id: 'https://random.example/strict', $dynamicAnchor: 'node', $ref: 'tree', unevaluatedProperties: false },
  };
}

const reference = fc.constantFrom('Text', 'Pair', 'Open', 'Back', 'Tree', 'Strict').map((target) => ({
  $ref: target === 'Tree' || target === 'Strict' ? `https://random.example/${target.toLowerCase()}` : `#/components/schemas/${target}`,
}));

type Keywords = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** At most `most` of the keywords: a schema with all of them holds for no value. */
function someOf(keywords: Keywords, most: number): fc.Arbitrary<object> {
  return fc
    .subarray(Object.keys(keywords), { minLength: 1, maxLength: most })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((keyword) => [keyword, keywords[keyword] as fc.Arbitrary<unknown>]))));
}

const checks: Keywords = {
  ...{ minimum: count, maximum: count, exclusiveMinimum: count, exclusiveMaximum: count, multipleOf: fc.constantFrom(1, 2, 0.5) },
  ...{ minLength: count, maxLength: count, pattern: fc.constantFrom('^a', '[bt]', '^(a|kind)$') },
  ...{ minItems: count, maxItems: count, uniqueItems: fc.boolean(), minProperties: count, maxProperties: count },
};

export const randomSchema: fc.Arbitrary<RandomSchema> = fc.letrec<{ schema: RandomSchema }>((tie) => {
  const schema = tie('schema');
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(name, schema, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });
  const types = fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }));
  const typed = fc.record({ type: types }, { requiredKeys: [] });
  const ofMembers: Keywords = {
    ...{ properties: map, required: names, additionalProperties: schema, propertyNames: schema, items: schema, prefixItems: list },
    patternProperties: fc.dictionary(fc.constantFrom('^k', '^[ab]$', '^b'), schema, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
    dependentRequired: fc.dictionary(name, names, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
    contains: schema,
  };
  const contained = fc.record({ contains: schema, minContains: count, maxContains: count }, { requiredKeys: ['contains'] });
  const inPlace: Keywords = {
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    ...{ allOf: list, anyOf: list, oneOf: list, not: schema, if: schema, then: schema, else: schema, dependentSchemas: map },
    ...{ unevaluatedProperties: schema, unevaluatedItems: schema },
  };
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  const conditional = fc.record({ if: schema, then: schema, else: schema }, { requiredKeys: ['if'] });
  const joined = (...parts: fc.Arbitrary<object>[]) => fc.tuple(...parts).map((all) => Object.assign({}, ...all));
  return {
    schema: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.oneof(fc.boolean(), joined(fc.record({ type })), fc.record({ const: constant }), reference),
      fc.record({ enum: fc.uniqueArray(constant, { minLength: 1, maxLength: 3 }) }),
      joined(typed, someOf(checks, 3)),
      joined(typed, someOf(ofMembers, 3)),
      joined(typed, someOf(ofMembers, 2), someOf(inPlace, 2)),
      joined(typed, contained, someOf(inPlace, 2)),
      joined(typed, conditional, someOf(inPlace, 2)),
      joined(fc.oneof(reference, fc.constant({})), someOf(checks, 1), someOf(ofMembers, 2), someOf(inPlace, 3)),
    ),
  };
}).schema;
