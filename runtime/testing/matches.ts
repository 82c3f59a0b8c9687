// Checks whether a value matches an example schema, keyword by keyword. The sampler checks its candidates with it.
import { getOwn } from '../contract/own.ts';
import { hasUniqueItems } from '../validate/equality.ts';
import { addEvaluated, addItems, type Evaluated, evaluated } from '../validate/evaluated.ts';
import { countProperties } from '../validate/values.ts';
import { type ExampleKeywords, type ExampleSchema, type ExampleSchemas, resolveReference } from './example-schema.ts';
import { integerFormats, isInFormat, wideFormats } from './formats.ts';
import { isOfKind } from './kind.ts';
import { isNumber, isText, patternOf } from './value-checks.ts';

export function matches(schemas: ExampleSchemas, schema: ExampleSchema, value: unknown): boolean {
  return evaluate(schemas, schema, value) !== undefined;
}

/** The parts of the value that the schema evaluated (Core section 11); `undefined` for a value that does not match. */
function evaluate(schemas: ExampleSchemas, schema: ExampleSchema, value: unknown): Evaluated | undefined {
  if (typeof schema === 'boolean') return schema ? evaluated() : undefined;
  const seen = evaluated();
  if (!isOfKind(schema, value) || !inPlace(schemas, schema, value, seen)) return undefined;
  if (value instanceof Blob) return seen;
  if (typeof value === 'string') return isText(schema, value) && hasFormat(schema, value) ? seen : undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return isNumber(schema, value) && hasFormat(schema, value) ? seen : undefined;
  if (Array.isArray(value)) return isArray(schemas, schema, value, seen) ? seen : undefined;
  if (typeof value === 'object' && value !== null) return isObject(schemas, schema, value, seen) ? seen : undefined;
  return seen;
}

/** References and combinations: schemas that apply to the same value. */
function inPlace(schemas: ExampleSchemas, schema: ExampleKeywords, value: unknown, seen: Evaluated): boolean {
  const apply = (part: ExampleSchema): boolean => {
    const inner = evaluate(schemas, part, value);
    if (inner !== undefined) addEvaluated(seen, inner);
    return inner !== undefined;
  };
  if (schema.$ref !== undefined && !apply(resolveReference(schemas, schema.$ref))) return false;
  if (schema.allOf !== undefined && !schema.allOf.every(apply)) return false;
  // All branches are tried, since each may evaluate something.
  if (schema.anyOf !== undefined && schema.anyOf.filter(apply).length === 0) return false;
  if (schema.oneOf !== undefined && !isOneOf(schema, schema.oneOf, value, apply)) return false;
  if (schema.not !== undefined && evaluate(schemas, schema.not, value) !== undefined) return false;
  if (schema.if !== undefined && !apply((apply(schema.if) ? schema.then : schema.else) ?? true)) return false;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
  return Object.entries(schema.dependentSchemas ?? {}).every(([name, part]) => !Object.hasOwn(value, name) || apply(part));
}

function isOneOf(
  { tags }: ExampleKeywords,
  branches: readonly ExampleSchema[],
  value: unknown,
  apply: (part: ExampleSchema) => boolean,
): boolean {
  if (tags?.decides !== true) return branches.filter(apply).length === 1;
  const tag = getOwn(value, tags.property);
  return apply(branches[tags.values.findIndex((texts) => texts.some((text) => text === tag))] ?? false);
}

function hasFormat({ format = '' }: ExampleKeywords, value: string | number | bigint): boolean {
  if (typeof value === 'string') return isInFormat(format, value);
  const wide = typeof value === 'bigint' ? wideFormats.get(format) : undefined;
  const range = wide ?? integerFormats.get(format);
  return range === undefined || ((typeof value === 'bigint' || Number.isInteger(value)) && value >= range[0] && value <= range[1]);
}

function isArray(schemas: ExampleSchemas, schema: ExampleKeywords, items: readonly unknown[], seen: Evaluated): boolean {
  const { prefixItems = [], items: rest, contains, minItems = 0, maxItems = Infinity } = schema;
  if (items.length < minItems || items.length > maxItems) return false;
  if (schema.uniqueItems === true && !hasUniqueItems(items)) return false;
  if (!prefixItems.every((part, index) => index >= items.length || matches(schemas, part, items[index]))) return false;
  addItems(seen, Math.min(prefixItems.length, items.length));
  if (rest !== undefined) {
    // Bodies that are tried repeat an item.
    if (![...new Set(items.slice(prefixItems.length))].every((item) => matches(schemas, rest, item))) return false;
    addItems(seen, items.length);
  }
  if (contains !== undefined) {
    const found = items.flatMap((item, index) => (matches(schemas, contains, item) ? [index] : []));
    if (found.length < (schema.minContains ?? 1) || found.length > (schema.maxContains ?? Infinity)) return false;
    for (const index of found) seen.contained.add(index);
  }
  const { unevaluatedItems } = schema;
  if (unevaluatedItems === undefined) return true;
  const left = items.filter((_, index) => index >= seen.items && !seen.contained.has(index));
  addItems(seen, items.length);
  return left.every((item) => matches(schemas, unevaluatedItems, item));
}

function isObject(schemas: ExampleSchemas, schema: ExampleKeywords, value: object, seen: Evaluated): boolean {
  const { minProperties = 0, maxProperties = Infinity, required = [], propertyNames, unevaluatedProperties } = schema;
  const count = minProperties > 0 || maxProperties < Infinity ? countProperties({ ...value }) : 0;
  if (count < minProperties || count > maxProperties || !required.every((name) => Object.hasOwn(value, name))) return false;
  for (const [name, needed] of Object.entries(schema.dependentRequired ?? {}))
    if (Object.hasOwn(value, name) && !needed.every((other) => Object.hasOwn(value, other))) return false;
  for (const [name, member] of Object.entries(value)) {
    if (propertyNames !== undefined && !matches(schemas, propertyNames, name)) return false;
    const parts = partsOf(schema, name);
    if (!parts.every((part) => matches(schemas, part, member))) return false;
    if (parts.length > 0) seen.properties.add(name);
  }
  if (unevaluatedProperties === undefined) return true;
  for (const [name, member] of Object.entries(value)) {
    if (seen.properties.has(name)) continue;
    if (!matches(schemas, unevaluatedProperties, member)) return false;
    seen.properties.add(name);
  }
  return true;
}

/** The schemas that one schema object has for a property (Core section 10.3.2). */
export function partsOf(schema: ExampleKeywords, name: string): ExampleSchema[] {
  const parts: ExampleSchema[] = [];
  const { properties, patternProperties, longestName = Infinity, additionalProperties } = schema;
  if (properties !== undefined && Object.hasOwn(properties, name)) parts.push(properties[name] ?? true);
  for (const [pattern, part] of Object.entries(patternProperties ?? {})) {
    if (name.length <= longestName && patternOf(pattern).test(name)) parts.push(part);
  }
  if (parts.length === 0 && additionalProperties !== undefined) parts.push(additionalProperties);
  return parts;
}
