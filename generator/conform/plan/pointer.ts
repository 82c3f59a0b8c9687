// Changes one value inside an input, by JSON pointer; everything else is shared with the original.
import { setOwn, tokenName } from '@octavo/runtime/conformance';

/** Removes the member in place of replacing it. */
export const REMOVED: unique symbol = Symbol('removed');

/**
 * A copy of `value` with the value at `pointer` replaced, added or removed. A list keeps its length: what is meant for a place after its end is left
 * out.
 */
export function changedAt(value: unknown, pointer: string, replacement: unknown): unknown {
  return change(value, pointer.split('/').slice(1).map(tokenName), replacement);
}

function change(value: unknown, [token, ...rest]: readonly string[], replacement: unknown): unknown {
  if (token === undefined) return replacement;
  if (Array.isArray(value)) {
    const index = Number(token);
    // A name means nothing in a list.
    if (!(index < value.length)) return value;
    if (rest.length === 0 && replacement === REMOVED) return value.toSpliced(index, 1);
    return value.with(index, change(value[index], rest, replacement));
  }
  const copy: object = {};
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  for (const [name, member] of members) {
    if (name !== token) setOwn(copy, name, member);
    else if (rest.length > 0 || replacement !== REMOVED) setOwn(copy, name, change(member, rest, replacement));
  }
  if (!Object.hasOwn(copy, token) && replacement !== REMOVED) setOwn(copy, token, change(undefined, rest, replacement));
  return copy;
}
