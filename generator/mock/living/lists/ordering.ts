// Puts the things of a list in order: the one that a query asks for, or the one that the document states.
import { getOwn } from '@octavo/runtime/conformance';
import { type ListFacts, openedItem } from '../../../inference/lists/facts.ts';
import { directionsOf, listedValues } from '../../../inference/lists/places.ts';
import { rankedBy, sortKeyIn, sortMember } from '../../../inference/lists/sort-keys.ts';
import { statedOrder } from '../../../inference/lists/stated.ts';
import { valueAt } from '../../../inference/pointers.ts';
import { ORDERS } from '../../../model/list-order.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Thing } from '../world.ts';

/** Amounts that are written as texts, such as `455.58`, compare as numbers; other texts as texts. */
export function compared(one: unknown, other: unknown): number | undefined {
  if (one === undefined || one === null || other === undefined || other === null) return undefined;
  const [a, b] = [one, other].map((value) => comparable(value)) as [number, number];
  return a < b ? -1 : a > b ? 1 : 0;
}

function comparable(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\d/.test(value)) return Date.parse(value);
  return /^-?\d+\.\d+$/.test(value) ? Number(value) : value;
}

/** Things in the order that a query asks for, or else in that of the document. */
export function sorted<T extends { readonly value: Thing['value'] }>(things: readonly T[], facts: ListFacts, input: unknown): readonly T[] {
  const { roles, members } = facts;
  const written = roles.sort && valueAt(input, roles.sort.at);
  const down = roles.direction && directionsOf(roles.direction)?.[1];
  const isTurned = down !== undefined && roles.direction !== undefined && valueAt(input, roles.direction.at) === down;
  const keys = textsIn(written).flatMap((text) => {
    const { key, sign } = sortKeyIn(text.trim());
    const member = sortMember(key, members);
    if (member === undefined) return [];
    const ranked = roles.sort && rankedBy(facts, member, listedValues(possibleConjuncts(members.get(member) ?? [])) ?? []);
    return [{ member, sign: (sign === -1) !== isTurned ? -1 : 1, ranked }];
  });
  if (keys.length === 0) return usual(things, facts, isTurned);
  return [...things].sort((one, other) => {
    for (const { member, sign, ranked } of keys) {
      const [a, b] = [one, other].map(({ value }) => getOwn(openedItem(facts, value), member) ?? undefined);
      const order = inOrderOf(a, b, () => (comparedIn(ranked, a, b) ?? 0) * sign);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** Things without a value come last, in both directions: where they stood between others, those would not be compared. */
function inOrderOf(one: unknown, other: unknown, order: () => number): number {
  return one === undefined || other === undefined ? Number(one === undefined) - Number(other === undefined) : order();
}

/** Several keys stand in a list or behind commas; a word for the direction alone belongs to the key before it. */
function textsIn(written: unknown): readonly string[] {
  if (Array.isArray(written)) return written.map(String);
  const texts: string[] = [];
  for (const part of typeof written === 'string' ? written.split(',') : []) {
    const before = texts.at(-1);
    if (before !== undefined && /^(?:asc|desc)(?:ending)?$/i.test(part.trim())) texts[texts.length - 1] = `${before},${part.trim()}`;
    else texts.push(part);
  }
  return texts;
}

/** `ranked`: the values in an order of their own. */
function comparedIn(ranked: readonly unknown[] | undefined, one: unknown, other: unknown): number | undefined {
  const [a, b] = [ranked?.indexOf(one) ?? -1, ranked?.indexOf(other) ?? -1];
  return a === -1 || b === -1 ? compared(one, other) : Math.sign(a - b);
}

/** The order that the document states for the list: things are kept in the order in which they were made. */
function usual<T extends { readonly value: Thing['value'] }>(things: readonly T[], facts: ListFacts, isTurned: boolean): readonly T[] {
  const { order } = facts.operation;
  const found = statedOrder(facts) ?? (order?.by === undefined ? undefined : { member: order.by, sign: ORDERS[order.direction] });
  const stated = found && { ...found, sign: (found.sign ?? 1) * (isTurned ? -1 : 1) };
  if (stated === undefined) return order?.direction === 'newest-first' ? things.toReversed() : things;
  const { member, sign } = stated;
  const inOrder = sign < 0 ? things.toReversed() : [...things];
  return inOrder.sort((one, other) => {
    const [a, b] = [one, other].map(({ value }) => getOwn(openedItem(facts, value), member) ?? undefined);
    return inOrderOf(a, b, () => (compared(a, b) ?? 0) * sign);
  });
}
