// Bookings of bikes by day.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { Company } from '../store.ts';
import type { Bike, Booking, BookingPatch, BookingStatus } from '../things.ts';
import { conflict, unprocessable, wantsMinimal } from '../wire.ts';
import { type Call, type Faults, type Part, requireThing } from './call.ts';
import { centsOf, moneyOf, patched } from './changes.ts';
import { tokened } from './lists.ts';

const OPEN: readonly BookingStatus[] = ['requested', 'confirmed', 'pickedUp'];

/** The open bookings of a bike or of a customer. */
export const openBookings = ({ bookings }: Company, of: Partial<Pick<Booking, 'plate' | 'customerId'>>): Booking[] =>
  [...bookings.values()].filter(
    ({ status, plate, customerId }) => OPEN.includes(status) && (of.plate === plate || of.customerId === customerId),
  );

export const hasOpenBooking = (company: Company, of: Partial<Pick<Booking, 'plate' | 'customerId'>>): boolean =>
  openBookings(company, of).length > 0;

interface Days {
  readonly from: string;
  readonly to: string;
}

const daysOf = ({ from, to }: Days): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

function checkDays(days: Days, faults: Faults): void {
  if (days.to < days.from && !faults.has('booking-days-backwards')) throw unprocessable('to', 'is before from');
  const most = faults.has('booking-refuses-twenty-eight-days') ? 27 : 28;
  if (daysOf(days) > most && !faults.has('booking-twenty-nine-days')) throw unprocessable('to', 'is too late: there are at most 28 days');
}

function overlaps(other: Booking, { from, to }: Days, faults: Faults): boolean {
  if (faults.has('booking-same-day-twice')) return from < other.to && other.from < to;
  if (faults.has('booking-around-another')) return (from >= other.from && from <= other.to) || (to >= other.from && to <= other.to);
  return from <= other.to && other.from <= to;
}

function checkFree({ bookings }: Company, plate: string, days: Days, faults: Faults, id?: string): void {
  const blocks = ({ status }: Booking): boolean =>
    faults.has('booking-cancelled-blocks') ||
    (status !== 'cancelled' && !(faults.has('booking-returned-is-free') && status === 'returned'));
  const others = [...bookings.values()].filter((one) => one.plate === plate && blocks(one));
  const taken = others.filter((one) => one.id !== id || faults.has('booking-blocks-itself'));
  if (taken.some((one) => overlaps(one, days, faults))) throw conflict('The bike is booked on one of these days.');
}

function totalOf({ dailyRate }: Bike, days: Days, faults: Faults): string {
  const count = faults.has('booking-total-without-last-day') ? daysOf(days) - 1 : daysOf(days);
  if (faults.has('booking-total-cent-lost')) return moneyOf(Math.floor(Number(dailyRate) * 100) * count);
  return moneyOf(centsOf(dailyRate) * count);
}

const STEPS: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  requested: ['confirmed', 'cancelled'],
  confirmed: ['pickedUp', 'cancelled'],
  pickedUp: ['returned'],
  returned: [],
  cancelled: [],
};

/** Steps that faults allow. */
const LOOSE: Readonly<Record<string, readonly [BookingStatus, BookingStatus]>> = {
  'booking-picks-up-requested': ['requested', 'pickedUp'],
  'booking-cancels-picked-up': ['pickedUp', 'cancelled'],
  'booking-returns-confirmed': ['confirmed', 'returned'],
  'booking-goes-back': ['confirmed', 'requested'],
};

function checkStep({ company }: Call, { status, plate }: Booking, next: BookingStatus | undefined, faults: Faults): void {
  const isOver = !OPEN.includes(status);
  const isReopened = faults.has('booking-cancelled-reopens') && status === 'cancelled' && next === 'requested';
  if (isReopened || (isOver && faults.has('booking-over-changes') && next === undefined)) return;
  if (isOver) throw conflict('The booking is over.');
  if (next === undefined || next === status) return;
  const isLoose = Object.entries(LOOSE).some(([fault, [from, to]]) => faults.has(fault) && from === status && to === next);
  if (!STEPS[status].includes(next) && !isLoose) throw conflict(`A booking that is ${status} cannot be ${next}.`);
  const isReady = company.bikes.get(plate)?.value.status === 'available' || faults.has('booking-picks-up-in-repair');
  if (next === 'pickedUp' && !isReady) throw conflict('The bike is not available.');
}

function movedTo(call: Call, booking: Booking, { from, to }: BookingPatch, faults: Faults): Partial<Booking> {
  if (from === undefined && to === undefined) return {};
  const days = { from: from ?? booking.from, to: to ?? booking.to };
  const isMoved = days.from !== booking.from || days.to !== booking.to;
  const isFixed = booking.status !== 'requested' && !faults.has('booking-moves-confirmed');
  if (isMoved && isFixed) throw conflict('The days are fixed.');
  checkDays(days, faults);
  if (!faults.has('booking-moves-onto-another')) checkFree(call.company, booking.plate, days, faults, booking.id);
  const bike = call.company.bikes.get(booking.plate);
  const isStale = isFixed || bike === undefined || faults.has('booking-total-stale');
  return { ...days, ...(isStale ? {} : { total: totalOf(bike.value, days, faults) }) };
}

