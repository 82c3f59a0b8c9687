// Says whether a body can have something in it that texts speak of, so that most bodies need not be looked through.
import { itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { targetOf } from '../../../model/schema/walk.ts';

/** How deep a body is looked into: schemas may hold themselves. */
export const MOST_DEEP = 5;

const MOST_SCHEMAS = 500;

/** Whether one of the schemas of a value and of what it holds is so; the answer is remembered. */
export function anywhere(isSo: (schema: Schema) => boolean): (schemas: readonly Schema[]) => boolean {
  const known = new WeakMap<Schema, boolean>();
  return (schemas) => {
    const [key] = schemas;
    if (key === undefined) return false;
    const found = known.get(key) ?? holds(schemas, isSo);
    known.set(key, found);
    return found;
  };
}

/** Each schema is looked at once: large documents lead from each to many others. */
function holds(schemas: readonly Schema[], isSo: (schema: Schema) => boolean): boolean {
  const met = new Set(schemas.map(targetOf));
  for (const schema of met) {
    if (isSo(schema)) return true;
    for (const one of [...itemsOf([schema]), ...[...propertiesOf([schema]).values()].flat()])
      if (met.size < MOST_SCHEMAS) met.add(targetOf(one));
  }
  return false;
}
