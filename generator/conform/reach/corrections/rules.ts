// What the corrections of a run are compared by: where they may stay, whose values they take, and what they take away.
import { isObject, lastNameOf, pointerTo } from '../../../inference/pointers.ts';
import { wordsOf } from '../../../inference/prose/index.ts';
import { isTimeText } from '../../../inference/steps.ts';
import type { Operation } from '../../../model/service.ts';
import { type Input, schemasOf } from '../../plan/index.ts';
import type { Attempt, Source } from '../sources.ts';
import { isNothing } from './left-out.ts';

/** Whether a correction takes the value of a member that is called alike: `startsOn` of a course for the `starts_on` of its lesson. */
export function isAkin(at: string, source: Source): boolean {
  const words = new Set(wordsOf(lastNameOf(at)));
  return (
    source.kind !== 'value' &&
    source.kind !== 'apart' &&
    wordsOf(lastNameOf(source.from)).some((word) => word.length > 2 && words.has(word))
  );
}

/** Whether two times are less than an hour apart. */
export function isNear(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < 3_600_000;
}

/** The values at the top of a body that the document lists, such as a decision or a kind, as one text. */
export function listedIn(operation: Operation, { body }: Input): string {
  const members = Object.entries(isObject(body) ? body : {});
  return JSON.stringify(
    members.filter(([name]) => schemasOf(operation, pointerTo('body', name)).some((one) => (one.enum ?? []).length > 1)),
  );
}

/**
 * Whether a number or a time is nearer to the constant that has helped than what was refused: it may be right as it is. So may a day that lies
 * ahead, where another one was refused that does not.
 */
export function mayStay(source: Source, refused: unknown, before: unknown): boolean {
  const now = Date.now();
  if (source.kind === 'day' && isTimeText(refused) && isTimeText(before) && Date.parse(refused) < now && Date.parse(before) > now)
    return true;
  if (source.kind !== 'value') return false;
  const [good, bad, own] = [source.value, refused, before].map((value) => (isTimeText(value) ? Date.parse(value) : value));
  if (typeof good !== 'number' || typeof bad !== 'number' || typeof own !== 'number') return false;
  return good < bad ? own < bad : own > bad;
}

export function keyOf({ at, source }: Pick<Attempt, 'at' | 'source'>): string {
  return JSON.stringify([
    at,
    source.kind,
    source.kind === 'value'
      ? String(source.value)
      : source.kind === 'apart'
        ? [source.from, source.units]
        : [source.producer.id, source.from, source.kind === 'keys' ? source.name : undefined],
  ]);
}

/** Whether a correction is that a place has nothing. */
export function isTakenAway(source: Source): boolean {
  return source.kind === 'value' && isNothing(source.value);
}
