// Days and periods.
import type { Reservation } from '../things.ts';

const DAY = 86_400_000;

export const today = (): string => new Date().toISOString().slice(0, 10);

export const plusDays = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** How many days lie between two. */
export const between = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY;

export interface Period {
  readonly from: string;
  readonly until: string;
}

/** How many days a period has, with its first and its last one. */
export const daysOf = ({ from, until }: Period): number => between(from, until) + 1;

export const overlap = (a: Period, b: Period): boolean => a.from <= b.until && b.from <= a.until;

/** Whether a reservation keeps its machine and a part of its customer's credit. */
export const isActive = ({ state }: Reservation): boolean => state === 'booked' || state === 'out';
