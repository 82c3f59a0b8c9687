// Serializes JSON with `bigint` integers, which the platform refuses.

/** Whether the value contains a `bigint`: `JSON.stringify` would throw, or call a patched `BigInt.prototype.toJSON`. */
export function hasBigint(root: unknown): boolean {
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'bigint') return true;
    if (typeof value === 'object' && value !== null) rest.push(...Object.values(value));
  }
  return false;
}

/** Like `JSON.stringify`, with a `bigint` as an integer literal. `undefined` for a value that JSON cannot express. */
export function writeJson(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return writeJson(value.toJSON(''));
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item) ?? 'null').join(',')}]`;
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const text = writeJson(member);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}
