// The filters of a list: what an answer has satisfies them, and what is known to satisfy them is there.

import { type Filter, filtersOf, isExact, isSameKind, strictnessOf } from '../../../inference/lists/filter-facts.ts';
import { defaultOf, isArray, isTime, listedValues, type Place, typesOf, valueSchemas } from '../../../inference/lists/places.ts';
import { valueAt } from '../../../inference/pointers.ts';
import { shown } from '../shown.ts';
import type { Item, Walk } from './reader.ts';
import type { ListCheck, ListScript, ListSetting } from './script.ts';
import { instantOf, isSame, isScalar, rangeAmountOf, type Scalar } from './values.ts';

const CHECK = 'list-filters';

export const filtersCheck: ListCheck = { id: CHECK, scripts };

/** The most values that one filter is asked with. */
const MOST_VALUES = 2;

function scripts(setting: ListSetting): readonly ListScript[] {
  return [...eachFilter(setting), ...pairsOf(setting).map((pair) => () => both(setting, pair))];
}

function eachFilter(setting: ListSetting): readonly ListScript[] {
  return filtersOf(setting.facts).flatMap((filter) => {
    if (filter.how !== 'equal') return middleOf(filter, setting.whole).map((value) => () => range(setting, filter, value));
    return [
      ...valuesOf(filter, setting.whole).map((value) => () => equal(setting, filter, [value])),
      ...(isArray(filter.place) ? [() => equal(setting, filter, mostOf(filter, setting.whole))] : []),
      ...(isExact(filter) ? partOf(filter, setting.whole).map((value) => () => equal(setting, filter, [value])) : []),
    ];
  });
}

interface Wanted {
  readonly filter: Filter;
  readonly value: Scalar;
}

/** The most pairs of filters that are asked for. */
const MOST_PAIRS = 2;

