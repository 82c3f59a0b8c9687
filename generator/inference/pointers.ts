// Reads and changes values of results and inputs by JSON pointer.
import { getOwn, pointerToken, setOwn, tokenName } from '@octavo/runtime/conformance';

/** The pointer that leads through these members. */
export function pointerTo(...names: readonly string[]): string {
  return names.map((name) => `/${pointerToken(name)}`).join('');
}

export function tokensOf(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  return pointer.includes('~') ? tokens.map(tokenName) : tokens;
}

/** The name of the member at a pointer, or of the list whose item is there. */
export function lastNameOf(pointer: string): string {
  return tokensOf(pointer).findLast((token) => !/^\d+$/.test(token)) ?? '';
}

/** The value at a pointer; `-` stands for the last item of a list. */
export function valueAt(source: unknown, pointer: string): unknown {
  let value = source;
  for (const token of tokensOf(pointer)) value = token === '-' && Array.isArray(value) ? value.at(-1) : getOwn(value, token);
  return value;
}

/** The pointer with the number of the last item of each list in place of `-`. */
export function settled(source: unknown, pointer: string): string {
  return tokensOf(pointer).reduce((before, token) => {
    const list = token === '-' ? valueAt(source, before) : undefined;
    return before + pointerTo(Array.isArray(list) ? String(list.length - 1) : token);
  }, '');
}

/**
 * The places of an input that a pointer means, where `0` stands for each item of a list. Outside the path, only those that have a text or a number:
 * others are left out on purpose.
 */
export function placesIn(input: unknown, to: string): readonly string[] {
  if (to.startsWith('/path/')) return [to];
  return eachIn(input, to).filter((at) => isTextOrNumber(valueAt(input, at)));
}

/** The place in each item of each list that a pointer leads through. */
function eachIn(input: unknown, to: string, begin = ''): readonly string[] {
  const rest = to.slice(begin.length);
  const at = rest.search(/\/0(?=\/|$)/);
  const before = begin + rest.slice(0, at);
  const list = at < 0 ? undefined : valueAt(input, before);
  if (!Array.isArray(list)) return [to];
  return list.flatMap((_, index) => eachIn(input, `${before}/${index}${rest.slice(at + 2)}`, `${before}/${index}`));
}

/** The pointer to the object or list that has the value at a pointer. */
export function holderOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** Whether a value is of a kind that identifiers are. */
export function isTextOrNumber(value: unknown): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}

/** Whether one of two places is the other one, or inside it. */
export function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** Removes the member in place of replacing it. */
export const REMOVED: unique symbol = Symbol('removed');

/**
 * A copy of `value` with the value at `pointer` replaced, added or removed. A list keeps its length: what is meant for a place after its end is left
 * out.
 */
export function changedAt(value: unknown, pointer: string, replacement: unknown): unknown {
  return change(value, tokensOf(pointer), replacement);
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
