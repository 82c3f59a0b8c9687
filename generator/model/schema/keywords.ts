// One schema object → the keywords of one node (JSON Schema 2020-12); OpenAPI 3.0's own dialect is folded into it.

import { type Form, type Row, rowOf } from '../../base/vocabulary.ts';
import type { Json, JsonObject } from '../../load/description.ts';
import { isObject } from '../../load/pointer.ts';
import type { JsonType, JsonValue, Schema } from './schema.ts';

/** A node while it is being filled. */
export type Draft = { -readonly [K in keyof Schema]: Schema[K] };

/** The part of the graph that filling a node needs. A child stands one or two keys below the schema. */
export interface Surroundings {
  readonly folded: boolean;
  child(value: Json, first: string, second?: string): Schema;
  reference(ref: string): Schema;
  dynamicReference(ref: string): void;
  dynamicAnchor(anchor: string): void;
  /** A node without a location of its own in the document: it has the schema's location and another key. */
  beside(suffix: string): Draft;
  warn(keyword: string, message: string, fix: string): void;
}

const TYPES: readonly JsonType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
/** The list of one type, shared by all schemas that have it. */
const SINGLE: ReadonlyMap<Json, readonly JsonType[]> = new Map(TYPES.map((type) => [type, [type]]));

export function readKeywords(node: Draft, object: JsonObject, around: Surroundings): void {
  if (around.folded && typeof object.$ref === 'string' && Object.hasOwn(object, '$ref')) {
    // OpenAPI 3.0, Reference Object: properties beside `$ref` are ignored.
    node.ref = around.reference(object.$ref);
    if (object.nullable === true) {
      around.warn(
        'nullable',
        '`nullable` beside a `$ref` has no effect in OpenAPI 3.0.',
        'Write `allOf: [{ $ref: … }]` with `nullable: true`.',
      );
    }
    return;
  }
  for (const keyword of Object.keys(object)) {
    const value = object[keyword];
    if (value !== undefined) readKeyword(node, keyword, value, around);
  }
  foldUnevaluated(node, object);
  if (around.folded) fold(node, object, around);
  else if (object.nullable === true && Object.hasOwn(object, 'nullable')) {
    around.warn('nullable', '`nullable` has no effect since OpenAPI 3.1.', "Add 'null' to `type`, as in `type: [string, 'null']`.");
  }
}

function readKeyword(node: Draft, keyword: string, value: Json, around: Surroundings): void {
  switch (keyword) {
    case '$ref':
      if (typeof value === 'string') node.ref = around.reference(value);
      return;
    case '$dynamicRef':
      if (typeof value === 'string') around.dynamicReference(value);
      return;
    case '$dynamicAnchor':
      if (typeof value === 'string') around.dynamicAnchor(value);
      return;
    case 'const':
      node.const = { value: value as JsonValue };
      return;
    case 'examples':
      if (Array.isArray(value)) node.examples = [...(value as readonly JsonValue[]), ...(node.examples ?? [])];
      return;
    case 'example':
      node.examples = [...(node.examples ?? []), value as JsonValue];
      return;
    case 'dependencies':
    case 'additionalItems':
    case '$recursiveRef':
      around.warn(keyword, `\`${keyword}\` belongs to an older JSON Schema and has no effect.`, `Write ${SUCCESSORS[keyword]}.`);
      return;
  }
  const row = rowOf(keyword);
  const read = row && readValue(row, keyword, value, around);
  if (read !== undefined) (node as { [keyword: string]: unknown })[keyword] = read;
}

/** A keyword's value as its row describes it; `undefined` for a value of another form, which the loader has reported. */
function readValue(row: Row, keyword: string, value: Json, around: Surroundings): unknown {
  switch (row.holds) {
    case 'schema':
      return isSchema(value) ? around.child(value, keyword) : undefined;
    case 'list':
      if (!Array.isArray(value)) return undefined;
      return value.filter(isSchema).map((item, index) => around.child(item, keyword, String(index)));
    case 'map':
      return isObject(value) ? schemaMap(value, keyword, around) : undefined;
    case 'check':
    case 'silent':
      return readForm(row.form, value);
  }
}

