// The orders of a list: sorted by a member, the items are in its order through all pages, and all of them are there.
import { getOwn } from '@octavo/runtime/conformance';
import { absentValuesOf } from '../../../inference/lists/absent-values.ts';
import type { ListFacts } from '../../../inference/lists/facts.ts';
import { isDecimalText } from '../../../inference/lists/filter-facts.ts';
import { directionsOf, isArray, listedValues, type Place, valueSchemas } from '../../../inference/lists/places.ts';
import { seriesOf } from '../../../inference/lists/series.ts';
import { isOfAnyCase, rankedBy, sortKeyIn, sortMember } from '../../../inference/lists/sort-keys.ts';
import { type Stated, statedOrder } from '../../../inference/lists/stated.ts';
import { orderOfEqualItems } from '../../../inference/lists/ties.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import { shown } from '../shown.ts';
import type { Item } from './reader.ts';
import { type ListCheck, type ListScript, type ListSetting, smallSize } from './script.ts';
import { caselessOrder, codePointOrder, decimalOrder, definiteOrder, instantOf } from './values.ts';

const CHECK = 'list-sorting';

export const sortingCheck: ListCheck = { id: CHECK, scripts };

interface Sorting {
  /** As it is written: `-name`, `name asc`. */
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly member: string;
  /** 1: ascending, −1: descending; `undefined` where the document does not say. */
  readonly sign: 1 | -1 | undefined;
  /** Values in an order of their own, the first one first. */
  readonly ranked?: readonly unknown[];
  /** The members that one value sorts by, the first one first; empty where the words do not tell them. */
  readonly series?: readonly string[];
}

/** `all`: also by listed values whose order the document does not say. */
function sortingsOf(facts: ListFacts, all = false): readonly Sorting[] {
  const { sort, direction } = facts.roles;
  const { members } = facts;
  if (sort === undefined) return byDirection(facts, direction);
  const names = namesOf(sort);
  const texts = new Set(names);
  return names.flatMap((name): readonly Sorting[] => {
    const { key, sign } = sortKeyIn(name);
    const member = sortMember(key, members);
    // Values that the document lists, such as states, may have an order of their own.
    const listed = member === undefined ? undefined : listedValues(possibleConjuncts(members.get(member) ?? []));
    const ranked = listed === undefined || member === undefined ? undefined : rankedBy(facts, member, listed);
    if (member === undefined || (listed !== undefined && ranked === undefined && !all)) return [];
    const value = isArray(sort) ? [name] : name;
    const series = seriesOf(facts, key, member);
    const own = { ...(ranked === undefined ? {} : { ranked }), ...(series === undefined ? {} : { series }) };
    const directions = direction && directionsOf(direction);
    if (direction !== undefined && directions !== undefined && sign === undefined)
      return directions.map((one, index) => ({
        name: `${name} ${String(one)}`,
        values: { [sort.at]: value, [direction.at]: one },
        member,
        sign: index === 0 ? 1 : -1,
        ...own,
      }));
    // Beside `-name`, `name` is the other way.
    const isPaired =
      sign === undefined && [...texts].some((one) => one !== name && sortKeyIn(one).key === key && sortKeyIn(one).sign === -1);
    return [{ name, values: { [sort.at]: value }, member, sign: sign ?? (isPaired ? 1 : undefined), ...own }];
  });
}

/** A parameter that only turns the order round which the document states for the list. */
function byDirection(facts: ListFacts, direction: Place | undefined): readonly Sorting[] {
  const [stated, values] = [statedOrder(facts), direction && directionsOf(direction)];
  if (stated === undefined || direction === undefined || values === undefined) return [];
  return values.map((one, index) => ({
    name: `${direction.name}=${String(one)}`,
    values: { [direction.at]: one },
    member: stated.member,
    sign: index === 0 ? 1 : -1,
  }));
}

/** The values of a parameter for the order: those that are listed, or the alternatives of its pattern. */
function namesOf(sort: Place): readonly string[] {
  const schemas = valueSchemas(sort);
  const listed = listedValues(schemas)?.filter((one): one is string => typeof one === 'string');
  if (listed !== undefined) return listed;
  const pattern = schemas.find((one) => one.pattern !== undefined)?.pattern ?? '';
  const [, minus = '', alternatives = ''] = /^\^(-\?|\[\+?-\]\?|\[-\+\]\?)?\((?:\?:)?([\w|]+)\)\$$/.exec(pattern) ?? [];
  const names = alternatives === '' ? [] : alternatives.split('|');
  return minus === '' ? names : names.flatMap((name) => [name, `-${name}`]);
}

