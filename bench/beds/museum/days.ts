// Days as texts, such as `2027-03-31`, which are in order as texts are.

const DAY = 86_400_000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY;

/** How many days there are from one day to another, with both of them. */
export const daysOf = (first: string, last: string): number => numberOf(last) - numberOf(first) + 1;

/** The day that comes some days later. */
export const later = (day: string, days: number): string => new Date((numberOf(day) + days) * DAY).toISOString().slice(0, 10);

export const isMonday = (day: string): boolean => new Date(numberOf(day) * DAY).getUTCDay() === 1;

export const today = (): string => new Date().toISOString().slice(0, 10);

/** A period of days: both ends are part of it. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

export const overlap = (a: Period, b: Period): boolean => a.first <= b.last && b.first <= a.last;

export const includes = ({ first, last }: Period, day: string): boolean => first <= day && day <= last;
