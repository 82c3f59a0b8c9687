// Decides whether an example of a document certainly has the TypeScript type of its schema, so that generated code may show it.
import { hasType } from '@octavo/runtime/facts';
import { jsonText } from '../../base/exact.ts';
import { directConjuncts } from '../../model/schema/conjuncts.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';

/** Whether a value certainly has the TypeScript type of a schema; `false` where that is not simple to decide. */
export function fits(value: unknown, schema: Schema, depth = 0): boolean {
  if (depth > 64) return false;
  if (schema.boolean !== undefined) return schema.boolean;
  const all = directConjuncts(schema);
  // TypeScript refuses a literal with a property that one of the combined types does not declare.
  const composed = all.length > 0 && (schema.properties !== undefined || all.length > 1);
  if (composed || schema.not !== undefined || schema.if !== undefined || schema.patternProperties !== undefined) return false;
  if (!all.every((part) => fits(value, part, depth + 1))) return false;
  for (const branches of [schema.oneOf, schema.anyOf]) {
    if (branches !== undefined && (schema.properties !== undefined || !branches.some((branch) => fits(value, branch, depth + 1))))
      return false;
  }
  if (schema.const !== undefined && jsonText(schema.const.value) !== jsonText(value)) return false;
  if (schema.enum !== undefined && !schema.enum.some((item) => jsonText(item) === jsonText(value))) return false;
  if (schema.type !== undefined && !schema.type.some((type) => hasType(value as JsonValue, type))) return false;
  if (Array.isArray(value)) {
    if (schema.prefixItems !== undefined || schema.minItems !== undefined) return value.length === 0 && schema.minItems === undefined;
    const { items } = schema;
    return items === undefined || value.every((item) => fits(item, items, depth + 1));
  }
  if (typeof value !== 'object' || value === null) return true;
  if (schema.required?.some((name) => !Object.hasOwn(value, name)) === true) return false;
  return Object.entries(value).every(([name, item]) => {
    const property = schema.properties?.get(name) ?? schema.additionalProperties;
    if (property !== undefined) return fits(item, property, depth + 1);
    return schema.properties === undefined;
  });
}
