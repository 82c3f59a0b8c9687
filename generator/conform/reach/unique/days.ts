// Days and months among values that may have to be new, and how they move together.
import { isTimeText } from '../../../inference/steps.ts';

export function isDay(value: unknown): value is string {
  return isTimeText(value) && !Number.isNaN(Date.parse(value));
}

/** A month as text: `2031-04`. */
export function isMonth(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value);
}

export function isDayOrMonth(value: unknown): boolean {
  return isDay(value) || isMonth(value);
}

/** The most months by which days and months move together. */
export const MOST_MONTHS = 60;

export function daysLater(days: number): (time: string) => string {
  return (time) => new Date(Date.parse(time) + days * 86_400_000).toISOString().slice(0, time.length === 10 ? 10 : undefined);
}

/** Days stay within the month that moves: the 31st becomes the 30th where there are no more. */
export function monthsLater(months: number): (time: string) => string {
  return (time) => {
    const from = new Date(time);
    const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
    const moved = new Date(from);
    moved.setUTCMonth(from.getUTCMonth() + months, Math.min(from.getUTCDate(), last));
    return moved.toISOString().slice(0, time.length <= 10 ? time.length : undefined);
  };
}
