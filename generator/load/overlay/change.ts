// Changes a document as the actions of an overlay say, and records where each value came from.
import type { Json, JsonObject } from '../description.ts';
import { isObject, joinPointer, own, setOwn, valueAt } from '../pointer.ts';
import { memberOf, type Origins, type Placed } from './origins.ts';
import type { Match } from './select.ts';

/** A document that overlays change. Its values are not shared with any other, so each can be changed alone. */
export interface Changing {
  readonly root: Json;
  readonly origins: Origins;
}

/** Copies a value, so that one that an alias of YAML uses in several places can be changed in one of them. */
export function copyOf(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => copyOf(item as Json));
  if (!isObject(value)) return value;
  const copy = {};
  for (const [key, member] of Object.entries(value)) if (member !== undefined) setOwn(copy, key, copyOf(member));
  return copy;
}

/** The number of values in a value, itself included, and the levels of nesting. */
export function measure(value: Json): { readonly size: number; readonly height: number } {
  if (typeof value !== 'object' || value === null) return { size: 1, height: 0 };
  let size = 1;
  let height = 0;
  for (const member of Object.values(value) as Json[]) {
    const inner = measure(member);
    size += inner.size;
    height = Math.max(height, inner.height);
  }
  return { size, height: height + 1 };
}

/**
 * Merges an object into the selected objects, adds to the selected arrays, and replaces selected primitive values. `placed` is where the value came
 * from; `isJoining`: the items of an array are added to an array, as from 1.1.0 on; before, the array itself is.
 */
export function update(changing: Changing, matches: readonly Match[], value: Json, placed: Placed, isJoining: boolean): void {
  for (const { tokens, value: target } of matches) {
    // An earlier match of the same action may have replaced what holds this one.
    if (valueAt(changing.root, joinPointer('', ...tokens)) !== target) continue;
    if (Array.isArray(target)) {
      if (isJoining && Array.isArray(value)) append(changing, target, tokens, value as readonly Json[], (index) => memberOf(placed, index));
      else append(changing, target, tokens, [value], () => placed);
    } else if (isObject(target) && isObject(value)) merge(changing, target, tokens, value, placed);
    else replace(changing, tokens, value, placed);
  }
}

/** The names that lead to a value that cannot be merged: an object, an array or a primitive value in place of another of the three. */
export function conflictOf(target: JsonObject, value: JsonObject): readonly string[] | undefined {
  for (const [key, added] of Object.entries(value)) {
    const before = own(target, key);
    if (added === undefined || before === undefined) continue;
    if (kindOf(before) !== kindOf(added)) return [key];
    const inner = isObject(before) && isObject(added) ? conflictOf(before, added) : undefined;
    if (inner !== undefined) return [key, ...inner];
  }
  return undefined;
}

export function kindOf(value: Json): 'objects' | 'arrays' | 'primitive values' {
  return Array.isArray(value) ? 'arrays' : isObject(value) ? 'objects' : 'primitive values';
}

function replace({ root, origins }: Changing, tokens: readonly string[], value: Json, placed: Placed): void {
  const holder = valueAt(root, joinPointer('', ...tokens.slice(0, -1)));
  if (typeof holder !== 'object' || holder === null) return;
  setOwn(holder, tokens.at(-1) ?? '', copyOf(value));
  origins.set(tokens, placed);
}

/** Section "Action Object": members of objects are merged, arrays are concatenated, anything else is replaced. */
function merge(changing: Changing, target: JsonObject, tokens: readonly string[], value: JsonObject, placed: Placed): void {
  for (const [key, added] of Object.entries(value)) {
    if (added === undefined) continue;
    const before = own(target, key);
    const inner = [...tokens, key];
    const member = memberOf(placed, key);
    if (isObject(before) && isObject(added)) merge(changing, before, inner, added, member);
    else if (Array.isArray(before) && Array.isArray(added)) {
      append(changing, before, inner, added as readonly Json[], (index) => memberOf(member, index));
    } else {
      setOwn(target, key, copyOf(added));
      changing.origins.set(inner, member);
    }
  }
}

function append(
  { origins }: Changing,
  target: Json[],
  tokens: readonly string[],
  values: readonly Json[],
  placedOf: (index: number) => Placed,
): void {
  for (const [index, value] of values.entries()) {
    origins.set([...tokens, String(target.length)], placedOf(index));
    target.push(copyOf(value));
  }
}

/** Removes the selected values from the objects and arrays that hold them. */
export function remove({ root, origins }: Changing, matches: readonly Match[]): void {
  const byHolder = new Map<string, { readonly tokens: readonly string[]; readonly keys: Set<string> }>();
  for (const { tokens } of matches) {
    const holder = tokens.slice(0, -1);
    const pointer = joinPointer('', ...holder);
    const known = byHolder.get(pointer) ?? { tokens: holder, keys: new Set() };
    known.keys.add(tokens.at(-1) ?? '');
    byHolder.set(pointer, known);
  }
  // The deepest first, so that no removal changes the indexes by which another finds its array.
  const holders = [...byHolder].sort(([, left], [, right]) => right.tokens.length - left.tokens.length);
  for (const [pointer, { tokens, keys }] of holders) {
    const holder = valueAt(root, pointer);
    if (Array.isArray(holder)) {
      const indexes = new Set([...keys].map(Number));
      origins.removeItems(tokens, indexes, holder.length);
      const kept = holder.filter((_, index) => !indexes.has(index));
      holder.length = 0;
      for (const item of kept) holder.push(item);
    } else if (isObject(holder)) {
      for (const key of keys) {
        delete (holder as Record<string, unknown>)[key];
        origins.removeMember(tokens, key);
      }
    }
  }
}
