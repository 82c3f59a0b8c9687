// Gives the times of a body another day, and its numbers larger values, since what counts upwards may not be lower on a later day.
import { isObject } from '../../../inference/pointers.ts';
import { isTimeText, timeLike } from '../../../inference/steps.ts';
import type { Input } from '../../plan/index.ts';

/** The input on the day: with numbers that have risen as often as `count` says, and with those that it has. */
export function onDay(input: Input, day: string, count: number): readonly Input[] {
  const dated = (value: unknown, times: number): unknown => {
    if (Array.isArray(value)) return value.map((item) => dated(item, times));
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, dated(member, times)]));
    if (isTimeText(value)) return timeLike(value, Date.parse(day));
    return typeof value === 'number' ? value * times : value;
  };
  return (count === 0 ? [1] : [count + 1, 1]).map((times) => ({ ...input, body: dated(input.body, times) }));
}
