// Encodes which keywords a schema has as the bits of one number, so that emitters need not test forty properties of each schema.

import { type Applicator, applicators, checks, type Row } from '../../../base/vocabulary.ts';
import type { JsonType, Schema } from '../../../model/schema/schema.ts';

/** The bits stand for what a keyword applies to; keywords that every emitter treats alike share a bit. */
const STRING = 1 << 0;
const NUMBER = 1 << 1;
const ARRAY = 1 << 2;
export const OBJECT = 1 << 3;
/** `const`, `enum`. */
export const CONSTANT = 1 << 4;
/** `$ref`. */
export const REFERENCE = 1 << 5;
export const COMBINATION = 1 << 6;
/** `not`, `if`, `dependentSchemas`. */
export const CONDITION = 1 << 7;
export const UNEVALUATED = 1 << 8;
/** A keyword that contains schemas or refers to one. */
export const PARTS = 1 << 9;
/** The bits from here on count the keywords that check something and contain no schema. */
const CHECK = 1 << 10;

const BITS: ReadonlyMap<string, number> = new Map([
  ['ref', REFERENCE | PARTS],
  ...applicators.filter(({ of }) => of !== 'content').map((row) => [row.keyword, applicatorBits(row)] as const),
  // `type` has no bit, since every emitter reads it; nor has a keyword that only modifies another one.
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

/** The keywords that apply to every type are `const` and `enum`. */
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
    // The upper bits are added up as a count; the lower ones are flags.
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
