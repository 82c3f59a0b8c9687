// Days and spans of time.

const DAY = 86_400_000;

export const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

export const today = (): string => new Date().toISOString().slice(0, 10);

/** How many days lie between two days. */
export const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY;

/** Whether somebody has reached an age on a day. */
export const hasReached = (bornOn: string, age: number, day: string): boolean =>
  bornOn <= `${Number(day.slice(0, 4)) - age}${day.slice(4)}`;
