// What a form asks for, by the schema: kinds of fields, choices, first values, and edits.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../generator/docs/console/data.ts';
import { branchOf } from '../../../portal/console/form/choose.ts';
import { edited, pointerOf, valueAt } from '../../../portal/console/form/edit.ts';
import { fieldOf } from '../../../portal/console/form/field.ts';
import { initialValue, switched, withFiles } from '../../../portal/console/form/initial.ts';

const schemas: Readonly<Record<string, JsonSchema>> = {
  Name: { type: ['string'], minLength: 1, description: 'What people call it.' },
  Node: { type: ['object'], required: ['next'], properties: { next: { $ref: 'Node' } } },
  Cat: {
    type: ['object'],
    required: ['kind', 'lives'],
    properties: { kind: { const: 'cat' }, name: { $ref: 'Name' }, lives: { type: ['integer'], minimum: 9 } },
  },
  Dog: { type: ['object'], required: ['kind'], properties: { kind: { const: 'dog' }, name: { $ref: 'Name' } } },
  Base: {
    type: ['object'],
    required: ['kind'],
    properties: { kind: { type: ['string'] } },
    heirs: { property: 'kind', own: ['plain'], schemas: [{ tags: ['heir'], schema: { $ref: 'Heir' } }] },
  },
  Heir: { allOf: [{ $ref: 'Base' }, { type: ['object'], properties: { extra: { type: ['boolean'] } } }] },
};
const pets: JsonSchema = {
  oneOf: [{ $ref: 'Cat' }, { $ref: 'Dog' }],
  tags: { property: 'kind', values: [['cat'], ['dog']] },
};

