// Days and months of the payroll, as texts.
const DAY = 86_400_000;
const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export type Weekday = (typeof NAMES)[number];

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY;

const textOf = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10);

export const nextDay = (day: string, days: number): string => textOf(numberOf(day) + days);

export const monthOf = (day: string): string => day.slice(0, 7);

export const yearOf = (day: string): number => Number(day.slice(0, 4));

export const weekdayOf = (day: string): Weekday => NAMES[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sun';

const pad = (number: number, width: number): string => String(number).padStart(width, '0');

export function daysInMonth(period: string): number {
  const first = new Date(`${period}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + 1, 0);
  return first.getUTCDate();
}

/** How many days a stretch has, with the first one and the last one. */
export const lengthOf = (from: string, until: string): number => numberOf(until) - numberOf(from) + 1;

/** The days of a stretch. */
export const daysOf = (from: string, until: string): string[] =>
  Array.from({ length: Math.max(lengthOf(from, until), 0) }, (_, index) => nextDay(from, index));

export const lastDayOf = (period: string): string => `${period}-${pad(daysInMonth(period), 2)}`;

/** The month that is so many months after another one. */
export function monthAfter(period: string, months: number): string {
  const [year = 0, month = 1] = period.split('-').map(Number);
  const count = year * 12 + month - 1 + months;
  return `${pad(Math.floor(count / 12), 4)}-${pad((count % 12) + 1, 2)}`;
}

/** The same day of a later month. A month that is too short gives its last day, or the days that are too many reach into the next month. */
export function sameDayAfter(day: string, months: number, overflows: boolean): string {
  const period = monthAfter(monthOf(day), months);
  if (overflows) return nextDay(`${period}-01`, Number(day.slice(8)) - 1);
  return `${period}-${pad(Math.min(Number(day.slice(8)), daysInMonth(period)), 2)}`;
}
