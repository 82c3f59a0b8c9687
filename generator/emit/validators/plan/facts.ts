// Answers questions about a schema without a value: its possible types, its required constants, whether it is small, what a message calls it.
import { hasType } from '@octavo/runtime/facts';
import { conjuncts, directConditionals, possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { JsonType, JsonValue, Schema } from '../../../model/schema/schema.ts';
import { ANY, FRACTION, INTEGER, NUMBER, possibleTypes, type TypeSet, typeBits } from '../../../model/schema/types.ts';
import { countChecks, OBJECT, PARTS, REFERENCE } from './keywords.ts';

const ALL_TYPES: readonly JsonType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** The types of each schema that was asked for: schemas do not change once the model is built. */
const known = new WeakMap<Schema, TypeSet>();

/** The types that a valid value may have, in the order of the document; `integer` only where no other number is valid. Undefined: any type. */
export function typesOf(schema: Schema): ReadonlySet<JsonType> | undefined {
  const types = possibleTypes(schema, known);
  if (types === ANY) return undefined;
  const written = conjuncts([schema]).flatMap(({ type, enum: values }) => type ?? values?.map(typeOfOne) ?? []);
  const isPossible = (type: JsonType): boolean =>
    type === 'integer' ? (types & NUMBER) === INTEGER : type === 'number' ? (types & FRACTION) !== 0 : (types & typeBits(type)) !== 0;
  return new Set([...written, ...ALL_TYPES].filter(isPossible));
}

function typeOfOne(value: JsonValue): JsonType {
  return ALL_TYPES.find((type) => hasType(value, type)) ?? 'object';
}

export function disjoint(left: ReadonlySet<JsonType>, right: ReadonlySet<JsonType>): boolean {
  for (const type of left) {
    if (right.has(type)) return false;
    if (type === 'integer' && right.has('number')) return false;
    if (type === 'number' && right.has('integer')) return false;
  }
  return true;
}

/**
 * The required properties whose values must be one of a few strings, with those strings: candidates for the tag of a union. Empty where values
 * other than objects are valid.
 */
export function requiredStrings(schema: Schema): ReadonlyMap<string, ReadonlySet<string>> {
  const types = typesOf(schema);
  if (types === undefined || types.size !== 1 || !types.has('object')) return new Map();
  const parts = conjuncts([schema]);
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const found = new Map<string, ReadonlySet<string>>();
  for (const part of parts) {
    for (const [name, property] of part.properties ?? []) {
      if (!required.has(name)) continue;
      for (const one of conjuncts([property])) {
        const values = one.const === undefined ? one.enum : [one.const.value];
        const strings = values?.filter((value) => typeof value === 'string');
        if (values === undefined || strings === undefined || strings.length !== values.length) continue;
        const known = found.get(name);
        found.set(name, new Set(known === undefined ? strings : strings.filter((value) => known.has(value))));
      }
    }
  }
  return found;
}

/**
 * The smallest `maxLength` of the schemas that apply to a text, where one of them has a pattern and no such bound of its own. Undefined where each
 * pattern follows a bound of its own schema, or none has one.
 */
export function lengthBeforePatterns(schema: Schema): number | undefined {
  const parts = conjuncts([schema]);
  const bounds = parts.flatMap((part) => part.maxLength ?? []);
  if (bounds.length === 0) return undefined;
  const maxLength = Math.min(...bounds);
  // The checks of a text schema with a bound are behind it already, with those of its parts.
  const isBehind = (part: Schema): boolean => part.maxLength !== undefined && part.maxLength <= maxLength;
  if (isBehind(schema) && schema.type?.length === 1 && schema.type[0] === 'string') return undefined;
  const others = possibleConjuncts([schema]).flatMap((part) => [
    part,
    ...directConditionals(part),
    ...(part.not === undefined ? [] : [part.not]),
  ]);
  return others.some((part) => part.pattern !== undefined && !isBehind(part)) ? maxLength : undefined;
}

/** Whether the schema is so small that its checks are no longer than a call. */
export function isLeaf(schema: Schema, keywords: number): boolean {
  if (schema.boolean !== undefined) return true;
  // The constant for a named schema's pattern or enum is declared with that schema's validator only.
  if (schema.name !== undefined && (schema.pattern !== undefined || schema.enum !== undefined)) return false;
  if ((keywords & PARTS) !== 0 || countChecks(keywords) > (schema.name === undefined ? 4 : 2)) return false;
  if ((keywords & OBJECT) !== 0 && (schema.required?.length ?? 0) + (schema.dependentRequired?.size ?? 0) > 3) return false;
  return schema.type === undefined || schema.type.length <= 2;
}

/** A short description of a branch of a union, for the issue that no branch matched. */
export function describe(schema: Schema, index: number): string {
  if (schema.ref !== undefined) return describe(schema.ref, index);
  const names = schema.required ?? [];
  const needs = names.length > 0 && schema.properties === undefined ? `with ${names.join(' and ')}` : undefined;
  return schema.name ?? schema.title ?? needs ?? schema.type?.join(' or ') ?? `alternative ${index + 1}`;
}

/** Whether `$ref` is the only keyword of the schema that checks anything. */
export function isOnlyReference(schema: Schema, keywords: number): boolean {
  return keywords === (REFERENCE | PARTS) && schema.ref !== undefined && schema.type === undefined;
}