const PINNED = /pinned|sticky|featured|promoted|starred/i;

/** The most orders of one list that are asked for. */
const MOST = 8;

function scripts(setting: ListSetting): readonly ListScript[] {
  const { facts } = setting;
  // What is pinned comes before all else.
  if ([...facts.members.keys()].some((name) => PINNED.test(name))) return [];
  const stated = statedOrder(facts);
  return [
    ...sortingsOf(facts)
      .slice(0, MOST)
      .map((sorting) => () => sorted(setting, sorting)),
    ...(stated === undefined ? [] : [() => asStated(setting, stated)]),
    ...equalItems(setting),
  ];
}

/** Each member that the list can be sorted by in both ways, where equal items have an order of their own. */
function equalItems(setting: ListSetting): readonly ListScript[] {
  const said = orderOfEqualItems(setting.facts);
  if (said === undefined) return [];
  const sortings = sortingsOf(setting.facts, true);
  return sortings
    .filter(({ sign, series }) => sign === 1 && series === undefined)
    .flatMap((rising) => {
      const falling = sortings.find(({ member, sign }) => member === rising.member && sign === -1);
      return falling === undefined ? [] : [() => asEqual(setting, rising, falling, said)];
    });
}

async function* sorted(setting: ListSetting, { name, values, member, sign, ranked, series }: Sorting): AsyncGenerator<void> {
  const { facts, reader, whole } = setting;
  const lab = reader.lab();
  const size = smallSize(setting);
  const walk = await reader.walk(lab, { says: `list sorted by ${name}`, values, size });
  if (walk === undefined) return;
  // Downwards, a series may turn all of its members or only the first one.
  const members = series === undefined ? [member] : sign === 1 ? series : [];
  const orders = members.map((one) => ({ member: one, compare: orderFor(facts, one, one === member ? ranked : undefined) }));
  const wrongs = (sign === undefined ? [1, -1] : [sign]).map((one) => firstWrong(walk.items, one, orders));
  if (wrongs.every((wrong) => wrong === 'equal')) return;
  yield;
  const [wrong] = wrongs;
  if (wrong !== undefined && wrongs.every((one) => typeof one === 'object')) {
    const [before, after] = wrong as readonly [Item, Item];
    lab.fault(
      CHECK,
      `Sorted by \`${name}\`, the list has ${valuesOf(before, members)} before ${valuesOf(after, members)}.`,
      sign === undefined ? `an order by \`${member}\`` : `${sign > 0 ? 'ascending' : 'descending'} values of \`${member}\` for \`${name}\``,
      walk.last,
    );
  }
  const said = absentValuesOf(facts, member);
  const misplaced = said !== undefined && (said.isEitherWay || sign === 1) && isMisplaced(walk.items, member, said.place);
  if (misplaced)
    lab.fault(CHECK, `Sorted by \`${name}\`, an item without \`${member}\` does not come ${said.place}.`, said.says, walk.last);
  if (!walk.ended || !whole.ended || facts.id === undefined) return;
  const lost = whole.ids.find((id) => !walk.ids.includes(id));
  if (lost !== undefined) lab.fault(CHECK, `Sorted by \`${name}\`, the list lacks ${lost}.`, `all items, sorted by \`${name}\``, walk.last);
}

/** Whether an item that lacks the member comes before one that has it, or after it where such items come first. */
function isMisplaced(items: readonly Item[], member: string, place: 'first' | 'last'): boolean {
  const lacking = items.map((item) => (getOwn(item, member) ?? null) === null);
  const [first, last] = [lacking.indexOf(true), lacking.lastIndexOf(true)];
  if (first < 0) return false;
  return place === 'last' ? lacking.includes(false, first) : lacking.indexOf(false) >= 0 && lacking.indexOf(false) < last;
}

type Order = (one: unknown, other: unknown) => number | undefined;

/** Words by which texts go by the numbers that they have. */
const BY_AMOUNT = /\bby (?:their )?(?:amounts?|numbers?|numeric values?)\b|\bnumerically\b|\bas (?:numbers|amounts)\b/i;

