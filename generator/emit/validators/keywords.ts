// Which keywords a schema has, as bits of one number: one look at a schema instead of forty.
import type { JsonType, Schema } from '../../model/schema/schema.ts';

/** Bits by what a keyword applies to; several keywords share a bit where nobody tells them apart. */
const STRING = 1 << 0;
const NUMBER = 1 << 1;
export const ARRAY = 1 << 2;
export const OBJECT = 1 << 3;
/** `const`, `enum`. */
export const CONSTANT = 1 << 4;
/** `$ref`, `$dynamicRef`. */
export const REFERENCE = 1 << 5;
export const COMBINATION = 1 << 6;
/** `not`, `if`, `dependentSchemas`. */
export const CONDITION = 1 << 7;
export const UNEVALUATED = 1 << 8;
/** Has schemas in it, or leads to one. */
export const PARTS = 1 << 9;
/** Where the number of keywords that check something, and hold no schema, begins. */
const CHECK = 1 << 10;

const BITS: ReadonlyMap<string, number> = new Map<keyof Schema, number>([
  ['const', CONSTANT | CHECK],
  ['enum', CONSTANT | CHECK],
  ['ref', REFERENCE | PARTS],
  ['dynamicRef', REFERENCE | PARTS],
  ['allOf', COMBINATION | PARTS],
  ['anyOf', COMBINATION | PARTS],
  ['oneOf', COMBINATION | PARTS],
  ['not', CONDITION | PARTS],
  ['if', CONDITION | PARTS],
  ['then', PARTS],
  ['else', PARTS],
  ['dependentSchemas', OBJECT | CONDITION | PARTS],
  ['properties', OBJECT | PARTS],
  ['patternProperties', OBJECT | PARTS],
  ['additionalProperties', OBJECT | PARTS],
  ['propertyNames', OBJECT | PARTS],
  ['unevaluatedProperties', UNEVALUATED | PARTS],
  ['required', OBJECT | CHECK],
  ['dependentRequired', OBJECT | CHECK],
  ['minProperties', OBJECT | CHECK],
  ['maxProperties', OBJECT | CHECK],
  ['prefixItems', ARRAY | PARTS],
  ['items', ARRAY | PARTS],
  ['contains', ARRAY | PARTS],
  ['unevaluatedItems', UNEVALUATED | PARTS],
  ['minItems', ARRAY | CHECK],
  ['maxItems', ARRAY | CHECK],
  ['uniqueItems', ARRAY | CHECK],
  ['minLength', STRING | CHECK],
  ['maxLength', STRING | CHECK],
  ['pattern', STRING | CHECK],
  ['format', STRING | NUMBER | CHECK],
  ['minimum', NUMBER | CHECK],
  ['maximum', NUMBER | CHECK],
  ['exclusiveMinimum', NUMBER | CHECK],
  ['exclusiveMaximum', NUMBER | CHECK],
  ['multipleOf', NUMBER | CHECK],
]);

export function keywordsOf(schema: Schema): number {
  let bits = 0;
  for (const keyword in schema) {
    const bit = BITS.get(keyword);
    if (bit === undefined || schema[keyword as keyof Schema] === undefined) continue;
    // The upper bits count, the lower ones only collect.
    bits = (bit & CHECK) === 0 ? bits | bit : ((bits | (bit & (CHECK - 1))) + CHECK) | 0;
  }
  return bits;
}

export function countChecks(keywords: number): number {
  return keywords >>> 10;
}

/** The keywords that apply to one type. */
export function bitOf(type: JsonType): number {
  switch (type) {
    case 'string':
      return STRING;
    case 'integer':
    case 'number':
      return NUMBER;
    case 'array':
      return ARRAY;
    case 'object':
      return OBJECT;
    case 'boolean':
    case 'null':
      return 0;
  }
}
