// Schemas that together use every keyword, many of them constraining each other.
import { FORMATS } from '../../runtime/testing/formats.ts';

const person = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1 }, age: { type: 'integer', minimum: 0 } },
};

export const keywordSchemas: Readonly<Record<string, unknown>> = {
  Anything: true,
  Types: { type: ['string', 'null', 'integer'] },
  Constant: { const: { a: [1, null, { b: 'c' }] } },
  Enumeration: { enum: ['a', 1, null, { x: 1 }], not: { type: 'null' } },
  EnumWithin: { allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['b', 'c', 'd'] }, { pattern: '^c' }] },
  // Numbers
  Range: { type: 'number', minimum: 0.5, exclusiveMaximum: 0.75 },
  TightRange: { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 1.0000001 },
  Integers: { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 },
  Negative: { type: 'integer', maximum: -10 },
  Cents: { type: 'number', multipleOf: 0.01, minimum: 19.98, maximum: 20.01 },
  Multiples: { type: 'integer', allOf: [{ multipleOf: 6 }, { multipleOf: 10 }, { multipleOf: 4 }] },
  MixedMultiples: { type: 'integer', multipleOf: 0.5, allOf: [{ multipleOf: 1.5 }] },
  Big: { type: 'integer', minimum: 9007199254740000 },
  ...Object.fromEntries(
    ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'].map((format) => [`F${format}`, { type: 'integer', format }]),
  ),
  // Texts
  Length: { type: 'string', minLength: 3, maxLength: 3 },
  LongText: { type: 'string', minLength: 500, maxLength: 501 },
  Empty: { type: 'string', maxLength: 0 },
  Pattern: { type: 'string', pattern: '^[A-Z]{2}-\\d{4}(?:/[a-f0-9]+)?$', maxLength: 12 },
  PatternAndLength: { type: 'string', pattern: '^[a-z]+$', minLength: 80, maxLength: 90 },
  TwoPatterns: { type: 'string', pattern: '^[a-z0-9]+$', allOf: [{ pattern: '\\d' }] },
  LookAhead: { type: 'string', pattern: '^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,20}$' },
  BackReference: { type: 'string', pattern: '^(["\'])[a-z]+\\1$' },
  NamedGroup: { type: 'string', pattern: '^(?<a>x|y)-\\k<a>$' },
  Unicode: { type: 'string', pattern: '^\\p{Lu}\\p{Script=Greek}+\\u{1F600}?[^\\p{L}]$' },
  OldPattern: { type: 'string', pattern: '^[\\w-.]+@x$' },
  Unanchored: { type: 'string', pattern: 'b\\b' },
  ControlCharacters: { type: 'string', pattern: '^\\x41\\u0042\\t\\cJ$' },
  ...Object.fromEntries([...FORMATS.keys(), 'password', 'unknown'].map((format) => [`Text-${format}`, { type: 'string', format }])),
  FormatAndPattern: { type: 'string', format: 'date', pattern: '^20[12]' },
  FormatAndLength: { type: 'string', format: 'uri', minLength: 100, maxLength: 140 },
  LongEmail: { type: 'string', format: 'email', minLength: 60 },
  // Arrays
  List: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
  Unique: { type: 'array', items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 },
  Tuple: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 1 },
  OpenTuple: { type: 'array', prefixItems: [{ const: 'a' }], items: { type: 'integer' }, minItems: 3 },
  Contains: { type: 'array', items: { type: 'integer' }, contains: { minimum: 100 }, minContains: 2, maxContains: 3, maxItems: 4 },
  ContainsNone: { type: 'array', items: { type: 'integer' }, contains: { type: 'integer' }, minContains: 0, maxContains: 0 },
  UnevaluatedItems: { type: 'array', allOf: [{ prefixItems: [{ type: 'boolean' }] }], unevaluatedItems: { type: 'string' }, minItems: 3 },
  NoUnevaluatedItems: { type: 'array', prefixItems: [{ type: 'boolean' }], contains: { type: 'string' }, unevaluatedItems: false },
  // Objects
  Person: person,
  Closed: { ...person, additionalProperties: false },
  OpenMap: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2, maxProperties: 3 },
  PatternMap: { type: 'object', patternProperties: { '^x-[a-z]{3}$': { type: 'boolean' } }, additionalProperties: false, minProperties: 2 },
  Names: { type: 'object', propertyNames: { pattern: '^[A-Z]{3}$' }, additionalProperties: { type: 'string' }, minProperties: 2 },
  Sized: {
    type: 'object',
    properties: { a: { const: 1 }, b: { const: 2 }, c: { const: 3 } },
    minProperties: 2,
    maxProperties: 2,
    additionalProperties: false,
  },
  SizedParts: {
    type: 'object',
    properties: {
      part: { type: 'object', properties: { a: { const: 1 }, b: { const: 2 } }, minProperties: 1, additionalProperties: false },
    },
    required: ['part'],
  },
  DependentRequired: {
    type: 'object',
    properties: { card: { type: 'string' }, address: { type: 'string' } },
    dependentRequired: { card: ['address', 'zip'] },
  },
  DependentSchemas: {
    type: 'object',
    properties: { kind: { type: 'string' } },
    dependentSchemas: { kind: { required: ['size'], properties: { size: { type: 'integer' } } } },
  },
  UnevaluatedProperties: {
    allOf: [{ $ref: '#/components/schemas/Person' }],
    properties: { extra: { type: 'string' } },
    unevaluatedProperties: false,
  },
  UnevaluatedSchema: { allOf: [{ $ref: '#/components/schemas/Person' }], unevaluatedProperties: { type: 'boolean' }, minProperties: 4 },
  Inherited: {
    type: 'object',
    required: ['constructor', '__proto__'],
    properties: { constructor: { type: 'string' }, ['__proto__']: { type: 'integer' } },
  },
  // Combinations
  AnyOf: {
    anyOf: [
      { type: 'string', maxLength: 3 },
      { type: 'integer', minimum: 5 },
    ],
  },
  OneOf: {
    oneOf: [
      { type: 'integer', multipleOf: 3 },
      { type: 'integer', multipleOf: 5 },
    ],
  },
  OverlappingOneOf: {
    oneOf: [
      { type: 'object', properties: { a: { type: 'string' } } },
      { type: 'object', properties: { b: { type: 'integer' } } },
    ],
  },
  OneOfRequired: {
    type: 'object',
    properties: { a: {}, b: {}, c: {} },
    oneOf: [{ required: ['a'] }, { required: ['b'] }, { required: ['c'] }],
  },
  Not: {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    not: { anyOf: [{ required: ['a', 'b'] }, { required: ['c'] }] },
  },
  NotInteger: { type: 'number', not: { type: 'integer' } },
  Condition: {
    type: 'object',
    required: ['country', 'code'],
    properties: { country: { enum: ['NL', 'US'] }, code: { type: 'string' } },
    if: { properties: { country: { const: 'US' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    then: { properties: { code: { pattern: '^\\d{5}$' } } },
    else: { properties: { code: { pattern: '^\\d{4} [A-Z]{2}$' } } },
  },
  Nullable: { anyOf: [{ $ref: '#/components/schemas/Person' }, { type: 'null' }] },
  Pet: {
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } },
  },
  Cat: { type: 'object', required: ['kind', 'lives'], properties: { kind: { type: 'string' }, lives: { type: 'integer' } } },
  Dog: { type: 'object', required: ['kind', 'bark'], properties: { kind: { type: 'string' }, bark: { type: 'string' } } },
  Fish: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind', mapping: { shark: '#/components/schemas/Shark' } },
  },
  Shark: {
    allOf: [{ $ref: '#/components/schemas/Fish' }, { type: 'object', required: ['teeth'], properties: { teeth: { type: 'integer' } } }],
  },
  Tank: { type: 'object', required: ['fish'], properties: { fish: { $ref: '#/components/schemas/Fish' } } },
  // Recursion
  Tree: {
    type: 'object',
    required: ['value', 'children'],
    properties: { value: { type: 'integer' }, children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  },
  Chain: {
    type: 'object',
    required: ['next'],
    properties: { next: { anyOf: [{ $ref: '#/components/schemas/Chain' }, { type: 'null' }] } },
  },
  Expression: {
    oneOf: [
      {
        type: 'object',
        required: ['and'],
        properties: { and: { type: 'array', minItems: 2, items: { $ref: '#/components/schemas/Expression' } } },
        additionalProperties: false,
      },
      { type: 'object', required: ['not'], properties: { not: { $ref: '#/components/schemas/Expression' } }, additionalProperties: false },
      { type: 'object', required: ['is'], properties: { is: { type: 'string' } }, additionalProperties: false },
    ],
  },
  Mutual: { type: 'object', required: ['other'], properties: { other: { $ref: '#/components/schemas/MutualOther' } } },
  MutualOther: { type: 'object', properties: { back: { $ref: '#/components/schemas/Mutual' } }, additionalProperties: false },
  // Examples
  WithExample: { type: 'object', required: ['name'], properties: { name: { type: 'string' } }, examples: [{ name: 1 }, { name: 'Ann' }] },
  PartExamples: { type: 'object', required: ['city'], properties: { city: { type: 'string', examples: ['Delft'] } } },
  // Branches that an empty object matches, all of them: a value matches one when it is invalid in each of the others.
  OpenKinds: {
    oneOf: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({
      type: 'object',
      properties: { kind: { type: 'string' }, [name]: { type: 'string' } },
    })),
  },
};

