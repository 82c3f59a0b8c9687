// Finds the branch of a choice to which a value belongs, by its discriminator or by its shape.
import type { JsonSchema } from '../../../generator/docs/console/data.ts';
import { isOfKind } from '../../../runtime/testing/kind.ts';
import type { Branch } from './field.ts';
import { merge, type Schemas } from './merge.ts';

/** The index of the branch; 0 where none fits. */
export function branchOf(branches: readonly Branch[], tag: string | undefined, value: unknown, schemas: Schemas): number {
  if (tag !== undefined && isRecord(value) && typeof value[tag] === 'string') {
    const index = branches.findIndex(({ tags }) => tags.includes(value[tag] as string));
    if (index !== -1) return index;
  }
  const scores = branches.map(({ schema }) => score(schema, value, schemas, 3));
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** Whether a value may belong to a schema, by its type and constants and those of its members. */
export function fits(value: unknown, schema: JsonSchema, schemas: Schemas): boolean {
  return score(schema, value, schemas, 3) >= 0;
}

/**
 * Higher for a schema that shares more with the value; below zero where the value is of another kind. While a value is edited, it may match no
 * branch, and still belongs to one, so nothing here asks whether it matches: the generated validators judge what is sent.
 */
function score(schema: JsonSchema, value: unknown, schemas: Schemas, depth: number): number {
  if (typeof schema === 'boolean') return schema ? 0 : -100;
  const merged = merge(schema, schemas);
  if (!isOfKind(merged, value)) return -100;
  if ((merged.const ?? merged.enum ?? merged.file) !== undefined) return 10;
  const branches = merged.oneOf ?? merged.anyOf ?? [];
  const best = depth === 0 || branches.length === 0 ? 0 : Math.max(...branches.map((branch) => score(branch, value, schemas, depth - 1)));
  if (!isRecord(value) || merged.properties === undefined) return 1 + best;
  let points = best;
  for (const name of merged.required ?? []) if (!Object.hasOwn(value, name)) points -= 10;
  for (const [name, member] of Object.entries(value)) {
    const own = Object.hasOwn(merged.properties, name) ? merged.properties[name] : undefined;
    if (own === undefined) points -= 2;
    else if (depth > 0) points += 1 + Math.max(-20, Math.min(5, score(own, member, schemas, depth - 1)));
  }
  return points;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}
