// How things are shown.
import { daysBetween } from './days.ts';
import { euros, openOf, paidOf, totalOf } from './money.ts';
import type { Bill, Contract, Customer, Meter, Reading, SupplyPoint, Tariff } from './store.ts';
import type { Call } from './wire.ts';

type Shown = Record<string, unknown>;

export function balanceOf({ store, has }: Call, { id }: Customer): number {
  const bills = [...store.bills.values()].filter(({ customerId }) => customerId === id);
  const open = (bill: Bill): number => (bill.isVoid && has('balance-keeps-void-bills') ? totalOf(bill) - paidOf(bill) : openOf(bill));
  const counted = has('balance-of-whole-bills') ? bills.filter((bill) => openOf(bill) > 0).map(totalOf) : bills.map(open);
  return euros(counted.reduce((sum, one) => sum + one, 0));
}

export function showCustomer(call: Call, customer: Customer): Shown {
  const { id, kind, name, email, phone, companyNumber, address, tags, notes, createdAt } = customer;
  const shown = { id, kind, name, email, phone, companyNumber, address, tags, notes, balance: balanceOf(call, customer), createdAt };
  if (call.has('created-at-without-zone')) return { ...shown, createdAt: createdAt.replace('Z', '') };
  if (!call.has('customer-phone-left-out') || phone !== null) return shown;
  return Object.fromEntries(Object.entries(shown).filter(([member]) => member !== 'phone'));
}

export const isSupplied = ({ store, has }: Call, code: string): boolean =>
  store.contractsOf(code).some(({ cancellation }) => cancellation === null || has('cancelled-still-supplied'));

export function showSupplyPoint(call: Call, point: SupplyPoint): Shown {
  const meter = call.store.metersOf(point.code).find(({ removedOn }) => removedOn === null || call.has('supply-point-names-old-meter'));
  return { ...point, meterSerial: meter?.serial ?? null, supplied: isSupplied(call, point.code) };
}

export function showMeter({ store, has }: Call, meter: Meter): Shown {
  const readings = store.readingsOf(meter.serial);
  const latest = has('latest-reading-by-recording') ? readings.toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1)) : readings;
  return { ...meter, latestReadingOn: latest.at(-1)?.readOn };
}

export const isBilled = ({ store, has }: Call, { id }: Reading): boolean =>
  [...store.bills.values()].some(({ isVoid, readingIds }) => (!isVoid || has('void-bill-keeps-readings')) && readingIds.includes(id));

export const showReading = (call: Call, reading: Reading): Shown => ({ ...reading, billed: isBilled(call, reading) });

export function showTariff({ store, has }: Call, tariff: Tariff): Shown {
  const contracts = [...store.contracts.values()].filter(({ tariffId }) => tariffId === tariff.id);
  const active = contracts.filter(({ cancellation }) => cancellation === null || has('tariff-counts-cancelled'));
  return { ...tariff, activeContracts: active.length };
}

export const stateOfContract = ({ cancellation }: Contract): string => (cancellation === null ? 'active' : 'cancelled');

export function showContract({ store, has }: Call, contract: Contract): Shown {
  const bills = has('billed-until-keeps-void')
    ? [...store.bills.values()].filter(({ contractId }) => contractId === contract.id)
    : store.billsOf(contract.id);
  return { ...contract, state: stateOfContract(contract), billedUntil: bills.at(-1)?.until ?? null };
}

export function stateOfBill({ has }: Call, bill: Bill): string {
  if (bill.isVoid) return 'void';
  return openOf(bill) === 0 && !(has('paid-bill-stays-open') && bill.payments.length > 1) ? 'paid' : 'open';
}

export function showBill(call: Call, bill: Bill): Shown {
  const { id, number, contractId, customerId, from, until, kwh, estimated, amounts, issuedOn, dueOn, payments } = bill;
  const shown = { id, number, state: stateOfBill(call, bill), contractId, customerId, from, until, days: daysBetween(from, until), kwh };
  const total = euros(totalOf(bill));
  const sums = { energyAmount: euros(amounts.energy), standingAmount: euros(amounts.standing), taxAmount: euros(amounts.tax) };
  const left = { paidAmount: euros(paidOf(bill)), openAmount: euros(openOf(bill)) };
  const totalAmount = call.has('bill-total-as-text') ? total.toFixed(2) : total;
  return { ...shown, estimated, ...sums, totalAmount, ...left, issuedOn, dueOn, payments };
}

export function showPlan({ has }: Call, bill: Bill): Shown {
  const instalments = bill.plan?.instalments ?? [];
  let left = paidOf(bill) - (bill.plan?.paidBefore ?? 0);
  const amounts = has('plan-paid-from-the-last') ? instalments.toReversed() : instalments;
  const paid = amounts.map(({ amount }) => {
    const taken = Math.min(left, amount);
    left -= taken;
    return taken;
  });
  const paidInOrder = has('plan-paid-from-the-last') ? paid.toReversed() : paid;
  const shown = instalments.map(({ dueOn, amount }, index) => ({
    number: index + 1,
    dueOn,
    amount: euros(amount),
    paidAmount: euros(paidInOrder[index] ?? 0),
  }));
  return { billId: bill.id, count: instalments.length, instalments: shown };
}
