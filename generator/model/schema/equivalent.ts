// Whether two schemas say the same, word for word, of every value: where they stand and what they tell people does not count.
import { keywords } from '../../base/vocabulary.ts';
import type { Schema } from './schema.ts';
import { isPlainRef, isSilent } from './walk.ts';

/** Schemas nested deeper than this count as different. */
const DEEPEST = 8;

/**
 * Never `true` for two schemas that differ. @param budget pairs of schemas that may still be looked at; two schemas count as different when none is
 * left
 */
export function isEquivalent(one: Schema, other: Schema, budget: { left: number }, depth = 0): boolean {
  const left = target(one);
  const right = target(other);
  if (left === right) return true;
  if (depth > DEEPEST || budget.left-- <= 0) return false;
  const fields = new Set([...Object.keys(left), ...Object.keys(right)].filter((field) => !isSilent(field)));
  return [...fields].every((field) => isSame(left[field as keyof Schema], right[field as keyof Schema], field, { budget, depth }));
}

function target(schema: Schema): Schema {
  let current = schema;
  for (let hops = 0; hops < DEEPEST && isPlainRef(current); hops++) current = current.ref;
  return current;
}

function isSame(left: unknown, right: unknown, field: string, at: { readonly budget: { left: number }; readonly depth: number }): boolean {
  if (left === undefined || right === undefined) return false;
  if (isSchema(left) && isSchema(right)) return isEquivalent(left, right, at.budget, at.depth + 1);
  if (left instanceof Map && right instanceof Map) {
    return left.size === right.size && [...left].every(([key, value]) => isSame(value, right.get(key), field, at));
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((value, index) => isSame(value, right[index], field, at));
  }
  // Dynamic references, and other fields that are not keywords of JSON Schema, are equal only where they are one object.
  return left === right || (Object.hasOwn(keywords, field) && textOf(left) === textOf(right));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'key' in value && 'location' in value;
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
}
