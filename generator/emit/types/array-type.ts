// Turns the keywords of arrays into an array or tuple type.
import type { Schema } from '../../model/schema/schema.ts';
import { arrayOf, atom, inline, isNever, isUnknown, type Type, UNKNOWN } from '../text/type-text.ts';
import type { Types } from './type-scope.ts';

/** Most required items that a tuple lists; longer tuples are hard to use. */
const MOST_WRITTEN_OUT = 4;
/** Longest item type that is repeated in a tuple. */
const SHORT = 40;

/** Whether the type of an array is narrower than `unknown[]`. */
export function saysMoreOfArrays(schema: Schema): boolean {
  return (
    schema.prefixItems !== undefined ||
    (schema.items !== undefined && schema.items.boolean !== true) ||
    ((schema.minItems ?? 0) > 0 && (schema.minItems ?? 0) <= MOST_WRITTEN_OUT) ||
    schema.maxItems === 0
  );
}

/**
 * `T[]`, or a tuple. `prefixItems` (Core 2020-12 §10.3.1.1) neither requires its items nor closes the array: items from `minItems` on are
 * optional, and more may follow unless `items: false` or `maxItems` forbids it.
 */
export function arrayType(schema: Schema, types: Types): Type {
  const rest = schema.items === undefined ? UNKNOWN : types.of(schema.items);
  const prefix = (schema.prefixItems ?? []).map((item) => types.of(item));
  const most = isNever(rest) ? Math.min(prefix.length, schema.maxItems ?? Infinity) : (schema.maxItems ?? Infinity);
  const least = Math.min(schema.minItems ?? 0, most);
  if (most === 0) return atom('[]');

  const written = Math.max(prefix.length, least);
  const repeatable = inline(rest).length <= SHORT && !inline(rest).includes('\n');
  if (prefix.length === 0 && (least === 0 || least > MOST_WRITTEN_OUT || !repeatable)) return arrayOf(rest);
  // The type does not say how many items follow those that it lists.
  const shown = prefix.length > 0 && (written > prefix.length + MOST_WRITTEN_OUT || !repeatable) ? prefix.length : written;
  const closed = most <= shown || isNever(rest);
  const items: string[] = [];
  for (let index = 0; index < Math.min(shown, most); index++) {
    const type = prefix[index] ?? rest;
    items.push(index < least ? inline(type) : optional(type));
  }
  if (!closed) items.push(`...${inline(arrayOf(rest))}`);
  return atom(
    items.some((item) => item.includes('\n'))
      ? `[\n${items.map((item) => `  ${item.replaceAll('\n', '\n  ')},\n`).join('')}]`
      : `[${items.join(', ')}]`,
    [rest, ...prefix],
  );
}

function optional(type: Type): string {
  return type.kind === 'atom' || isUnknown(type) ? `${inline(type)}?` : `(${inline(type)})?`;
}
