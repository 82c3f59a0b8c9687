// Billing periods: each ends at midnight (UTC) on the same day of a month.

/**
 * The end of the period that contains `now`, in milliseconds. Ends follow each other by a month; the last day of a short month stands for a later
 * day.
 */
export function periodEnd(firstEnd: number, now: number): number {
  let end = firstEnd;
  for (let months = 1; end <= now; months += 1) end = addMonths(firstEnd, months);
  return end;
}

/** When the first period of a new account ends: at the beginning of the next month (UTC). */
export function firstPeriodEnd(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** The same day and time in a later month; where that month is too short, its last day. */
function addMonths(moment: number, months: number): number {
  const date = new Date(moment);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, Math.min(date.getUTCDate(), lastDay));
  return midnight + (moment % 86_400_000);
}

/** Whole seconds until a moment, at least 1, as `Retry-After` gives them. */
export function secondsUntil(moment: number, now: number): number {
  return Math.max(1, Math.ceil((moment - now) / 1000));
}

/** The day of a moment (UTC): `2026-12-01`. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
