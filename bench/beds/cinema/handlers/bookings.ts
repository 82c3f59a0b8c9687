// Bookings of seats.
import { gap } from '../../clock.ts';
import { type Group, isActive, newReference, type Store, seatName } from '../store.ts';
import type { Booking, Faults, NewBooking, NewSeat, Screening, Voucher } from '../things.ts';
import { takenSeats } from '../views.ts';
import { conflict, created, ok, unfit } from '../wire.ts';
import { type Call, found, type Part, pageOf } from './call.ts';

interface Query {
  readonly screening_id?: string;
  readonly member_id?: string;
  readonly status?: readonly string[];
}

function fits(booking: Booking, { screening_id, member_id, status }: Query, faults: Faults): boolean {
  const statuses = faults.has('first-status-alone') ? status?.slice(0, 1) : status;
  if (screening_id !== undefined && booking.screening_id !== screening_id) return false;
  if (member_id !== undefined && booking.member_id !== member_id) return false;
  return statuses === undefined || statuses.includes(booking.status);
}

/** A seat with what it costs in this screening. */
function pricedSeat(
  group: Group,
  screening: Screening,
  seat: NewSeat,
  index: number,
  faults: Faults,
): NewSeat & { readonly price: number } {
  const row = group.halls.get(screening.hall_id)?.rows.find((one) => one.row === seat.row);
  if (row === undefined || seat.number > row.seats) throw unfit(`seats.${index}`, 'is no seat of the hall');
  const price = group.prices.get(seat.price_code);
  const isOffered = screening.price_codes.includes(seat.price_code) || faults.has('prices-not-offered');
  if (price === undefined || !isOffered) throw unfit(`seats.${index}.price_code`, 'is no price of the screening');
  return { ...seat, number: Number(seat.number), price: price.amount + (row.kind === 'premium' ? price.premium_surcharge : 0) };
}

function requireFreeSeats(group: Group, { id }: Screening, seats: readonly NewSeat[], faults: Faults): void {
  const taken = takenSeats(group, id, faults);
  const found = seats.map(seatName).find((name) => taken.has(name));
  if (found !== undefined) throw conflict(`The seat ${found} is taken.`);
}

/** What is left on a voucher that can be used today. */
function leftOn(voucher: Voucher | undefined, faults: Faults): number {
  if (voucher === undefined) return 0;
  const today = new Date().toISOString().slice(0, 10);
  if (voucher.expires_on < today && !faults.has('expired-vouchers-pay')) throw conflict('The voucher has expired.');
  if (voucher.balance === 0) throw conflict('Nothing is left on the voucher.');
  return voucher.balance;
}

/** The voucher that a booking names, which must exist. */
function voucherOf({ vouchers }: Group, code: string | null): Voucher | undefined {
  if (code !== null && !vouchers.has(code)) throw unfit('voucher_code', 'is the code of no voucher');
  return code === null ? undefined : vouchers.get(code);
}

async function book({ group, input, header }: Call, faults: Faults): Promise<Booking> {
  const given = input<NewBooking>();
  const screening = group.screenings.get(given.screening_id);
  if (screening === undefined) throw unfit('screening_id', 'is the id of no screening');
  if (given.member_id !== null && !group.members.has(given.member_id)) throw unfit('member_id', 'is the id of no member');
  const seats = given.seats.map((seat, index) => pricedSeat(group, screening, seat, index, faults));
  if (new Set(seats.map(seatName)).size < seats.length) throw unfit('seats', 'has a seat twice');
  voucherOf(group, given.voucher_code);
  if (screening.status === 'cancelled') throw conflict('The screening is cancelled.');

  const read = (): number => leftOn(voucherOf(group, given.voucher_code), faults);
  const old = faults.has('voucher-spent-twice-at-once') ? read() : undefined;
  if (old !== undefined) await gap();
  requireFreeSeats(group, screening, seats, faults);
  if (faults.has('seat-booked-twice-at-once')) await gap();
  const left = old ?? read();

  const total = seats.reduce((sum, { price }) => sum + price, 0);
  const paid = Math.min(left, total);
  const voucher = voucherOf(group, given.voucher_code);
  if (voucher !== undefined) group.vouchers.set(voucher.code, { ...voucher, balance: left - paid });
  return {
    ...given,
    reference: newReference(group),
    seats,
    channel: header('x-channel') ?? 'web',
    status: 'confirmed',
    total,
    paid_by_voucher: paid,
    amount_due: total - paid,
    points: given.member_id === null ? 0 : Math.floor((total - paid) / 100),
    created_at: group.clock.now(),
    cancelled_at: null,
  };
}

/** Cancels a booking, and gives back what it used. */
export function cancelOne(group: Group, booking: Booking, faults: Faults): Booking {
  const cancelled: Booking = { ...booking, status: 'cancelled', cancelled_at: group.clock.now() };
  group.bookings.set(booking.reference, cancelled);
  const voucher = group.vouchers.get(booking.voucher_code ?? '');
  if (voucher !== undefined && !faults.has('voucher-not-refunded')) {
    group.vouchers.set(voucher.code, { ...voucher, balance: voucher.balance + booking.paid_by_voucher });
  }
  return cancelled;
}

/** The booking of a path, in the group of the caller. */
function bookingOf(store: Store, { group, path }: Call, faults: Faults): Booking {
  const groups = faults.has('bookings-of-other-groups') ? Object.values(store) : [group];
  const holder = groups.find(({ bookings }) => bookings.has(path('reference'))) ?? group;
  return found(holder.bookings, path('reference'));
}

export const bookings: Part = (store, faults) => ({
  listBookings: ({ group, query }) => {
    const asked = query<Query>();
    const newest = [...group.bookings.values()].filter((one) => fits(one, asked, faults)).toReversed();
    return pageOf('bookings', newest, asked, (one) => one, { overlap: faults.has('bookings-on-two-pages') });
  },
  createBooking: async (call) => {
    const booking = await book(call, faults);
    call.group.bookings.set(booking.reference, booking);
    return created(booking, `/bookings/${booking.reference}`);
  },
  getBooking: (call) => ok(bookingOf(store, call, faults)),
  cancelBooking: ({ group, path }) => {
    const booking = found(group.bookings, path('reference'));
    const isPossible = booking.status === 'confirmed' || (faults.has('checked-in-guests-cancel') && isActive(booking));
    if (!isPossible) throw conflict(`The booking is ${booking.status}.`);
    return ok(cancelOne(group, booking, faults));
  },
  checkInBooking: ({ group, path }) => {
    const booking = found(group.bookings, path('reference'));
    if (booking.status !== 'confirmed') throw conflict(`The booking is ${booking.status}.`);
    const checked: Booking = { ...booking, status: 'checked_in' };
    group.bookings.set(booking.reference, checked);
    return ok(checked);
  },
});
