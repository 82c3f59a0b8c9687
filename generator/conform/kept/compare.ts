// Compares what a request has sent with what an answer shows: which values are others, and in what way. What means the same is the same.
import { isDeepStrictEqual } from 'node:util';
import { isObject, pointerTo, valueAt } from '../../inference/pointers.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { childrenOf, sameValue } from '../judge/index.ts';

/**
 * How a value has changed. `damaged`: no usual way of writing the same thing explains it; `spelled`: the text differs only in case, white space,
 * invisible characters or the composition of its characters; `rounded`: an instant has lost a part of its second; `emptied`: an empty text is null or
 * missing; `dropped`: 0, false or an empty list is missing or null; `reordered`: a list has the same items in another order; `lost`: a list lacks
 * some of its items; `merged`: it lacks only items that are there again; `missing`: a value is not shown.
 */
export type Change = 'damaged' | 'spelled' | 'rounded' | 'emptied' | 'dropped' | 'reordered' | 'lost' | 'merged' | 'missing';

export interface Difference {
  /** JSON pointer into the value that was sent. */
  readonly at: string;
  readonly change: Change;
  readonly sent: unknown;
  readonly shown: unknown;
}

/** The differences of an object or another value from what was sent; members that were not sent do not count. */
export function* differences(sent: unknown, shown: unknown, schemas: readonly Schema[], at = ''): Generator<Difference> {
  if (sent === null || sent === undefined || sent instanceof Blob) return;
  // Which value of a list a thing has may follow from its state.
  if (schemas.some((one) => one.enum !== undefined || one.const !== undefined || one.writeOnly === true || one.readOnly === true)) return;
  const found = (change: Change): Difference => ({ at, change, sent, shown });
  if (shown === undefined || shown === null) {
    const isEmptyList = Array.isArray(sent) && sent.length === 0;
    if (sent === '') yield found('emptied');
    else if (sent === 0 || sent === false || isEmptyList) yield found('dropped');
    else yield found('missing');
  } else if (Array.isArray(sent)) {
    if (Array.isArray(shown)) yield* itemDifferences(sent, shown, schemas, at);
  } else if (isObject(sent)) {
    if (!isObject(shown)) return;
    const change = schemas.some(({ properties }) => properties !== undefined) ? undefined : nameChange(sent, shown);
    if (change !== undefined) {
      yield found(change);
      return;
    }
    for (const [name, member] of Object.entries(sent)) {
      const own = schemas.flatMap((schema) => childrenOf(schema, name));
      yield* differences(member, valueAt(shown, pointerTo(name)), sameValue(own), at + pointerTo(name));
    }
  } else if (isComparable(sent, shown) && !isSame(sent, shown, schemas)) yield found(isSpelled(sent, shown) ? 'spelled' : 'damaged');
  else if (isRounded(sent, shown)) yield found('rounded');
}

/**
 * How the names of a map have changed, where it has as many as before: `undefined` where they are the same. A patch takes away names by null, and
 * leaves names that it does not have.
 */
function nameChange(sent: object, shown: object): 'damaged' | 'spelled' | undefined {
  const [entries, others] = [Object.entries(sent), Object.keys(shown)];
  const lost = entries.filter(([name, value]) => value !== null && !others.includes(name)).map(([name]) => name);
  const added = others.filter((name) => !entries.some(([own]) => own === name));
  if (lost.length === 0 || lost.length !== added.length) return undefined;
  return lost.every((name) => added.some((other) => isSpelled(name, other))) ? 'spelled' : 'damaged';
}

/** Whether both are of one kind: an answer may show something else by the same name, such as the day of a time, or a part of a secret. */
function isComparable(sent: unknown, shown: unknown): boolean {
  if (typeof sent !== typeof shown) return false;
  if (typeof sent !== 'string' || typeof shown !== 'string') return true;
  return TIME.test(sent) === TIME.test(shown) && !/[*•…]{2,}/.test(shown);
}

function* itemDifferences(
  sent: readonly unknown[],
  shown: readonly unknown[],
  schemas: readonly Schema[],
  at: string,
): Generator<Difference> {
  const items = sameValue(schemas.flatMap((schema) => childrenOf(schema, '0')));
  const areListed = items.some((one) => one.enum !== undefined || one.const !== undefined);
  const areSame = (one: unknown, other: unknown): boolean =>
    areListed ? isDeepStrictEqual(one, other) : [...differences(one, other, items)].length === 0;
  if (sent.length !== shown.length) {
    yield { at, change: shown.length === 0 ? 'missing' : (lossOf(sent, shown, areSame) ?? 'damaged'), sent, shown };
    return;
  }
  if (sent.every((item, index) => areSame(item, shown[index]))) return;
  const left = [...shown];
  const isReordered = sent.every((item) => {
    const index = left.findIndex((other) => areSame(item, other));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
  if (isReordered) yield { at, change: 'reordered', sent, shown };
  else for (const [index, item] of sent.entries()) yield* differences(item, shown[index], items, `${at}/${index}`);
}

/** What a list has lost that shows some of its items, as they were sent and in their order; `undefined` where it shows others. */
function lossOf(
  sent: readonly unknown[],
  shown: readonly unknown[],
  areSame: (one: unknown, other: unknown) => boolean,
): 'lost' | 'merged' | undefined {
  const left = [...shown];
  const wanting = sent.filter((item) => {
    const isNext = left.length > 0 && areSame(item, left[0]);
    if (isNext) left.shift();
    return !isNext;
  });
  if (left.length > 0 || wanting.length === 0) return undefined;
  return wanting.every((item) => shown.some((other) => areSame(item, other))) ? 'merged' : 'lost';
}

/**
 * Whether two values mean the same: a number with and without zeros at its end, an instant in two zones, an address with and without its final slash.
 */
function isSame(sent: unknown, shown: unknown, schemas: readonly Schema[]): boolean {
  if (isDeepStrictEqual(sent, shown)) return true;
  const [one, other] = [String(sent), String(shown)];
  if (one === other) return true;
  if (isNumeral(one) && isNumeral(other)) return Number(one) === Number(other);
  const isTime = TIME.test(one) || schemas.some(({ format }) => format === 'date-time');
  if (isTime && TIME.test(other)) return isSameInstant(one, other);
  const [address, another] = [URL.parse(one)?.href, URL.parse(other)?.href];
  if (address !== undefined && address === another) return true;
  return schemas.some(({ format }) => format === 'uuid') && one.toLowerCase() === other.toLowerCase();
}

const TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/;

function isNumeral(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
}

/** A service may keep whole seconds only. */
function isSameInstant(one: string, other: string): boolean {
  const [first, second] = [Date.parse(one), Date.parse(other)];
  return Number.isNaN(first) || Number.isNaN(second) || Math.abs(first - second) < 1000;
}

function isRounded(sent: unknown, shown: unknown): boolean {
  if (typeof sent !== 'string' || typeof shown !== 'string' || !TIME.test(sent) || !TIME.test(shown)) return false;
  return Date.parse(sent) % 1000 !== 0 && Date.parse(shown) !== Date.parse(sent);
}

/** Whether two texts are the same but for what services often make alike. */
function isSpelled(sent: unknown, shown: unknown): boolean {
  return typeof sent === 'string' && typeof shown === 'string' && (sent.trim() === '' || likened(sent) === likened(shown));
}

function likened(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\p{Cc}\p{Z}\s]+/gu, '');
}