function readForm(form: Form, value: Json): unknown {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  switch (form) {
    case 'string':
      return typeof value === 'string' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'count':
    case 'positive':
      return isNumber ? Number(value) : undefined;
    case 'number':
      return isNumber ? value : undefined;
    case 'any':
      return value;
    case '[any]':
      return Array.isArray(value) ? value : undefined;
    case '[string]':
      return strings(value);
    case '{[string]}':
      return isObject(value) ? new Map(Object.keys(value).map((key) => [key, strings(value[key])])) : undefined;
    case 'string/[string]':
      return readType(value);
  }
}

const SUCCESSORS = {
  dependencies: '`dependentRequired` or `dependentSchemas`',
  additionalItems: '`prefixItems` with `items`',
  $recursiveRef: '`$dynamicRef`',
} as const;

function isSchema(value: Json | undefined): value is boolean | JsonObject {
  return typeof value === 'boolean' || isObject(value);
}

function schemaMap(value: JsonObject, keyword: string, around: Surroundings): ReadonlyMap<string, Schema> {
  const map = new Map<string, Schema>();
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (isSchema(item)) map.set(key, around.child(item, keyword, key));
  }
  return map;
}

function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function readType(value: Json): readonly JsonType[] | undefined {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item: Json) => SINGLE.get(item) ?? []))];
  return SINGLE.get(value);
}

/** The keywords beside which `unevaluatedProperties` says something else than `additionalProperties` (2020-12 §11.3). */
const EVALUATING = ['ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', 'additionalProperties'] as const;

/** Where no other schema applies to the value, a map of one type may be written with either keyword. `false` keeps its own message. */
function foldUnevaluated(node: Draft, object: JsonObject): void {
  const { unevaluatedProperties: rest } = node;
  if (rest === undefined || object.unevaluatedProperties === false) return;
  if (Object.hasOwn(object, '$dynamicRef') || EVALUATING.some((keyword) => node[keyword] !== undefined)) return;
  node.additionalProperties = rest;
  delete node.unevaluatedProperties;
}

/** OpenAPI 3.0, Schema Object: `nullable` and boolean `exclusiveMinimum` and `exclusiveMaximum`. */
function fold(node: Draft, object: JsonObject, around: Surroundings): void {
  if (object.exclusiveMinimum === true && node.minimum !== undefined) {
    node.exclusiveMinimum = node.minimum;
    delete node.minimum;
  }
  if (object.exclusiveMaximum === true && node.maximum !== undefined) {
    node.exclusiveMaximum = node.maximum;
    delete node.maximum;
  }
  if (object.nullable === true) foldNullable(node, around);
}

/**
 * The standard gives `nullable` a meaning beside `type` only; documents write it beside `allOf` to say "this reference, or null", and
 * with an `enum` that does not list null. Both are read as they are meant.
 */
function foldNullable(node: Draft, around: Surroundings): void {
  const combined = node.allOf !== undefined || node.anyOf !== undefined || node.oneOf !== undefined;
  if (!combined) {
    if (node.type !== undefined && !node.type.includes('null')) node.type = [...node.type, 'null'];
    if (node.enum !== undefined && !node.enum.includes(null)) node.enum = [...node.enum, null];
    return;
  }
  const value = around.beside('@value');
  const none = around.beside('@null');
  none.type = ['null'];
  const { key, location, ...keywords } = node;
  for (const keyword of Object.keys(keywords) as (keyof typeof keywords)[]) {
    if (rowOf(keyword)?.holds === 'silent') continue;
    Object.assign(value, { [keyword]: node[keyword] });
    delete node[keyword];
  }
  node.anyOf = [value, none];
}
