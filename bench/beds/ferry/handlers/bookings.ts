// Bookings.
import { isDeepStrictEqual } from 'node:util';
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { type Call, JSON_TYPE, type Operation, PATCH_TYPE, type Parameter } from '../call.ts';
import { choice, text } from '../fields.ts';
import { idOf } from '../inputs.ts';
import { bookedOf, freeMetresOf, hasDecksFor, passengersOf, placed, placesOf, platesOf, totalOf } from '../loads.ts';
import { pageOf, paging } from '../pages.ts';
import { bookingsOf, requireThing } from '../store.ts';
import type { Booking, BookingInput, BookingPatch, PassengerInput, Sailing } from '../things.ts';
import { read, requireMatch, showBooking, tagged } from '../views.ts';
import { conflict, tagOf, unprocessable } from '../wire.ts';

function list(call: Call): Reply {
  const { sailingId, status, contactName, sort } = call.query;
  const sought = String(contactName ?? '').toLowerCase();
  const found = [...call.line.bookings.values()].filter(
    (booking) =>
      (sailingId === undefined || booking.sailing.id === sailingId) &&
      (status === undefined || booking.status === status) &&
      booking.contact.name.toLowerCase().includes(sought),
  );
  const total = ({ totalCents }: Booking): string | number => (call.has('totals-as-texts') ? String(totalCents) : totalCents);
  const key = String(sort).endsWith('totalCents') ? total : ({ number }: Booking): number => number;
  return pageOf(call, found, { key, isDescending: String(sort).startsWith('-') }, showBooking);
}

function shownReply(booking: Booking, status = 200, headers: Reply['headers'] = {}): Reply {
  const shown = showBooking(booking);
  return tagged(shown, tagOf(shown), status, headers);
}

function requireAdult(passengers: readonly PassengerInput[]): void {
  if (!passengers.some(({ category }) => category === 'adult')) throw unprocessable('One of the passengers must be an adult.');
}

function requirePlaces({ line, has }: Call, sailing: Sailing, passengers: readonly PassengerInput[], own?: Booking): void {
  const others = bookingsOf(line, sailing).filter((booking) => booking !== own);
  if (bookedOf(others, has) + placesOf(passengers, has) > sailing.capacity) throw conflict('There are not enough places.');
}

/** A booking after all checks. The bookings of a sailing are looked at once more after a gap, where a fault has one. */
async function book(call: Call, sailing: Sailing, input: BookingInput): Promise<Booking> {
  const { line, store, has } = call;
  const { contact, passengers, vehicles = [], note = null, metadata = {} } = input;
  requireAdult(passengers);
  const plates = vehicles.map(({ plate }) => plate);
  if (new Set(plates).size < plates.length) throw unprocessable('Two vehicles have the same plate.');
  if (!hasDecksFor(sailing, vehicles)) throw unprocessable('No deck takes the kind and the height of a vehicle.');
  if (sailing.status !== 'scheduled') throw conflict(`The sailing is ${sailing.status}.`);
  requirePlaces(call, sailing, passengers);
  if (has('last-places-at-once')) await gap();
  const others = bookingsOf(line, sailing);
  const taken = platesOf(others);
  if (plates.some((plate) => taken.has(plate))) throw conflict('A plate is booked on this sailing already.');
  const onDecks = placed(sailing, freeMetresOf(sailing, others, has), vehicles, has);
  if (onDecks === undefined) throw conflict('There are not enough lane metres.');
  const booking: Booking = {
    ...store.born('bk'),
    reference: store.reference(),
    sailing,
    status: 'confirmed',
    contact: { name: contact.name, email: contact.email, phone: contact.phone ?? null },
    passengers: passengersOf(passengers),
    vehicles: input.vehicles === undefined && has('no-vehicles-null') ? null : onDecks,
    note,
    metadata,
    totalCents: totalOf(sailing.route, passengers, vehicles),
    refundCents: null,
    checkedInAt: null,
  };
  line.bookings.set(booking.id, booking);
  return booking;
}

async function create(call: Call): Promise<Reply> {
  const { line, has } = call;
  const sailing = requireThing(line.sailings, call.id, 'sailing');
  const body = await call.body<BookingInput>('booking');
  const key = call.header('idempotency-key');
  const earlier = key === undefined ? undefined : line.sent.get(key);
  if (earlier !== undefined) {
    const isSame = earlier.sailing === sailing && isDeepStrictEqual(earlier.body, body);
    if (!isSame) throw conflict('The key was used for another request.');
    return shownReply(earlier.booking);
  }
  const booking = await book(call, sailing, body);
  if (key !== undefined) line.sent.set(key, { sailing, body, booking });
  const location = has('booking-location-nested') ? `/sailings/${sailing.id}/bookings/${booking.id}` : `/bookings/${booking.id}`;
  return shownReply(booking, 201, { location });
}

