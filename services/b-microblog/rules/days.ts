// Says which days a count of usage has. Days and months are those of UTC; the quota of a project begins anew with each month.

/** In milliseconds. */
export const DAY = 86_400_000;

/** The day of the month on which the quota resets. */
export const RESET_DAY = 1;

/** `2026-11-18` */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The month of a day: `2026-11` */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The last `count` days, up to that of a moment. */
export function daysUpTo(moment: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => dayOf(moment - (count - 1 - index) * DAY));
}

export function dayBefore(day: string): string {
  return dayOf(Date.parse(day) - DAY);
}
