// Pick-ups and returns.
import type { Company, Store } from '../store.ts';
import type { Invoice, PickUp, Reservation, Return } from '../things.ts';
import { invalid } from '../wire.ts';
import { type Faults, find, need, type Part, refer, shown } from './call.ts';
import { between, plusDays } from './days.ts';
import { linesOf } from './money.ts';

const USUAL_PAYMENT_DAYS = 14;
const MOST_EXTRA_DAYS = 365;

/** Makes the invoice for a reservation that comes back. */
function invoiceFor(store: Store, company: Company, reservation: Reservation, given: Return, kept: number, faults: Faults): Invoice {
  const { number, customerNumber } = reservation;
  const paymentDays = company.customers.get(customerNumber)?.paymentDays ?? USUAL_PAYMENT_DAYS;
  const invoice: Invoice = {
    number: store.number('I'),
    customerNumber,
    reservationNumber: number,
    issuedOn: given.on,
    dueOn: plusDays(given.on, paymentDays),
    lines: linesOf(reservation, given, kept, faults),
    payments: [],
    createdAt: store.now(),
  };
  company.invoices.set(invoice.number, invoice);
  return invoice;
}

export const handover: Part = (store, faults) => ({
  pickUpReservation: ({ company, id, input }) => {
    const old = find(company.reservations, id('reservationNumber'));
    const { on, depositPaid, licenceNumber } = input<PickUp>();
    need(old.state === 'booked', `The reservation is ${old.state}.`);
    const machine = find(company.machines, old.machineNumber);
    const needsLicence = company.models.get(machine.modelNumber)?.licenceRequired === true;
    if (needsLicence && licenceNumber === undefined) throw invalid('/licenceNumber', 'is required');
    const isReady = machine.state === 'available' || (machine.state === 'maintenance' && faults.has('pick-up-from-workshop'));
    need(isReady, `The machine is in the state ${machine.state}.`);
    need(company.customers.get(old.customerNumber)?.blocked !== true, 'The customer is blocked.');
    need(old.from <= on && on <= old.until, 'The day is not in the period.');
    need(depositPaid >= old.deposit.due, 'The deposit is higher.');
    const reservation: Reservation = { ...old, state: 'out', pickedUpOn: on, deposit: { ...old.deposit, paid: depositPaid } };
    company.reservations.set(old.number, reservation);
    company.machines.set(machine.number, { ...machine, state: 'out' });
    return shown(reservation);
  },

  returnReservation: ({ company, id, input }) => {
    const old = find(company.reservations, id('reservationNumber'));
    const given = input<Return>();
    need(old.state === 'out', `The reservation is ${old.state}.`);
    const machine = find(company.machines, old.machineNumber);
    const depotNumber = given.toDepotNumber ?? machine.depotNumber;
    refer(company.depots, depotNumber, '/toDepotNumber');
    need(given.on >= (old.pickedUpOn ?? old.from), 'The day is before the pick-up.');
    need(between(old.until, given.on) <= MOST_EXTRA_DAYS, `The day is more than ${MOST_EXTRA_DAYS} days late.`);
    need(given.operatingHours >= machine.operatingHours, 'The machine had more hours.');
    const { paid } = old.deposit;
    const damage = given.damages.reduce((all, { cost }) => all + cost, 0);
    const kept = Math.min(paid, damage);
    const invoice = invoiceFor(store, company, old, given, kept, faults);
    const reservation: Reservation = {
      ...old,
      state: 'returned',
      returnedOn: given.on,
      invoiceNumber: invoice.number,
      deposit: { ...old.deposit, kept, refunded: paid - kept },
    };
    company.reservations.set(old.number, reservation);
    company.machines.set(machine.number, {
      ...machine,
      state: faults.has('returned-machine-stays-out') ? 'out' : 'available',
      operatingHours: given.operatingHours,
      depotNumber: faults.has('returned-to-old-depot') ? machine.depotNumber : depotNumber,
    });
    return shown(reservation);
  },
});
