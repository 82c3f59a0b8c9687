// One schema object → the keywords of one node (JSON Schema 2020-12); OpenAPI 3.0's own dialect is folded into it.
import type { Json, JsonObject } from '../../load/description.ts';
import { isObject } from '../../load/pointer.ts';
import type { JsonType, JsonValue, Schema } from './schema.ts';

/** A node while it is being filled. */
export type Draft = { -readonly [K in keyof Schema]: Schema[K] };

/** What filling a node asks of the graph. A child stands one or two keys below the schema. */
export interface Surroundings {
  readonly folded: boolean;
  child(value: Json, first: string, second?: string): Schema;
  reference(keyword: '$ref' | '$dynamicRef', ref: string): Schema;
  /** A node that no place of the document is: it shares the place of the schema under a key of its own. */
  beside(suffix: string): Draft;
  warn(keyword: string, message: string, fix: string): void;
}

const TYPES: readonly JsonType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
/** The list of one type, shared by all schemas that have it. */
const SINGLE: ReadonlyMap<Json, readonly JsonType[]> = new Map(TYPES.map((type) => [type, [type]]));

export function readKeywords(node: Draft, object: JsonObject, around: Surroundings): void {
  if (around.folded && typeof object.$ref === 'string' && Object.hasOwn(object, '$ref')) {
    // OpenAPI 3.0, Reference Object: properties beside `$ref` are ignored.
    node.ref = around.reference('$ref', object.$ref);
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
  if (around.folded) fold(node, object, around);
  else if (object.nullable === true && Object.hasOwn(object, 'nullable')) {
    around.warn('nullable', '`nullable` means nothing since OpenAPI 3.1.', "Add 'null' to `type`, as in `type: [string, 'null']`.");
  }
}

function readKeyword(node: Draft, keyword: string, value: Json, around: Surroundings): void {
  switch (keyword) {
    case 'title':
    case 'description':
    case 'pattern':
    case 'format':
    case 'contentEncoding':
    case 'contentMediaType':
      if (typeof value === 'string') node[keyword] = value;
      return;
    case '$dynamicAnchor':
      if (typeof value === 'string') node.dynamicAnchor = value;
      return;
    case 'deprecated':
    case 'readOnly':
    case 'writeOnly':
    case 'uniqueItems':
      if (typeof value === 'boolean') node[keyword] = value;
      return;
    case 'minProperties':
    case 'maxProperties':
    case 'minContains':
    case 'maxContains':
    case 'minItems':
    case 'maxItems':
    case 'minLength':
    case 'maxLength':
    case 'multipleOf':
      if (typeof value === 'number' || typeof value === 'bigint') node[keyword] = Number(value);
      return;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      if (typeof value === 'number' || typeof value === 'bigint') node[keyword] = value;
      return;
    case 'default':
      node.default = value as JsonValue;
      return;
    case 'const':
      node.const = { value: value as JsonValue };
      return;
    case 'enum':
      if (Array.isArray(value)) node.enum = value as readonly JsonValue[];
      return;
    case 'examples':
      if (Array.isArray(value)) node.examples = [...(value as readonly JsonValue[]), ...(node.examples ?? [])];
      return;
    case 'example':
      node.examples = [...(node.examples ?? []), value as JsonValue];
      return;
    case 'type':
      readType(node, value);
      return;
    case 'required':
      node.required = strings(value);
      return;
    case 'dependentRequired':
      if (isObject(value)) node.dependentRequired = new Map(Object.keys(value).map((key) => [key, strings(value[key])]));
      return;
    case '$ref':
      if (typeof value === 'string') node.ref = around.reference('$ref', value);
      return;
    case '$dynamicRef':
      if (typeof value === 'string') {
        node.dynamicRef = { anchor: value.slice(value.indexOf('#') + 1), target: around.reference('$dynamicRef', value), candidates: [] };
      }
      return;
    case 'not':
    case 'if':
    case 'then':
    case 'else':
    case 'additionalProperties':
    case 'propertyNames':
    case 'unevaluatedProperties':
    case 'contains':
    case 'unevaluatedItems':
    case 'items':
    case 'contentSchema':
      if (isSchema(value)) node[keyword] = around.child(value, keyword);
      return;
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
    case 'prefixItems':
      if (Array.isArray(value)) node[keyword] = value.filter(isSchema).map((item, index) => around.child(item, keyword, String(index)));
      return;
    case 'properties':
    case 'patternProperties':
    case 'dependentSchemas':
      if (isObject(value)) node[keyword] = schemaMap(value, keyword, around);
      return;
    case 'dependencies':
    case 'additionalItems':
    case '$recursiveRef':
      around.warn(keyword, `\`${keyword}\` is of an older JSON Schema and means nothing in this one.`, `Write ${SUCCESSORS[keyword]}.`);
      return;
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

function readType(node: Draft, value: Json): void {
  const single = SINGLE.get(value);
  if (single !== undefined) node.type = single;
  else if (Array.isArray(value)) node.type = [...new Set(value.flatMap((item: Json) => SINGLE.get(item) ?? []))];
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

/** Keywords that say something about a value's meaning, not about which values there are. */
const ANNOTATIONS = ['title', 'description', 'deprecated', 'readOnly', 'writeOnly', 'default', 'examples'] as const;

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
    if ((ANNOTATIONS as readonly string[]).includes(keyword)) continue;
    Object.assign(value, { [keyword]: node[keyword] });
    delete node[keyword];
  }
  node.anyOf = [value, none];
}
