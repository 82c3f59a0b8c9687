// Changes a document as the actions of an overlay say, and records where each value came from.
import type { Json, JsonObject } from '../description.ts';
import { isObject, joinPointer, own, setOwn, valueAt } from '../pointer.ts';
import type { Origin, Origins } from './origins.ts';
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

/** Merges an object into the selected objects, and appends a value to the selected arrays. `origin` is where the value stands in the overlay. */
export function update(changing: Changing, matches: readonly Match[], value: Json, origin: Origin): void {
  for (const { tokens, value: target } of matches) {
    // An earlier match of the same action may have replaced what holds this one.
    if (valueAt(changing.root, joinPointer('', ...tokens)) !== target) continue;
    if (Array.isArray(target)) append(changing, target, tokens, [value], () => origin);
    else if (isObject(target) && isObject(value)) merge(changing, target, tokens, value, origin);
  }
}

/** Overlay 1.0.0, section 4.4.3: members of objects are merged, arrays are concatenated, anything else is replaced. */
function merge(changing: Changing, target: JsonObject, tokens: readonly string[], value: JsonObject, origin: Origin): void {
  for (const [key, added] of Object.entries(value)) {
    if (added === undefined) continue;
    const before = own(target, key);
    const inner = [...tokens, key];
    const addedOrigin = { source: origin.source, pointer: joinPointer(origin.pointer, key) };
    if (isObject(before) && isObject(added)) merge(changing, before, inner, added, addedOrigin);
    else if (Array.isArray(before) && Array.isArray(added)) {
      append(changing, before, inner, added as readonly Json[], (index) => ({
        source: origin.source,
        pointer: joinPointer(addedOrigin.pointer, index),
      }));
    } else {
      setOwn(target, key, copyOf(added));
      changing.origins.set(inner, addedOrigin);
    }
  }
}

function append(
  { origins }: Changing,
  target: Json[],
  tokens: readonly string[],
  values: readonly Json[],
  originOf: (index: number) => Origin,
): void {
  for (const [index, value] of values.entries()) {
    origins.set([...tokens, String(target.length)], originOf(index));
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
