// The orders of a list: sorted by a member, the items are in its order through all pages, and all of them are there.
import { getOwn } from '@octavo/runtime/conformance';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import { plain } from '../names.ts';
import { shown } from '../shown.ts';
import type { ListFacts } from './facts.ts';
import { directionsOf, isArray, listedValues, type Place, valueSchemas } from './places.ts';
import type { Item } from './reader.ts';
import { type ListCheck, type ListScript, type ListSetting, smallSize } from './script.ts';
import { definiteOrder } from './values.ts';

const CHECK = 'list-sorting';

export const sortingCheck: ListCheck = { id: CHECK, scripts };

interface Sorting {
  /** As it is written: `-name`, `name asc`. */
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly member: string;
  /** 1: ascending, −1: descending; `undefined` where the document does not say. */
  readonly sign: 1 | -1 | undefined;
}

function sortingsOf({ roles: { sort, direction }, members }: ListFacts): readonly Sorting[] {
  if (sort === undefined) return [];
  const names = namesOf(sort);
  const texts = new Set(names);
  return names.flatMap((name): readonly Sorting[] => {
    const { key, sign } = parsed(name);
    const member = memberOf(key, members);
    // Values that the document lists, such as states, may have an order of their own.
    if (member === undefined || listedValues(possibleConjuncts(members.get(member) ?? [])) !== undefined) return [];
    const value = isArray(sort) ? [name] : name;
    const directions = direction && directionsOf(direction);
    if (direction !== undefined && directions !== undefined && sign === undefined)
      return directions.map((one, index) => ({
        name: `${name} ${String(one)}`,
        values: { [sort.at]: value, [direction.at]: one },
        member,
        sign: index === 0 ? 1 : -1,
      }));
    // Beside `-name`, `name` is the other way.
    const isPaired = sign === undefined && [...texts].some((one) => one !== name && parsed(one).key === key && parsed(one).sign === -1);
    return [{ name, values: { [sort.at]: value }, member, sign: sign ?? (isPaired ? 1 : undefined) }];
  });
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

function parsed(name: string): { readonly key: string; readonly sign: 1 | -1 | undefined } {
  const [, start, key = name, end] = /^([-+]?)(.+?)(?:[ :._]?(asc|desc|ascending|descending))?$/i.exec(name) ?? [];
  const sign = start === '-' ? -1 : start === '+' ? 1 : end === undefined ? undefined : /^asc/i.test(end) ? 1 : -1;
  return { key, sign };
}

function memberOf(key: string, members: ListFacts['members']): string | undefined {
  const wanted = plain(key);
  return [wanted, `${wanted}at`, `${wanted}on`].flatMap((one) => [...members.keys()].filter((member) => plain(member) === one))[0];
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
  ];
}

async function* sorted(setting: ListSetting, { name, values, member, sign }: Sorting): AsyncGenerator<void> {
  const { facts, reader, whole } = setting;
  const lab = reader.lab();
  const size = smallSize(setting);
  const walk = await reader.walk(lab, { says: `list sorted by ${name}`, values, size });
  if (walk === undefined) return;
  const wrongs = (sign === undefined ? [1, -1] : [sign]).map((one) => firstWrong(walk.items, member, one));
  if (wrongs.every((wrong) => wrong === 'equal')) return;
  yield;
  const [wrong] = wrongs;
  if (wrong !== undefined && wrongs.every((one) => typeof one === 'object')) {
    const [before, after] = wrong as readonly [Item, Item];
    lab.fault(
      CHECK,
      `Sorted by \`${name}\`, the list has ${shown(getOwn(before, member))} before ${shown(getOwn(after, member))}.`,
      sign === undefined ? `an order by \`${member}\`` : `${sign > 0 ? 'ascending' : 'descending'} values of \`${member}\` for \`${name}\``,
      walk.last,
    );
  }
  if (!walk.ended || !whole.ended || facts.id === undefined) return;
  const lost = whole.ids.find((id) => !walk.ids.includes(id));
  if (lost !== undefined) lab.fault(CHECK, `Sorted by \`${name}\`, the list lacks ${lost}.`, `all items, sorted by \`${name}\``, walk.last);
}

/** The most items whose order is compared, each with all others. */
const MOST_COMPARED = 60;

/** Two items in the wrong order; `undefined` where there are none, and `equal` where no order shows. */
function firstWrong(items: readonly Item[], member: string, sign: number): readonly [Item, Item] | 'equal' | undefined {
  const step = Math.max(1, Math.ceil(items.length / MOST_COMPARED));
  const some = items.filter((_, index) => index % step === 0);
  let isShown = false;
  for (const [index, after] of some.entries())
    for (const before of some.slice(0, index)) {
      const order = definiteOrder(getOwn(before, member), getOwn(after, member));
      if (order === undefined || order === 0) continue;
      isShown = true;
      if (order * sign > 0) return [before, after];
    }
  return isShown ? undefined : 'equal';
}

interface Stated {
  readonly member: string;
  readonly sign: 1 | -1;
}

const NEWEST = /\b(?:newest|latest|most recent)(?: \w+)? first\b|\bnewest to oldest\b/i;
const OLDEST = /\boldest(?: \w+)? first\b|\boldest to newest\b/i;

/** The order that the words of the document state for the list itself: by the time of creation. `x-order` has a check of its own. */
function statedOrder({ operation, members, roles }: ListFacts): Stated | undefined {
  if (operation.order !== undefined || roles.sort !== undefined) return undefined;
  const says = [operation.summary, operation.description].join(' ');
  const [isNewest, isOldest] = [NEWEST.test(says), OLDEST.test(says)];
  const member = [...members.keys()].find((name) =>
    /^(?:created|createdat|createdon|creationdate|createdtime|datecreated)$/.test(plain(name)),
  );
  return member === undefined || isNewest === isOldest ? undefined : { member, sign: isNewest ? -1 : 1 };
}

async function* asStated({ reader, whole }: ListSetting, { member, sign }: Stated): AsyncGenerator<void> {
  const lab = reader.lab();
  const walk = await reader.walk(lab, { says: 'list', size: whole.size });
  const wrong = walk && firstWrong(walk.items, member, sign);
  if (walk === undefined || wrong === 'equal') return;
  yield;
  if (wrong !== undefined)
    lab.fault(
      CHECK,
      `The list has ${shown(getOwn(wrong[0], member))} before ${shown(getOwn(wrong[1], member))}, and the document says that the ${sign > 0 ? 'oldest' : 'newest'} come first.`,
      `the ${sign > 0 ? 'oldest' : 'newest'} items first`,
      walk.last,
    );
}
