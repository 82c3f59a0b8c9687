// The totals of a list: the number of its items that an answer gives is the number that its pages have, also with a filter.

import { COUNTS, PAGE_OBJECTS, PAGES, TOTAL_HEADERS, TOTALS } from '../../../inference/lists/around.ts';
import type { ListFacts } from '../../../inference/lists/facts.ts';
import { descriptionOf, typesOf } from '../../../inference/lists/places.ts';
import { plain } from '../../../inference/names.ts';
import { pointerTo, valueAt } from '../../../inference/pointers.ts';
import { successOf, successSchemaOf } from '../../../inference/shapes.ts';
import { conjuncts, itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Lab } from '../lab.ts';
import { resultOf } from '../thing.ts';
import { filterRequests } from './filter-values.ts';
import type { Page, Walk } from './reader.ts';
import { type ListCheck, type ListScript, type ListSetting, smallSize } from './script.ts';

const CHECK = 'list-totals';

export const totalsCheck: ListCheck = { id: CHECK, scripts };

/** Where an answer says how many items, or how many pages, its list has. */
export interface TotalPlace {
  readonly name: string;
  readonly of: 'items' | 'pages';
  readonly read: (page: Page) => number | undefined;
}

/** What is not the exact number of all items of the list. */
const OTHERWISE =
  /approx|estimat|rough|up to|at most|capped|unfiltered|(?:without|regardless of|before|ignor\w+)(?: any| the| all)* filter|(?:on|in|of) (?:this|the) (?:page|response)|returned|sum\b|amount|price|cost|balance/i;
const OF_ALL = /\b(?:all|total|overall|matching|altogether|whole|beyond the (?:limit|page)|how many there are)\b/i;

/** A sentence about all lists has more words than the text of one member: `All lists have a count` does not say of what. */
const NUMBER_OF_ALL =
  /\b(?:number|count) of all\b|\btotal (?:number|count)\b|\bhow many (?:\w+ )?(?:there are|fit|match)\b|\bon whatever page\b/i;

/** The totals that the document declares, and that cannot be anything but the number of all items, or of all pages. */
export function totalsOf({ operation, items, general, roles, members }: ListFacts): readonly TotalPlace[] {
  const headers = (successOf(operation)?.headers ?? []).flatMap(({ name, description = '' }): readonly TotalPlace[] => {
    if (!TOTAL_HEADERS.has(plain(name)) || OTHERWISE.test(description)) return [];
    return [{ name, of: 'items', read: ({ answered }) => counted(answered.response.headers.get(name)) }];
  });
  const schema = successSchemaOf(operation);
  const isPaged = roles.size !== undefined && (roles.offset ?? roles.number ?? roles.cursor) !== undefined;
  const known: Known = {
    items,
    // A total of things that have amounts may be an amount.
    isOfItems: isPaged && ![...members.keys()].some((name) => AMOUNT.test(name)),
    general: general.filter((sentence) => NUMBER_OF_ALL.test(sentence) && !OTHERWISE.test(sentence)),
  };
  return [...headers, ...(schema === undefined ? [] : bodyTotals([schema], '/body', known, '', 0))];
}

/** Names of members that a sum may be of. */
const AMOUNT = /total|amount|price|cost|balance|sum|value|quantity|count|points|score/i;

interface Known {
  /** JSON pointer to the items. */
  readonly items: string;
  /** Whether a number `total` beside the items can only count them. */
  readonly isOfItems: boolean;
  /** Sentences about all lists that speak of the number of all things. */
  readonly general: readonly string[];
}

