// Computes days and months in UTC. Times are milliseconds since 1970.

export const SECOND = 1_000;
export const DAY = 86_400 * SECOND;

/** The same day and time some months later; the last day of the month, where it is shorter. */
export function addMonths(time: number, months: number): number {
  const from = new Date(time);
  const first = new Date(time);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return first.setUTCDate(Math.min(from.getUTCDate(), days));
}

/** The last moment that a date can have (ECMA-262, time values and time range). */
const LAST = 8_640_000_000_000_000;

/** A moment that a caller gave in seconds; the first or last one that a date can have, where it is out of range. */
export function momentOf(time: number): number {
  return Math.max(-LAST, Math.min(LAST, time * SECOND));
}

/** As the service writes times: in seconds. */
export function seconds(time: number): number {
  return Math.floor(time / SECOND);
}

/** `2026-04-14` */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** @param day such as `2026-03-01` */
function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

interface GivenRange {
  readonly start?: number;
  readonly end?: number;
  readonly start_date?: string;
  readonly end_date?: string;
}

/** A range in milliseconds. Times win over days; absent: open. */
export function rangeOf({ start, end, start_date, end_date }: GivenRange) {
  return {
    from: start !== undefined ? momentOf(start) : start_date === undefined ? undefined : startOfDay(start_date),
    // The last millisecond of the second.
    to: end !== undefined ? momentOf(end) + SECOND - 1 : end_date === undefined ? undefined : startOfDay(end_date) + DAY - 1,
  };
}
