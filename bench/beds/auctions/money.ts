// Amounts in whole cents.
import type { Faults } from './handlers/call.ts';
import type { Invoice, Lot, Sale } from './things.ts';

/** A part of an amount, in percent with at most one decimal. Half a cent is rounded up. */
export const percentOf = (amount: number, rate: number): number => Math.floor((amount * Math.round(rate * 10) + 500) / 1000);

/** The part of the tax, with a fault that cuts off parts of a cent. */
export const taxOf = (amount: number, rate: number, faults: Faults): number =>
  faults.has('tax-rounded-down') ? Math.floor((amount * Math.round(rate * 10)) / 1000) : percentOf(amount, rate);

/** The step that holds for a price. */
function stepFor({ increments }: Sale, price: number, faults: Faults): number {
  const holds = (from: number): boolean => (faults.has('step-of-the-row-before') && from > 0 ? from < price : from <= price);
  return increments.findLast(({ from }) => holds(from))?.step ?? 0;
}

/** The amount of the leading bid. */
export function priceOf({ bids, withdrawalReason }: Lot, faults: Faults): number | null {
  if (withdrawalReason !== null && !faults.has('withdrawn-lot-keeps-price')) return null;
  return bids.at(-1)?.amount ?? null;
}

/** The least amount of the next bid on a listed lot. */
export function nextBidOf(sale: Sale, lot: Lot, faults: Faults): number {
  const price = priceOf(lot, faults);
  return price === null ? Math.ceil(lot.estimate.low / 2) : price + stepFor(sale, price, faults);
}

interface Sums {
  readonly hammerTotal: number;
  readonly premium: number;
  readonly total: number;
  readonly paid: number;
  readonly balance: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

export function sumsOf({ lines, tax, payments }: Invoice): Sums {
  const hammerTotal = sum(lines.map((line) => line.hammerPrice));
  const premium = sum(lines.map((line) => line.premium));
  const paid = sum(payments.map(({ amount }) => amount));
  const total = hammerTotal + premium + tax;
  return { hammerTotal, premium, total, paid, balance: total - paid };
}
