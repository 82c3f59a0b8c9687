// The things of all lines, in memory.
import { randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Booking, Notice, Route, Sailing, Ship } from './things.ts';
import { notFound } from './wire.ts';

/** A request with an Idempotency-Key. */
interface Sent {
  readonly sailing: Sailing;
  readonly body: unknown;
  readonly booking: Booking;
}

export interface Line {
  readonly routes: Map<string, Route>;
  readonly ships: Map<string, Ship>;
  readonly sailings: Map<string, Sailing>;
  readonly bookings: Map<string, Booking>;
  readonly notices: Map<string, Notice>;
  readonly sent: Map<string, Sent>;
}

const newLine = (): Line => ({
  routes: new Map(),
  ships: new Map(),
  sailings: new Map(),
  bookings: new Map(),
  notices: new Map(),
  sent: new Map(),
});

const drawn = (letters: string, count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)] ?? '').join('');

export class Store {
  readonly clock = new Clock();
  readonly lines: Readonly<Record<string, Line>> = { nordsund: newLine(), westfjord: newLine() };
  #count = 0;

  /** The members that each new thing has. */
  born(prefix: string, id?: string): { id: string; number: number; createdAt: string } {
    this.#count += 1;
    const own = id ?? drawn('0123456789abcdefghijklmnopqrstuvwxyz', 10);
    return { id: `${prefix}_${own}`, number: this.#count, createdAt: this.clock.now() };
  }

  reference(): string {
    const taken = new Set(Object.values(this.lines).flatMap(({ bookings }) => [...bookings.values()].map(({ reference }) => reference)));
    let found = drawn('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 6);
    while (taken.has(found)) found = drawn('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 6);
    return found;
  }
}

export function requireThing<Thing>(things: ReadonlyMap<string, Thing>, id: string, what: string): Thing {
  const found = things.get(id);
  if (found === undefined) throw notFound(what);
  return found;
}

export const bookingsOf = ({ bookings }: Line, sailing: Sailing): readonly Booking[] =>
  [...bookings.values()].filter((booking) => booking.sailing === sailing);

export const noticesOf = ({ notices }: Line, sailing: Sailing): readonly Notice[] =>
  [...notices.values()].filter((notice) => notice.sailing === sailing);
