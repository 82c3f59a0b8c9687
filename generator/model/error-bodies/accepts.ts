// Whether a value is valid by a schema of the model, as far as that can be said for sure: the values are error bodies that the generator itself has made.
import { isInFormat } from '@octavo/runtime/facts';
import { patternFlags } from '../patterns/engine.ts';
import { growthOf } from '../patterns/growth.ts';
import type { JsonValue, Schema } from '../schema/schema.ts';
import { hasType } from '../schema/types.ts';
import { isSilent } from '../schema/walk.ts';

/** The keywords that `accepts` understands. A schema with any other that constrains gives `false`. */
const KNOWN: ReadonlySet<string> = new Set<keyof Schema>([
  ...(['boolean', 'type', 'enum', 'const', 'ref', 'allOf', 'anyOf', 'oneOf', 'properties', 'patternProperties', 'required'] as const),
  ...(['additionalProperties', 'minProperties', 'maxProperties', 'items', 'minItems', 'maxItems', 'uniqueItems'] as const),
  ...(['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
]);

/** Never `true` for a value that is invalid: where a keyword is not understood, or a discriminator chooses, the value counts as invalid. */
export function accepts(schema: Schema, value: JsonValue): boolean {
  if (schema.boolean !== undefined) return schema.boolean;
  if (schema.file === true || schema.discriminator !== undefined) return false;
  for (const field of Object.keys(schema))
    if (!KNOWN.has(field) && !isSilent(field) && schema[field as keyof Schema] !== undefined) return false;
  const holds = (part: Schema): boolean => accepts(part, value);
  return (
    (schema.type?.some((type) => hasType(value, type)) ?? true) &&
    (schema.enum?.some((one) => isSame(one, value)) ?? true) &&
    (schema.const === undefined || isSame(schema.const.value, value)) &&
    (schema.ref === undefined || holds(schema.ref)) &&
    (schema.allOf?.every(holds) ?? true) &&
    (schema.anyOf?.some(holds) ?? true) &&
    (schema.oneOf === undefined || schema.oneOf.filter(holds).length === 1) &&
    insideHolds(schema, value)
  );
}

function insideHolds(schema: Schema, value: JsonValue): boolean {
  if (typeof value === 'string') return textHolds(schema, value);
  if (typeof value === 'number') return numberHolds(schema, value);
  if (isList(value)) return itemsHold(schema, value);
  return typeof value !== 'object' || value === null || membersHold(schema, value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function textHolds({ minLength = 0, maxLength = Infinity, pattern, format = '' }: Schema, text: string): boolean {
  if (minLength > 0 || maxLength < Infinity) {
    const length = [...text].length;
    if (length < minLength || length > maxLength) return false;
  }
  return isInFormat(format, text) && (pattern === undefined || isMatch(pattern, text));
}

/** No match is tried that could take long. */
function isMatch(pattern: string, text: string): boolean {
  const flags = patternFlags(pattern);
  return flags !== undefined && text.length <= growthOf(pattern, flags).longest && new RegExp(pattern, flags).test(text);
}

function numberHolds(schema: Schema, value: number): boolean {
  // Statuses do not fit.
  if (schema.format === 'int8' || schema.format === 'uint8') return false;
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf = 1 } = schema;
  if (value < minimum || value > maximum || value <= exclusiveMinimum || value >= exclusiveMaximum) return false;
  return Number.isInteger(value / Number(multipleOf)) || schema.multipleOf === undefined;
}

function itemsHold({ items, minItems = 0, maxItems = Infinity, uniqueItems = false }: Schema, list: readonly JsonValue[]): boolean {
  if (list.length < minItems || list.length > maxItems) return false;
  if (uniqueItems && list.some((item, index) => list.slice(0, index).some((other) => isSame(item, other)))) return false;
  return items === undefined || [...new Set(list)].every((item) => accepts(items, item));
}

function membersHold(schema: Schema, value: { readonly [key: string]: JsonValue }): boolean {
  const { properties, patternProperties, additionalProperties, required = [], minProperties = 0, maxProperties = Infinity } = schema;
  const members = Object.entries(value);
  if (members.length < minProperties || members.length > maxProperties) return false;
  if (!required.every((name) => Object.hasOwn(value, name))) return false;
  return members.every(([name, member]) => {
    const matching = [...(patternProperties ?? [])].filter(([pattern]) => isMatch(pattern, name)).map(([, part]) => part);
    const named = properties?.get(name);
    const parts = named === undefined ? matching : [named, ...matching];
    if (parts.length === 0) return additionalProperties === undefined || accepts(additionalProperties, member);
    return parts.every((part) => accepts(part, member));
  });
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other;
  const [left, right] = [Object.entries(one), Object.entries(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    left.length === right.length &&
    right.every(([key, value]) => {
      const same = left.find(([name]) => name === key);
      return same !== undefined && isSame(same[1], value);
    })
  );
}
