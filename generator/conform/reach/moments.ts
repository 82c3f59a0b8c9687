// Days and instants in the form that a value has.

import { isObject, pointerTo, valueAt } from '../../inference/pointers.ts';
import type { Pair } from '../../inference/spans.ts';
import { isTimeText, timeLike } from '../../inference/steps.ts';
import { chanceInt } from '../contract/chance.ts';
import { changedAt, type Input } from '../plan/index.ts';

/** The day, or an instant on it, as the form of a value is: another instant each time, since two things may not be at the same time. */
export function momentOf(day: string, like: unknown): string {
  if (typeof like === 'string' && like.length === DAY_LENGTH) return day.slice(0, DAY_LENGTH);
  const [hour, minute] = [chanceInt(8, 20), chanceInt(0, 60)].map((number) => String(number).padStart(2, '0'));
  return `${day.slice(0, DAY_LENGTH)}T${hour}:${minute}:00Z`;
}

/** An instant within the hour after another one, another one each time; a day where the value is one. */
export function soonAfter(instant: string, like: unknown): string {
  const time = Date.parse(instant) + chanceInt(5, 56) * 60_000;
  return typeof like === 'string' && !Number.isNaN(time) ? timeLike(like, time) : instant;
}

/** The number of characters of a day such as `2040-05-07`. */
export const DAY_LENGTH = 10;

/** Tomorrow, in a month, in a year, and yesterday, in the form of a value. */
export function daysFromNow(like: string): readonly string[] {
  return [1, 30, 365, -1].map((days) => timeLike(like, Date.now() + days * 86_400_000));
}

const DAY = 86_400_000;

/** The input with a span that begins before the first of some times and ends after the last one, where it does not have all of them. */
export function covering(input: Input, { at, start, end }: Pair, times: readonly number[]): Input {
  const [from, to] = [at + pointerTo(start), at + pointerTo(end)];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const [begins, ends] = [valueAt(input, from), valueAt(input, to)];
  const isLate = times.length > 0 && isTimeText(begins) && Date.parse(begins) > first;
  const isEarly = times.length > 0 && isTimeText(ends) && Date.parse(ends) < last;
  const begun = isLate ? (changedAt(input, from, timeLike(begins, first - DAY)) as Input) : input;
  return isEarly ? (changedAt(begun, to, timeLike(ends, last + DAY)) as Input) : begun;
}

/** What says that something lies beside the time that it has to lie in. */
const BESIDE = /\b(?:not|n['’]t)\b[^.;]{0,30}?\b(?:in|within|inside|during)\b|\b(?:outside|beyond)\b|\btoo (?:early|late|soon)\b/i;

/** The first day or instant at the top of a body, where a refusal says that it lies beside another time. What ends follows what begins. */
export function daysBlamed(refusal: string, { body }: Input): readonly string[] {
  if (!BESIDE.test(refusal)) return [];
  const times = Object.entries(isObject(body) ? body : {}).filter(([, value]) => isTimeText(value));
  const [first] = times.toSorted(([, one], [, other]) => Date.parse(String(one)) - Date.parse(String(other)));
  return first === undefined ? [] : [pointerTo('body', first[0])];
}
