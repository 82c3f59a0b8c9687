// Turns a schema and a valid value into values that each break one keyword of the schema in one place.
import { jsonText } from '../../generator/exact.ts';
import type { JsonType, JsonValue, Schema } from '../../generator/model/schema/schema.ts';

export interface Mutation {
  /** Pointer and keyword of the change: `/tags/0 enum`. */
  readonly what: string;
  readonly value: JsonValue;
}

export interface MutateOptions {
  /** The value is sent as text, as in a parameter, where `12` is a valid string. */
  readonly text: boolean;
}

/** Distinct mutations of the value. Some may be valid (another branch of `anyOf` may match), so the caller must run a validator. */
export function mutations(schema: Schema, value: JsonValue, options: MutateOptions): Mutation[] {
  const found = new Map<string, Mutation>();
  for (const mutation of visit(schema, value, options, new Set())) {
    const key = jsonText(mutation.value);
    if (key !== jsonText(value) && !found.has(key)) found.set(key, mutation);
  }
  return [...found.values()];
}

function* visit(schema: Schema, value: JsonValue, options: MutateOptions, seen: ReadonlySet<Schema>): Generator<Mutation> {
  if (seen.has(schema) || schema.boolean !== undefined) return;
  const inside = new Set([...seen, schema]);
  yield* ofType(schema, options);
  if (schema.enum !== undefined || schema.const !== undefined) yield { what: ' enum', value: 'octavo-none-of-these' };
  if (typeof value === 'string') yield* ofString(schema, value);
  if (typeof value === 'number') yield* ofNumber(schema, value);
  if (Array.isArray(value)) yield* ofArray(schema, value, options, inside);
  else if (typeof value === 'object' && value !== null) yield* ofObject(schema, value as Record<string, JsonValue>, options, inside);
  const same = [schema.ref, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  for (const other of same) if (other !== undefined) yield* visit(other, value, options, inside);
}

const ofEachType: readonly (readonly [JsonType, JsonValue])[] = [
  ['string', 'text'],
  ['number', 12.5],
  ['boolean', true],
  ['null', null],
  ['array', []],
  ['object', {}],
];

function* ofType(schema: Schema, { text }: MutateOptions): Generator<Mutation> {
  const types = schema.type;
  if (types === undefined) return;
  if (text) {
    if (!types.some((type) => type === 'string' || type === 'array' || type === 'object')) yield { what: ' type', value: 'text' };
    if (types.includes('integer')) yield { what: ' type', value: 12.5 };
    return;
  }
  for (const [type, value] of ofEachType) {
    const allowed = types.includes(type) || (type === 'number' && types.includes('integer'));
    if (!allowed) yield { what: ` type (${type})`, value };
  }
  if (types.includes('integer')) yield { what: ' type (fraction)', value: 12.5 };
}

function* ofString(schema: Schema, value: string): Generator<Mutation> {
  const { minLength, maxLength, pattern, format } = schema;
  if (minLength !== undefined && minLength > 0) yield { what: ' minLength', value: [...value].slice(0, minLength - 1).join('') };
  if (maxLength !== undefined) yield { what: ' maxLength', value: (value || 'x').repeat(maxLength + 1).slice(0, maxLength + 1) };
  if (pattern !== undefined) for (const wrong of ['~ ~', 'Ω', '!', '-']) yield { what: ' pattern', value: wrong };
  if (format !== undefined) yield { what: ` format (${format})`, value: 'not such a thing' };
}

function* ofNumber(schema: Schema, value: number): Generator<Mutation> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined) yield { what: ' minimum', value: Number(minimum) - 1 };
  if (maximum !== undefined) yield { what: ' maximum', value: Number(maximum) + 1 };
  if (exclusiveMinimum !== undefined) yield { what: ' exclusiveMinimum', value: exclusiveMinimum };
  if (exclusiveMaximum !== undefined) yield { what: ' exclusiveMaximum', value: exclusiveMaximum };
  if (multipleOf !== undefined) yield { what: ' multipleOf', value: value + multipleOf / 2 };
}

function* ofArray(schema: Schema, value: readonly JsonValue[], options: MutateOptions, seen: ReadonlySet<Schema>): Generator<Mutation> {
  const { minItems, maxItems, uniqueItems, items, prefixItems } = schema;
  const [first] = value;
  if (minItems !== undefined && minItems > 0) yield { what: ' minItems', value: value.slice(0, minItems - 1) };
  if (first !== undefined && maxItems !== undefined)
    yield { what: ' maxItems', value: Array.from({ length: maxItems + 1 }, (_, index) => value[index] ?? first) };
  if (first !== undefined && uniqueItems === true) yield { what: ' uniqueItems', value: [...value, first] };
  for (const [index, item] of value.entries()) {
    const of = prefixItems?.[index] ?? items;
    if (of === undefined) continue;
    for (const mutation of visit(of, item, options, seen))
      yield { what: `/${index}${mutation.what}`, value: value.with(index, mutation.value) };
  }
}

function* ofObject(
  schema: Schema,
  value: Readonly<Record<string, JsonValue>>,
  options: MutateOptions,
  seen: ReadonlySet<Schema>,
): Generator<Mutation> {
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(value, name)) yield { what: `/${name} required`, value: without(value, name) };
  }
  const closed = schema.additionalProperties?.boolean === false || schema.unevaluatedProperties?.boolean === false;
  if (closed) yield { what: ' additionalProperties', value: { ...value, octavo_unknown: 1 } };
  for (const [name, property] of schema.properties ?? []) {
    const inner = Object.hasOwn(value, name) ? value[name] : undefined;
    if (inner === undefined) continue;
    for (const mutation of visit(property, inner, options, seen))
      yield { what: `/${name}${mutation.what}`, value: { ...value, [name]: mutation.value } };
  }
  for (const [name, inner] of Object.entries(value)) {
    if (schema.additionalProperties === undefined || schema.properties?.has(name)) continue;
    for (const mutation of visit(schema.additionalProperties, inner, options, seen))
      yield { what: `/${name}${mutation.what}`, value: { ...value, [name]: mutation.value } };
  }
}

export function without<Value>(object: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}
