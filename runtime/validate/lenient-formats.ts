// The checks of `format` with `formats: 'lenient'`: what standard libraries of other languages write for durations and times, beside RFC 3339.
import { isDate, isDateTime, isTime } from './formats.ts';

const TIME = /^(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:([+-]\d\d):?(\d\d)|[Zz])?$/;

/** A time of RFC 3339 whose seconds, offset, or colon in the offset may be missing. */
export function isLenientTime(text: string): boolean {
  if (isTime(text)) return true;
  const [, minutes, seconds = ':00', hours, rest = '00'] = TIME.exec(text) ?? [];
  return minutes !== undefined && isTime(`${minutes}${seconds}${hours === undefined ? 'Z' : `${hours}:${rest}`}`);
}

/** A date and a lenient time, with `T` or a space between them. */
export function isLenientDateTime(text: string): boolean {
  return isDateTime(text) || (/^.{10}[Tt ]/.test(text) && isDate(text.slice(0, 10)) && isLenientTime(text.slice(11)));
}

/** ISO 8601 with any parts in their order, signs, and a fraction of the seconds. */
const ISO =
  /^[+-]?P(?=[\d+-]|T[\d+-])(?:[+-]?\d+Y)?(?:[+-]?\d+M)?(?:[+-]?\d+W)?(?:[+-]?\d+D)?(?:T(?=[\d+-])(?:[+-]?\d+H)?(?:[+-]?\d+M)?(?:[+-]?\d+(?:\.\d+)?S)?)?$/;
/** Days, hours, minutes and seconds with up to seven digits of a fraction. */
const CLOCK = /^-?(?:\d+\.)?(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,7})?$/;

export function isLenientDuration(text: string): boolean {
  return ISO.test(text) || CLOCK.test(text);
}
