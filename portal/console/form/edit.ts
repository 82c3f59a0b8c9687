// Changes a value at a place without changing the value itself, so that views can compare by identity.
import { isRecord } from './choose.ts';

/** Names of members and positions of items, from the root. */
export type Place = readonly (string | number)[];

/** The value with `next` at the place; `undefined` removes the member or item. */
export function edited(value: unknown, [key, ...rest]: Place, next: unknown): unknown {
  if (key === undefined) return next;
  if (typeof key === 'number') {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    if (rest.length === 0 && next === undefined) return list.toSpliced(key, 1);
    const at = Math.min(key, list.length);
    return list.toSpliced(at, 1, edited(list[at], rest, next));
  }
  const members = isRecord(value) ? value : {};
  const changed = edited(Object.hasOwn(members, key) ? members[key] : undefined, rest, next);
  if (changed === undefined) return Object.fromEntries(Object.entries(members).filter(([name]) => name !== key));
  // A computed key makes an own property, also one called `__proto__`.
  return { ...members, [key]: changed };
}

export function valueAt(value: unknown, place: Place): unknown {
  let found = value;
  for (const key of place) {
    if (typeof key === 'number') found = Array.isArray(found) ? found[key] : undefined;
    else found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

/** RFC 6901. */
export function pointerOf(place: Place): string {
  return place.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
