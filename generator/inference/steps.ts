// Moves a value by one step up or down: a number, a day, a time, a time of the day, an amount that is written as a text.
import type { Schema } from '../model/schema/schema.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Whether a value is a text that begins as a day or a time does (RFC 3339). */
export function isTimeText(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(value);
}

/** Whether a value is a time of day, such as `06:30`. */
export function isClockText(value: unknown): value is string {
  return typeof value === 'string' && /^(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?$/.test(value);
}

/** The value that is one step above or below; `undefined` where it has none. */
export function moved(value: unknown, schemas: readonly Schema[], by: number): unknown {
  if (typeof value === 'number') return Number((value + by * (stepOf(schemas) ?? 1)).toPrecision(12));
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return movedTime(value, by * DAY, 10);
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return movedTime(value, by * HOUR, 19);
  if (/^\d+\.\d+$/.test(value)) return (Number(value) + by).toFixed((value.split('.')[1] ?? '').length);
  const [, hours, minutes, rest = ''] = /^([01]\d|2[0-3]):([0-5]\d)(:\d\d)?$/.exec(value) ?? [];
  if (hours === undefined) return undefined;
  const total = Number(hours) * 60 + Number(minutes) + by;
  return total < 0 || total >= 1440 ? undefined : `${twoDigits(Math.floor(total / 60))}:${twoDigits(total % 60)}${rest}`;
}

/** A moment as a day or a time, in the form of a text; the text itself where it is none, such as one in a 13th month. */
export function timeLike(like: string, milliseconds: number): string {
  const time = new Date(milliseconds);
  if (Number.isNaN(time.getTime())) return like;
  const text = time.toISOString();
  return like.length === 10 ? text.slice(0, 10) : text.replace(/\.\d+Z$/, 'Z');
}

function movedTime(value: string, by: number, length: number): string | undefined {
  const time = Date.parse(value) + by;
  if (Number.isNaN(time)) return undefined;
  const text = new Date(time).toISOString().slice(0, length);
  return length === 10 ? text : `${text}Z`;
}

function stepOf(schemas: readonly Schema[]): number | undefined {
  return schemas.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** Whether a number, a time or a text is below another one. */
export function isBelow(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one < other;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const [first, second] = [one, other].map((text) =>
    /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN,
  );
  return Number.isNaN(first) || Number.isNaN(second) ? one < other : Number(first) < Number(second);
}
