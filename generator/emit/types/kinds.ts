// Which of JSON's six kinds of value a schema lets through, as a set of bits: what decides whether its type is an object, a string or several things.
import type { JsonType, JsonValue, Schema } from '../../model/schema/schema.ts';
import { isSilent } from '../../model/schema/walk.ts';

/** A set of kinds. `integer` and `number` are one kind: TypeScript has no other. */
export type Kinds = number;

export const NULL = 1;
export const BOOLEAN = 2;
export const NUMBER = 4;
export const STRING = 8;
export const ARRAY = 16;
export const OBJECT = 32;
export const ANY_KIND = 63;

const KIND_OF_TYPE: Readonly<Record<JsonType, Kinds>> = {
  null: NULL,
  boolean: BOOLEAN,
  integer: NUMBER,
  number: NUMBER,
  string: STRING,
  array: ARRAY,
  object: OBJECT,
};

export function kindOfType(type: JsonType): Kinds {
  return KIND_OF_TYPE[type];
}

export function kindOfValue(value: JsonValue): Kinds {
  switch (typeof value) {
    case 'boolean':
      return BOOLEAN;
    case 'number':
    case 'bigint':
      return NUMBER;
    case 'string':
      return STRING;
    case 'object':
      return value === null ? NULL : Array.isArray(value) ? ARRAY : OBJECT;
  }
}

/** Answers are kept by node: schemas do not change once the model is built. */
const known = new WeakMap<Schema, Kinds>();

/** The kinds that pass every keyword that speaks of kinds, here and in what applies in place (`$ref`, `allOf`, `anyOf`, `oneOf`). Never too few. */
export function kindsOf(schema: Schema): Kinds {
  const found = known.get(schema);
  if (found !== undefined) return found;
  // A schema that applies itself in place is met again here: for that turn it restricts nothing.
  known.set(schema, ANY_KIND);
  const kinds = workOut(schema);
  known.set(schema, kinds);
  return kinds;
}

function workOut(schema: Schema): Kinds {
  if (schema.boolean !== undefined) return schema.boolean ? ANY_KIND : 0;
  let kinds = schema.type === undefined ? ANY_KIND : anyOf(schema.type.map(kindOfType));
  if (schema.const !== undefined) kinds &= kindOfValue(schema.const.value);
  if (schema.enum !== undefined) kinds &= anyOf(schema.enum.map(kindOfValue));
  if (schema.ref !== undefined) kinds &= kindsOf(schema.ref);
  for (const branch of schema.allOf ?? []) kinds &= kindsOf(branch);
  if (schema.anyOf !== undefined) kinds &= anyOf(schema.anyOf.map(kindsOf));
  if (schema.oneOf !== undefined) kinds &= anyOf(schema.oneOf.map(kindsOf));
  return kinds;
}

function anyOf(kinds: readonly Kinds[]): Kinds {
  return kinds.reduce((all, each) => all | each, 0);
}

/** Whether the schema restricts values by these keywords at most; a `format` is nothing that a type can say. */
export function saysOnly(schema: Schema, ...keywords: readonly (keyof Schema)[]): boolean {
  if (schema.boolean === true) return true;
  return Object.entries(schema).every(
    ([key, value]) => value === undefined || isSilent(key) || key === 'format' || keywords.includes(key as keyof Schema),
  );
}
