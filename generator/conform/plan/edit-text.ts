// Edits of texts: lengths, patterns, formats, unicode.

import { FORMATS } from '@octavo/runtime/facts';
import { count } from '../../base/words.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { within } from '../judge/index.ts';
import type { Edit, Place } from './edit.ts';
import { isOften, longestLike, misfits, misfitsOfPath } from './edit-pattern.ts';

/** Longer texts are not built. */
const LONGEST = 100_000;

/** Texts in scripts of several widths and directions, with combining characters and characters outside the basic plane. */
const UNICODE = 'Ünïcödé 日本語 🐙 עברית e\u0301';

/** One character that is two units of UTF-16 and four bytes of UTF-8: a length counts characters (JSON Schema validation, section 6.3). */
export const WIDE = '🐙';

/** Longer texts of such characters may be refused as too large. */
const MOST_WIDE = 2000;

function wide(length: number): string {
  return `${count(length, 'character')} beyond the basic plane`;
}

/** Texts that most patterns refuse. */
const UNLIKELY = ['~ ~', 'Ω', '!', '-', ' ', '\u00a0x'];

/** What readers that are too lenient accept, near to a value that the service takes: another year may be refused for its own reasons. */
function* nearMisfits(format: string, value: string): Generator<readonly [says: string, text: string]> {
  if (format !== 'date' && format !== 'date-time') return;
  const [day, time] = /^\d{4}-\d\d-\d\dT/i.test(value) ? [value.slice(0, 10), value.slice(10)] : [value, 'T10:00:00Z'];
  if (!/^\d{4}-(?:0[1-9]|1[0-2])-\d\d$/.test(day)) return;
  if (format === 'date') {
    yield ['a day that no calendar has', dayBeyond(day)];
    yield ['a day with a time after it', `${day}T10:00:00Z`];
    return;
  }
  yield ['a time of a day that no calendar has', dayBeyond(day) + time];
  yield ['a date without a time', day];
  yield ['a time without an offset', day + time.replace(/(?:Z|[+-]\d\d:?\d\d)$/i, '')];
}

/** The day after the last one of the first month, from that of the given day on, that has fewer than 31: `2026-04-31`. */
function dayBeyond(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  for (let ahead = 0; ; ahead++) {
    const last = new Date(0);
    last.setUTCFullYear(year, month + ahead, 0);
    if (last.getUTCDate() < 31) return `${last.toISOString().slice(0, 8)}${last.getUTCDate() + 1}`;
  }
}

/** Texts in the format, of which the pattern may refuse some: the schemes of addresses, and a time with another offset. */
function otherTexts(format: string | undefined): readonly string[] {
  if (format === undefined) return [];
  const text = FORMATS.get(format)?.text ?? '';
  return /^https:/.test(text) ? [text.replace('https:', 'http:'), text.replace('https:', 'ftp:'), 'urn:octavo:none'] : [text];
}

