// Things as they are shown.
import type { Reply } from '../http.ts';
import { matchesStrong, matchesWeak } from '../http.ts';
import type { Call } from './call.ts';
import { bookedOf, freeMetresOf } from './loads.ts';
import { bookingsOf, noticesOf } from './store.ts';
import type { Booking, Notice, Route, Sailing, Ship } from './things.ts';
import { Refusal, tagOf } from './wire.ts';

export type Shown = Readonly<Record<string, unknown>>;

const instant = (time: number): string => new Date(time).toISOString();

export const arrivalOf = ({ departsAt, route }: Pick<Sailing, 'departsAt' | 'route'>): number => departsAt + route.crossingMinutes * 60_000;

export const showRoute = ({ number: _, ...route }: Route): Shown => route;

export const showShip = ({ id, data, createdAt }: Ship): Shown => ({ id, ...data, createdAt });

export function showSailing(sailing: Sailing, { line, has }: Pick<Call, 'line' | 'has'>): Shown {
  const { id, route, ship, status, departsAt, checkInClosesMinutes, remark, createdAt, capacity, decks } = sailing;
  const bookings = bookingsOf(line, sailing);
  const passengersBooked = bookedOf(bookings, has);
  const free = freeMetresOf(sailing, bookings, has);
  return {
    id,
    routeId: route.id,
    shipId: ship.id,
    status,
    departsAt: instant(departsAt),
    arrivesAt: instant(arrivalOf(sailing)),
    checkInClosesMinutes,
    remark,
    passengersBooked,
    passengersFree: Math.max(0, capacity - passengersBooked),
    decks: decks.map(({ label }, index) => ({ label, laneMetresFree: free[index] })),
    disrupted: noticesOf(line, sailing).some(({ severity }) => severity === 'disruption'),
    createdAt,
  };
}

export const showBooking = ({ number: _, sailing, id, reference, ...booking }: Booking): Shown => ({
  id,
  reference,
  sailingId: sailing.id,
  ...booking,
});

export const showNotice = ({ number: _, sailing, id, validFrom, validUntil, ...notice }: Notice): Shown => ({
  id,
  sailingId: sailing.id,
  ...notice,
  validFrom: instant(validFrom),
  validUntil: validUntil === null ? null : instant(validUntil),
});

/** The tag of a sailing. */
export function sailingTag(shown: Shown, has: Call['has']): string {
  if (!has('sailing-tag-without-load')) return tagOf(shown);
  const { passengersBooked: _, passengersFree: __, decks: ___, ...rest } = shown;
  return tagOf(rest);
}

export const tagged = (body: Shown, etag: string, status = 200, headers: Reply['headers'] = {}): Reply => ({
  status,
  body,
  headers: { etag, ...headers },
});

/** The answer to a request that reads a thing with a tag. */
export function read(body: Shown, etag: string, { header }: Call): Reply {
  const known = header('if-none-match');
  return known !== undefined && matchesWeak(known, etag) ? { status: 304, headers: { etag } } : tagged(body, etag);
}

/** Refuses a change if the thing has another tag than the request expects. */
export function requireMatch(etag: string, { header }: Call): void {
  const expected = header('if-match');
  if (expected !== undefined && !matchesStrong(expected, etag)) throw new Refusal(412, 'The thing has changed.');
}
