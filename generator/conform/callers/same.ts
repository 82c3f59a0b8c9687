// Whether two accounts got the same: answers differ in times and numbers of requests too, which two answers to one account show.
import { isDeepStrictEqual } from 'node:util';
import { isObject, isTextOrNumber } from '../../inference/pointers.ts';
import type { Answered } from '../contract/exchange.ts';

/** Whether an answer is the same as those of two equal requests, but for what differs between these. */
export function isSameAnswer(one: Answered, again: Answered, other: Answered): boolean {
  // The bytes of a Blob are none of its properties.
  if ([one, again, other].some(({ reading: { body } }) => body === undefined || body instanceof Blob))
    return one.response.body.length > 0 && Buffer.from(one.response.body).equals(other.response.body);
  return isSame(one.reading.body, again.reading.body, other.reading.body) && hasContent(other.reading.body);
}

function isSame(one: unknown, again: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, again)) return isDeepStrictEqual(one, other);
  if (Array.isArray(one) && Array.isArray(again) && Array.isArray(other))
    return (
      one.length !== again.length || (one.length === other.length && one.every((item, index) => isSame(item, again[index], other[index])))
    );
  if (isObject(one) && isObject(again) && isObject(other))
    return [...new Set([...Object.keys(one), ...Object.keys(again), ...Object.keys(other)])].every((name) =>
      isSame(one[name], again[name], other[name]),
    );
  return true;
}

/** Whether a value has a text or a number in it: two empty lists say nothing of whose they are, and nor does their length. */
function hasContent(value: unknown): boolean {
  if (isTextOrNumber(value)) return value !== '' && Number(value) !== 0;
  if (value instanceof Uint8Array) return value.length > 0;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasContent);
}
