// Calendar days as texts, such as `2025-04-01`. Texts of this form compare as days do.

const DAY = 86_400_000;

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

export const today = (): string => dayOf(Date.now());

export const addDays = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY);

export const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY;

/** The same day of a later month, which runs over into the month after it if the month is too short. */
export function addMonthsOver(day: string, count: number): string {
  const date = new Date(day);
  return dayOf(date.setUTCMonth(date.getUTCMonth() + count));
}

/** The same day of a later month, or the last day of a month that is too short. */
export function addMonths(day: string, count: number): string {
  const over = addMonthsOver(day, count);
  return over.slice(8) === day.slice(8) ? over : addDays(over, -Number(over.slice(8)));
}

export const later = (a: string, b: string): string => (a > b ? a : b);
export const earlier = (a: string, b: string): string => (a < b ? a : b);