/** Schemas for which no value exists or sampling finds none, each with the expected error message. */
export const hopelessSchemas: Readonly<Record<string, readonly [schema: unknown, reason: RegExp]>> = {
  Nothing: [false, /no value/],
  Crossed: [{ type: 'integer', minimum: 5, maximum: 4 }, /bounds exclude each other/],
  NoType: [{ allOf: [{ type: 'string' }, { type: 'integer' }] }, /types exclude each other/],
  NoConstant: [{ enum: ['a'], const: 'b' }, /constants exclude each other/],
  NeverUnique: [{ type: 'array', items: { enum: [1, 2] }, uniqueItems: true, minItems: 3 }, /not enough different items/],
  NoPattern: [{ type: 'string', pattern: '^a$', minLength: 2 }, /no text was found/],
  Inside: [
    { type: 'object', required: ['a'], properties: { a: { type: 'object', required: ['b/c'], properties: { 'b/c': false } } } },
    /at \/a/,
  ],
  LongText: [{ type: 'string', minLength: 1e9 }, /more than 10000 characters/],
  LongPattern: [{ type: 'string', pattern: '^a{1000000000}$' }, /no text was found/],
  LongList: [{ type: 'array', minItems: 1e9 }, /more than 10000 items/],
  ManyContained: [{ type: 'array', contains: { const: 1 }, minContains: 1e9 }, /more than 10000 items/],
  ManyProperties: [{ type: 'object', minProperties: 1e6 }, /not enough properties/],
  Endless: [{ type: 'object', required: ['self'], properties: { self: { $ref: '#/components/schemas/Endless' } } }, /too deep|attempts/],
};