interface Query {
  readonly plate?: string;
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
}

function fits(booking: Booking, { plate, status, from = '', to = '9999-99-99' }: Query, faults: Faults): boolean {
  const isInside = booking.from >= from && booking.to <= to;
  const isTouched = faults.has('bookings-to-left-out') ? booking.to >= from && booking.from < to : booking.to >= from && booking.from <= to;
  return (
    (plate === undefined || booking.plate === plate) &&
    (status === undefined || booking.status === status || faults.has('bookings-status-ignored')) &&
    (faults.has('bookings-inside-only') ? isInside : isTouched)
  );
}

export const bookings: Part = (store, faults) => {
  function isCustomer({ company }: Call, id: string): boolean {
    if (company.customers.has(id) || faults.has('booking-customer-unknown')) return true;
    return faults.has('booking-customer-of-other-company') && [...store.companies.values()].some(({ customers }) => customers.has(id));
  }

  function requireFields(call: Call, { plate, customerId, from, to }: Booking): Bike {
    checkDays({ from, to }, faults);
    const bike = call.company.bikes.get(plate)?.value;
    if (bike === undefined) throw unprocessable('plate', 'is no bike');
    if (!isCustomer(call, customerId)) throw unprocessable('customerId', 'is no customer');
    if (bike.status === 'retired' && !faults.has('booking-of-retired')) throw conflict('The bike is retired.');
    checkFree(call.company, plate, { from, to }, faults);
    return bike;
  }

  const noteOf = (given: Booking): Partial<Booking> =>
    given.note !== undefined && faults.has('booking-note-escaped')
      ? { note: given.note.replaceAll('&', '&amp;').replaceAll('<', '&lt;') }
      : {};

  return {
    listBookings: (call) => {
      const query = call.query<Query>();
      const found = [...call.company.bookings.values()].filter((booking) => fits(booking, query, faults));
      const key = faults.has('bookings-by-creation') ? (one: Booking): string => one.createdAt : (one: Booking): string => one.from;
      return tokened(call, found, { name: 'from', key, isDown: false }, faults, 'bookings');
    },

    createBooking: async (call) => {
      const given = call.input<Booking>();
      const bike = requireFields(call, given);
      if (faults.has('booking-twice-at-once')) await gap();
      const now = store.now();
      const total = totalOf(bike, given, faults);
      const id = store.id();
      const booking: Booking = { ...given, ...noteOf(given), id, status: 'requested', total, createdAt: now, updatedAt: now };
      call.company.bookings.set(booking.id, booking);
      const status = faults.has('booking-new-confirmed') ? 'confirmed' : booking.status;
      const body = faults.has('booking-total-number') ? { ...booking, total: Number(total) } : { ...booking, status };
      return { status: 201, body, headers: { location: `/bookings/${booking.id}` } };
    },

    getBooking: ({ company, id }) => {
      const isWide = faults.has('booking-of-other-company');
      const other = [...store.companies.values()].flatMap((one) => one.bookings.get(id('bookingId')) ?? [])[0];
      return { status: 200, body: (isWide ? other : undefined) ?? requireThing(company, company.bookings, id('bookingId')) };
    },

    updateBooking: (call): Reply => {
      const booking = requireThing(call.company, call.company.bookings, call.id('bookingId'));
      const given = call.input<BookingPatch>();
      checkStep(call, booking, given.status, faults);
      const moved = movedTo(call, booking, given, faults);
      const lost = faults.has('booking-patch-resets-helmets') ? { helmets: 0 } : {};
      const updatedAt = faults.has('booking-updated-at-stale') ? booking.updatedAt : store.now();
      const next = { ...patched({ ...booking, ...lost }, { ...given, ...moved }), updatedAt };
      call.company.bookings.set(booking.id, next);
      if (!wantsMinimal(call.header('prefer'))) return { status: 200, body: next };
      const headers = { 'preference-applied': 'return=minimal' };
      return faults.has('booking-minimal-with-body') ? { status: 200, body: next, headers } : { status: 204, headers };
    },

    deleteBooking: ({ company, id }) => {
      const booking = requireThing(company, company.bookings, id('bookingId'));
      const isOpen = OPEN.includes(booking.status) && !faults.has('booking-delete-open');
      if (isOpen) throw conflict('The booking is not over.');
      company.bookings.delete(booking.id);
      if (!faults.has('booking-deleted-404')) company.gone.add(booking.id);
      return { status: 204 };
    },
  };
};
