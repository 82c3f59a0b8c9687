// Schemas with one feature each, with the expected type, and values that must and must not be assignable to it.

export interface Probe {
  readonly feature: string;
  /** Component schemas; the one called `P` is probed. */
  readonly schemas: Readonly<Record<string, unknown>>;
  /** The declaration of `P`, without the final newline. */
  readonly want: string;
  /** Assignable values, as TypeScript expressions. */
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

const string = { type: 'string' };
const number = { type: 'number' };
const object = (properties: Readonly<Record<string, unknown>>, ...required: string[]): Record<string, unknown> => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
});
const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const generic = (schema: Readonly<Record<string, unknown>>, id = 'list'): Record<string, unknown> => ({
  $id: `https://probe.example/${id}`,
  ...schema,
  $defs: { item: { $dynamicAnchor: 'item' } },
});
const binding = (item: Readonly<Record<string, unknown>>, list = 'list', id = 'p'): Record<string, unknown> => ({
  $id: `https://probe.example/${id}`,
  $ref: list,
  $defs: { item: { $dynamicAnchor: 'item', ...item } },
});

export const PROBES: readonly Probe[] = [
  // Kinds of value.
  {
    feature: 'no constraint',
    schemas: { P: {} },
    want: 'export type P = unknown;',
    good: ['1', 'null', '{}', 'undefined as unknown'],
    bad: [],
  },
  { feature: 'true', schemas: { P: true }, want: 'export type P = unknown;', good: ["'a'"], bad: [] },
  {
    feature: 'a property that may not be there, named like one that every object inherits',
    schemas: { P: object({ constructor: false, size: false, name: string }) },
    want: 'export interface P {\n  size?: never;\n  name?: string;\n}',
    good: ['{}', "{ name: 'a' }"],
    bad: ['{ size: 1 }'],
  },
  { feature: 'false', schemas: { P: false }, want: 'export type P = never;', good: [], bad: ['1', 'null', '{}'] },
  {
    feature: 'string',
    schemas: { P: { ...string, minLength: 1, format: 'date' } },
    want: 'export type P = string;',
    good: ["'a'"],
    bad: ['1', 'null'],
  },
  {
    feature: 'integer',
    schemas: { P: { type: 'integer', format: 'int64' } },
    want: 'export type P = number;',
    good: ['1'],
    bad: ["'1'", '1n'],
  },
  { feature: 'null', schemas: { P: { type: 'null' } }, want: 'export type P = null;', good: ['null'], bad: ['undefined', '0'] },
  {
    feature: 'nullable by type list',
    schemas: { P: { type: ['null', 'string'] } },
    want: 'export type P = string | null;',
    good: ["'a'", 'null'],
    bad: ['undefined', '1'],
  },
  {
    feature: 'several types',
    schemas: { P: { type: ['integer', 'number', 'boolean'] } },
    want: 'export type P = number | boolean;',
    good: ['1', 'true'],
    bad: ["'a'"],
  },
  {
    feature: 'bare object',
    schemas: { P: { type: 'object' } },
    want: 'export type P = Record<string, unknown>;',
    good: ['{}', '{ a: 1 }'],
    bad: ['1', 'null', "'a'"],
  },
  // Constants.
  {
    feature: 'enum',
    schemas: { P: { enum: ['a', 1, true, null] } },
    want: "export type P = 'a' | 1 | true | null;",
    good: ["'a'", '1', 'true', 'null'],
    bad: ["'b'", '2', 'false'],
  },
  {
    feature: 'enum of both booleans',
    schemas: { P: { enum: [true, false] } },
    want: 'export type P = boolean;',
    good: ['true', 'false'],
    bad: ['1'],
  },
  {
    feature: 'enum values that the type rules out',
    schemas: { P: { ...string, enum: ['a', 1] } },
    want: "export type P = 'a';",
    good: ["'a'"],
    bad: ['1'],
  },
  { feature: 'const', schemas: { P: { const: 'a' } }, want: "export type P = 'a';", good: ["'a'"], bad: ["'b'"] },
  {
    feature: 'const of structure',
    schemas: { P: { const: { a: [1, -2], b: {} } } },
    want: 'export type P = { a: [1, -2]; b: Record<string, never> };',
    good: ['{ a: [1, -2], b: {} }'],
    bad: ['{ a: [1], b: {} }', '{ a: [1, -2], b: { c: 1 } }'],
  },
  // Objects.
  {
    feature: 'properties',
    schemas: { P: object({ a: string, b: { type: ['number', 'null'] } }, 'a') },
    want: 'export interface P {\n  a: string;\n  b?: number | null;\n}',
    good: ["{ a: 'x' }", "{ a: 'x', b: null }"],
    bad: ['{}', '{ a: 1 }', "{ a: 'x', b: 'y' }", 'null'],
  },
  {
    feature: 'a required property that is not declared',
    schemas: { P: { type: 'object', required: ['a'] } },
    want: 'export interface P {\n  a: unknown;\n}',
    good: ['{ a: 1 }', '{ a: null }'],
    bad: ['{}'],
  },
  {
    feature: 'properties without type',
    schemas: { P: { properties: { a: string } } },
    want: 'export type P = { a?: string } | unknown[] | string | number | boolean | null;',
    good: ["{ a: 'x' }", '[1]', "'anything'", 'null'],
    bad: ['{ a: 1 }'],
  },
  {
    feature: 'a property that may not be there',
    schemas: { P: object({ a: false, b: string }) },
    want: 'export interface P {\n  a?: never;\n  b?: string;\n}',
    good: ['{}', "{ b: 'x' }"],
    bad: ['{ a: 1 }'],
  },
  {
    feature: 'additionalProperties: a schema',
    schemas: { P: { type: 'object', additionalProperties: number } },
    want: 'export interface P {\n  [key: string]: number;\n}',
    good: ['{}', '{ a: 1 }'],
    bad: ["{ a: 'x' }"],
  },
  {
    feature: 'additionalProperties: a schema beside properties',
    schemas: { P: { ...object({ a: string, b: number }, 'a'), additionalProperties: { type: 'boolean' } } },
    want: 'export interface P {\n  a: string;\n  b?: number;\n  [key: string]: boolean | string | number | undefined;\n}',
    good: ["{ a: 'x' }", "{ a: 'x', c: true }"],
    bad: ["{ a: 'x', c: null }", '{ a: true }'],
  },
  {
    feature: 'additionalProperties: a literal that looks like an intersection, beside properties',
    schemas: { P: { ...object({ a: { ...string, enum: ['x & y'] } }, 'a'), additionalProperties: { type: 'boolean' } } },
    want: "export interface P {\n  a: 'x & y';\n  [key: string]: boolean | 'x & y';\n}",
    good: ["{ a: 'x & y', c: true }"],
    bad: ["{ a: 'x & y', c: 1 }"],
  },
  {
    feature: 'additionalProperties: a schema beside a property with an intersection inside',
    schemas: {
      A: object({ a: string }, 'a'),
      B: object({ b: string }, 'b'),
      P: { ...object({ list: { type: 'array', items: { allOf: [ref('A'), ref('B')] } } }, 'list'), additionalProperties: number },
    },
    want: 'export interface P {\n  list: (A & B)[];\n  [key: string]: unknown;\n}',
    good: ["{ list: [{ a: 'x', b: 'y' }], c: 1 }"],
    bad: ["{ list: [{ a: 'x' }] }"],
  },
  {
    feature: 'additionalProperties: true beside properties',
    schemas: { P: { ...object({ a: string }, 'a'), additionalProperties: true } },
    want: 'export interface P {\n  a: string;\n  [key: string]: unknown;\n}',
    good: ["{ a: 'x', c: [1] }"],
    bad: ['{ c: 1 }'],
  },
  {
    feature: 'a closed object',
    schemas: { P: { ...object({ a: string }), additionalProperties: false } },
    want: 'export interface P {\n  a?: string;\n}',
    good: ['{}', "{ a: 'x' }"],
    bad: ['{ b: 1 }'],
  },
  {
    feature: 'an object without properties',
    schemas: { P: { type: 'object', additionalProperties: false } },
    want: 'export type P = Record<string, never>;',
    good: ['{}'],
    bad: ['{ a: 1 }'],
  },
  {
    feature: 'patternProperties beside properties: a prefix',
    schemas: { P: { ...object({ id: string }, 'id'), patternProperties: { '^x-': number } } },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type
    want: 'export interface P {\n  id: string;\n  [key: `x-${string}`]: number;\n}',
    good: ["{ id: 'a', 'x-b': 1 }"],
    bad: ["{ id: 'a', 'x-b': 'c' }", "{ 'x-b': 1 }"],
  },
  {
    feature: 'patternProperties: a prefix that a property begins with',
    schemas: { P: { ...object({ 'x-a': string }), patternProperties: { '^x-': { type: ['string', 'number'] } } } },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type
    want: "export interface P {\n  'x-a'?: string;\n  [key: `x-${string}`]: string | number | undefined;\n}",
    good: ["{ 'x-a': 'b', 'x-c': 1 }"],
    bad: ["{ 'x-a': 1 }", "{ 'x-c': true }"],
  },
  {
    feature: 'an object of which nothing is said but that it is empty',
    schemas: { P: { type: 'object', maxProperties: 0 } },
    want: 'export type P = Record<string, never>;',
    good: ['{}'],
    bad: ['{ a: 1 }', 'null'],
  },
  {
    feature: 'patternProperties: any pattern, closed',
    schemas: { P: { ...object({ id: string }), patternProperties: { '\\d$': number }, additionalProperties: false } },
    want: 'export interface P {\n  id?: string;\n  [key: string]: number | string | undefined;\n}',
    good: ["{ id: 'a', a1: 1 }"],
    bad: ['{ a1: true }', '{ id: 1 }'],
  },
  {
    feature: 'patternProperties: any pattern, open',
    schemas: { P: { ...object({ id: string }), patternProperties: { '\\d$': number } } },
    want: 'export interface P {\n  id?: string;\n  [key: string]: unknown;\n}',
    good: ["{ id: 'a', a1: 1, b: [] }"],
    bad: ['{ id: 1 }'],
  },
  {
    feature: 'propertyNames from a list',
    schemas: { K: { ...string, enum: ['a', 'b'] }, P: { type: 'object', propertyNames: ref('K'), additionalProperties: number } },
    want: 'export type P = { [Key in K]?: number };',
    good: ['{}', '{ a: 1 }'],
    bad: ['{ c: 1 }', "{ a: 'x' }"],
  },
  {
    feature: 'propertyNames with one name',
    schemas: { P: { type: 'object', propertyNames: { const: 'a' }, additionalProperties: number } },
    want: "export type P = { [Key in 'a']?: number };",
    good: ['{}', '{ a: 1 }'],
    bad: ['{ c: 1 }', "{ a: 'x' }"],
  },
  {
    feature: 'propertyNames from branches',
    schemas: { P: { type: 'object', propertyNames: { anyOf: [{ const: 'a' }, { enum: ['b'] }] } } },
    want: "export type P = { [Key in 'a' | 'b']?: unknown };",
    good: ['{}', '{ a: 1, b: null }'],
    bad: ['{ c: 1 }'],
  },
  {
    feature: 'properties that no value matches',
    schemas: {
      P: object({
        a: { not: {} },
        b: { not: true },
        c: false,
        d: { ...string, not: string },
        e: ref('Nothing'),
        f: { not: ref('Anything') },
      }),
      Nothing: { not: { description: 'Any value.' } },
      Anything: {},
    },
    want: 'export interface P {\n  a?: never;\n  b?: never;\n  c?: never;\n  d?: never;\n  e?: never;\n  f?: never;\n}',
    good: ['{}'],
    bad: ['{ a: 1 }', '{ b: null }', '{ c: {} }', "{ d: 'x' }", '{ e: 1 }', '{ f: 1 }'],
  },
  {
    feature: 'a type that `not` excludes as a whole',
    schemas: { P: { type: ['string', 'number', 'null'], not: { type: ['null', 'number'] } } },
    want: 'export type P = string;',
    good: ["'a'"],
    bad: ['1', 'null'],
  },
  // Arrays.
  {
    feature: 'items',
    schemas: { P: { type: 'array', items: { type: ['string', 'null'] } } },
    want: 'export type P = (string | null)[];',
    good: ['[]', "['a', null]"],
    bad: ['[1]', "'a'"],
  },
  {
    feature: 'an array of anything',
    schemas: { P: { type: 'array' } },
    want: 'export type P = unknown[];',
    good: ['[]', '[1, null]'],
    bad: ['{}'],
  },
  {
    feature: 'minItems: 1',
    schemas: { P: { type: 'array', items: number, minItems: 1 } },
    want: 'export type P = [number, ...number[]];',
    good: ['[1]', '[1, 2, 3]'],
    bad: ['[]', "['a']"],
  },
  {
    feature: 'as many items as not',
    schemas: { P: { type: 'array', items: number, minItems: 2, maxItems: 2 } },
    want: 'export type P = [number, number];',
    good: ['[1, 2]'],
    bad: ['[1]', '[1, 2, 3]'],
  },
  {
    feature: 'minItems too great to write out',
    schemas: { P: { type: 'array', items: number, minItems: 20 } },
    want: 'export type P = number[];',
    good: ['[]', '[1]'],
    bad: ["['a']"],
  },
  {
    feature: 'prefixItems, open',
    schemas: { P: { type: 'array', prefixItems: [string, number] } },
    want: 'export type P = [string?, number?, ...unknown[]];',
    good: ['[]', "['a']", "['a', 1, null]"],
    bad: ['[1]', "['a', 'b']"],
  },
  {
    feature: 'prefixItems, closed',
    schemas: { P: { type: 'array', prefixItems: [string, number], items: false, minItems: 2 } },
    want: 'export type P = [string, number];',
    good: ["['a', 1]"],
    bad: ["['a']", "['a', 1, 2]"],
  },
  {
    feature: 'prefixItems with a typed rest',
    schemas: { P: { type: 'array', prefixItems: [string], items: number, minItems: 2 } },
    want: 'export type P = [string, number, ...number[]];',
    good: ["['a', 1]", "['a', 1, 2]"],
    bad: ["['a']", "['a', 'b']"],
  },
  // Combinations.
  {
    feature: '$ref with siblings',
    schemas: { A: object({ a: string }, 'a'), P: { ...ref('A'), properties: { b: number }, required: ['b'] } },
    want: 'export interface P extends A {\n  b: number;\n}',
    good: ["{ a: 'x', b: 1 }"],
    bad: ["{ a: 'x' }", '{ b: 1 }'],
  },
  {
    feature: '$ref with a comment of its own',
    schemas: { A: string, P: object({ a: { ...ref('A'), description: 'Mine.' } }) },
    want: 'export interface P {\n  /** Mine. */\n  a?: A;\n}',
    good: ["{ a: 'x' }"],
    bad: ['{ a: 1 }'],
  },
  {
    feature: '$ref that another keyword narrows',
    schemas: { A: { type: ['string', 'number'] }, P: { ...ref('A'), type: 'string' } },
    want: 'export type P = A & string;',
    good: ["'a'"],
    bad: ['1'],
  },
  {
    feature: 'allOf of a base and more',
    schemas: { A: object({ a: string }, 'a'), P: { allOf: [ref('A'), object({ b: number })] } },
    want: 'export interface P extends A {\n  b?: number;\n}',
    good: ["{ a: 'x' }", "{ a: 'x', b: 1 }"],
    bad: ['{ b: 1 }', "{ a: 'x', b: 'y' }"],
  },
  {
    feature: 'allOf with a property in both',
    schemas: { A: object({ a: string }), P: { allOf: [ref('A'), object({ a: { const: 'x' } }, 'a')] } },
    want: "export type P = A & { a: 'x' };",
    good: ["{ a: 'x' }"],
    bad: ["{ a: 'y' }", '{}'],
  },
  {
    feature: 'allOf of two shapes is one shape',
    schemas: {
      P: {
        allOf: [
          object({
            a: { type: ['object', 'null'], properties: { b: string } },
            c: { type: 'array', items: { type: ['string', 'number'] } },
            d: { enum: [1, 2] },
          }),
          object({ a: object({ e: number }), c: { type: 'array', items: string }, d: { enum: [2, 3] } }, 'c'),
        ],
      },
    },
    want: 'export interface P {\n  a?: { b?: string; e?: number };\n  c: string[];\n  d?: 2;\n}',
    good: ["{ a: { b: 'x', e: 1 }, c: ['x'], d: 2 }"],
    bad: ["{ a: null, c: ['x'] }", '{ c: [1] }', "{ c: ['x'], d: 1 }", '{}'],
  },
  {
    feature: 'allOf of parts that require a property that none declares',
    schemas: {
      P: { allOf: [object({ x: string }, 'a'), { ...object({ y: string }, 'a'), additionalProperties: string }] },
    },
    want: 'export type P = { x?: string; a: unknown } & { y?: string; a: string; [key: string]: string | undefined };',
    good: ["{ a: '1' }", "{ a: '1', x: '2', y: '3' }"],
    bad: ['{}', '{ a: 1 }', "{ x: '2' }"],
  },
  {
    feature: 'allOf of a component and a part that require a property that none declares',
    schemas: { A: object({ x: string }, 'a'), P: { allOf: [ref('A'), object({ y: string }, 'a')] } },
    want: 'export interface P extends A {\n  y?: string;\n}',
    good: ['{ a: 1 }'],
    bad: ['{}'],
  },
  {
    feature: 'allOf that makes a property required',
    schemas: { A: object({ a: string }), P: { allOf: [ref('A'), { required: ['a'] }] } },
    want: 'export type P = A & { a: string };',
    good: ["{ a: 'x' }"],
    bad: ['{}', '{ a: undefined }'],
  },
  {
    feature: 'allOf of primitives',
    schemas: { P: { allOf: [string, { minLength: 1 }] } },
    want: 'export type P = string;',
    good: ["'a'"],
    bad: ['1'],
  },
  {
    feature: 'anyOf beside properties',
    schemas: { P: { ...object({ a: string }, 'a'), anyOf: [object({ b: number }, 'b'), object({ c: number }, 'c')] } },
    want: 'export type P = { a: string } & ({ b: number } | { c: number });',
    good: ["{ a: 'x', b: 1 }", "{ a: 'x', b: 1, c: 2 }"],
    bad: ["{ a: 'x' }", '{ b: 1 }'],
  },
  {
    feature: 'anyOf of properties that are only required',
    schemas: { P: { ...object({ a: string, b: string }), anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
    want: 'export type P = { a?: string; b?: string } & ({ a: string } | { b: string });',
    good: ["{ a: 'x' }", "{ a: 'x', b: 'y' }"],
    bad: ['{}'],
  },
  {
    feature: 'anyOf of a list that is only required',
    schemas: {
      P: {
        ...object({ a: { type: 'array', items: object({ b: { ...string, description: 'Said once.' } }, 'b') } }),
        anyOf: [{ required: ['a'] }, { required: ['c'] }],
      },
    },
    want: 'export type P = {\n  a?: {\n    /** Said once. */\n    b: string;\n  }[];\n} & ({ a: { b: string }[] } | { c: unknown });',
    good: ["{ a: [{ b: 'x' }] }", '{ c: 1 }'],
    bad: ['{}', '{ a: [{}] }'],
  },
  {
    feature: 'anyOf of an object that is too large to say twice',
    schemas: {
      P: { ...object({ a: object({ b: string, c: string, d: string }) }), anyOf: [{ required: ['a'] }, { required: ['e'] }] },
    },
    want: 'export type P = { a?: { b?: string; c?: string; d?: string } } & ({ a: {} } | { e: unknown });',
    good: ['{ a: {} }', '{ e: 1 }'],
    bad: ['{}', '{ a: { b: 1 } }'],
  },
  {
    feature: 'oneOf of properties that are only required',
    schemas: {
      P: {
        ...object({ a: string, b: { type: ['object', 'null'], properties: { c: number } } }),
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    },
    want: 'export type P = { a?: string; b?: { c?: number } | null } & ({ a: string; b?: never } | { a?: never; b: { c?: number } | null });',
    good: ["{ a: 'x' }", '{ b: null }', '{ b: { c: 1 } }'],
    bad: ['{}', "{ a: 'x', b: null }", '{ b: { c: true } }'],
  },
  {
    feature: 'a union told apart by a constant',
    schemas: {
      A: object({ kind: { const: 'a' }, a: string }, 'kind', 'a'),
      B: object({ kind: { const: 'b' }, b: number }, 'kind', 'b'),
      P: { oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'kind' } },
    },
    want: 'export type P = A | B;',
    good: ["{ kind: 'a', a: 'x' }", "{ kind: 'b', b: 1 }"],
    bad: ["{ kind: 'a', b: 1 }", "{ kind: 'c' }"],
  },
  {
    feature: 'unevaluatedProperties alone',
    schemas: { P: { ...object({ name: string }, 'name'), unevaluatedProperties: string } },
    want: 'export interface P {\n  name: string;\n  [key: string]: string;\n}',
    good: ["{ name: 'x', a: 'y' }"],
    bad: ["{ name: 'x', a: 1 }"],
  },
  {
    feature: 'unevaluatedProperties: false closes an object as before',
    schemas: { P: { ...object({ name: string }, 'name'), unevaluatedProperties: false } },
    want: 'export interface P {\n  name: string;\n}',
    good: ["{ name: 'x' }"],
    bad: ["{ name: 'x', a: 1 }"],
  },
  {
    feature: 'allOf of an open object',
    schemas: { P: { ...object({ name: string }, 'name'), allOf: [{ type: 'object', additionalProperties: {} }] } },
    want: 'export interface P {\n  name: string;\n  [key: string]: unknown;\n}',
    good: ["{ name: 'x', a: 1 }"],
    bad: ['{ a: 1 }', '{ name: 1 }'],
  },
  {
    feature: 'a union told apart by a discriminator with a mapping',
    schemas: {
      Base: object({ kind: string }, 'kind'),
      A: { allOf: [ref('Base'), object({ a: string }, 'a')] },
      B: { allOf: [ref('Base'), object({ b: number }, 'b')] },
      P: { oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/A', b: 'B', c: 'B' } } },
    },
    want: "export type P = (A & { kind: 'a' }) | (B & { kind: 'b' | 'c' });",
    good: [
      "{ kind: 'a', a: 'x' }",
      "{ kind: 'c', b: 1 }",
      "((p: P) => p.kind === 'a' ? { ...p, a: p.a.length.toFixed() } : p)(values[0]!)",
    ],
    bad: ["{ kind: 'a', b: 1 }", "{ kind: 'd', b: 1 }"],
  },
  {
    feature: 'a discriminator by the names of the branches, of which one lacks the property',
    schemas: {
      A: object({ a: string }, 'a'),
      B: object({ kind: string, b: number }, 'kind', 'b'),
      P: { anyOf: [ref('A'), ref('B'), { type: 'null' }], discriminator: { propertyName: 'kind' } },
    },
    want: "export type P = (A & { kind?: 'A' }) | (B & { kind: 'B' }) | null;",
    good: ["{ a: 'x' }", "{ kind: 'A', a: 'x' }", "{ kind: 'B', b: 1 }", 'null'],
    bad: ["{ kind: 'B', a: 'x' }", '{ b: 1 }'],
  },
  {
    feature: 'a discriminator that selects the branch, since no branch has the property',
    schemas: {
      A: object({ name: string, a: string }, 'name'),
      B: object({ name: string, b: string }, 'name'),
      P: { oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'kind' } },
    },
    want: "export type P = (A & { kind: 'A' }) | (B & { kind: 'B' });",
    good: ["{ kind: 'A', name: 'x' }"],
    bad: ["{ name: 'x' }", "{ kind: 'B', name: 'x', a: 'y' }"],
  },
  {
    feature: 'tags that narrow an enum of all branches',
    schemas: {
      Base: object({ kind: { enum: ['A', 'B'] } }, 'kind'),
      A: { allOf: [ref('Base'), object({ a: string }, 'a')] },
      B: { allOf: [ref('Base'), object({ b: string }, 'b')] },
      P: { oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'kind' } },
    },
    want: "export type P = (A & { kind: 'A' }) | (B & { kind: 'B' });",
    good: ["{ kind: 'A', a: 'x' }"],
    bad: ["{ kind: 'A', b: 'x' }"],
  },
  {
    feature: 'a base with a mapping, whose heir includes it by allOf',
    schemas: {
      P: {
        ...object({ kind: string, age: number, friend: ref('P') }, 'kind', 'age'),
        discriminator: { propertyName: 'kind', mapping: { shark: '#/components/schemas/Shark' } },
      },
      Shark: { ...object({ kind: { enum: ['shark'] }, teeth: number }, 'kind', 'teeth'), allOf: [ref('P')] },
    },
    want: "export type P = ({ kind: string; age: number; friend?: P } & { kind: 'P' }) | Shark;",
    good: [
      "{ kind: 'P', age: 1 }",
      "{ kind: 'shark', age: 1, teeth: 3, friend: { kind: 'P', age: 2 } }",
      "((p: P) => p.kind === 'shark' ? { ...p, teeth: p.teeth + 1 } : p)(values[0]!)",
    ],
    bad: ["{ kind: 'shark', age: 1 }", "{ kind: 'P', age: 1, teeth: 3 }"],
  },
  {
    feature: 'heirs that give themselves a value, by x-ms-discriminator-value; a mapping of the base comes first',
    schemas: {
      P: { ...object({ kind: string }, 'kind'), discriminator: { propertyName: 'kind', mapping: { dog: '#/components/schemas/Dog' } } },
      Cat: { 'x-ms-discriminator-value': '#My.Cat', allOf: [ref('P'), object({ lives: number }, 'lives')] },
      Dog: { 'x-ms-discriminator-value': '#My.Dog', allOf: [ref('P'), object({ bark: string }, 'bark')] },
      Either: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
    },
    want: "export type P = ({ kind: string } & { kind: 'P' }) | (Dog & { kind: 'dog' }) | (Cat & { kind: '#My.Cat' });",
    good: ["{ kind: '#My.Cat', lives: 9 }", "{ kind: 'dog', bark: 'wow' }"],
    bad: ["{ kind: 'Cat', lives: 9 }", "{ kind: '#My.Cat', bark: 'wow' }"],
  },
  {
    feature: 'a base whose heirs are found by allOf, over two steps, with an enum that leaves no tag for the base',
    schemas: {
      P: { ...object({ kind: { enum: ['Cat', 'Lion'] } }, 'kind'), discriminator: { propertyName: 'kind' } },
      Cat: { allOf: [ref('P'), object({ lives: number }, 'lives')] },
      Lion: { allOf: [ref('Cat'), object({ roar: string, cub: { allOf: [ref('P')] } }, 'roar')] },
    },
    want: "export type P = (Cat & { kind: 'Cat' }) | (Lion & { kind: 'Lion' });",
    good: ["{ kind: 'Cat', lives: 9 }", "{ kind: 'Lion', lives: 1, roar: 'x', cub: { kind: 'Cat', lives: 9 } }"],
    bad: ["{ kind: 'Lion', lives: 1 }", "{ kind: 'P' }", "{ kind: 'Lion', lives: 1, roar: 'x', cub: { kind: 'Lion', lives: 9 } }"],
  },
  {
    feature: 'a base whose enum has other words than the names of its heirs',
    schemas: {
      P: { ...object({ kind: { enum: ['cat'] } }, 'kind'), discriminator: { propertyName: 'kind' } },
      Cat: { allOf: [ref('P'), object({ lives: number }, 'lives')] },
    },
    want: "export interface P {\n  kind: 'cat';\n}",
    good: ["{ kind: 'cat' }"],
    bad: ["{ kind: 'Cat' }"],
  },
  {
    feature: 'a mapping that contradicts the constants of the branches',
    schemas: {
      A: object({ kind: { const: 'a' } }, 'kind'),
      B: object({ kind: { const: 'b' } }, 'kind'),
      P: { oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'kind', mapping: { x: 'A', y: 'B' } } },
    },
    want: 'export type P = A | B;',
    good: ["{ kind: 'a' }"],
    bad: ["{ kind: 'x' }"],
  },
  {
    feature: 'oneOf with null',
    schemas: { A: object({ a: string }, 'a'), P: { oneOf: [{ type: 'null' }, ref('A')] } },
    want: 'export type P = A | null;',
    good: ['null', "{ a: 'x' }"],
    bad: ['{}', 'undefined'],
  },
  {
    feature: 'anyOf of which one lets everything through',
    schemas: { P: { ...string, anyOf: [{ format: 'date' }, { minLength: 3 }] } },
    want: 'export type P = string;',
    good: ["'a'"],
    bad: ['1'],
  },
  {
    feature: 'not says nothing',
    schemas: { P: { ...string, not: { const: 'a' } } },
    want: 'export type P = string;',
    good: ["'b'"],
    bad: ['1'],
  },
  {
    feature: 'what nothing can satisfy',
    schemas: { P: { allOf: [string, number] } },
    want: 'export type P = never;',
    good: [],
    bad: ["'a'", '1'],
  },
  // Recursion.
  {
    feature: 'a tree',
    schemas: { P: object({ children: { type: 'array', items: ref('P') }, parent: { anyOf: [ref('P'), { type: 'null' }] } }) },
    want: 'export interface P {\n  children?: P[];\n  parent?: P | null;\n}',
    good: ['{ children: [{ children: [] }], parent: null }'],
    bad: ['{ children: [1] }'],
  },
  {
    feature: 'JSON',
    schemas: {
      P: {
        anyOf: [
          { type: ['null', 'boolean', 'number', 'string'] },
          { type: 'array', items: ref('P') },
          { type: 'object', additionalProperties: ref('P') },
        ],
      },
    },
    want: 'export type P = boolean | number | string | P[] | { [key: string]: P } | null;',
    good: ['{ a: [1, { b: null }] }'],
    bad: ['() => 1', '[undefined]'],
  },
  {
    feature: 'a discriminator with a default (OpenAPI 3.2): a value of another tag is of the default',
    schemas: {
      P: {
        anyOf: [ref('Cat'), ref('Other')],
        discriminator: { propertyName: 'kind', defaultMapping: 'Other' },
      },
      Cat: object({ kind: string, lives: number }, 'kind', 'lives'),
      Other: object({ kind: string, name: string }, 'name'),
    },
    want: "export type P = (Cat & { kind: 'Cat' }) | Other;",
    good: ["{ kind: 'Cat', lives: 9 }", "{ kind: 'hamster', name: 'x' }", "{ name: 'x' }"],
    bad: ["{ kind: 'hamster', lives: 9 }", '{ name: 1 }'],
  },
  {
    feature: 'a base that is its own default (OpenAPI 3.2)',
    schemas: {
      P: { ...object({ kind: string }, 'kind'), discriminator: { propertyName: 'kind', defaultMapping: 'P' } },
      Cat: { allOf: [ref('P'), object({ lives: number }, 'lives')] },
    },
    want: "export type P = { kind: string } | (Cat & { kind: 'Cat' });",
    good: ["{ kind: 'Cat', lives: 9 }", "{ kind: 'hamster' }"],
    bad: ['{ lives: 9 }'],
  },
  // Dynamic references.
  {
    feature: 'a list whose user says what its items are',
    schemas: {
      List: generic(object({ items: { type: 'array', items: { $dynamicRef: '#item' } } }, 'items')),
      User: { $id: 'https://probe.example/user', ...object({ name: string }, 'name') },
      P: binding({ $ref: 'user' }),
    },
    want: 'export interface P {\n  items: User[];\n}',
    good: ["{ items: [{ name: 'x' }] }", '{ items: [] }'],
    bad: ['{}', '{ items: [1] }', '{ items: [{}] }', '{ items: [{ name: 1 }] }'],
  },
  {
    feature: 'the list itself',
    schemas: { P: generic(object({ items: { type: 'array', items: { $dynamicRef: '#item' } } }), 'p'), Ids: binding(number, 'p', 'ids') },
    want: 'export interface P {\n  items?: PItem[];\n}',
    good: ["{ items: [1, 'a', {}] }"],
    bad: ['{ items: 1 }'],
  },
  {
    feature: 'an item in a map, in a tuple and in a combination',
    schemas: {
      List: generic(
        object({
          map: { type: 'object', additionalProperties: { $dynamicRef: '#item' } },
          pair: { type: 'array', prefixItems: [string, { $dynamicRef: '#item' }], minItems: 2, items: false },
          more: { allOf: [{ $dynamicRef: '#item' }, object({ more: string })] },
          maybe: { anyOf: [{ $dynamicRef: '#item' }, { type: 'null' }] },
        }),
      ),
      P: binding(object({ id: number }, 'id')),
    },
    want: 'export interface P {\n  map?: { [key: string]: PItem };\n  pair?: [string, PItem];\n  more?: PItem & { more?: string };\n  maybe?: PItem | null;\n}',
    good: ["{ map: { a: { id: 1 } }, pair: ['x', { id: 1 }], more: { id: 1, more: 'x' }, maybe: null }"],
    bad: ["{ map: { a: { id: 'x' } } }", "{ pair: ['x', {}] }", "{ more: { more: 'x' } }", '{ maybe: {} }'],
  },
  {
    feature: 'a list with more, used by allOf',
    schemas: {
      List: generic(object({ items: { type: 'array', items: { $dynamicRef: '#item' } } })),
      P: {
        $id: 'https://probe.example/p',
        allOf: [{ $ref: 'list' }, object({ total: number }, 'total')],
        $defs: { item: { $dynamicAnchor: 'item', ...string } },
      },
    },
    want: 'export interface P {\n  items?: PItem[];\n  total: number;\n}',
    good: ["{ items: ['x'], total: 1 }"],
    bad: ['{ items: [1], total: 1 }', "{ items: ['x'] }"],
  },
  {
    feature: 'a tree that says more of its branches too',
    schemas: {
      Tree: {
        $id: 'https://probe.example/tree',
        $dynamicAnchor: 'node',
        ...object({ children: { type: 'array', items: { $dynamicRef: '#node' } } }),
      },
      P: { $id: 'https://probe.example/p', $dynamicAnchor: 'node', $ref: 'tree', ...object({ id: number }, 'id') },
    },
    want: 'export interface P {\n  id: number;\n  children?: P[];\n}',
    good: ['{ id: 1, children: [{ id: 2 }] }'],
    bad: ['{ id: 1, children: [{}] }'],
  },
  {
    feature: 'a list that leads back to itself: it has a name within its user',
    schemas: {
      List: generic(object({ item: { $dynamicRef: '#item' }, rest: { $ref: 'list' } })),
      P: { $id: 'https://probe.example/p', ...object({ list: { $ref: 'list' } }), $defs: { item: { $dynamicAnchor: 'item', ...number } } },
    },
    want: 'export interface P {\n  list?: ListInP;\n}',
    good: ['{ list: { item: 1, rest: { item: 2, rest: {} } } }'],
    bad: ["{ list: { item: 'x' } }", "{ list: { item: 1, rest: { item: 'x' } } }"],
  },
  // Names.
  {
    feature: 'case 14: a schema with the name of a global',
    schemas: { Record: string, P: object({ a: { type: 'object' }, b: ref('Record') }) },
    want: 'export interface P {\n  a?: Record<string, unknown>;\n  b?: PetsRecord;\n}',
    good: ["{ a: { c: 1 }, b: 'x' }"],
    bad: ['{ a: 1 }', '{ b: {} }'],
  },
];
