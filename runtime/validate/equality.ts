// Equality of JSON values as in JSON Schema: by value, without regard to the order of keys, with 1 equal to 1.0.

/** Whether two JSON values are equal. Does not recurse, since values may be nested deeper than the call stack allows. */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const pairs: [object, object][] = [[left, right]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      const x: unknown = a[key as keyof typeof a];
      const y: unknown = b[key as keyof typeof b];
      if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) {
        if (x !== y) return false;
      } else pairs.push([x, y]);
    }
  }
  return true;
}

/** Below this many items, comparing each with each is cheaper than a set. */
const FEW = 12;

/** Whether no two items are equal. Takes linear time. */
export function hasUniqueItems(items: readonly unknown[]): boolean {
  if (items.length <= FEW) {
    for (let i = 1; i < items.length; i++) for (let j = 0; j < i; j++) if (deepEqual(items[i], items[j])) return false;
    return true;
  }
  const seen = new Set<unknown>();
  for (const item of items) {
    // A leading NUL distinguishes the text of an object from an equal string; strings that begin with NUL get a second one.
    const key =
      typeof item === 'object' && item !== null
        ? `\0${canonical(item)}`
        : typeof item === 'string' && item.startsWith('\0')
          ? `\0\0${item}`
          : item;
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

/** The same text for all equal values: JSON with sorted keys. */
function canonical(value: object): string {
  let text = '';
  // The stack of what is left to print: strings are printed unchanged, wrapped values are taken apart.
  const rest: (string | { readonly value: unknown })[] = [{ value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') {
      text += next;
    } else if (typeof next.value !== 'object' || next.value === null) {
      text += next.value === 0 ? '0' : typeof next.value === 'bigint' ? String(next.value) : JSON.stringify(next.value);
    } else if (Array.isArray(next.value)) {
      rest.push(']');
      for (let index = next.value.length - 1; index >= 0; index--) rest.push(',', { value: next.value[index] as unknown });
      rest.push('[');
    } else {
      rest.push('}');
      const entries = Object.entries(next.value).sort(([a], [b]) => (a < b ? 1 : -1));
      for (const [key, member] of entries) rest.push(',', { value: member }, `${JSON.stringify(key)}:`);
      rest.push('{');
    }
  }
  return text;
}
