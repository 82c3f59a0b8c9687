// Tests which lists `%2C` separates: those whose items cannot hold a comma, by all that a schema says of them.
import { describe, expect, test } from 'vitest';
import { type Character, patternExcludes } from '../../generator/model/schema/characters.ts';
import { serviceOf } from '../emit/service.ts';

const string = { type: 'string' };
const codes = { type: 'string', enum: ['a', 'b'] };
const listOf = (items: object) => ({ type: 'array', items });

async function commaOf(parameter: object): Promise<string | undefined> {
  const { operations } = await serviceOf({
    paths: {
      '/a': {
        get: {
          operationId: 'act',
          parameters: [{ name: 'p', in: 'query', explode: false, ...parameter }],
          responses: { 204: { description: 'Done.' } },
        },
      },
    },
    components: { schemas: { Code: codes, Text: string } },
  });
  return operations[0]?.parameters[0]?.comma;
}

describe('lists in a query', () => {
  test.each<[string, object]>([
    ['integers', { type: 'integer' }],
    ['integers of 64 bits', { type: 'integer', format: 'int64' }],
    ['numbers or null', { type: ['number', 'null'] }],
    ['booleans', { type: 'boolean' }],
    ['booleans in other words', { type: 'boolean', 'x-boolean-words': { true: ['yes'] } }],
    ['an enum', codes],
    ['an enum by reference', { $ref: '#/components/schemas/Code' }],
    ['a constant', { const: 'a' }],
    ['an enum of several types', { enum: ['a', 1, null] }],
    ['a format', { ...string, format: 'uuid' }],
    ['e-mail addresses', { ...string, format: 'email' }],
    ['a pattern', { ...string, pattern: '^[\\w.-]+$' }],
    ['an enum beside a free text', { allOf: [string, codes] }],
    ['one of enums', { oneOf: [codes, { const: 'c' }] }],
    ['a number or an enum', { anyOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Code' }] }],
  ])('%s: separates', async (_, items) => {
    expect(await commaOf({ schema: listOf(items) })).toBe('separator');
  });

  test.each<[string, object]>([
    ['text', string],
    ['text by reference', { $ref: '#/components/schemas/Text' }],
    ['anything', {}],
    ['an enum with a comma', { enum: ['a', 'b,c'] }],
    ['a constant with a comma', { const: 'a,b' }],
    ['words of booleans with a comma', { type: 'boolean', 'x-boolean-words': { true: ['y,es'] } }],
    ['a format that allows commas', { ...string, format: 'uri' }],
    ['a format that nobody checks', { ...string, format: 'colour' }],
    ['a pattern that allows commas', { ...string, pattern: '^[^;]+$' }],
    ['short text', { ...string, maxLength: 3 }],
    ['an enum or a text', { anyOf: [codes, string] }],
  ])('%s: part of an item', async (_, items) => {
    expect(await commaOf({ schema: listOf(items) })).toBeUndefined();
  });

  test('items of several schemas, and without a schema', async () => {
    expect(await commaOf({ schema: { allOf: [{ type: 'array' }, { items: codes }] } })).toBe('separator');
    expect(await commaOf({ schema: { oneOf: [listOf(codes), listOf({ type: 'integer' })] } })).toBe('separator');
    expect(await commaOf({ schema: { oneOf: [listOf(codes), { type: 'integer' }] } })).toBe('separator');
    expect(await commaOf({ schema: { oneOf: [listOf(codes), listOf(string)] } })).toBeUndefined();
    expect(await commaOf({ schema: { type: 'array', prefixItems: [codes] } })).toBeUndefined();
    expect(await commaOf({ schema: { type: 'array', prefixItems: [string], items: codes } })).toBeUndefined();
  });
});

describe('places and styles', () => {
  const ids = listOf({ type: 'integer' });
  const closed = { type: 'object', additionalProperties: false, properties: { r: { type: 'integer' }, g: codes } };

  test.each<[string, object, 'separator' | 'pairs' | undefined]>([
    ['query form exploded', { explode: true, schema: ids }, undefined],
    ['query form', { schema: ids }, 'separator'],
    ['query spaceDelimited', { style: 'spaceDelimited', schema: ids }, undefined],
    ['query pipeDelimited', { style: 'pipeDelimited', schema: ids }, undefined],
    ['query JSON', { explode: undefined, schema: undefined, content: { 'application/json': { schema: ids } } }, undefined],
    ['query single value', { schema: { type: 'integer' } }, undefined],
    ['query closed object', { schema: closed }, 'separator'],
    ['query open object', { schema: { ...closed, additionalProperties: { type: 'integer' } } }, 'pairs'],
    ['query object with text', { schema: { ...closed, properties: { r: string } } }, 'pairs'],
    ['query object with a comma in a name', { schema: { ...closed, properties: { 'r,g': { type: 'integer' } } } }, 'pairs'],
    ['query map', { schema: { type: 'object', additionalProperties: string } }, 'pairs'],
    ['query map exploded', { explode: true, schema: { type: 'object', additionalProperties: string } }, undefined],
    ['header map', { in: 'header', schema: { type: 'object', additionalProperties: string } }, undefined],
    ['cookie map', { in: 'cookie', schema: { type: 'object', additionalProperties: string } }, 'pairs'],
    ['header list', { in: 'header', schema: ids }, 'separator'],
    ['header list of codes', { in: 'header', schema: listOf(codes) }, 'separator'],
    ['header list of what may hold %', { in: 'header', schema: listOf({ ...string, format: 'email' }) }, undefined],
    ['header list of a pattern with %', { in: 'header', schema: listOf({ ...string, pattern: '^[a-z%]+$' }) }, undefined],
    ['header single value', { in: 'header', schema: { type: 'integer' } }, 'separator'],
    ['header single text', { in: 'header', schema: string }, undefined],
    ['cookie form', { in: 'cookie', schema: ids }, 'separator'],
    ['cookie form of e-mail addresses', { in: 'cookie', schema: listOf({ ...string, format: 'email' }) }, 'separator'],
  ])('%s', async (_, parameter, want) => {
    expect(await commaOf(JSON.parse(JSON.stringify(parameter)))).toBe(want);
  });

  test.each<[style: string, explode: boolean, want: 'separator' | undefined]>([
    ['simple', false, 'separator'],
    ['simple', true, 'separator'],
    ['label', false, 'separator'],
    ['label', true, undefined],
    ['matrix', false, 'separator'],
    ['matrix', true, undefined],
  ])('path %s, explode %s', async (style, explode, want) => {
    const { operations } = await serviceOf({
      paths: {
        '/a/{p}': {
          get: {
            operationId: 'act',
            parameters: [{ name: 'p', in: 'path', required: true, style, explode, schema: ids }],
            responses: { 204: { description: 'Done.' } },
          },
        },
      },
    });
    expect(operations[0]?.parameters[0]?.comma).toBe(want);
  });
});

describe('patterns', () => {
  test.each<[string, readonly Character[]]>([
    ['^[a-z]+$', [',', '%']],
    ['^\\d{1,3}$', [',', '%']],
    ['^(?:a|b)+$', [',', '%']],
    ['^(?!-)[a-z-]+$', [',', '%']],
    ['^(?<x>[a-z])\\k<x>\\1?$', [',', '%']],
    ['^\\p{L}+$', [',', '%']],
    ['^[\\w-.]+$', [',', '%']],
    ['^[\\]a]+$', [',', '%']],
    ['^$', [',', '%']],
    ['^[^,]+$', [',']],
    ['^a\\,b$', ['%']],
    ['^\\u002c$', ['%']],
    ['^\\x2C$', ['%']],
    ['^\\u{2c}$', ['%']],
    ['^(?:[a-z]|,)$', ['%']],
    ['^a{,5}$', ['%']],
    ['^a|b$', []],
    ['[a-z]', []],
    ['^[a-z]', []],
    ['^[a-z]\\$', []],
    ['^.*$', []],
    ['^[^a]$', []],
    ['^\\S+$', []],
    ['^\\W$', []],
    ['^\\p{P}$', []],
    ['^[!-~]$', []],
    // Without the flag `u`, which these patterns do not allow: an octal escape of the comma, and texts that look like classes.
    ['^\\054$', ['%']],
    ['^\\p{,}[\\w-.]$', ['%']],
    ['^\\k<,>[\\w-.]$', ['%']],
    ['^(', []],
  ])('%s', (pattern, want) => {
    const characters: readonly Character[] = [',', '%'];
    expect(characters.filter((character) => patternExcludes(pattern, character))).toEqual(want);
  });
});
