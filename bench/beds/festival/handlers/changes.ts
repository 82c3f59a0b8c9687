// Changes of the members of resources.

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A resource with a merge patch (RFC 7396). */
export function merged<T extends object>(target: T, patch: object): T {
  const result: Record<string, unknown> = { ...(target as Members) };
  for (const [name, value] of Object.entries(patch)) {
    const old = result[name];
    if (value === null) delete result[name];
    else result[name] = isObject(value) ? merged(isObject(old) ? old : {}, value) : value;
  }
  return result as T;
}
