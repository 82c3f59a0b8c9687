// Which keywords a schema has, as bits of one number: one look at a schema instead of forty.
import type { JsonType, Schema } from '../../model/schema/schema.ts';
import { type Applicator, applicators, checks, type Row } from '../../vocabulary.ts';

/** Bits by what a keyword applies to; several keywords share a bit where nobody tells them apart. */
const STRING = 1 << 0;
const NUMBER = 1 << 1;
const ARRAY = 1 << 2;
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

const BITS: ReadonlyMap<string, number> = new Map([
  ['ref', REFERENCE | PARTS],
  ['dynamicRef', REFERENCE | PARTS],
  ...applicators.filter(({ of }) => of !== 'content').map((row) => [row.keyword, applicatorBits(row)] as const),
  // `type` alone is checked as a whole, and a keyword that only changes another has no bit.
  ...checks.flatMap(({ keyword, types, beside }) =>
    keyword === 'type' || beside !== undefined ? [] : [[keyword, checkBits(types)] as const],
  ),
]);

function applicatorBits({ of, when, holds, types, beside }: Applicator): number {
  if (when === 'unevaluated') return UNEVALUATED | PARTS;
  if (beside !== undefined) return PARTS;
  const inPlace = of === 'child' ? 0 : holds === 'list' && when !== 'asked' ? COMBINATION : CONDITION;
  return typeBits(types) | inPlace | PARTS;
}

/** A keyword that speaks of every type compares with constants. */
function checkBits(types: Row['types']): number {
  return (types === undefined ? CONSTANT : typeBits(types)) | CHECK;
}

function typeBits(types: Row['types'] = []): number {
  return types.reduce((bits, type) => bits | bitOf(type), 0);
}

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
