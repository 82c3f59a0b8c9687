// Calendar days as texts such as `2026-02-28`, which are compared as texts.
import type { Faults } from './wire.ts';

const DAY = 86_400_000;

export const dayOf = (instant: string): string => instant.slice(0, 10);

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;

/** A day of any year: `Date.UTC` takes the years before 100 for those of the last century. */
const dayAt = (year: number, month: number, date: number): Date => new Date(new Date(0).setUTCFullYear(year, month, date));

/** The same day of a later month, or its last day. */
export function addMonths(day: string, count: number, faults: Faults): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = dayAt(year, month + count, 0).getUTCDate();
  const reached = faults.has('month-ends-overflow') ? date : Math.min(date, last);
  return dayOf(dayAt(year, month - 1 + count, reached).toISOString());
}
