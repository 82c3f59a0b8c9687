// Days of periods.

const DAY = 86_400_000;

const textOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

export const dayOf = (text: string): number => Number(text.slice(8));

export const daysAfter = (text: string, days: number): string => textOf(Date.parse(text) + days * DAY);

/** The day some months later which has this number, or the last one of a month that is too short for it. */
export function monthsAfter(text: string, months: number, day: number): string {
  const [year = 0, month = 0] = text.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return textOf(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}
