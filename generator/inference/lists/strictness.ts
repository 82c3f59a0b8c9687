// Says how strictly a filter by equal values is meant: whether a part of a value, or another one, may satisfy it too.
import { conjuncts, itemsOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Filter } from './filter-facts.ts';
import { isArray, listedValues, type Place, typesOf, valueSchemas } from './places.ts';

/** Whether the parameter takes what the member has: otherwise it may be another name for the same thing, such as a slug for a title. */
export function isSameKind({ place, schemas }: Filter): boolean {
  const own = valueSchemas(place);
  const types = typesOf(own);
  return types.has('boolean') || listedValues(own) !== undefined || (types.has('integer') && typesOf(schemas).has('integer'));
}

/** The listed values of a member, those of each branch of a union included. */
function allListed(schemas: readonly Schema[]): readonly unknown[] | undefined {
  const all = schemas.map((one) => listedValues([one]));
  return all.every((one) => one === undefined) ? undefined : all.flatMap((one) => one ?? []);
}

/** Words that say that a part of a value is not enough. */
const EXACT = /(?<!\bnot )\bexact(?:ly)?\b|\bwhole (?:value|word|tag|name|text|e-?mail|address|code|title|number|phrase)\b|\bverbatim\b/i;

export function isExact({ place, schemas }: Filter): boolean {
  return EXACT.test(place.description) || hasSamePattern(place, schemas);
}

/** Whether a parameter takes a whole value: texts of the very form that the member has. */
function hasSamePattern(place: Place, schemas: readonly Schema[]): boolean {
  const patterns = new Set(valueSchemas(place).flatMap(({ pattern }) => pattern ?? []));
  return [...conjuncts(schemas), ...conjuncts(itemsOf(schemas))].some(({ pattern }) => pattern !== undefined && patterns.has(pattern));
}

/** Trees: what is in a part of it may be in the whole too. */
const NESTED = /categor|folder|parent|group|team|department|region|location|area|org|section|topic|genre|path|tree|taxonomy/i;

/** Words of the ends of a range. */
const RANGE = /\b(?:between|ranges?|from|least|most|min\w*|max\w*|lower|upper)\b/i;

/**
 * - `exact`: an item with another value does not satisfy the filter.
 * - `number`: neither does one, where smaller and greater values come: one kind alone may be what is at least, or at most, the value.
 * - `loose`: a part of the text may be enough, or something like it.
 */
export function strictnessOf({ place, member, schemas }: Filter): 'exact' | 'number' | 'loose' {
  if (EXACT.test(place.description) || hasSamePattern(place, schemas)) return 'exact';
  if (NESTED.test(member)) return 'loose';
  const types = typesOf(valueSchemas(place));
  if (types.has('boolean')) return 'exact';
  const [listed, own] = [listedValues(valueSchemas(place)), allListed(schemas)];
  if (listed !== undefined) return own === undefined || listed.every((one) => own.includes(one)) ? 'exact' : 'loose';
  const isIdentifier = /id$/i.test(member) || schemas.some(({ format }) => format === 'uuid');
  if (isIdentifier) return 'exact';
  // A list of numbers names each that is meant, unless it is the ends of a range.
  if (types.has('integer') || types.has('number')) return isArray(place) && !RANGE.test(place.description) ? 'exact' : 'number';
  return own === undefined ? 'loose' : 'exact';
}
