// Reads and replaces a value deep in an input or a result, by the property names that lead to it.
import { getOwn, setOwn } from '../contract/own.ts';
import type { ValuePath } from '../contract/pagination.ts';

export function valueAt(source: unknown, path: ValuePath): unknown {
  return path.reduce(getOwn, source);
}

/** An integer, which may be a number, a `bigint` or text; `undefined` for anything else. */
export function integerAt(source: unknown, path: ValuePath | undefined): number | undefined {
  const value = path && valueAt(source, path);
  const isInteger = typeof value === 'string' ? /^-?\d+$/.test(value) : typeof value === 'number' || typeof value === 'bigint';
  return isInteger ? Number(value) : undefined;
}

/** A copy of `source` with the value at the end of the path. */
export function withValue(source: unknown, path: ValuePath, value: unknown): object {
  const [name = '', ...rest] = path;
  const copy = typeof source === 'object' ? { ...source } : {};
  setOwn(copy, name, rest.length === 0 ? value : withValue(getOwn(source, name), rest, value));
  return copy;
}
