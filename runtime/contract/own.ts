// Own properties under any name, such as `__proto__` and `constructor`: names come from documents and from the wire.

/** Sets an own property, even `__proto__`. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else (target as Record<string, unknown>)[key] = value;
}

/** An own property; `undefined` for a value that is not an object. */
export function getOwn(source: unknown, key: string): unknown {
  if (typeof source === 'object' && source !== null && Object.hasOwn(source, key)) return (source as Record<string, unknown>)[key];
  return undefined;
}
