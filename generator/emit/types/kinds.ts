// Finds which of JSON's six kinds of value a schema allows, as a set of bits: they decide whether its type is an object, a string or a union.
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

/** Results by schema: schemas do not change once the model is built. */
const known = new WeakMap<Schema, TypeSet>();

/** The kinds of value that a schema may allow: never too few, possibly too many. */
export function kindsOf(schema: Schema): Kinds {
  return asKinds(possibleTypes(schema, known));
}

/** Whether the schema restricts values by no other keywords than these; `format` does not count, since a type cannot express it. */
export function saysOnly(schema: Schema, ...keywords: readonly (keyof Schema)[]): boolean {
  if (schema.boolean === true) return true;
  return Object.entries(schema).every(
    ([key, value]) => value === undefined || isSilent(key) || key === 'format' || keywords.includes(key as keyof Schema),
  );
}
