// The plain values that are written in place of those that are easily lost: where they are kept, the difference is due to the value.
import { isObject } from '../../inference/pointers.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { chanceLetters } from '../contract/chance.ts';

/** Values that no service changes, as far as it keeps the place at all. */
export function plainValues(before: unknown, sent: unknown, schemas: readonly Schema[]): readonly unknown[] {
  if (Array.isArray(sent))
    return [Array.isArray(before) ? before.toSorted() : undefined, sent.slice(0, 1), before].filter((one) => one !== undefined);
  if (typeof sent === 'boolean') return [!sent];
  if (typeof sent === 'number') return [...(typeof before === 'number' ? [before + 1, before - 1, before] : []), 1, 2, 10];
  if (isObject(sent)) return [before, { plain: Object.values(sent)[0] }];
  if (typeof sent !== 'string') return [before];
  const formats = new Set(schemas.flatMap(({ format }) => format ?? []));
  if (formats.has('date')) return ['2031-06-15', '2024-06-14', before];
  if (formats.has('date-time')) return ['2031-06-15T12:00:00Z', '2024-06-14T12:00:00Z', before];
  const length = Math.max(1, [...sent].length);
  const letters = formats.size > 0 ? [] : [chanceLetters(length), ...(length > SHORT ? [chanceLetters(SHORT)] : [])];
  return [...letters, before].filter((one) => one !== undefined && one !== null && one !== '');
}

/** Characters of a short text. */
const SHORT = 20;
