// What reservations cost, what invoices come to, and what they take of a customer's credit.
import type { Company } from '../store.ts';
import type { Customer, Invoice, Machine, Reservation, Return } from '../things.ts';
import type { Faults } from './call.ts';
import { between, isActive } from './days.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** The day rate of a machine for a customer who takes it from this day on. */
export function dayRateOf(company: Company, { priceListNumber }: Customer, { modelNumber }: Machine, from: string, faults: Faults): number {
  const own = company.models.get(modelNumber)?.dayRate ?? 0;
  const list = company.priceLists.get(priceListNumber ?? '');
  const isOver = list !== undefined && list.validUntil !== null && list.validUntil < from && !faults.has('price-list-never-ends');
  if (list === undefined || list.validFrom > from || isOver) return own;
  return list.rates.find((rate) => rate.modelNumber === modelNumber)?.dayRate ?? own;
}

/** What days cost: a full week costs as much as five days, and insurance a tenth more. */
export function totalOf(days: number, dayRate: number, insured: boolean, faults: Faults): number {
  const weeks = Math.floor((faults.has('week-from-eight-days') ? days - 1 : days) / 7);
  const rental = (days - 2 * weeks) * dayRate;
  return insured ? rental + Math.ceil(rental / 10) : rental;
}

/** The lines of the invoice for a reservation that is returned. */
export function linesOf(reservation: Reservation, { on, damages }: Return, kept: number, faults: Faults): Invoice['lines'] {
  const { dayRate, until, total } = reservation;
  const late = Math.max(0, between(until, on) - Number(faults.has('first-extra-day-free')));
  const extra = Math.ceil((late * dayRate * 3) / 2);
  return [
    { kind: 'rental', text: `Rental of ${reservation.machineNumber}`, amount: total },
    ...(late > 0 ? [{ kind: 'extra-days', text: `${late} days late`, amount: extra } as const] : []),
    ...damages.map(({ description, cost }) => ({ kind: 'damage', text: description, amount: cost }) as const),
    ...(kept > 0 ? [{ kind: 'deposit', text: 'Kept of the deposit', amount: -kept } as const] : []),
  ];
}

export interface InvoiceView extends Invoice {
  readonly total: number;
  readonly paid: number;
  readonly open: number;
  readonly state: 'open' | 'partly-paid' | 'paid';
}

/** An invoice as clients see it. */
export function invoiceView(invoice: Invoice): InvoiceView {
  const total = sum(invoice.lines.map(({ amount }) => amount));
  const paid = sum(invoice.payments.map(({ amount }) => amount));
  const open = total - paid;
  return { ...invoice, total, paid, open, state: open === 0 ? 'paid' : paid > 0 ? 'partly-paid' : 'open' };
}

/** What a customer has used of its credit, without one reservation. */
export function creditUsed(company: Company, customer: string, faults: Faults, except?: string): number {
  const reservations = [...company.reservations.values()].filter(
    (one) => one.customerNumber === customer && isActive(one) && one.number !== except,
  );
  const invoices = [...company.invoices.values()].filter((one) => one.customerNumber === customer);
  const booked = faults.has('credit-without-running') ? reservations.filter(({ state }) => state === 'booked') : reservations;
  return sum([...booked.map(({ total }) => total), ...invoices.map((one) => invoiceView(one).open)]);
}