/** The order in which values are compared: that of the values themselves, by code points, or whatever all usual orders have in common. */
function orderFor({ byCodePoints, roles, members }: ListFacts, member: string, ranked?: readonly unknown[]): Order {
  if (ranked !== undefined)
    return (one, other) => {
      const [first, second] = [ranked.indexOf(one), ranked.indexOf(other)];
      return first < 0 || second < 0 ? undefined : Math.sign(first - second);
    };
  if (BY_AMOUNT.test(roles.sort?.description ?? '') && isDecimalText(members.get(member) ?? [])) return decimalOrder;
  const order = byCodePoints ? codePointOrder : definiteOrder;
  return isOfAnyCase(roles.sort, member) ? (one, other) => caselessOrder(one, other, order) : order;
}

/** The most items whose order is compared, each with all others. */
const MOST_COMPARED = 60;

/** The values of the members that a list is sorted by. */
function valuesOf(item: Item, members: readonly string[]): string {
  return members.map((one) => shown(getOwn(item, one))).join(', ');
}

interface Ordered {
  readonly member: string;
  readonly compare: Order;
}

/** Two items in the wrong order; `undefined` where there are none, and `equal` where no order shows. */
function firstWrong(items: readonly Item[], sign: number, orders: readonly Ordered[]): readonly [Item, Item] | 'equal' | undefined {
  const step = Math.max(1, Math.ceil(items.length / MOST_COMPARED));
  const some = items.filter((_, index) => index % step === 0);
  let isShown = false;
  for (const [index, after] of some.entries())
    for (const before of some.slice(0, index)) {
      const order = orderOf(before, after, orders);
      if (order === undefined || order === 0) continue;
      isShown = true;
      if (order * sign > 0) return [before, after];
    }
  return isShown ? undefined : 'equal';
}

/** The first member decides that is not equal; `undefined` where it cannot be compared. */
function orderOf(before: Item, after: Item, orders: readonly Ordered[]): number | undefined {
  for (const { member, compare } of orders) {
    const order = compare(getOwn(before, member), getOwn(after, member));
    if (order !== 0) return order;
  }
  return 0;
}

/** Equal items come in the same order whichever way the list is sorted. */
async function* asEqual({ reader, whole }: ListSetting, rising: Sorting, falling: Sorting, said: string): AsyncGenerator<void> {
  const lab = reader.lab();
  const { member } = rising;
  const [up, down] = [
    await reader.walk(lab, { says: `list sorted by ${rising.name}`, values: rising.values, size: whole.size }),
    await reader.walk(lab, { says: `list sorted by ${falling.name}`, values: falling.values, size: whole.size }),
  ];
  if (up === undefined || down === undefined) return;
  const groups = Map.groupBy(
    up.items.map((item, index) => ({ value: getOwn(item, member), id: up.ids[index] })),
    ({ value }) => value,
  );
  for (const [value, group] of groups) {
    const ids = group.map(({ id }) => id).filter((id) => id !== undefined && down.ids.includes(id));
    if (ids.length < 2 || !isWholeValue(value)) continue;
    yield;
    const other = down.ids.filter((id) => ids.includes(id));
    if (other.join('\n') === ids.join('\n')) continue;
    lab.fault(
      CHECK,
      `Sorted by \`${falling.name}\`, items with the \`${member}\` ${shown(value)} come in another order than sorted by \`${rising.name}\`, and the document says: ${said}`,
      `equal items in the order that \`${rising.name}\` gives them`,
      down.last,
    );
  }
}

/** Whether a value is shown as it is compared: a service may keep more of a time or a fraction than it shows. */
function isWholeValue(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  return typeof value === 'boolean' || (typeof value === 'string' && value !== '' && instantOf(value) === undefined);
}

async function* asStated({ reader, whole, facts }: ListSetting, { member, sign, says }: Stated): AsyncGenerator<void> {
  const lab = reader.lab();
  const walk = await reader.walk(lab, { says: 'list', size: whole.size });
  const wrongs =
    walk === undefined
      ? []
      : (sign === undefined ? [1, -1] : [sign]).map((one) => firstWrong(walk.items, one, [{ member, compare: orderFor(facts, member) }]));
  if (walk === undefined || wrongs.every((wrong) => wrong === 'equal')) return;
  yield;
  const [wrong] = wrongs;
  if (typeof wrong !== 'object' || !wrongs.every((one) => typeof one === 'object')) return;
  lab.fault(
    CHECK,
    `The list has ${shown(getOwn(wrong[0], member))} before ${shown(getOwn(wrong[1], member))}, and the document says: ${says}`,
    sign === undefined ? `the items in the order of \`${member}\`` : `${sign > 0 ? 'ascending' : 'descending'} values of \`${member}\``,
    walk.last,
  );
}
