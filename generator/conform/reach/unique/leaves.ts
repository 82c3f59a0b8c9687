// The places of a body that hold texts and numbers.
import { isObject, pointerTo, valueAt } from '../../../inference/pointers.ts';
import type { Input } from '../../plan/index.ts';

/** The most items of a list that get values of their own. */
const MOST_ITEMS = 60;

/** The places that a pointer means, where `*` stands for each item of a list. */
export function eachItem(input: Input, place: string): readonly string[] {
  const [before = '', ...after] = place.split('/*/');
  const list = after.length === 0 ? undefined : valueAt(input, before);
  if (after.length === 0) return [place];
  return Array.isArray(list) ? list.slice(0, MOST_ITEMS).map((_, index) => `${before}/${index}/${after.join('/*/')}`) : [];
}

/**
 * JSON pointers of texts and numbers, with `*` for the items of a list of objects, as an import has it. The items of other lists seldom identify
 * anything.
 */
export function* leavesOf(value: unknown, at: string, depth: number): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield at;
  else if (isObject(value) && depth < 3)
    for (const [name, member] of Object.entries(value)) yield* leavesOf(member, at + pointerTo(name), depth + 1);
  else if (Array.isArray(value) && isObject(value[0]) && depth < 2) yield* leavesOf(value[0], `${at}/*`, depth + 1);
}
