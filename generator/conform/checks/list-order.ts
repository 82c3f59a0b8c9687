// `list-order`: the items of a list come in the order that the document states (`x-order`), where it names the field that is compared.
import { getOwn, tokenName } from '@octavo/runtime/conformance';
import { ORDERS, type OrderDirection, orderPhrase } from '../../model/list-order.ts';
import type { Check } from '../contract/check.ts';
import { isSuccess } from './probe.ts';

export const listOrder: Check = {
  id: 'list-order',
  summary: 'the items of a list come in the order that the document states (`x-order`)',
  on: true,
  look({ case: one, sent, response, reading }) {
    const { order, location } = one.operation;
    if (one.intent.kind !== 'valid' || order?.by === undefined || response === undefined || !isSuccess(response.status)) return undefined;
    const sign = ORDERS[order.direction];
    const items = order.at.split('/').slice(1).map(tokenName).reduce(getOwn, reading?.body);
    // A request that asks for an order of its own gets that one.
    if (sign === 0 || !Array.isArray(items) || /[?&][^=&]*(?:sort|order)/i.test(sent.target)) return undefined;
    const { by, direction } = order;
    const values = items.map((item: unknown) => getOwn(item, by));
    const steps = values.slice(1).map((value, index) => compare(values[index], value, direction));
    // A list in which no two neighbours can be compared is not judged.
    if (steps.every((step) => step === undefined)) return undefined;
    const wrong = steps.findIndex((step = 0) => step * sign < 0) + 1;
    if (wrong === 0) return [];
    const message = `${order.at}/${wrong} should come before ${order.at}/${wrong - 1}, by \`${by}\`.`;
    return [{ message, expected: `the order ${orderPhrase(order)}`, location }];
  },
  whyUnjudged({ order }) {
    if (order?.by === undefined) return undefined;
    return ORDERS[order.direction] === 0
      ? `no field shows the order ${orderPhrase({ direction: order.direction })}`
      : `no list had two items whose \`${order.by}\` could be compared`;
  },
};

/** A text that names a year, which `Date.parse` needs to be trusted: it takes `Board 12` for a date too. */
const DATED = /\b\d{4}\b/;
const WHOLE = /^\d+$/;

/** Above 0 where the second value is greater, 0 where both are equal; `undefined` where the check cannot say, as of texts that differ by alphabet. */
function compare(first: unknown, second: unknown, direction: OrderDirection): number | undefined {
  if (typeof first === 'number' && typeof second === 'number') return second - first;
  if (typeof first !== 'string' || typeof second !== 'string') return undefined;
  if (first === second) return 0;
  if (direction === 'alphabetical') return compareTexts(first, second);
  if (WHOLE.test(first) && WHOLE.test(second)) return Math.sign(Number(BigInt(second) - BigInt(first)));
  const difference = DATED.test(first) && DATED.test(second) ? Date.parse(second) - Date.parse(first) : Number.NaN;
  return Number.isNaN(difference) ? undefined : difference;
}

function compareTexts(first: string, second: string): number | undefined {
  const [small, large] = [first.toLowerCase(), second.toLowerCase()];
  if (small === large) return 0;
  const [byLetters, byUnits] = [large.localeCompare(small), small < large ? 1 : -1];
  return Math.sign(byLetters) === byUnits ? byUnits : undefined;
}
