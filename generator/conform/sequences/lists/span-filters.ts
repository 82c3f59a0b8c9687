// Asks for what lasts at a time: the list has all items that do, and no others.
import { type SpanFilter, spanFiltersOf } from '../../../inference/lists/span-filters.ts';
import { isTimeText } from '../../../inference/steps.ts';
import { shown } from '../shown.ts';
import type { FilterRequest } from './filter-values.ts';
import type { Item } from './reader.ts';
import type { ListScript, ListSetting } from './script.ts';

const CHECK = 'list-filters';

/** The most times that one filter is asked for. */
const MOST_TIMES = 2;

export function spanScripts(setting: ListSetting): readonly ListScript[] {
  return spanFiltersOf(setting.facts).flatMap((filter) =>
    timesFor(filter, setting.whole.items).map((time) => () => lasting(setting, filter, time)),
  );
}

/** Requests for what lasts at a time at which some items last and others do not. */
export function spanRequests({ facts, whole }: ListSetting): readonly FilterRequest[] {
  return spanFiltersOf(facts).flatMap((filter) =>
    timesFor(filter, whole.items).map((time) => ({ says: `list with ${filter.place.name}`, values: { [filter.place.at]: time } })),
  );
}

/** Ends and starts of items at which some last and others do not, those first at which the most do. */
function timesFor(filter: SpanFilter, items: readonly Item[]): readonly string[] {
  const times = [filter.end, filter.start].flatMap((member) => items.map((item) => item[member]).filter(isTimeText));
  return [...new Set(times)]
    .map((time) => {
      const sides = items.map((item) => lastsAt(filter, item, time));
      return { time, isTelling: sides.includes(true) && sides.includes(false), count: sides.filter((side) => side === true).length };
    })
    .filter(({ isTelling }) => isTelling)
    .sort((one, other) => other.count - one.count)
    .map(({ time }) => time)
    .slice(0, MOST_TIMES);
}

/** Whether an item lasts at a time; `undefined` where the item, or the document, does not say. */
function lastsAt({ start, end, isEndIn }: SpanFilter, item: Item, time: string): boolean | undefined {
  const [from, to] = [item[start], item[end]];
  const at = Date.parse(time);
  if (!isTimeText(from) || (to !== null && !isTimeText(to))) return undefined;
  const [first, last] = [Date.parse(from), to === null ? Number.POSITIVE_INFINITY : Date.parse(to)];
  return last === at ? isEndIn : first <= at && at < last;
}

async function* lasting({ reader, whole, facts }: ListSetting, filter: SpanFilter, time: string): AsyncGenerator<void> {
  const { place, start, end, isWhole } = filter;
  const lab = reader.lab();
  const walk = await reader.walk(lab, { says: `list with ${place.name}`, values: { [place.at]: time }, size: whole.size });
  if (walk === undefined) return;
  yield;
  const nameOf = (item: Item): string => `from \`${start}\` ${shown(item[start])} to \`${end}\` ${shown(item[end])}`;
  const wrong = walk.items.find((item) => lastsAt(filter, item, time) === false);
  if (wrong !== undefined)
    lab.fault(
      CHECK,
      `The list with \`${place.name}\` ${time} has an item ${nameOf(wrong)}.`,
      `no items that do not last at \`${place.name}\``,
      walk.last,
    );
  if (!isWhole || !walk.ended || facts.id === undefined) return;
  const missing = whole.items.find((item, index) => lastsAt(filter, item, time) === true && !walk.ids.includes(whole.ids[index] ?? ''));
  if (missing !== undefined)
    lab.fault(
      CHECK,
      `The list with \`${place.name}\` ${time} lacks an item ${nameOf(missing)}.`,
      `all items that last at \`${place.name}\``,
      walk.last,
    );
}
