// What the filters of a list are asked for: values that leave something out and something in, as far as the items of the list show.
import { type Filter, filtersOf, isOfBoth } from '../../../inference/lists/filter-facts.ts';
import { defaultOf, isArray, isTime, listedValues, type Place, typesOf, valueSchemas } from '../../../inference/lists/places.ts';
import { strictnessOf } from '../../../inference/lists/strictness.ts';
import { valueAt } from '../../../inference/pointers.ts';
import type { Item, Walk } from './reader.ts';
import type { ListSetting } from './script.ts';
import { isSame, isScalar, rangeAmountOf, type Scalar } from './values.ts';

/** The most values that one filter is asked with. */
const MOST_VALUES = 2;

export interface Wanted {
  readonly filter: Filter;
  readonly value: Scalar;
}

/** The most pairs of filters that are asked for. */
const MOST_PAIRS = 2;

/** Two filters by equal values, each of which leaves out something that the other one has. */
export function pairsOf({ facts, whole }: ListSetting): readonly (readonly [Wanted, Wanted])[] {
  const filters = filtersOf(facts).filter((filter) => filter.how === 'equal' && strictnessOf(filter) === 'exact');
  const wanted = filters.flatMap((filter) => valuesOf(filter, whole).map((value) => ({ filter, value })));
  const fits = ({ filter, value }: Wanted, item: Item): boolean => has(filter, item, value);
  const pairs = wanted.flatMap((one, index) =>
    wanted
      .slice(index + 1)
      .filter(({ filter }) => filter !== one.filter)
      .filter((other) => whole.items.some((item) => fits(one, item) && !fits(other, item)) && whole.items.some((item) => fits(other, item)))
      .map((other) => [one, other] as const),
  );
  return pairs.slice(0, MOST_PAIRS);
}

/** The beginning of a value that is no value itself, where the document says that a part is not enough. */
export function partOf(filter: Filter, whole: Walk): readonly Scalar[] {
  const known = [...countsOf(filter, whole).keys()].map(String);
  const parts = known.filter((one) => one.length > 3 && SIMPLE.test(one)).map((one) => one.slice(0, -1));
  return parts.filter((part) => /[\da-z]$/i.test(part) && !known.includes(part)).slice(0, 1);
}

