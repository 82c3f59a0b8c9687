// What each group of cinemas has, and what follows from it.
import { randomBytes, randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Booking, Film, Hall, Member, Price, Row, Screening, Voucher } from './things.ts';

export interface Group {
  readonly clock: Clock;
  readonly films: Map<string, Film>;
  readonly halls: Map<string, Hall>;
  readonly prices: Map<string, Price>;
  readonly screenings: Map<string, Screening>;
  readonly bookings: Map<string, Booking>;
  readonly members: Map<string, Member>;
  readonly vouchers: Map<string, Voucher>;
}

export type GroupName = 'lumen' | 'orion';
export type Store = Readonly<Record<GroupName, Group>>;

export const emptyGroup = (): Group => ({
  clock: new Clock(),
  films: new Map(),
  halls: new Map(),
  prices: new Map(),
  screenings: new Map(),
  bookings: new Map(),
  members: new Map(),
  vouchers: new Map(),
});

export const newId = (): string => randomBytes(9).toString('base64url').slice(0, 11);

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A text of letters and digits that are hard to confuse, which none of these things has yet. */
function newCode(length: number, known: ReadonlyMap<string, unknown>, make: (text: string) => string): string {
  const code = make(Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join(''));
  return known.has(code) ? newCode(length, known, make) : code;
}

export const newReference = ({ bookings }: Group): string => newCode(6, bookings, (text) => text);
export const newVoucherCode = ({ vouchers }: Group): string =>
  newCode(12, vouchers, (text) => `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`);

export const capacityOf = (rows: readonly Row[]): number => rows.reduce((sum, { seats }) => sum + seats, 0);

export const screeningsOf = ({ screenings }: Group, name: 'film_id' | 'hall_id', id: string): Screening[] =>
  [...screenings.values()].filter((one) => one[name] === id);

export const bookingsOf = ({ bookings }: Group, name: 'screening_id' | 'member_id', id: string): Booking[] =>
  [...bookings.values()].filter((one) => one[name] === id);

export const seatName = ({ row, number }: { readonly row: string; readonly number: number }): string => `${row}${number}`;

/** The names of the seats of these bookings. */
export const seatsOf = (bookings: readonly Booking[]): Set<string> => new Set(bookings.flatMap(({ seats }) => seats.map(seatName)));

export const isActive = ({ status }: Booking): boolean => status !== 'cancelled';