function get(call: Call): Reply {
  const shown = showBooking(requireThing(call.line.bookings, call.id, 'booking'));
  return read(shown, tagOf(shown), call);
}

function merged(old: Booking['metadata'], patch: BookingPatch['metadata'] = {}): Booking['metadata'] {
  const entries = Object.entries({ ...old, ...patch }).filter((entry): entry is [string, string] => entry[1] !== null);
  if (entries.length > 8) throw unprocessable('The metadata may have up to eight entries.');
  return Object.fromEntries(entries);
}

/** A booking of the line. */
function find({ line, store, id, has }: Call): Booking {
  const all = has('booking-of-others-changed') ? Object.values(store.lines).flatMap(({ bookings }) => [...bookings]) : line.bookings;
  return requireThing(new Map(all), id, 'booking');
}

async function update(call: Call): Promise<Reply> {
  const booking = find(call);
  const { contact = {}, passengers, note = booking.note, metadata } = await call.body<BookingPatch>('bookingPatch');
  requireMatch(tagOf(showBooking(booking)), call);
  const { sailing } = booking;
  if (passengers !== undefined) requireAdult(passengers);
  const entries = merged(booking.metadata, metadata);
  if (booking.status !== 'confirmed') throw conflict(`The booking is ${booking.status}.`);
  if (sailing.status === 'departed') throw conflict('The sailing has departed.');
  if (passengers !== undefined) {
    requirePlaces(call, sailing, passengers, booking);
    booking.passengers = passengersOf(passengers);
    booking.totalCents = totalOf(sailing.route, passengers, booking.vehicles ?? []);
  }
  Object.assign(booking, { contact: { ...booking.contact, ...contact }, note, metadata: entries });
  return shownReply(booking);
}

async function cancel(call: Call): Promise<Reply> {
  const booking = requireThing(call.line.bookings, call.id, 'booking');
  const { reason, comment = null } = await call.body<{ reason: string; comment?: string | null }>('bookingCancellation');
  if (reason === 'other' && comment === null) throw unprocessable('Say in a comment what the reason is.');
  if (booking.status !== 'confirmed') throw conflict(`The booking is ${booking.status}.`);
  if (booking.sailing.status === 'departed') throw conflict('The sailing has departed.');
  const isHalf = booking.sailing.status === 'boarding' && !call.has('refund-whole-at-boarding');
  booking.status = 'cancelled';
  booking.refundCents = isHalf ? Math.floor(booking.totalCents / 2) : booking.totalCents;
  return shownReply(booking);
}

async function checkIn(call: Call): Promise<Reply> {
  const booking = requireThing(call.line.bookings, call.id, 'booking');
  const { gate } = await call.body<{ gate: string }>('checkIn');
  const { sailing } = booking;
  if (booking.status !== 'confirmed') throw conflict(`The booking is ${booking.status}.`);
  if (sailing.status !== 'boarding') throw conflict('The sailing is not boarding.');
  const issuedAt = call.store.clock.now();
  const before = call.has('cards-start-again') ? 0 : sailing.cards;
  const cards = booking.passengers.map(({ name, needsAssistance }, index) => ({
    number: before + index + 1,
    passengerName: name,
    boardsFirst: needsAssistance,
  }));
  sailing.cards += cards.length;
  booking.status = 'checkedIn';
  booking.checkedInAt = issuedAt;
  return { status: 200, body: { bookingId: booking.id, gate, cards, issuedAt } };
}

const filters: Readonly<Record<string, Parameter>> = {
  sailingId: { check: text({ pattern: idOf('sl') }) },
  status: { check: choice('confirmed', 'checkedIn', 'cancelled') },
  contactName: { check: text({ min: 2, max: 40 }) },
  sort: { check: choice('createdAt', '-createdAt', 'totalCents', '-totalCents'), usual: '-createdAt' },
};

const headers: Operation['headers'] = (has) => ({
  'idempotency-key': text({ min: 8, max: has('key-of-64') ? 63 : 64, pattern: /^[A-Za-z0-9_-]+$/ }),
});

export const bookings: readonly Operation[] = [
  { id: 'createBooking', method: 'POST', path: '/sailings/*/bookings', media: JSON_TYPE, headers, run: create },
  { id: 'listBookings', method: 'GET', path: '/bookings', query: { ...filters, ...paging }, run: list },
  { id: 'getBooking', method: 'GET', path: '/bookings/*', run: get },
  { id: 'updateBooking', method: 'PATCH', path: '/bookings/*', media: PATCH_TYPE, run: update },
  { id: 'cancelBooking', method: 'POST', path: '/bookings/*/cancellation', media: JSON_TYPE, run: cancel },
  { id: 'checkInBooking', method: 'POST', path: '/bookings/*/check-in', media: JSON_TYPE, isOfStaff: true, run: checkIn },
];