export function* textEdits(schema: Schema, { at, value, isText }: Place): Generator<Edit> {
  if (typeof value !== 'string') return;
  const { minLength, maxLength, pattern, format } = schema;
  const place = (keyword: string) => ({ at, keyword, location: within(schema.location, keyword) });
  const isFree = pattern === undefined && format === undefined && schema.enum === undefined && schema.const === undefined;
  if (minLength !== undefined && minLength > 0 && minLength < LONGEST) {
    const says = (length: number): string => `${count(length, 'character')}, where minLength is ${minLength}`;
    yield { ...place('minLength'), intent: { valid: 'boundary' }, says: says(minLength), value: resized(value, minLength) };
    yield { ...place('minLength'), intent: { invalid: 'length' }, says: says(minLength - 1), value: resized(value, minLength - 1) };
    if (isFree && minLength > 1)
      yield { ...place('minLength'), intent: { invalid: 'length' }, says: wide(minLength - 1), value: WIDE.repeat(minLength - 1) };
  }
  if (maxLength !== undefined && maxLength < LONGEST) {
    const says = (length: number): string => `${count(length, 'character')}, where maxLength is ${maxLength}`;
    yield { ...place('maxLength'), intent: { valid: 'boundary' }, says: says(maxLength), value: resized(value, maxLength) };
    yield { ...place('maxLength'), intent: { invalid: 'length' }, says: says(maxLength + 1), value: resized(value, maxLength + 1) };
    if (isFree && maxLength > 0 && maxLength <= MOST_WIDE)
      yield { ...place('maxLength'), intent: { valid: 'unicode' }, says: wide(maxLength), value: WIDE.repeat(maxLength) };
  }
  if (pattern !== undefined) {
    const broken = { ...place('pattern'), intent: { invalid: 'pattern' } } as const;
    for (const other of [...otherTexts(format), ...UNLIKELY])
      yield { ...broken, says: 'a text that the pattern does not match', value: other };
    const longest = at.startsWith('/path/') || maxLength !== undefined ? undefined : longestLike(value, pattern);
    if (longest !== undefined)
      yield { ...place('pattern'), intent: { valid: 'boundary' }, says: 'as long a text as the pattern allows', value: longest };
    for (const [says, other] of at.startsWith('/path/') ? misfitsOfPath(value, pattern) : misfits(value, pattern))
      yield { ...broken, says, value: other, isAlone: true, ...(isOften(says) ? { isNear: true } : {}) };
  }
  if (format !== undefined) {
    for (const other of [...(FORMATS.get(format)?.misfits ?? []), 'not such a thing', `${value} ^`, `^ ${value}`])
      yield { ...place('format'), intent: { invalid: 'format' }, says: `a text that is not in the format ${format}`, value: other };
    for (const [says, other] of nearMisfits(format, value))
      yield { ...place('format'), intent: { invalid: 'format' }, says, value: other, isAlone: true, isNear: true };
    for (const [says, day] of format === 'date' && pattern === undefined ? edgeDays(value) : [])
      yield { ...place('format'), intent: { valid: 'boundary' }, says, value: day };
    const elsewhere = format === 'date-time' && pattern === undefined ? inAnotherZone(value) : undefined;
    if (elsewhere !== undefined)
      yield { ...place('format'), intent: { valid: 'boundary' }, says: 'the same time with another offset', value: elsewhere };
  }
  if (isFree) {
    const says = 'a text in several scripts';
    const [most, least] = [Math.min(maxLength ?? LONGEST, LONGEST), minLength ?? 0];
    if (most > 0) {
      const text = [...UNICODE].slice(0, most).join('');
      const long = [...text].length < least ? resized(text, least) : text;
      yield { at, keyword: 'type', location: schema.location, intent: { valid: 'unicode' }, says, value: long };
    }
    if (!isText && least === 0) {
      yield { at, keyword: 'type', location: schema.location, intent: { valid: 'boundary' }, says: 'the empty text', value: '' };
    }
  }
}

/** Dates before this year are of the past: births, events, works. */
const PAST_UNTIL = 2010;

const BEFORE_1970 = '1969-12-31';

/** Leap days are at most eight years apart. */
const YEARS = 8;

/** Days that services are wrong about: the leap days around a given day, and the last day before 1970 where the given one is of the past. */
function* edgeDays(value: string): Generator<readonly [says: string, day: string]> {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(value)) return;
  const year = Number(value.slice(0, 4));
  const leapDays = Array.from({ length: 2 * YEARS + 1 }, (_, index) => `${year - YEARS + index}-02-29`).filter(
    (day) => new Date(day).getUTCDate() === 29 && day !== value,
  );
  for (const day of [leapDays.findLast((one) => one < value), leapDays.find((one) => one > value)])
    if (day !== undefined) yield ['a leap day', day];
  if (year < PAST_UNTIL) yield ['a day before 1970', BEFORE_1970];
}

/**
 * The days beside one of these, where no rule of a service begins or ends; none for another value. The same weekday a week before and after is
 * among those of a leap day: a service may be closed then.
 */
export function daysBeside(value: string): readonly string[] {
  if (value === BEFORE_1970) return ['1970-01-02'];
  return value.endsWith('-02-29') ? ['02-22', '03-07', '02-28', '03-01'].map((day) => value.replace('02-29', day)) : [];
}

/** The same instant, two hours ahead of UTC. */
function inAnotherZone(value: string): string | undefined {
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time + 7_200_000).toISOString().replace(/(?:\.000)?Z$/, '+02:00');
}

/** The most characters of a label of a domain (RFC 1035 section 2.3.4). */
const LABEL = 63;

/** A text with so many characters, of the same characters where they suffice. An address stays one. */
function resized(text: string, length: number): string {
  const characters = [...text];
  const isAddress = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
  const room = length - 'o@.example'.length;
  if (isAddress && length > characters.length && room > 0) {
    const labels = 'x'.repeat(room).replace(new RegExp(`(.{${LABEL}}).(?=.)`, 'g'), '$1.');
    return `o@${labels}.example`;
  }
  if (characters.length >= length) return characters.slice(0, length).join('');
  const last = characters.at(-1) ?? 'x';
  return text + last.repeat(length - characters.length);
}
