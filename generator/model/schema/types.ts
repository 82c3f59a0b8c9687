// A schema → the JSON types that its values may have, as a set of bits.
import { directBranches, directConjuncts } from './conjuncts.ts';
import type { JsonType, JsonValue, Schema } from './schema.ts';
import { isSilent } from './walk.ts';

/** A set of types, one bit each. */
export type TypeSet = number;

export const NULL = 1;
export const BOOLEAN = 2;
export const INTEGER = 4;
/** Numbers that are not integers. */
export const FRACTION = 8;
export const STRING = 16;
export const ARRAY = 32;
export const OBJECT = 64;
export const NUMBER: TypeSet = INTEGER | FRACTION;
export const ANY: TypeSet = 127;

const BITS: Readonly<Record<JsonType, TypeSet>> = {
  null: NULL,
  boolean: BOOLEAN,
  integer: INTEGER,
  number: NUMBER,
  string: STRING,
  array: ARRAY,
  object: OBJECT,
};

export function typeBits(type: JsonType): TypeSet {
  return BITS[type];
}

export function typeOfValue(value: JsonValue): TypeSet {
  switch (typeof value) {
    case 'boolean':
      return BOOLEAN;
    case 'bigint':
      return INTEGER;
    case 'number':
      return Number.isInteger(value) ? INTEGER : FRACTION;
    case 'string':
      return STRING;
    case 'object':
      return value === null ? NULL : Array.isArray(value) ? ARRAY : OBJECT;
  }
}

/** A cache: for one question, or for as long as no schema changes. */
export type KnownTypes = Map<Schema, TypeSet> | WeakMap<Schema, TypeSet>;

/**
 * The types that pass `type`, `enum` and `const`, of the schema itself and of all that apply with it, and that no `not` excludes as a whole. Never
 * too few: conditions are not looked into.
 */
export function possibleTypes(schema: Schema, known: KnownTypes = new Map()): TypeSet {
  return typesOf(schema, { own: ownTypes, known }, 0);
}

/**
 * The types that the author of a schema means: where nothing names a type, `properties` say that it is an object and `items` that it is an array.
 * A file is a text: it is read as it comes.
 */
export function intendedTypes(schema: Schema, known: KnownTypes = new Map()): TypeSet {
  return typesOf(schema, { own: ownIntention, known }, 0);
}

interface Question {
  /** The types that a schema's own keywords allow. */
  readonly own: (schema: Schema) => TypeSet;
  readonly known: KnownTypes;
}

/** Chains of schemas longer than this are not followed to their end. */
const MAX_DEPTH = 500;

function typesOf(schema: Schema, question: Question, depth: number): TypeSet {
  if (isAlone(schema)) return question.own(schema);
  const before = question.known.get(schema);
  if (before !== undefined) return before;
  let types = question.own(schema);
  if (depth > MAX_DEPTH || types === 0) return types;
  // A way back to itself restricts nothing.
  question.known.set(schema, ANY);
  for (const part of directConjuncts(schema)) types &= typesOf(part, question, depth + 1);
  for (const branches of directBranches(schema)) {
    types &= branches.reduce((all, branch) => all | typesOf(branch, question, depth + 1), 0);
  }
  question.known.set(schema, types);
  return types;
}

/** Whether no other schema says something of its values. */
function isAlone({ ref, allOf, anyOf, oneOf }: Schema): boolean {
  return ref === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined;
}

function ownTypes({ boolean: truth, type, const: constant, enum: values, not }: Schema): TypeSet {
  if (truth === false) return 0;
  let types = type === undefined ? ANY : union(type, typeBits);
  if (not !== undefined) types &= ~wholeTypes(not);
  if (constant !== undefined) types &= typeOfValue(constant.value);
  if (values !== undefined) types &= union(values, typeOfValue);
  return types;
}

/** The types of which the schema takes every value, as far as `type` alone says it: too few, never too many. */
function wholeTypes(schema: Schema, depth = 0): TypeSet {
  if (schema.boolean !== undefined) return schema.boolean ? ANY : 0;
  if (depth > MAX_DEPTH) return 0;
  const others = (Object.keys(schema) as (keyof Schema)[]).filter((keyword) => schema[keyword] !== undefined && !isSilent(keyword));
  const [only] = others;
  if (only === undefined) return ANY;
  if (others.length > 1) return 0;
  if (schema.type !== undefined) return union(schema.type, typeBits);
  return schema.ref === undefined ? 0 : wholeTypes(schema.ref, depth + 1);
}

/** Whether the schema is there to match nothing: `false`, or `not: {}` and nothing else. */
export function isNothing(schema: Schema): boolean {
  if (schema.boolean !== undefined || schema.not === undefined) return schema.boolean === false;
  const others = (Object.keys(schema) as (keyof Schema)[]).filter((keyword) => schema[keyword] !== undefined && !isSilent(keyword));
  return others.length === 1 && wholeTypes(schema.not) === ANY;
}

function ownIntention(schema: Schema): TypeSet {
  if (schema.file === true) return STRING;
  const types = ownTypes(schema);
  if (types !== ANY) return types;
  if (schema.properties !== undefined || schema.patternProperties !== undefined) return OBJECT;
  return schema.items !== undefined || schema.prefixItems !== undefined ? ARRAY : ANY;
}

function union<T>(items: readonly T[], typesOf: (item: T) => TypeSet): TypeSet {
  let all: TypeSet = 0;
  for (const item of items) all |= typesOf(item);
  return all;
}

const WORDS: readonly (readonly [TypeSet, string])[] = [
  [NULL, 'null'],
  [BOOLEAN, 'a boolean'],
  [NUMBER, 'a number'],
  [INTEGER, 'an integer'],
  [STRING, 'a string'],
  [ARRAY, 'an array'],
  [OBJECT, 'an object'],
];

/** `a string or null`, as messages name types. */
export function typeWords(types: TypeSet): string {
  let left = types;
  const words: string[] = [];
  for (const [set, word] of WORDS) {
    if ((left & set) !== set) continue;
    left &= ~set;
    words.push(word);
  }
  return words.join(' or ');
}
