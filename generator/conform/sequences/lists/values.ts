// Compares values of items as services may do it: what is said here holds by every usual way to compare.
import { plain } from '../../../inference/names.ts';
import { isTextOrNumber } from '../../../inference/pointers.ts';

const UNORDERED = new Intl.Collator('en');
const NUMERIC = new Intl.Collator('en', { numeric: true });
const LOOSE = new Intl.Collator('en', { ignorePunctuation: true });

type Compare = (one: string, other: string) => number;

const byUnits: Compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** The orders in which services put texts: databases and languages differ in capitals, signs and digits. */
const ORDERS: readonly Compare[] = [
  byUnits,
  (one, other) => byUnits(one.toLowerCase(), other.toLowerCase()),
  (one, other) => byUnits(one.toUpperCase(), other.toUpperCase()),
  (one, other) => byUnits(plain(one), plain(other)),
  (one, other) => UNORDERED.compare(one, other),
  (one, other) => NUMERIC.compare(one, other),
  (one, other) => LOOSE.compare(one, other),
];

/** Texts outside of ASCII have an order of their own in each language; a sign or an article at the beginning may not count. */
const SIMPLE = /^(?!(?:the|an?|der|die|das|le|la|les|el|los|las) )[\da-z][\x20-\x7e]*$/i;

/**
 * Below 0 where the first value comes before the second one in every usual order, above 0 where it comes after it; `undefined` where the orders
 * differ.
 */
export function definiteOrder(one: unknown, other: unknown): number | undefined {
  const [first, second] = [numberOf(one), numberOf(other)];
  if (first !== undefined && second !== undefined) return Math.sign(first - second);
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  const [from, to] = [instantOf(one), instantOf(other)];
  if (from !== undefined && to !== undefined) return agreed([Math.sign(from - to), byUnits(one, other)]);
  if (!SIMPLE.test(one) || !SIMPLE.test(other)) return undefined;
  return agreed(ORDERS.map((compare) => Math.sign(compare(one, other))));
}

/** The order of texts by their code points, which is that of their bytes in UTF-8; other values have the order that all ways to compare agree on. */
export function codePointOrder(one: unknown, other: unknown): number | undefined {
  if (typeof one !== 'string' || typeof other !== 'string' || (instantOf(one) !== undefined && instantOf(other) !== undefined))
    return definiteOrder(one, other);
  const order = Math.sign(Buffer.compare(Buffer.from(one), Buffer.from(other)));
  // Amounts that are written as texts are sorted as amounts by many services, and by what is meant with them.
  if (DECIMAL.test(one) && DECIMAL.test(other)) return agreed([order, Math.sign(Number(one) - Number(other))]);
  return order;
}

/** The order of texts whose capitals and small letters are the same, where their letters are in the given order. */
export function caselessOrder(one: unknown, other: unknown, order = definiteOrder): number | undefined {
  if (typeof one !== 'string' || typeof other !== 'string') return order(one, other);
  const orders = [order(one.toLowerCase(), other.toLowerCase()), order(one.toUpperCase(), other.toUpperCase())];
  return orders[0] === orders[1] ? orders[0] : undefined;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function agreed([first = 0, ...others]: readonly number[]): number | undefined {
  return others.every((one) => one === first) ? first : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** Milliseconds since 1970 of a date or a time with a zone. */
export function instantOf(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' && DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Numbers and instants as a number: what ranges compare. */
function amountOf(value: unknown): number | undefined {
  return numberOf(value) ?? instantOf(value);
}

/** The same, and amounts that are written as texts: what ranges of them compare. */
export function rangeAmountOf(value: unknown): number | undefined {
  return amountOf(value) ?? (typeof value === 'string' && DECIMAL.test(value) && value.includes('.') ? Number(value) : undefined);
}

/** Amounts that are written as texts in the order of their numbers. */
export function decimalOrder(one: unknown, other: unknown): number | undefined {
  const [first, second] = [rangeAmountOf(one), rangeAmountOf(other)];
  return first === undefined || second === undefined ? undefined : Math.sign(first - second);
}

/** Whether two values are the same, however they are written. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const [first, second] = [amountOf(one), amountOf(other)];
  if (first !== undefined && second !== undefined) return first === second;
  return isScalar(one) && isScalar(other) && String(one).toLowerCase() === String(other).toLowerCase();
}

export type Scalar = string | number | bigint | boolean;

export function isScalar(value: unknown): value is Scalar {
  return isTextOrNumber(value) || typeof value === 'boolean';
}
