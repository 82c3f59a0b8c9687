// Reads and writes times as both documents show them: without a zone they are in UTC.

import { invalid } from './store.ts';

/** RFC 3339 in UTC, without parts of a second. @param time milliseconds since 1970 */
export function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, -'.000Z'.length)}Z`;
}

const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/i;

/** @returns milliseconds since 1970; `undefined` for a day or an hour that does not exist */
export function findTime(text: string): number | undefined {
  // A leap second counts as the second after it (RFC 3339 section 5.7).
  const isLeap = /T\d{2}:\d{2}:60/.test(text);
  const whole = isLeap ? text.replace(/:60/, ':59') : text;
  const time = Date.parse(whole.includes('T') && !ZONE.test(whole) ? `${whole}Z` : whole);
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  // `Date.parse` takes the 31st of February for the 3rd of March.
  if (Number.isNaN(time) || Number.isNaN(day) || !new Date(day).toISOString().startsWith(text.slice(0, 10))) return undefined;
  return isLeap ? time + 1_000 : time;
}

/** @returns milliseconds since 1970 @throws the refusal 400 for a day that does not exist @param field which has the time */
export function readTime(field: string, text: string): number {
  const time = findTime(text);
  if (time === undefined) throw invalid(`The field ${field} must be a time, not ${text}.`);
  return time;
}

export const DAY = 86_400_000;

/**
 * Whole days, from the first until the last one.
 * @param now by default the month until now
 * @param months how many a range may have; absent: any number
 * @throws the refusal 400
 */
export function readDays(first: string | undefined, last: string | undefined, now: number, months?: number): Range {
  const to = last === undefined ? Math.max(now + 1, first === undefined ? 0 : readTime('from', first) + DAY) : readTime('to', last) + DAY;
  const from = first === undefined ? monthsBefore(to, 1) : readTime('from', first);
  if (to <= from) throw invalid('The first day must not be after the last one.');
  if (months !== undefined && from < monthsBefore(to - DAY, months)) throw invalid('The dates must be at most three months apart.');
  return { from, to };
}

function monthsBefore(time: number, months: number): number {
  const date = new Date(time);
  return date.setUTCMonth(date.getUTCMonth() - months);
}

/** A range of time, from its beginning until before its end. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** @throws the refusal 400 for half a range, or one that ends before it begins */
export function readRange(from: string | undefined, to: string | undefined): Range | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) throw invalid('from and to must be given together.');
  const range = { from: readTime('from', from), to: readTime('to', to) };
  if (range.to < range.from) throw invalid('from must not be after to.');
  return range;
}
