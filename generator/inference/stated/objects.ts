// Walks through a value beside its schema: each object in it, with the schemas that describe it.
import { getOwn } from '@octavo/runtime/conformance';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { isObject } from '../pointers.ts';

/** How deep an answer is looked into: schemas may hold themselves. */
export const MOST_DEEP = 6;

export interface ShownObject {
  readonly schemas: readonly Schema[];
  readonly object: Readonly<Record<string, unknown>>;
}

export function* objectsIn(schemas: readonly Schema[], value: unknown, deep = MOST_DEEP): Generator<ShownObject> {
  if (deep === 0) return;
  if (Array.isArray(value)) {
    const items = itemsOf(schemas);
    for (const item of value) yield* objectsIn(items, item, deep - 1);
  }
  if (!isObject(value) || Array.isArray(value)) return;
  yield { schemas, object: value };
  for (const [name, own] of propertiesOf(schemas)) yield* objectsIn(own, getOwn(value, name), deep - 1);
}

/** Whether any object that a schema describes is of use: most answers have none, and need no further look. */
export function describesAny(schemas: readonly Schema[], isMeant: (schemas: readonly Schema[]) => boolean, deep = MOST_DEEP): boolean {
  if (deep === 0) return false;
  const items = itemsOf(schemas);
  if (isMeant(schemas) || (items.length > 0 && describesAny(items, isMeant, deep - 1))) return true;
  return [...propertiesOf(schemas).values()].some((own) => describesAny(own, isMeant, deep - 1));
}

/** The members that are numbers, or amounts as texts, such as `12.50`. */
export function numbersOf(properties: ReadonlyMap<string, readonly Schema[]>): readonly string[] {
  const isNumber = ({ type = [], format, pattern = '' }: Schema): boolean =>
    type.includes('integer') ||
    type.includes('number') ||
    (type.includes('string') && (format === 'decimal' || /\\d.*\\\.|\[0-9\].*\\\./.test(pattern)));
  return [...properties].filter(([, schemas]) => possibleConjuncts(schemas).some(isNumber)).map(([name]) => name);
}

/** A function of schemas that is worked out once for each schema that stands alone. */
export function perSchema<T>(of: (schemas: readonly Schema[]) => T): (schemas: Schema | readonly Schema[]) => T {
  const known = new WeakMap<Schema, { readonly found: T }>();
  return (given) => {
    const schemas: readonly Schema[] = Array.isArray(given) ? given : [given as Schema];
    const [only] = schemas;
    const key = schemas.length === 1 ? only : undefined;
    const before = key && known.get(key);
    if (before !== undefined) return before.found;
    const found = of(schemas);
    if (key !== undefined) known.set(key, { found });
    return found;
  };
}