/** Two filters by equal values, each of which leaves out something that the other one has. */
function pairsOf({ facts, whole }: ListSetting): readonly (readonly [Wanted, Wanted])[] {
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

/** Words that join filters in another way. */
const EITHER =
  /\b(?:any|either|one|at least one) of (?:the|these|several|all)\b[^.]*\bfilters?\b|\bfilters? (?:are|is) (?:joined|combined)[^.]*\bor\b/i;

/** With two filters, each item satisfies both. */
async function* both({ reader, whole, facts }: ListSetting, pair: readonly [Wanted, Wanted]): AsyncGenerator<void> {
  if (EITHER.test(`${facts.operation.description ?? ''} ${pair.map(({ filter }) => filter.place.description).join(' ')}`)) return;
  const lab = reader.lab();
  const names = pair.map(({ filter }) => filter.place.name).join(' and ');
  const values = Object.fromEntries(pair.map(({ filter: { place }, value }) => [place.at, isArray(place) ? [value] : value]));
  const walk = await reader.walk(lab, { says: `list with ${names}`, values, size: whole.size });
  if (walk === undefined) return;
  yield;
  for (const { filter, value } of pair) {
    const wrong = walk.items.find((item) => valuesIn(filter, item).every((one) => one !== undefined) && !has(filter, item, value));
    if (wrong !== undefined)
      lab.fault(
        CHECK,
        `The list with ${names} has an item with the \`${filter.member.slice(1).replaceAll('/', '.')}\` ${shown(valueAt(wrong, filter.member))}.`,
        `only items that satisfy both \`${pair[0].filter.place.name}\` and \`${pair[1].filter.place.name}\``,
        walk.last,
      );
  }
}

/** The beginning of a value that is no value itself, where the document says that a part is not enough. */
function partOf(filter: Filter, whole: Walk): readonly Scalar[] {
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
function valuesIn({ member }: Filter, item: Item): readonly unknown[] {
  const value = valueAt(item, member);
  return Array.isArray(value) ? value : [value];
}

function has(filter: Filter, item: Item, value: Scalar): boolean {
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
 * Values to ask for: first one that another value begins with, then the one that most items have of those that not all have, then a listed one that no
 * item has.
 */
function valuesOf(filter: Filter, whole: Walk): readonly Scalar[] {
  const listed = listedValues(valueSchemas(filter.place));
  const counts = countsOf(filter, whole);
  const isUsable = (value: Scalar): boolean =>
    (listed === undefined || listed.includes(value as never)) && (typeof value !== 'string' || listed !== undefined || SIMPLE.test(value));
  const known = [...counts]
    .filter(([value, count]) => isUsable(value) && count < whole.items.length)
    .sort(([, one], [, other]) => other - one)
    .map(([value]) => value);
  const beginning = known.find((value) => known.some((other) => other !== value && String(other).startsWith(String(value))));
  const all = [
    ...(beginning === undefined ? [] : [beginning]),
    ...known.filter((value) => value !== false || !isFlag(filter.place)),
    ...absentOf(filter).filter((value) => !counts.has(value)),
  ];
  return [...new Set(all)].slice(0, MOST_VALUES);
}

/** Whether a boolean restricts the list where it is true, and leaves it as it is where it is false. */
function isFlag(place: Place): boolean {
  return defaultOf(place) === false || /\bif (?:true|set)|\bwhen (?:true|set)|\bonly\b/i.test(place.description);
}

/** Values that an item may have, and that leave the others out. `true` may also mean that more is included: archived things, such as these. */
function absentOf({ place, schemas }: Filter): readonly Scalar[] {
  if (typesOf(valueSchemas(place)).has('boolean')) return /\bonly\b/i.test(place.description) ? [true] : isFlag(place) ? [] : [false];
  const own = listedValues(schemas) ?? [];
  return (listedValues(valueSchemas(place)) ?? []).filter(
    (one): one is Scalar => isScalar(one) && own.includes(one) && !ALL.test(String(one)),
  );
}

const ALL = /^(?:all|any|every|none|both|\*)$/i;

/** The two values that most items have, the rarer one last. */
function mostOf(filter: Filter, whole: Walk): readonly Scalar[] {
  const listed = listedValues(valueSchemas(filter.place));
  return [...countsOf(filter, whole)]
    .filter(([value]) => (listed === undefined ? typeof value !== 'string' || SIMPLE.test(value) : listed.includes(value as never)))
    .sort(([, one], [, other]) => other - one)
    .map(([value]) => value)
    .slice(0, 2);
}

async function* equal({ reader, whole, facts }: ListSetting, filter: Filter, values: readonly Scalar[]): AsyncGenerator<void> {
  const { place, member } = filter;
  if (values.length === 0) return;
  const lab = reader.lab();
  const walk = await reader.walk(lab, {
    says: `list with ${place.name}`,
    values: { [place.at]: isArray(place) ? values : values[0] },
    size: whole.size,
  });
  if (walk === undefined) return;
  yield;
  const name = member.slice(1).replaceAll('/', '.');
  const wanted = values.map((value) => `\`${String(value)}\``).join(' or ');
  const wrong = wrongItem(filter, values, walk, whole);
  if (wrong !== undefined)
    lab.fault(
      CHECK,
      `The list with \`${place.name}\` ${wanted} has an item with the \`${name}\` ${shown(valueAt(wrong, member))}.`,
      `only items whose \`${name}\` is the one of \`${place.name}\``,
      walk.last,
    );
  const isUnderstood = isSameKind(filter) || walk.items.some((item) => values.some((value) => has(filter, item, value)));
  if (!walk.ended || facts.id === undefined || !isUnderstood) return;
  const isNested = Array.isArray(valueAt(whole.items[0], member)) || whole.items.some((item) => Array.isArray(valueAt(item, member)));
  // With several values of a list in each item, all of them may have to be there.
  const missing = whole.items.find((item, index) => {
    const isMeant = isNested ? values.every((value) => has(filter, item, value)) : values.some((value) => has(filter, item, value));
    return isMeant && !walk.ids.includes(whole.ids[index] ?? '');
  });
  if (missing === undefined) return;
  lab.fault(
    CHECK,
    `The list with \`${place.name}\` ${wanted} lacks an item with the \`${name}\` ${shown(valueAt(missing, member))}.`,
    `all items whose \`${name}\` is ${values.length > 1 ? 'one of those' : 'the one'} of \`${place.name}\``,
    walk.last,
  );
}

/** An item of the answer that does not satisfy a filter by equal values, whatever the filter means by equal. */
function wrongItem(filter: Filter, values: readonly Scalar[], walk: Walk, whole: Walk): Item | undefined {
  const others = walk.items.filter((item) => {
    const own = valuesIn(filter, item);
    return own.length > 0 && own.every((one) => one !== undefined) && !values.some((value) => has(filter, item, value));
  });
  const [first] = others;
  if (first === undefined) return undefined;
  // Nothing was left out, although the list has items with other values.
  const isIgnored = walk.ended && whole.ended && walk.ids.length === whole.ids.length;
  const strictness = strictnessOf(filter);
  if (strictness === 'exact' || (strictness === 'loose' && isIgnored)) return first;
  if (strictness === 'loose' || values.length > 1) return undefined;
  const [value] = values;
  const amounts = others.map((item) => Number(valueAt(item, filter.member)));
  return amounts.some((one) => one < Number(value)) && amounts.some((one) => one > Number(value)) ? first : undefined;
}

/** The value in the middle of those that the items have, where smaller and greater ones are there too, or at least one of them. */
function middleOf(filter: Filter, { items }: Walk): readonly Scalar[] {
  // A limit may be meant in another currency than that of an item.
  if (!isTime(filter.schemas) && new Set(items.map((item) => item.currency)).size > 1) return [];
  const values = items
    .map((item) => valueAt(item, filter.member))
    .filter((one) => isScalar(one) && rangeAmountOf(one) !== undefined) as Scalar[];
  const distinct = [...new Map(values.map((value) => [rangeAmountOf(value), value])).values()].sort(
    (one, other) => Number(rangeAmountOf(one)) - Number(rangeAmountOf(other)),
  );
  const value = distinct[Math.floor(distinct.length / 2)];
  return distinct.length < 2 || value === undefined ? [] : [value];
}

const DAY = 86_400_000;

async function* range({ reader, whole, facts }: ListSetting, filter: Filter, middle: Scalar): AsyncGenerator<void> {
  const { place, member, how } = filter;
  const isDay = valueSchemas(place).some(({ format }) => format === 'date');
  const isCut = isDay && typeof middle === 'string' && middle.length > 10;
  const value = isCut ? String(middle).slice(0, 10) : middle;
  const limit = rangeAmountOf(value);
  if (limit === undefined) return;
  const lab = reader.lab();
  const walk = await reader.walk(lab, {
    says: `list with ${place.name}`,
    values: { [place.at]: value },
    size: whole.size,
  });
  if (walk === undefined) return;
  yield;
  const name = member.slice(1).replaceAll('/', '.');
  const sign = how === 'above' ? 1 : -1;
  // The day of a time depends on where one is.
  const tolerance = isCut ? 2 * DAY : 0;
  const inclusive = isCut ? undefined : edgeAt(filter, value);
  /** Above 0: the item is in; below 0: it is out; `undefined`: the document does not say. */
  const sideOf = (item: Item): number | undefined => {
    const amount = rangeAmountOf(valueAt(item, member));
    if (amount === undefined) return undefined;
    const distance = (amount - limit) * sign;
    if (distance !== 0) return Math.abs(distance) <= tolerance ? undefined : distance;
    return inclusive === undefined || tolerance > 0 ? undefined : inclusive ? 1 : -1;
  };
  const at = (item: Item): string => (rangeAmountOf(valueAt(item, member)) === limit ? 'at' : how === 'above' ? 'below' : 'above');
  const wrong = walk.items.find((item) => (sideOf(item) ?? 0) < 0);
  const said = `\`${place.name}\` ${shown(value)}`;
  if (wrong !== undefined)
    lab.fault(
      CHECK,
      `The list with ${said} has an item with the \`${name}\` ${shown(valueAt(wrong, member))}.`,
      `no items whose \`${name}\` is ${at(wrong)} \`${place.name}\``,
      walk.last,
    );
  if (!walk.ended || facts.id === undefined) return;
  const missing = whole.items.find((item, index) => (sideOf(item) ?? 0) > 0 && !walk.ids.includes(whole.ids[index] ?? ''));
  if (missing !== undefined)
    lab.fault(
      CHECK,
      `The list with ${said} lacks an item with the \`${name}\` ${shown(valueAt(missing, member))}.`,
      `all items whose \`${name}\` is ${rangeAmountOf(valueAt(missing, member)) === limit ? 'at' : how} \`${place.name}\``,
      walk.last,
    );
}

/**
 * Whether the value itself is in. By the name alone, times are not judged at fractions of a second: a service may keep more digits than it shows.
 */
function edgeAt({ inclusive, isSaid }: Filter, value: Scalar): boolean | undefined {
  const time = instantOf(value);
  return isSaid === true || time === undefined || time % 1000 === 0 ? inclusive : undefined;
}
