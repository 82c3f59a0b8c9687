// Reservations until the pick-up.
import { gap } from '../../clock.ts';
import type { Company } from '../store.ts';
import type { Customer, Machine, Reservation, ReservationInput, ReservationPatch } from '../things.ts';
import { invalid } from '../wire.ts';
import { type Call, checkTag, created, type Faults, find, need, type Part, read, refer, shown } from './call.ts';
import { daysOf, isActive, overlap, type Period, today } from './days.ts';
import { pageOf } from './lists.ts';
import { creditUsed, dayRateOf, totalOf } from './money.ts';

const MOST_DAYS = 90;
const LAST_DAY = '2099-12-31';

interface Filters {
  readonly state?: readonly string[];
  readonly customerNumber?: string;
  readonly machineNumber?: string;
  readonly onDay?: string;
}

/** Refuses a period that starts too early or has too few or too many days. */
function checkPeriod(period: Period, isNewStart: boolean, faults: Faults): void {
  if (isNewStart && period.from < today() && !faults.has('booked-in-the-past')) throw invalid('/from', 'is before today');
  const days = daysOf(period);
  if (days < 1) throw invalid('/until', 'is before from');
  if (period.until > LAST_DAY) throw invalid('/until', `is after ${LAST_DAY}`);
  if (days > MOST_DAYS + Number(faults.has('period-of-91-days'))) throw invalid('/until', `makes a period of more than ${MOST_DAYS} days`);
}

interface Wanted extends Period {
  readonly machineNumber: string;
  /** The reservation that is changed. */
  readonly number?: string;
}

/** Whether no other reservation has the machine on a day of the period. */
function isFree({ reservations }: Company, wanted: Wanted, faults: Faults): boolean {
  const keeps = (one: Reservation): boolean => isActive(one) || (one.state === 'cancelled' && faults.has('cancelled-keeps-its-days'));
  const meets = faults.has('shared-day-booked-twice')
    ? (one: Period): boolean => one.from < wanted.until && wanted.from < one.until
    : (one: Period): boolean => overlap(one, wanted);
  const others = [...reservations.values()].filter((one) => one.machineNumber === wanted.machineNumber);
  const isOther = (one: Reservation): boolean => one.number !== wanted.number || faults.has('reservation-in-its-own-way');
  return !others.some((one) => isOther(one) && keeps(one) && meets(one));
}

/** Refuses a total that the customer has no credit for. */
function checkCredit(company: Company, { number, creditLimit }: Customer, total: number, faults: Faults, except?: string): void {
  need(creditUsed(company, number, faults, except) + total <= creditLimit, 'The customer has not enough credit.');
}

export const reservations: Part = (store, faults) => {
  /** The customer and the machine that a new reservation is for. */
  function partiesOf({ company }: Call, { customerNumber, machineNumber }: ReservationInput): { customer: Customer; machine: Machine } {
    const foreign = faults.has('customers-of-others-book') ? store.anywhere((one) => one.customers, customerNumber) : undefined;
    const customer = foreign ?? refer(company.customers, customerNumber, '/customerNumber');
    return { customer, machine: refer(company.machines, machineNumber, '/machineNumber') };
  }

  /** A reservation by its number, which must be of the company of the login. */
  const reservationIn = ({ company, id }: Call, faultOfOthers: string): Reservation => {
    const number = id('reservationNumber');
    const foreign = faults.has(faultOfOthers) ? store.anywhere((one) => one.reservations, number) : undefined;
    return foreign ?? find(company.reservations, number);
  };

  return {
    listReservations: (call) => {
      const { state, customerNumber, machineNumber, onDay } = call.query<Filters>();
      const states = faults.has('first-state-only') ? state?.slice(0, 1) : state;
      const isOn = ({ from, until }: Period, day: string): boolean =>
        from <= day && (faults.has('last-day-not-in-period') ? day < until : day <= until);
      const found = [...call.company.reservations.values()].filter(
        (one) =>
          (states === undefined || states.includes(one.state)) &&
          (customerNumber === undefined || one.customerNumber === customerNumber) &&
          (machineNumber === undefined || one.machineNumber === machineNumber) &&
          (onDay === undefined || isOn(one, onDay)),
      );
      return pageOf('reservations', call, faults, found);
    },

    createReservation: async (call) => {
      const body = call.input<ReservationInput>();
      const { company } = call;
      const { customer, machine } = partiesOf(call, body);
      checkPeriod(body, true, faults);
      need(!customer.blocked || faults.has('blocked-customer-books'), 'The customer is blocked.');
      need(machine.state !== 'defect', 'The machine is defect.');
      need(isFree(company, body, faults), 'The machine has another reservation.');
      const dayRate = dayRateOf(company, customer, machine, body.from, faults);
      const days = daysOf(body);
      const total = totalOf(days, dayRate, body.insured, faults);
      checkCredit(company, customer, total, faults);
      if (faults.has('race-books-twice')) await gap();
      const due = company.models.get(machine.modelNumber)?.deposit ?? 0;
      const reservation: Reservation = {
        number: store.number('R'),
        ...body,
        days,
        state: 'booked',
        dayRate,
        total,
        deposit: { due, paid: 0, kept: 0, refunded: 0 },
        pickedUpOn: null,
        returnedOn: null,
        invoiceNumber: null,
        cancelReason: null,
        createdAt: store.now(),
      };
      company.reservations.set(reservation.number, reservation);
      const reply = created(reservation, 'reservations');
      return faults.has('reservation-without-location') ? { ...reply, headers: { etag: reply.headers?.etag ?? '' } } : reply;
    },

    getReservation: (call) => read(call, reservationIn(call, 'reservations-of-others-shown')),

    updateReservation: (call) => {
      const { company } = call;
      const old = find(company.reservations, call.id('reservationNumber'));
      checkTag(call, old);
      const patch = call.input<ReservationPatch>();
      need(old.state === 'booked', `The reservation is ${old.state}.`);
      const contactPhone = patch.contactPhone === undefined ? old.contactPhone : (patch.contactPhone ?? undefined);
      const changed = { ...old, ...patch, site: { ...old.site, ...patch.site }, contactPhone };
      checkPeriod(changed, patch.from !== undefined, faults);
      need(isFree(company, changed, faults) || faults.has('moved-onto-another'), 'The machine has another reservation.');
      const days = daysOf(changed);
      const total = faults.has('total-of-old-days') ? old.total : totalOf(days, old.dayRate, changed.insured, faults);
      const customer = company.customers.get(old.customerNumber);
      if (customer !== undefined) checkCredit(company, customer, total, faults, old.number);
      const reservation = { ...changed, days, total };
      company.reservations.set(reservation.number, reservation);
      return shown(reservation);
    },

    cancelReservation: (call) => {
      const old = reservationIn(call, 'reservations-of-others-cancelled');
      const { reason } = call.input<{ readonly reason: string }>();
      if (old.state === 'cancelled') return shown(old);
      const isBooked = old.state === 'booked';
      need(isBooked || (old.state === 'out' && faults.has('running-reservation-cancelled')), `The reservation is ${old.state}.`);
      const reservation: Reservation = { ...old, state: 'cancelled', cancelReason: reason };
      const owner = store.north.reservations.has(old.number) ? store.north : store.south;
      owner.reservations.set(reservation.number, reservation);
      return shown(reservation);
    },
  };
};
