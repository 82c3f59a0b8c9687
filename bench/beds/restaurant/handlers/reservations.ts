// Reservations of tables.
import { gap, millisecondsOf } from '../../clock.ts';
import { compare } from '../../texts.ts';
import { type House, newId } from '../store.ts';
import type { Faults, Guest, Reservation, ReservationInput } from '../things.ts';
import { endOf, reservationView, type Shown } from '../views.ts';
import { conflict, created, ok, tagOf, unfit, withTag } from '../wire.ts';
import { type Call, findAnywhere, type Handlers, pageOf, read, requireMatch } from './call.ts';

interface Filters {
  readonly tableId: string;
  readonly status: string;
  readonly from: string;
  readonly to: string;
}

const startOf = ({ startsAt }: { readonly startsAt: string }): number => millisecondsOf(startsAt);
const NOT_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu;
const LATEST = Date.UTC(2100, 0);

function filterOf({ tableId, status, from, to }: Partial<Filters>, faults: Faults): (reservation: Reservation) => boolean {
  const isEarly = (start: number): boolean =>
    from !== undefined && (faults.has('from-excluded') ? start <= millisecondsOf(from) : start < millisecondsOf(from));
  const isLate = (start: number): boolean => to !== undefined && start >= millisecondsOf(to);
  return (one) =>
    (tableId === undefined || one.tableId === tableId) &&
    (status === undefined || one.status === status) &&
    !isEarly(startOf(one)) &&
    !isLate(startOf(one));
}

/** Whether two reservations of a table are at the same time. */
function overlaps(one: ReservationInput, other: ReservationInput, faults: Faults): boolean {
  const [start, end, from, until] = [startOf(one), endOf(one), startOf(other), endOf(other)];
  if (faults.has('around-another-is-free')) return (start >= from && start < until) || (end > from && end <= until);
  return start < until && end > from;
}

/** Refuses a table that is taken at this time. */
function requireFree({ reservations }: House, wanted: ReservationInput, faults: Faults, own?: string): void {
  const statuses = faults.has('cancelled-blocks') ? ['booked', 'seated', 'cancelled'] : ['booked', 'seated'];
  const isOther = ({ id, tableId }: Reservation): boolean => id !== own && tableId === wanted.tableId;
  const isTaken = reservations.all().some((one) => isOther(one) && statuses.includes(one.status) && overlaps(wanted, one, faults));
  if (isTaken) throw conflict('The table is taken at this time.');
}

/** What a reservation needs of its table and its time. */
function requireFit(call: Call, wanted: ReservationInput, faults: Faults, isSeatsChecked = true): void {
  const table = findAnywhere(call, ({ tables }) => tables, wanted.tableId, faults.has('table-of-another-house-booked'));
  if (table === undefined) throw unfit('/tableId', 'The house has no such table.');
  if (startOf(wanted) <= Date.now()) throw unfit('/startsAt', 'The start must be in the future.');
  if (startOf(wanted) >= LATEST) throw unfit('/startsAt', 'The start is at the latest in the year 2099.');
  if (wanted.party > table.seats && isSeatsChecked) throw unfit('/party', 'The party does not fit the table.');
}

/** What is kept of a guest. */
function keptGuest(guest: Guest, faults: Faults): Guest {
  const { name, loyaltyNumber } = guest;
  return {
    ...guest,
    ...(faults.has('loyalty-number-of-32-bits') && loyaltyNumber ? { loyaltyNumber: Math.abs(loyaltyNumber | 0) } : {}),
    ...(faults.has('name-without-other-scripts') ? { name: name.replace(NOT_LATIN, '?') } : {}),
  };
}

function kept<R extends ReservationInput>(reservation: R, faults: Faults): R {
  const { guest, childAges } = reservation;
  const ages = faults.has('baby-left-out') ? childAges.filter((age) => age) : childAges;
  return { ...reservation, guest: keptGuest(guest, faults), childAges: ages };
}

/** In the list a mistake may show times as they were sent. */
const inList = (reservation: Reservation, faults: Faults): Shown => ({
  ...reservationView(reservation),
  ...(faults.has('listed-start-as-sent') ? { startsAt: reservation.startsAt } : {}),
});

/** A reservation after a merge patch. */
function merged(reservation: Reservation, change: Partial<ReservationInput>, faults: Faults): Reservation {
  const before = faults.has('guest-replaced-by-patch') ? { name: reservation.guest.name } : reservation.guest;
  return kept({ ...reservation, ...change, guest: { ...before, ...change.guest } }, faults);
}

export function reservations(faults: Faults): Handlers {
  const find = ({ house, text }: Call): Reservation => house.reservations.require(text('reservationId'));
  return {
    listReservations: (call) => {
      const found = call.house.reservations.all().filter(filterOf(call.given<Filters>(), faults));
      const sorted = found.toSorted((a, b) => startOf(a) - startOf(b) || compare(a.createdAt, b.createdAt));
      return pageOf(
        call,
        sorted.map((one) => inList(one, faults)),
        { totalOfPage: faults.has('total-of-reservation-page') },
      );
    },
    createReservation: async (call) => {
      const { house, input } = call;
      const wanted = input<ReservationInput>();
      requireFit(call, wanted, faults);
      requireFree(house, wanted, faults);
      if (faults.has('booked-twice-at-once')) await gap();
      const made: Reservation = { id: newId(), ...kept(wanted, faults), status: 'booked', createdAt: house.clock.now() };
      const shown = reservationView(house.reservations.put(made));
      return withTag(created(shown, `/reservations/${made.id}`), tagOf(shown));
    },
    getReservation: (call) => read(call, reservationView(find(call))),
    updateReservation: (call) => {
      const { house, input } = call;
      const known = find(call);
      if (!faults.has('reservation-changed-whatever-the-tag')) requireMatch(call, tagOf(reservationView(known)), faults);
      const changed = merged(known, input<Partial<ReservationInput>>(), faults);
      const isOver = faults.has('cancelled-can-change') ? known.status === 'seated' : known.status !== 'booked';
      if (isOver) throw conflict('The reservation can no longer be changed.');
      requireFit(call, changed, faults, !faults.has('party-grows-beyond-table'));
      requireFree(house, changed, faults, known.id);
      const shown = reservationView(house.reservations.put(changed));
      const tag = tagOf(shown);
      return withTag(ok(faults.has('end-stays-after-change') ? { ...shown, endsAt: reservationView(known).endsAt } : shown), tag);
    },
    cancelReservation: (call) => {
      const { house, other, text } = call;
      const isForeign = faults.has('cancelled-by-another-house') && house.reservations.find(text('reservationId')) === undefined;
      const owner = isForeign ? other : house;
      const known = owner.reservations.require(text('reservationId'));
      const isOver = faults.has('seated-can-be-cancelled') ? known.status === 'cancelled' : known.status !== 'booked';
      if (isOver) throw conflict('The reservation can no longer be cancelled.');
      const shown = reservationView(owner.reservations.put({ ...known, status: 'cancelled' }));
      return withTag(ok(shown), tagOf(shown));
    },
  };
}
