// The filters of a list: what an answer has satisfies them, and what is known to satisfy them is there.

import { type Filter, filtersOf } from '../../../inference/lists/filter-facts.ts';
import { isArray, valueSchemas } from '../../../inference/lists/places.ts';
import { isExact, isSameKind, strictnessOf } from '../../../inference/lists/strictness.ts';
import { valueAt } from '../../../inference/pointers.ts';
import { shown } from '../shown.ts';
import { has, middleOf, mostOf, pairsOf, partOf, valuesIn, valuesOf, type Wanted } from './filter-values.ts';
import type { Item, Walk } from './reader.ts';
import type { ListCheck, ListScript, ListSetting } from './script.ts';
import { spanScripts } from './span-filters.ts';
import { instantOf, rangeAmountOf, type Scalar } from './values.ts';

const CHECK = 'list-filters';

export const filtersCheck: ListCheck = { id: CHECK, scripts };

function scripts(setting: ListSetting): readonly ListScript[] {
  return [...eachFilter(setting), ...spanScripts(setting), ...pairsOf(setting).map((pair) => () => both(setting, pair))];
}

function eachFilter(setting: ListSetting): readonly ListScript[] {
  return filtersOf(setting.facts).flatMap((filter) => {
    if (filter.how !== 'equal')
      return middleOf(filter, setting.whole)
        .flatMap((value) => [value, ...elsewhere(filter, value)])
        .map((value) => () => range(setting, filter, value));
    return [
      ...valuesOf(filter, setting.whole).map((value) => () => equal(setting, filter, [value])),
      ...(isArray(filter.place) ? [() => equal(setting, filter, mostOf(filter, setting.whole))] : []),
      ...(isExact(filter) ? partOf(filter, setting.whole).map((value) => () => equal(setting, filter, [value])) : []),
    ];
  });
}

/**
 * The same instant with another offset, which programs that compare texts take for another instant: a later one where it would then be left out or in
 * wrongly, and an earlier one otherwise.
 */
function elsewhere({ place, how, inclusive }: Filter, value: Scalar): readonly string[] {
  const isInstant = valueSchemas(place).some(({ format, pattern }) => format === 'date-time' && pattern === undefined);
  const time = isInstant ? instantOf(value) : undefined;
  // A text in UTC has no more than milliseconds.
  if (time === undefined || inclusive === undefined || /\.\d{4}/.test(String(value))) return [];
  const hours = (how === 'above') === inclusive ? 9 : -9;
  return [new Date(time + hours * 3_600_000).toISOString().replace(/(?:\.000)?Z$/, hours > 0 ? '+09:00' : '-09:00')];
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
  const isKnown = isSameKind(filter) || walk.items.some((item) => values.some((value) => has(filter, item, value)));
  if (!walk.ended || facts.id === undefined || !(isKnown || (await isUnderstood(reader, whole, filter, values)))) return;
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

/** Whether an exact filter that finds nothing by some values finds the items that have another one. */
async function isUnderstood(reader: ListSetting['reader'], whole: Walk, filter: Filter, values: readonly Scalar[]): Promise<boolean> {
  const { place } = filter;
  const other = mostOf(filter, whole).find((value) => !values.includes(value));
  if (other === undefined || strictnessOf(filter) !== 'exact') return false;
  const says = `list with another ${place.name}`;
  const walk = await reader.walk(reader.lab(), { says, values: { [place.at]: isArray(place) ? [other] : other }, size: whole.size });
  return walk !== undefined && walk.items.length > 0 && walk.items.every((item) => has(filter, item, other));
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
  // The day of a time depends on where one is, unless the document says where.
  const isUtc = isCut && [place.description, ...facts.general.filter((one) => /\bdays?\b/i.test(one))].some((one) => /\bUTC\b/.test(one));
  const tolerance = isCut && !isUtc ? 2 * DAY : 0;
  const inclusive = isUtc ? filter.inclusive : isCut ? undefined : edgeAt(filter, value);
  const amountOf = (item: Item): number | undefined => {
    const own = valueAt(item, member);
    if (!isUtc) return rangeAmountOf(own);
    return typeof own === 'string' && own.endsWith('Z') ? rangeAmountOf(own.slice(0, 10)) : undefined;
  };
  /** Above 0: the item is in; below 0: it is out; `undefined`: the document does not say. */
  const sideOf = (item: Item): number | undefined => {
    const amount = amountOf(item);
    if (amount === undefined) return undefined;
    const distance = (amount - limit) * sign;
    if (distance !== 0) return Math.abs(distance) <= tolerance ? undefined : distance;
    return inclusive === undefined || tolerance > 0 ? undefined : inclusive ? 1 : -1;
  };
  const at = (item: Item): string => (amountOf(item) === limit ? 'at' : how === 'above' ? 'below' : 'above');
  const isClear = (item: Item, sign: number): boolean => amountOf(item) !== limit && (sideOf(item) ?? 0) * sign > 0;
  const isMissing = (index: number): boolean => !walk.ids.includes(whole.ids[index] ?? '');
  // What is left out or in far from the edge says that another member is meant.
  const isOther = walk.items.some((item) => isClear(item, -1)) || whole.items.some((item, index) => isClear(item, 1) && isMissing(index));
  if (filter.isGuessed === true && (isOther || !walk.ended)) return;
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
  const missing = whole.items.find((item, index) => (sideOf(item) ?? 0) > 0 && isMissing(index));
  if (missing !== undefined)
    lab.fault(
      CHECK,
      `The list with ${said} lacks an item with the \`${name}\` ${shown(valueAt(missing, member))}.`,
      `all items whose \`${name}\` is ${amountOf(missing) === limit ? 'at' : how} \`${place.name}\``,
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
