// Keeps the times that an operation has accepted, with their places: what is refused there later is refused for what there is at the moment.
import { isObject, pointerTo } from '../../../inference/pointers.ts';
import { isTimeText } from '../../../inference/steps.ts';
import type { Input } from '../../plan/index.ts';

/** The most accepted times that are kept of one operation. */
export const MOST_ACCEPTED = 200;

/** The times at the top of a body, each with its place. */
export function timesIn(input: Input | undefined): readonly string[] {
  const members = Object.entries(isObject(input?.body) ? input.body : {});
  return members.flatMap(([name, value]) => (isTimeText(value) ? [timeAt(pointerTo('body', name), value)] : []));
}

export function timeAt(at: string, value: unknown): string {
  return JSON.stringify([at, value]);
}
