// Two times of one request that a refusal orders, or that are too far apart: `The stay has at most 30 nights`, `The first day comes after the last`.
import { isObject, pointerTo, valueAt } from '../../../inference/pointers.ts';
import { isTimeText, timeLike } from '../../../inference/steps.ts';
import type { Input } from '../../plan/index.ts';
import { DAY_LENGTH } from '../moments.ts';

/** A time that lies so many days, or hours where it is an instant, after another one of the same request, or before it. */
export interface Apart {
  readonly kind: 'apart';
  /** The place of the other time. */
  readonly from: string;
  readonly units: 1 | -1;
  /** So far apart or farther, the two were refused. */
  readonly most?: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What orders two times. */
const ORDER = /\b(?:after|before|later|earlier|precedes?|follows?|behind)\b/i;

/** What a time is compared with where it is no other one of the request. */
const NOW = /\b(?:today|now|tomorrow|yesterday|past|future|present|current)\b/i;

/** What says that something lasts for too long. */
const LASTS = /\b(?:nights?|days?|weeks?|months?|years?|hours?|minutes?|long(?:er)?|short(?:er)?|lasts?|duration|length|apart|span)\b/i;
const BOUNDED = /\b(?:at most|more than|no more|not more|exceed\w*|maximum|max|limit|too long|longer|within|up to|beyond)\b/i;

/** The other times that a body has at its top. */
function othersIn(input: Input, at: string): readonly (readonly [at: string, value: string])[] {
  const members = Object.entries(isObject(input.body) ? input.body : {});
  return members.flatMap(([name, value]) => {
    const place = pointerTo('body', name);
    return isTimeText(value) && place !== at ? [[place, value] as const] : [];
  });
}

/** What a time may be to the others of its request, where a refusal speaks of their order or of how long something lasts. */
export function apartsFor(input: Input, at: string, refusal: string): readonly Apart[] {
  const given = valueAt(input, at);
  if (!isTimeText(given)) return [];
  const isTooFar = LASTS.test(refusal) && BOUNDED.test(refusal);
  return othersIn(input, at).flatMap(([from, value]): readonly Apart[] => {
    const distance = Date.parse(given) - Date.parse(value);
    if (isTooFar && Math.abs(distance) > DAY) return [{ kind: 'apart', from, units: distance > 0 ? 1 : -1, most: Math.abs(distance) }];
    return ORDER.test(refusal) && !NOW.test(refusal) ? [{ kind: 'apart', from, units: distance > 0 ? -1 : 1 }] : [];
  });
}

/** The last of two times at the top of a body, where a refusal says that something lasts for too long. */
export function apartBlamed(refusal: string, input: Input): readonly string[] {
  if (!LASTS.test(refusal) || !BOUNDED.test(refusal)) return [];
  const [last, other, more] = othersIn(input, '').toSorted(([, one], [, another]) => Date.parse(another) - Date.parse(one));
  return last === undefined || other === undefined || more !== undefined ? [] : [last[0]];
}

/** The time that is so far from another one of the request; what is so already stays as it is. */
export function apartFrom({ from, units, most = Number.POSITIVE_INFINITY }: Apart, input: Input, like: unknown): unknown {
  const other = valueAt(input, from);
  if (!isTimeText(other) || !isTimeText(like)) return undefined;
  const distance = (Date.parse(like) - Date.parse(other)) * units;
  if (distance > 0 && distance < most) return like;
  return timeLike(like, Date.parse(other) + units * (like.length === DAY_LENGTH ? DAY : HOUR));
}
