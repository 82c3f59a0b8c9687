// What things show to clients.
import { createHash } from 'node:crypto';
import { without } from '../members.ts';
import type { Faults } from './handlers/call.ts';
import { nextBidOf, percentOf, priceOf, sumsOf } from './money.ts';
import type { House } from './store.ts';
import type { Bid, Bidder, Consignor, Invoice, Job, Lot, Sale } from './things.ts';

type View = Readonly<Record<string, unknown>>;

const hash = (view: View): string => `"${createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 20)}"`;

/** The tag of what a thing shows. */
export const tagOf = (view: View, faults: Faults): string =>
  hash(faults.has('lot-tag-ignores-bids') ? without(view, 'price', 'nextBid', 'bidCount', 'reserveMet') : view);

export function saleView(house: House, sale: Sale, faults: Faults): View {
  const lots = house.lotsOf(sale.id);
  const hammerTotal = lots.reduce((sum, { hammerPrice }) => sum + (hammerPrice ?? 0), 0);
  const view = { ...sale, lotCount: lots.length, hammerTotal };
  return sale.closedAt === null && faults.has('sale-without-closed-at') ? without(view, 'closedAt') : view;
}

function reserveMetOf({ reserve }: Lot, price: number | null, faults: Faults): boolean | string | null {
  if (reserve === null || price === null) return null;
  return faults.has('reserve-met-as-text') ? String(price >= reserve) : price >= reserve;
}

export function lotView(house: House, lot: Lot, faults: Faults): View {
  const { bids, reserve, ...shown } = lot;
  const price = priceOf(lot, faults);
  const sale = house.sales.get(lot.saleId);
  return {
    ...shown,
    hasReserve: reserve !== null,
    reserveMet: reserveMetOf(lot, price, faults),
    price,
    nextBid: lot.state === 'listed' && sale !== undefined ? nextBidOf(sale, lot, faults) : null,
    bidCount: bids.length,
  };
}

export const bidView = (lot: Lot, bid: Bid): View => ({
  ...bid,
  leading: lot.withdrawalReason === null && lot.bids.at(-1)?.id === bid.id,
});

export function consignorView(house: House, consignor: Consignor): View {
  const lots = [...house.lots.values()].filter(({ consignorId }) => consignorId === consignor.id);
  const rate = consignor.agreement?.commissionRate ?? 0;
  const proceeds = lots.reduce((sum, { hammerPrice }) => sum + (hammerPrice === null ? 0 : hammerPrice - percentOf(hammerPrice, rate)), 0);
  return { ...consignor, lotCount: lots.length, proceeds };
}

/** The bids on a listed lot that somebody may have to pay: the leading one, and with a fault the last one of each bidder. */
function bindingBidsOf({ bids }: Lot, faults: Faults): Bid[] {
  if (!faults.has('outbid-stays-committed')) return bids.slice(-1);
  return bids.filter((bid, index) => bids.findLastIndex(({ bidderId }) => bidderId === bid.bidderId) === index);
}

/** What a bidder has to be able to pay. */
export function committedOf(house: House, { id }: Bidder, faults: Faults): number {
  const listed = [...house.lots.values()].filter(({ state }) => state === 'listed');
  const bids = listed.flatMap((lot) => bindingBidsOf(lot, faults)).filter(({ bidderId }) => bidderId === id);
  const invoices = [...house.invoices.values()].filter(({ bidderId }) => bidderId === id);
  return bids.reduce((sum, { amount }) => sum + amount, 0) + invoices.reduce((sum, one) => sum + sumsOf(one).balance, 0);
}

export function bidderView(house: House, bidder: Bidder, faults: Faults): View {
  const { watches, pin, ...shown } = bidder;
  const secret = faults.has('pin-shown-again') ? { pin } : {};
  return { ...shown, ...secret, committed: committedOf(house, bidder, faults), watchCount: watches.size };
}

export function invoiceState(invoice: Invoice, faults: Faults): string {
  if (invoice.payments.length === 0) return 'open';
  return sumsOf(invoice).balance === 0 && !faults.has('paid-in-full-stays-partly-paid') ? 'paid' : 'partly_paid';
}

export const invoiceView = (invoice: Invoice, faults: Faults): View => ({
  ...invoice,
  ...sumsOf(invoice),
  state: invoiceState(invoice, faults),
});

export const jobView = (job: Job): View => ({ ...job, state: job.finishedAt === null ? 'running' : 'done' });
