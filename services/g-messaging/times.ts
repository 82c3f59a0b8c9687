// Reads and writes times as both documents show them: without a zone they are in UTC.

import { invalid } from './store.ts';

/** RFC 3339 in UTC, without parts of a second. @param time milliseconds since 1970 */
export function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, -'.000Z'.length)}Z`;
}

const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/i;

/** @returns milliseconds since 1970 @throws the refusal 400 for a day that does not exist @param field which has the time */
export function readTime(field: string, text: string): number {
  const time = Date.parse(text.includes('T') && !ZONE.test(text) ? `${text}Z` : text);
  // `Date.parse` takes the 31st of February for the 3rd of March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(time) || day.toISOString().slice(0, 10) !== text.slice(0, 10))
    throw invalid(`The field ${field} must be a time, not ${text}.`);
  return time;
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