describe('fields', () => {
  test.each<readonly [string, JsonSchema, object]>([
    ['a text', { type: ['string'] }, { kind: 'text', isLong: false, type: 'string', nullable: false }],
    ['a long text', { type: ['string'], maxLength: 5000 }, { kind: 'text', isLong: true, limits: ['at most 5000 characters'] }],
    ['a text with known values', { type: ['string'], known: ['a', 'b'] }, { kind: 'text', suggestions: ['a', 'b'] }],
    [
      'listed texts among others',
      { anyOf: [{ type: ['string'], enum: ['a'] }, { type: ['string'] }] },
      { kind: 'text', suggestions: ['a'] },
    ],
    ['an integer', { type: ['integer'], maximum: 5 }, { kind: 'number', isInteger: true, maximum: 5, limits: ['at most 5'] }],
    [
      'a list with a bound of matching items',
      { type: ['array'], contains: true, maxContains: 3 },
      { limits: ['contain at most 3 matching items'] },
    ],
    [
      'an object with few members',
      { type: ['object'], minProperties: 1, maxProperties: 4 },
      { limits: ['at least 1 property', 'at most 4 properties'] },
    ],
    ['a number or null', { type: ['number', 'null'] }, { kind: 'number', nullable: true, type: 'number or null' }],
    ['a boolean', { type: ['boolean'], default: true }, { kind: 'boolean', limits: ['default true'] }],
    ['an enum', { enum: [1, 'two', null] }, { kind: 'enum', values: [1, 'two', null] }],
    ['an enum of one value', { type: ['string'], enum: ['only'] }, { kind: 'const', value: 'only' }],
    ['a reference', { $ref: 'Name' }, { kind: 'text', description: 'What people call it.', limits: ['at least 1 character'] }],
    ['a reference with a description of its own', { $ref: 'Name', description: 'Mine.' }, { description: 'Mine.' }],
    ['a list', { type: ['array'], items: { type: ['string'] }, maxItems: 2 }, { kind: 'array', minItems: 0, maxItems: 2 }],
    ['a file', { type: ['string'], format: 'binary', file: true }, { kind: 'file', type: 'file' }],
    [
      'a map',
      { type: ['object'], additionalProperties: { type: ['string'] } },
      { kind: 'object', members: [], additional: { type: ['string'] } },
    ],
    ['a closed object', { type: ['object'], properties: {}, additionalProperties: false }, { kind: 'object', additional: undefined }],
    ['anything', true, { kind: 'json', type: 'any' }],
    ['null alone', { type: ['null'] }, { kind: 'null' }],
    ['something or null', { oneOf: [{ $ref: 'Name' }, { type: ['null'] }] }, { kind: 'text', nullable: true }],
    ['types', { type: ['string', 'integer'] }, { kind: 'choice', branches: [{ label: 'string' }, { label: 'integer' }] }],
    ['branches with tags', pets, { kind: 'choice', tag: 'kind', branches: [{ label: 'cat' }, { label: 'dog' }] }],
    ['a base with heirs', { $ref: 'Base' }, { kind: 'choice', tag: 'kind', branches: [{ tags: ['plain'] }, { label: 'heir' }] }],
    ['an heir, which includes its base', { $ref: 'Heir' }, { kind: 'object', members: [{ name: 'kind' }, { name: 'extra' }] }],
    [
      'branches that only say what comes together',
      { type: ['object'], properties: { a: true, b: true }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      {
        kind: 'object',
        members: [
          { name: 'a', required: false },
          { name: 'b', required: false },
        ],
      },
    ],
    [
      'members: what is required first, what is read-only not at all, parts of allOf joined',
      {
        allOf: [
          { type: ['object'], properties: { late: true, id: { readOnly: true } } },
          { properties: { early: true }, required: ['early', 'id'] },
        ],
      },
      {
        kind: 'object',
        members: [
          { name: 'early', required: true },
          { name: 'late', required: false },
        ],
      },
    ],
  ])('%s', (_, schema, want) => {
    expect(fieldOf(schema, schemas)).toMatchObject(want);
  });

  test('branches with the same label get numbers', () => {
    const field = fieldOf({ oneOf: [{ type: ['object'] }, { type: ['object'] }] }, schemas);
    expect(field.kind === 'choice' && field.branches.map(({ label }) => label)).toEqual(['object 1', 'object 2']);
  });
});

describe('the branch of a value', () => {
  const branches = (schema: JsonSchema) => {
    const field = fieldOf(schema, schemas);
    return field.kind === 'choice' ? field.branches : [];
  };
  test.each([
    ['by its tag', pets, 'kind', { kind: 'dog' }, 1],
    [
      'by its constants, without a discriminator',
      { oneOf: [{ $ref: 'Cat' }, { $ref: 'Dog' }] } as JsonSchema,
      undefined,
      { kind: 'dog' },
      1,
    ],
    ['by its type', { type: ['string', 'array'] } as JsonSchema, undefined, [], 1],
    [
      'by being a file',
      { oneOf: [{ type: ['object'] }, { type: ['string'], file: true }] } as JsonSchema,
      undefined,
      new File(['a'], 'a.txt'),
      1,
    ],
    ['by a constant that is an object', { oneOf: [{ const: { a: 1 } }, { const: { a: 2 } }] } as JsonSchema, undefined, { a: 2 }, 1],
    ['the first where none fits', pets, 'kind', 7, 0],
  ])('%s', (_, schema, tag, value, want) => {
    expect(branchOf(branches(schema), tag, value, schemas)).toBe(want);
  });
});

describe('first values', () => {
  test.each<readonly [string, JsonSchema, unknown]>([
    ['what is required', { $ref: 'Cat' }, { kind: 'cat', lives: 9 }],
    ['the example before anything else', { type: ['integer'], default: 2, examples: [3] }, 3],
    ['the default', { type: ['integer'], default: 2 }, 2],
    ['the first branch with its tag', pets, { kind: 'cat', lives: 9 }],
    ['as many items as are needed', { type: ['array'], minItems: 2, items: { type: ['boolean'] } }, [false, false]],
    ['what the page gives for a text', { type: ['string'], format: 'email', start: 'mira@example.com' }, 'mira@example.com'],
    ['what the page gives for a number', { type: ['integer'], exclusiveMinimum: 5, start: 6 }, 6],
  ])('%s', (_, schema, want) => {
    expect(initialValue(schema, schemas)).toEqual(want);
  });

  test('a schema that holds itself comes to an end', () => {
    expect(JSON.stringify(initialValue({ $ref: 'Node' }, schemas))).toMatch(/^\{"next":\{"next":/);
  });

  test('another branch keeps what both have', () => {
    expect(switched({ kind: 'dog', name: 'Rex', tail: 1 }, { $ref: 'Cat' }, schemas)).toEqual({ kind: 'cat', lives: 9, name: 'Rex' });
  });

  test('examples have files where the schema has them', () => {
    const schema: JsonSchema = {
      type: ['object'],
      properties: { list: { type: ['array'], items: { file: true } }, title: { type: ['string'] } },
    };
    const filled = withFiles({ list: ['a', 'b'], title: 't' }, schema, schemas) as { list: unknown[]; title: string };
    expect([filled.list.map((item) => item instanceof File), filled.title]).toEqual([[true, true], 't']);
  });
});

describe('edits', () => {
  const value = { a: [1, { b: 2 }], c: 3 };
  test.each<readonly [string, (string | number)[], unknown, unknown]>([
    ['a member', ['c'], 4, { a: [1, { b: 2 }], c: 4 }],
    ['a member inside a list', ['a', 1, 'b'], 9, { a: [1, { b: 9 }], c: 3 }],
    ['a removed member', ['c'], undefined, { a: [1, { b: 2 }] }],
    ['a removed item', ['a', 0], undefined, { a: [{ b: 2 }], c: 3 }],
    ['an added item', ['a', 2], 'x', { a: [1, { b: 2 }, 'x'], c: 3 }],
    ['a member of an object that is not there', ['d', 'e'], 1, { a: [1, { b: 2 }], c: 3, d: { e: 1 } }],
    ['the whole', [], 5, 5],
  ])('%s', (_, place, next, want) => {
    expect(edited(value, place, next)).toEqual(want);
    expect(value).toEqual({ a: [1, { b: 2 }], c: 3 });
  });

  test('a member called __proto__ is a member', () => {
    const changed = edited({}, ['__proto__', 'x'], 1) as object;
    expect([Object.keys(changed), Object.getPrototypeOf(changed) === Object.prototype]).toEqual([['__proto__'], true]);
    expect(valueAt(changed, ['__proto__', 'x'])).toBe(1);
    expect(valueAt({}, ['toString'])).toBeUndefined();
  });

  test('pointers escape their signs', () => {
    expect(pointerOf(['a/b', 0, 'c~d'])).toBe('/a~1b/0/c~0d');
  });
});
