// One value of a schema for a sample: the document's own example, or else a small value of the right shape.
import { FORMATS } from '@octavo/runtime/facts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import type { Parameter } from '../../model/service.ts';

/** The example of a parameter, or else of its schema. */
export function parameterExample(parameter: Parameter): JsonValue {
  const [first] = parameter.examples ?? [];
  return first === undefined ? schemaExample(parameter.schema) : (first.value as JsonValue);
}

/** The most values in one sample, and the most characters of a text: people read it. */
const MOST_VALUES = 2_000;
const LONGEST = 100;

/** A value with the shape of the schema. It may break other constraints: for better samples, a document gives examples. */
export function schemaExample(schema: Schema): JsonValue {
  return exampleOf(schema, new Set(), { left: MOST_VALUES });
}

/** Values that the sample may still have; what comes after them is `null`. */
interface Budget {
  left: number;
}

function exampleOf(schema: Schema, seen: ReadonlySet<Schema>, budget: Budget): JsonValue {
  if (budget.left-- <= 0) return null;
  const [own] = schema.examples ?? [];
  if (own !== undefined) return own;
  if (schema.const !== undefined) return schema.const.value;
  if (schema.default !== undefined) return schema.default;
  const [allowed] = schema.enum ?? schema.known ?? [];
  if (allowed !== undefined) return allowed;
  if (seen.has(schema)) return null;
  const inner = new Set([...seen, schema]);
  if (schema.ref !== undefined) return exampleOf(schema.ref, inner, budget);
  const [branch] = schema.oneOf ?? schema.anyOf ?? [];
  if (schema.properties === undefined && branch !== undefined) return exampleOf(branch, inner, budget);
  const type =
    schema.type?.find((name) => name !== 'null') ?? (schema.properties === undefined && schema.allOf === undefined ? undefined : 'object');
  switch (type) {
    case 'object':
      return objectExample(schema, inner, budget);
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, inner, budget)];
    case 'integer':
    case 'number':
      return schema.minimum ?? next(schema.exclusiveMinimum) ?? schema.maximum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return stringExample(schema);
    default:
      return schema.type === undefined ? 'text' : null;
  }
}

function next(bound: number | bigint | undefined): number | bigint | undefined {
  return typeof bound === 'bigint' ? bound + 1n : bound === undefined ? undefined : bound + 1;
}

function objectExample(schema: Schema, seen: ReadonlySet<Schema>, budget: Budget): JsonValue {
  const value: Record<string, JsonValue> = {};
  for (const part of schema.allOf ?? []) {
    const example = exampleOf(part, seen, budget);
    if (typeof example !== 'object' || example === null || Array.isArray(example)) continue;
    for (const [name, member] of Object.entries(example)) define(value, name, member);
  }
  const required = new Set(schema.required ?? []);
  for (const [name, property] of schema.properties ?? []) {
    if (required.has(name)) define(value, name, exampleOf(property, seen, budget));
  }
  return value;
}

/** Sets an own property, also one called `__proto__`. */
function define(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

function stringExample({ format = '', minLength = 0, maxLength }: Schema): string {
  return FORMATS.get(format)?.text ?? 'text'.padEnd(Math.min(minLength, LONGEST), 'x').slice(0, maxLength);
}
