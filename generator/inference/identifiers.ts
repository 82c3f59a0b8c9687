// Finds the member that identifies a thing, by its name and by what it can be.
import { conjuncts, possibleConjuncts } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import { identifierFor } from './names.ts';

/** As `identifierFor`, without members that cannot identify: `code` of `{"code": 2000, "result": {…}}` has the same value in all answers. */
export function identifierAmong(
  parameter: string,
  collection: string,
  properties: ReadonlyMap<string, readonly Schema[]>,
): string | undefined {
  const names = new Set(properties.keys());
  for (;;) {
    const found = identifierFor(parameter, collection, names);
    if (found === undefined || identifies(properties.get(found) ?? [])) return found;
    names.delete(found);
  }
}

/** Whether a value can tell one thing from others. */
function identifies(schemas: readonly Schema[]): boolean {
  const isFixed = conjuncts(schemas).some((schema) => schema.const !== undefined || schema.enum?.length === 1);
  const types = possibleConjuncts(schemas)
    .flatMap(({ type = [] }) => type)
    .filter((type) => type !== 'null');
  return !isFixed && (types.length === 0 || types.some((type) => type !== 'boolean'));
}
