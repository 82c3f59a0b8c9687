// Which of JSON's six kinds of value a schema lets through, as a set of bits: what decides whether its type is an object, a string or several things.
import type { JsonType, JsonValue, Schema } from '../../model/schema/schema.ts';
import { ANY, NUMBER, possibleTypes, type TypeSet, typeBits, typeOfValue } from '../../model/schema/types.ts';
import { isSilent } from '../../model/schema/walk.ts';

export { ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING } from '../../model/schema/types.ts';

/** A set of kinds. `integer` and `number` are one kind: TypeScript has no other. */
export type Kinds = TypeSet;

export const ANY_KIND: Kinds = ANY;

export function kindOfType(type: JsonType): Kinds {
  return asKinds(typeBits(type));
}

export function kindOfValue(value: JsonValue): Kinds {
  return asKinds(typeOfValue(value));
}

function asKinds(types: TypeSet): Kinds {
  return (types & NUMBER) === 0 ? types : types | NUMBER;
}

/** Answers are kept by node: schemas do not change once the model is built. */
const known = new WeakMap<Schema, TypeSet>();

/** The kinds of value that a schema may let through. Never too few. */
export function kindsOf(schema: Schema): Kinds {
  return asKinds(possibleTypes(schema, known));
}

/** Whether the schema restricts values by these keywords at most; a `format` is nothing that a type can say. */
export function saysOnly(schema: Schema, ...keywords: readonly (keyof Schema)[]): boolean {
  if (schema.boolean === true) return true;
  return Object.entries(schema).every(
    ([key, value]) => value === undefined || isSilent(key) || key === 'format' || keywords.includes(key as keyof Schema),
  );
}