function* bodyTotals(whole: readonly Schema[], at: string, known: Known, name: string, depth: number): Generator<TotalPlace> {
  const { items, isOfItems, general } = known;
  const properties = propertiesOf(whole);
  const hasFiltered = [...properties.keys()].some((one) => /filter|match/i.test(one));
  const names = [...properties.keys()].map(plain);
  const isOfPages =
    PAGE_OBJECTS.has(plain(name)) ||
    names.some((one) => PAGES.has(one)) ||
    names.some((one) => /^(?:perpage|pagesize|limit|offset)$/.test(one));
  for (const [member, schemas] of properties) {
    const own = conjuncts(schemas);
    const place = at + pointerTo(member);
    if (place === items || (items.startsWith(`${place}/`) === false && itemsOf(own).length > 0)) continue;
    const says = descriptionOf(own, '');
    const word = plain(member);
    const isWhole = typesOf(own).has('integer') && !OTHERWISE.test(says) && !hasFiltered;
    const isSaid = OF_ALL.test(says) || general.some((sentence) => sentence.includes(`\`${member}\``));
    const isTotal = (TOTALS.has(word) && (isOfPages || isOfItems || word !== 'total' || isSaid)) || (COUNTS.has(word) && isSaid);
    if (isWhole && (isTotal || (PAGES.has(word) && isOfPages))) {
      const of = isTotal ? 'items' : 'pages';
      yield {
        name: place.slice('/body/'.length).replaceAll('/', '.'),
        of,
        read: ({ answered }) => counted(valueAt(resultOf(answered), place)),
      };
    }
    if (depth < 2) yield* bodyTotals(own, place, known, member, depth + 1);
  }
}

function counted(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

/** Services may stop to count there. */
const MOST_COUNTED = 1000;

function scripts(setting: ListSetting): readonly ListScript[] {
  const { facts, reader, whole } = setting;
  const places = totalsOf(facts);
  if (places.length === 0 || !whole.ended || whole.ids.length >= MOST_COUNTED) return [];
  // An item that is on two pages is a fault of the pages.
  const distinct = ({ ids }: Walk): number => (facts.isKey ? new Set(ids).size : ids.length);
  const size = smallSize(setting);
  async function* judged(lab: Lab, walk: Walk | undefined, known: Walk | undefined, beside: string): AsyncGenerator<void> {
    // The whole list is known, also where nothing leads to its next short page.
    if (walk === undefined || known === undefined || !(walk.ended || (known === whole && walk.broken === undefined))) return;
    yield;
    judgeTotals(walk, places, distinct(known), beside, (message, expected, page) => lab.fault(CHECK, message, expected, page.answered));
  }
  return [
    async function* unfiltered() {
      const lab = reader.lab();
      yield* judged(lab, size === undefined ? whole : await reader.walk(lab, { says: 'pages', size }), whole, '');
    },
    ...filterRequests(setting).map(
      ({ values, says }): ListScript =>
        async function* filtered() {
          const lab = reader.lab();
          const walk = await reader.walk(lab, { says, values, size: whole.size });
          yield* judged(lab, walk, walk, ' with a filter');
        },
    ),
  ];
}

function judgeTotals(
  { pages, size }: Walk,
  places: readonly TotalPlace[],
  count: number,
  beside: string,
  fault: (message: string, expected: string, page: Page) => never,
): void {
  for (const page of pages) {
    // Some services say nothing of what is behind the end.
    if (page.ids.length === 0 && pages.length > 1) continue;
    for (const { name, of, read } of places) {
      const stated = read(page);
      if (stated === undefined) continue;
      if (of === 'items' && stated !== count)
        fault(
          `\`${name}\` is ${stated}${beside}, and the pages of the list have ${count} items.`,
          `\`${name}\` with the number of all items${beside}`,
          page,
        );
      const numbers = size === undefined ? [] : [Math.ceil(count / size), Math.max(1, Math.ceil(count / size))];
      if (of === 'pages' && size !== undefined && !numbers.includes(stated))
        fault(
          `\`${name}\` is ${stated}${beside}, and ${count} items are on ${numbers[0]} pages of ${size}.`,
          `\`${name}\` with the number of all pages${beside}`,
          page,
        );
    }
  }
}