export interface FilterRequest {
  readonly says: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Requests with a filter that leaves something out and something in, as far as the items of the list show. */
export function filterRequests({ facts, whole }: ListSetting): readonly FilterRequest[] {
  return filtersOf(facts).flatMap((filter): readonly FilterRequest[] => {
    const [value] =
      filter.how === 'equal'
        ? valuesOf(filter, whole).filter((one) => whole.items.some((item) => has(filter, item, one)))
        : middleOf(filter, whole);
    if (value === undefined) return [];
    return [{ says: `list with ${filter.place.name}`, values: { [filter.place.at]: isArray(filter.place) ? [value] : value } }];
  });
}

/** Requests with a filter, and how many items of the list satisfy it, where the number fits. */
export function countedFilters(
  { facts, whole }: ListSetting,
  fits: (count: number) => boolean,
): readonly { readonly values: FilterRequest['values']; readonly count: number }[] {
  const filters = filtersOf(facts).filter((filter) => filter.how === 'equal' && strictnessOf(filter) === 'exact');
  return filters.flatMap((filter) => {
    const listed = listedValues(valueSchemas(filter.place));
    const [found] = [...countsOf(filter, whole)].filter(
      ([value, count]) => fits(count) && (listed?.includes(value as never) ?? (typeof value !== 'string' || SIMPLE.test(value))),
    );
    if (found === undefined) return [];
    const [value, count] = found;
    return [{ values: { [filter.place.at]: isArray(filter.place) ? [value] : value }, count }];
  });
}

/** The values of a member in an item, one for each where it is a list. */
export function valuesIn({ member }: Filter, item: Item): readonly unknown[] {
  const value = valueAt(item, member);
  return Array.isArray(value) ? value : [value];
}

export function has(filter: Filter, item: Item, value: Scalar): boolean {
  return valuesIn(filter, item).some((one) => isSame(one, value));
}

/** Texts that a search by words finds as they are. */
const SIMPLE = /^[\da-z][\da-z-]{1,60}$/i;

/** How many items have each value. */
function countsOf(filter: Filter, { items }: Walk): ReadonlyMap<Scalar, number> {
  const counts = new Map<Scalar, number>();
  for (const item of items)
    for (const value of new Set(valuesIn(filter, item))) if (isScalar(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * Values to ask for: first one that stands behind others in all lists that have it, and one that another value begins with, then the one that most
 * items have of those that not all have, then a listed one that no item has.
 */
export function valuesOf(filter: Filter, whole: Walk): readonly Scalar[] {
  const listed = listedValues(valueSchemas(filter.place));
  const counts = countsOf(filter, whole);
  const isUsable = (value: Scalar): boolean =>
    (listed === undefined || listed.includes(value as never)) && (typeof value !== 'string' || listed !== undefined || SIMPLE.test(value));
  const known = [...counts]
    .filter(([value, count]) => isUsable(value) && count < whole.items.length)
    .sort(([, one], [, other]) => other - one)
    .map(([value]) => value);
  const beginning = known.find((value) => known.some((other) => other !== value && String(other).startsWith(String(value))));
  // Programs often compare the first one of a list alone.
  const isFirst = (value: Scalar): boolean => whole.items.some((item) => isSame(valuesIn(filter, item)[0], value));
  const behind = known.find((value) => !isFirst(value));
  const all = [
    ...(behind === undefined ? [] : [behind]),
    ...(beginning === undefined ? [] : [beginning]),
    ...known.filter((value) => value !== false || !isFlag(filter.place)),
    ...absentOf(filter).filter((value) => !counts.has(value)),
  ];
  return [...new Set(all)].slice(0, MOST_VALUES);
}

/** Whether a boolean restricts the list where it is true, and leaves it as it is where it is false. */
function isFlag(place: Place): boolean {
  if (isOfBoth(place)) return false;
  return defaultOf(place) === false || /\bif (?:true|set)|\bwhen (?:true|set)|\bonly\b/i.test(place.description);
}

/** Values that an item may have, and that leave the others out. `true` may also mean that more is included: archived things, such as these. */
function absentOf({ place, schemas }: Filter): readonly Scalar[] {
  if (typesOf(valueSchemas(place)).has('boolean')) {
    if (isOfBoth(place)) return [true, false];
    return /\bonly\b/i.test(place.description) ? [true] : isFlag(place) ? [] : [false];
  }
  const own = listedValues(schemas) ?? [];
  return (listedValues(valueSchemas(place)) ?? []).filter(
    (one): one is Scalar => isScalar(one) && own.includes(one) && !ALL.test(String(one)),
  );
}

const ALL = /^(?:all|any|every|none|both|\*)$/i;

/** The two values that most items have, the rarer one last. */
export function mostOf(filter: Filter, whole: Walk): readonly Scalar[] {
  const listed = listedValues(valueSchemas(filter.place));
  return [...countsOf(filter, whole)]
    .filter(([value]) => (listed === undefined ? typeof value !== 'string' || SIMPLE.test(value) : listed.includes(value as never)))
    .sort(([, one], [, other]) => other - one)
    .map(([value]) => value)
    .slice(0, 2);
}

/** The value in the middle of those that the items have, where smaller and greater ones are there too, or at least one of them. */
export function middleOf(filter: Filter, { items }: Walk): readonly Scalar[] {
  // A limit may be meant in another currency than that of an item.
  if (!isTime(filter.schemas) && new Set(items.map((item) => item.currency)).size > 1) return [];
  const values = items
    .map((item) => valueAt(item, filter.member))
    .filter((one) => isScalar(one) && rangeAmountOf(one) !== undefined) as Scalar[];
  const distinct = [...new Map(values.map((value) => [rangeAmountOf(value), value])).values()].sort(
    (one, other) => Number(rangeAmountOf(one)) - Number(rangeAmountOf(other)),
  );
  const value = distinct[Math.floor(distinct.length / 2)];
  // Where the document says whether the value itself is in, one is enough.
  const least = filter.isSaid === true && filter.inclusive !== undefined && filter.isGuessed !== true ? 1 : 2;
  return distinct.length < least || value === undefined ? [] : [value];
}
