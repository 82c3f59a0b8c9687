// `list-order`: the items of a list come in the order that the document states (`x-order`), where it names the field that is compared.
import { getOwn, tokenName } from '@octavo/runtime/conformance';
import { orderPhrase } from '../../model/list-order.ts';
import type { Check } from '../contract/check.ts';
import { isSuccess } from './probe.ts';

export const listOrder: Check = {
  id: 'list-order',
  summary: 'the items of a list come in the order that the document states (`x-order`)',
  on: true,
  look({ case: one, sent, response, reading }) {
    const { order, location } = one.operation;
    if (one.intent.kind !== 'valid' || order?.by === undefined || response === undefined || !isSuccess(response.status)) return undefined;
    const sign = SIGNS[order.direction];
    const items = order.at.split('/').slice(1).map(tokenName).reduce(getOwn, reading?.body);
    // A request that asks for an order of its own gets that one.
    if (sign === undefined || !Array.isArray(items) || /[?&][^=&]*(?:sort|order)/i.test(sent.target)) return undefined;
    const { by } = order;
    const values = items.map((item: unknown) => getOwn(item, by));
    const wrong = values.findIndex((value, index) => index > 0 && compare(values[index - 1], value, order.direction) * sign < 0);
    if (wrong < 0) return [];
    const message = `${order.at}/${wrong} should come before ${order.at}/${wrong - 1}, by \`${by}\`.`;
    return [{ message, expected: `the order ${orderPhrase(order)}`, location }];
  },
};

/** Whether values rise (1) or fall (-1) from item to item; the other orders are not those of a field. */
const SIGNS: Readonly<Partial<Record<string, 1 | -1>>> = {
  'newest-first': -1,
  'oldest-first': 1,
  'highest-first': -1,
  'lowest-first': 1,
  alphabetical: 1,
};

/** A text that names a year, which `Date.parse` needs to be trusted: it takes `Board 12` for a date too. */
const DATED = /\b\d{4}\b/;
const WHOLE = /^\d+$/;

/** Above 0 where the second value is greater; 0 where that cannot be said, as of texts that differ by alphabet. */
function compare(first: unknown, second: unknown, direction: string): number {
  if (typeof first === 'number' && typeof second === 'number') return second - first;
  if (typeof first !== 'string' || typeof second !== 'string') return 0;
  if (direction === 'alphabetical') return compareTexts(first, second);
  if (WHOLE.test(first) && WHOLE.test(second)) return Math.sign(Number(BigInt(second) - BigInt(first)));
  const difference = DATED.test(first) && DATED.test(second) ? Date.parse(second) - Date.parse(first) : Number.NaN;
  return Number.isNaN(difference) ? 0 : difference;
}

function compareTexts(first: string, second: string): number {
  const [small, large] = [first.toLowerCase(), second.toLowerCase()];
  const [byLetters, byUnits] = [large.localeCompare(small), small < large ? 1 : -1];
  return Math.sign(byLetters) === byUnits ? byUnits : 0;
}
