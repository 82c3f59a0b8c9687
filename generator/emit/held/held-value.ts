// Turns an example of a document into the value that users hold (64-bit integers as `bigint` or text, times as `Date`), and into the one that validators check.
import { rounded } from '../../base/exact.ts';
import { directConjuncts } from '../../model/schema/conjuncts.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { fits } from './fits.ts';
import { type HeldSchemas, heldAs, isExact } from './held.ts';

export type HeldValue = null | boolean | number | string | bigint | Date | readonly HeldValue[] | HeldMembers;

interface HeldMembers {
  readonly [key: string]: HeldValue;
}

export function isMembers(value: HeldValue): value is HeldMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** `undefined` if `Date` cannot represent one of its times. */
export function heldValue(value: JsonValue, schema: Schema, held: HeldSchemas): HeldValue | undefined {
  try {
    return hold(value, rounded(value), schema, held, heldLeaf);
  } catch (error) {
    if (error instanceof NoDate) return undefined;
    throw error;
  }
}

/** The value on the wire. An integer that no double can hold is a `bigint` if users hold the integers of its schema exactly, else a number. */
export function wireValue(value: JsonValue, schema: Schema, held: HeldSchemas): JsonValue {
  // Nothing becomes a `Date` here.
  return hold(value, rounded(value), schema, held, wireLeaf) as JsonValue;
}

class NoDate extends Error {}

/** Converts one value, except for the members of objects and arrays. `made` is the result of the schemas applied so far. */
type Leaf = (value: JsonValue, made: HeldValue, schema: Schema, held: HeldSchemas) => HeldValue;

/** `made` is the result of the schemas that were applied to the same value before. */
function hold(value: JsonValue, made: HeldValue, schema: Schema, held: HeldSchemas, leaf: Leaf): HeldValue {
  if (!held.has(schema)) return made;
  let result = leaf(value, made, schema, held);
  const branches = [schema.anyOf, schema.oneOf].map((list) => list && branchOf(value, list, schema, held));
  for (const part of [...directConjuncts(schema), ...branches]) {
    if (part !== undefined) result = hold(value, result, part, held, leaf);
  }
  if (Array.isArray(value) && Array.isArray(result)) return holdItems(value, result, schema, held, leaf);
  return isObject(value) && isMembers(result) ? holdMembers(value, result, schema, held, leaf) : result;
}

function heldLeaf(value: JsonValue, made: HeldValue, schema: Schema, held: HeldSchemas): HeldValue {
  const form = heldAs(schema, held.options);
  if (form === 'date' && typeof made === 'string') {
    const date = new Date(made.toUpperCase());
    if (Number.isNaN(date.getTime())) throw new NoDate();
    return date;
  }
  const integer = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)) ? BigInt(value) : undefined;
  if (integer === undefined || (form !== 'bigint' && form !== 'string')) return made;
  return form === 'bigint' ? integer : String(integer);
}

function wireLeaf(value: JsonValue, made: HeldValue, schema: Schema, { options }: HeldSchemas): HeldValue {
  return typeof value === 'bigint' && isExact(schema, options) ? value : made;
}

/** The branch that the value most likely matches. */
function branchOf(value: JsonValue, branches: readonly Schema[], { discriminator }: Schema, held: HeldSchemas): Schema | undefined {
  const tag = discriminator === undefined || !isObject(value) ? undefined : ownValue(value, discriminator.propertyName);
  const tagged = typeof tag === 'string' ? discriminator?.mapping.get(tag) : undefined;
  return tagged ?? branches.find((branch) => fits(value, branch)) ?? branches.find((branch) => held.has(branch));
}

function holdItems(values: readonly JsonValue[], made: readonly HeldValue[], schema: Schema, held: HeldSchemas, leaf: Leaf): HeldValue {
  return values.map((value, index) => {
    const item = schema.prefixItems?.[index] ?? schema.items;
    const current = made[index] ?? value;
    return item === undefined ? current : hold(value, current, item, held, leaf);
  });
}

function holdMembers(values: JsonMembers, made: HeldMembers, schema: Schema, held: HeldSchemas, leaf: Leaf): HeldValue {
  const members = Object.entries(made).map(([name, current]): [string, HeldValue] => {
    const value = ownValue(values, name);
    // Patterns of a document are not run here: they may never finish.
    const part = schema.properties?.get(name) ?? schema.additionalProperties ?? schema.patternProperties?.values().next().value;
    return [name, value === undefined || part === undefined ? current : hold(value, current, part, held, leaf)];
  });
  return Object.fromEntries(members);
}

interface JsonMembers {
  readonly [key: string]: JsonValue;
}

function isObject(value: JsonValue): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ownValue(members: JsonMembers, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
