// Makes a list longer as its items suggest: numbers and times that rise go on rising by as much, and a last item without the number that the others
// have, such as a band without an upper limit, stays the last one.
import { isObject } from '../../inference/pointers.ts';
import { isTimeText, timeLike } from '../../inference/steps.ts';

type Item = Readonly<Record<string, unknown>>;

/** Names of what identifies something else: such numbers rise by chance. */
const IDENTIFYING = /(?:id|code|key|ref|number|no)$/i;

/** The list with as many items; `undefined` where it is long enough, or nothing in it rises. */
export function continued(items: readonly unknown[], length: number): readonly unknown[] | undefined {
  if (items.length >= length || !items.every(isObject)) return undefined;
  const [last] = items.slice(-1);
  const names = Object.keys(items[0] ?? {}).filter((name) => !IDENTIFYING.test(name));
  const isOpen = items.length > 1 && names.some((name) => last?.[name] === null && numberOrTime(items[0]?.[name]) !== undefined);
  const before: readonly Item[] = isOpen ? items.slice(0, -1) : items;
  const rising = names.flatMap((name) => {
    const amounts = before.map((item) => numberOrTime(item[name]));
    const step = amounts.length > 1 || last?.[name] === null ? stepOf(amounts) : undefined;
    return step === undefined ? [] : [[name, step] as const];
  });
  const [model] = before.slice(-1);
  if (model === undefined || rising.length === 0) return undefined;
  const added = Array.from({ length: length - items.length }, (_, index) => {
    const changed = rising.map(([name, step]) => [name, after(model[name], step * (index + 1))] as const);
    return { ...model, ...Object.fromEntries(changed) };
  });
  return [...before, ...added, ...(isOpen ? items.slice(-1) : [])];
}

/** A number as it is, and a time in milliseconds since 1970: what may rise from item to item. */
function numberOrTime(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const time = isTimeText(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** By how much the last of the values has risen; `undefined` where one does not rise. A value alone rises by 1. */
function stepOf(amounts: readonly (number | undefined)[]): number | undefined {
  let step: number | undefined;
  for (const [index, amount] of amounts.entries()) {
    const before = amounts[index - 1];
    if (amount === undefined || (before !== undefined && amount <= before)) return undefined;
    step = before === undefined ? 1 : amount - before;
  }
  return step;
}

function after(value: unknown, step: number): unknown {
  if (typeof value === 'number') return Number((value + step).toPrecision(12));
  return timeLike(String(value), Date.parse(String(value)) + step);
}
