// Holds the parts that an operation has split an amount into to what its texts say: one alone takes what is left over, and they are a month apart.
import { isObject } from '../../../inference/pointers.ts';
import { type EvenParts, evenPartsIn } from '../../../inference/prose/index.ts';
import { amountOf } from '../../../inference/stated/lists.ts';
import type { ShownObject } from '../../../inference/stated/objects.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';

const known = new WeakMap<Operation, { readonly parts: EvenParts | undefined }>();

export function evenPartsOf(operation: Operation): EvenParts | undefined {
  const before = known.get(operation);
  if (before !== undefined) return before.parts;
  const parts = operation.method === 'POST' || operation.method === 'PUT' ? evenPartsIn(operation.description ?? '') : undefined;
  known.set(operation, { parts });
  return parts;
}

interface Wrong {
  readonly message: string;
  readonly expected: string;
}

/** Whether the lists of an object are as the texts say; nothing for what they do not speak of. */
export function* judgedParts({ rest, monthly }: EvenParts, { schemas, object }: ShownObject): Generator<Wrong | 'right'> {
  for (const [list, own] of propertiesOf(schemas)) {
    const items = object[list];
    if (!Array.isArray(items) || items.length < 2 || !items.every(isObject)) continue;
    const members = [...propertiesOf(itemsOf(own))];
    const amounts = members.filter(
      ([name]) => AMOUNT.test(name) && !OTHER.test(name) && items.every((item) => amountOf(item[name]) !== undefined),
    );
    const days = members.filter(
      ([name, schema]) => possibleConjuncts(schema).some(({ format }) => format === 'date') && items.every((item) => isDay(item[name])),
    );
    const [amount, anotherAmount] = amounts.map(([name]) => name);
    const [day, anotherDay] = days.map(([name]) => name);
    if (rest !== undefined && amount !== undefined && anotherAmount === undefined) {
      const isRight = isSplit(
        items.map((item) => amountOf(item[amount]) ?? 0),
        rest.at,
      );
      yield isRight ? 'right' : { message: `The rest of \`${list}\` is not in the ${rest.at} of them.`, expected: `“${rest.quote}”` };
    }
    if (monthly !== undefined && day !== undefined && anotherDay === undefined) {
      const isRight = isMonthly(
        items.map((item) => String(item[day])),
        monthly.isClamped,
      );
      if (isRight !== undefined)
        yield isRight ? 'right' : { message: `\`${day}\` of \`${list}\` is not a month apart.`, expected: `“${monthly.quote}”` };
    }
  }
}

const AMOUNT = /amount|sum|share|part|price|value|total|fee|cost|cents/i;
const OTHER = /paid|open|left|remain|balance|tax|settled|received|due/i;

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}

/** Whether all parts are equal but the one that takes the rest, which may be the largest. */
function isSplit(amounts: readonly number[], at: 'first' | 'last'): boolean {
  const others = at === 'first' ? amounts.slice(1) : amounts.slice(0, -1);
  return others.every((one) => one === others[0]);
}

/** Whether each day is so many months after the first one; `undefined` where it is open what a day means that a month does not have. */
function isMonthly(days: readonly string[], isClamped: boolean): boolean | undefined {
  const [year = 0, month = 1, day = 1] = (days[0] ?? '').split('-').map(Number);
  if (day > 28 && !isClamped) return undefined;
  return days.every((one, index) => {
    const last = new Date(Date.UTC(year, month + index, 0)).getUTCDate();
    return one === new Date(Date.UTC(year, month - 1 + index, Math.min(day, last))).toISOString().slice(0, 10);
  });
}
