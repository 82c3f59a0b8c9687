// Writes JSON whose integers may be a `bigint`, which the platform refuses.

/** Whether the platform's `JSON.stringify` would refuse the value, or write it as somebody's `BigInt.prototype.toJSON` says. */
export function hasBigint(root: unknown): boolean {
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'bigint') return true;
    if (typeof value === 'object' && value !== null) rest.push(...Object.values(value));
  }
  return false;
}

/** As `JSON.stringify`, but a `bigint` is an integer literal. `undefined` for what has no JSON. */
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
