// Says whether an object keeps what sentences say of the items of a list in it.
import { getOwn } from '@octavo/runtime/conformance';
import { isObject } from '../pointers.ts';
import type { ListRule, SumSign } from '../prose/index.ts';

/** The items of the list of a rule, each with the member that the rule is about; `undefined` where an object does not show them all. */
export function itemsOfRule({ list, member }: Pick<ListRule, 'list' | 'member'>, object: unknown): readonly unknown[] | undefined {
  const items: unknown = isObject(object) ? getOwn(object, list) : undefined;
  if (!Array.isArray(items)) return undefined;
  const all: readonly unknown[] = items;
  const values = all.map((item) => (member === '' ? item : isObject(item) ? getOwn(item, member) : undefined));
  return values.some((value) => value === undefined) ? undefined : values;
}

/** Whether an object breaks the rule; `undefined` where it does not show what the rule is about. */
export function isBroken(rule: ListRule, object: unknown): boolean | undefined {
  if (rule.rule === 'marked') return isMarkedWrong(rule, object);
  const values = itemsOfRule(rule, object);
  if (values === undefined || !isObject(object)) return undefined;
  if (rule.rule === 'distinct') return new Set(values.map((value) => JSON.stringify(value))).size < values.length;
  const sum = sumOf(values);
  const other = typeof rule.of === 'number' ? rule.of : amountOf(getOwn(object, rule.of));
  return sum === undefined || other === undefined || values.length === 0 ? undefined : !isCompared(sum, rule.sign, other);
}

/** An item without the member, which may be optional, does not have the value. */
function isMarkedWrong(rule: ListRule & { readonly rule: 'marked' }, object: unknown): boolean | undefined {
  const items: unknown = isObject(object) ? getOwn(object, rule.list) : undefined;
  if (!Array.isArray(items) || items.length === 0 || !items.every((item) => isObject(item))) return undefined;
  const count = items.filter((item) => getOwn(item, rule.member) === rule.value).length;
  return (rule.isNoneWrong && count === 0) || (rule.isManyWrong && count > 1);
}

/** The sum of numbers, or of amounts that are written as texts. */
export function sumOf(values: readonly unknown[]): number | undefined {
  const amounts = values.map(amountOf).filter((one) => one !== undefined);
  return amounts.length < values.length ? undefined : Number(amounts.reduce((sum, one) => sum + one, 0).toFixed(6));
}

/** A number, or the number that a text such as `12.50` is. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,12}(?:\.\d{1,6})?$/.test(value) ? Number(value) : undefined;
}

/** An amount as another one is written: as a number, or as a text with as many decimals. */
export function amountLike(value: unknown, amount: number): number | string {
  return typeof value === 'string' ? amount.toFixed((value.split('.')[1] ?? '').length) : Number(amount.toFixed(6));
}

/** Sums of fractions are rounded, so they are the same where they are near. */
function isCompared(sum: number, sign: SumSign, other: number): boolean {
  const isSame = Math.abs(sum - other) < 0.011 && (sum === other || !Number.isInteger(sum) || !Number.isInteger(other));
  switch (sign) {
    case '=':
      return isSame;
    case '<=':
      return isSame || sum < other;
    case '<':
      return !isSame && sum < other;
    case '>=':
      return isSame || sum > other;
    case '>':
      return !isSame && sum > other;
  }
}
