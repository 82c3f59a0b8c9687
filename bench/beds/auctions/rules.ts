// What changes several things at once: bids, the end of a sale, and the copies of unsold lots.
import type { Faults } from './handlers/call.ts';
import { nextBidOf, percentOf, priceOf, taxOf } from './money.ts';
import type { House, Store } from './store.ts';
import type { Bid, Bidder, Job, Lot, LotInput, Sale } from './things.ts';
import { committedOf } from './views.ts';
import { allow } from './wire.ts';

/** Adds a lot with the next number of its sale. */
export function addLot(store: Store, house: House, saleId: number, input: LotInput, reofferedFrom: number | null = null): Lot {
  const lot: Lot = {
    id: store.id('lot'),
    saleId,
    number: house.lotsOf(saleId).length + 1,
    ...input,
    state: 'listed',
    bids: [],
    hammerPrice: null,
    buyerId: null,
    reofferedFrom,
    reofferedAs: null,
    withdrawalReason: null,
    handover: null,
    createdAt: store.now(),
  };
  house.lots.set(lot.id, lot);
  return lot;
}

/** Refuses a bid that the rules do not allow now. */
export function checkBid(house: House, sale: Sale, lot: Lot, bidder: Bidder, amount: number, faults: Faults): void {
  const isOpen = sale.state === 'open' || (sale.state === 'draft' && faults.has('bids-on-drafts'));
  allow(isOpen && lot.state === 'listed', 'The lot takes no bids now.');
  allow(!bidder.blocked, 'The bidder is blocked.');
  allow(lot.bids.at(-1)?.bidderId !== bidder.id || faults.has('leader-outbids-itself'), 'The bidder leads already.');
  const price = priceOf(lot, faults);
  const least = price !== null && faults.has('bid-without-step') ? price + 1 : nextBidOf(sale, lot, faults);
  allow(amount >= least, `The bid must be at least ${least}.`);
  const others = faults.has('limit-for-one-bid-only') ? 0 : committedOf(house, bidder, faults);
  allow(others + amount <= bidder.limit, 'The bid would be above the limit of the bidder.');
}

export function addBid(store: Store, lot: Lot, bidderId: number, amount: number): Bid {
  const bid = { id: store.id('bid'), lotId: lot.id, bidderId, amount, placedAt: store.now() };
  lot.bids.push(bid);
  return bid;
}

function settleLot(lot: Lot, faults: Faults): void {
  const bid = lot.bids.at(-1);
  const isReached = bid !== undefined && (lot.reserve === null || bid.amount >= lot.reserve || faults.has('sold-below-reserve'));
  lot.state = isReached ? 'sold' : 'unsold';
  lot.hammerPrice = isReached ? bid.amount : null;
  lot.buyerId = isReached ? bid.bidderId : null;
}

const DAY = 86_400_000;

function addInvoice(store: Store, house: House, sale: Sale, bidderId: number, lots: readonly Lot[], faults: Faults): void {
  const lines = lots.map(({ id, hammerPrice }) => ({
    lotId: id,
    hammerPrice: hammerPrice ?? 0,
    premium: percentOf(hammerPrice ?? 0, sale.premiumRate),
  }));
  const premium = lines.reduce((sum, line) => sum + line.premium, 0);
  const closed = Date.parse(sale.closedAt ?? store.now());
  const invoice = {
    id: store.id('invoice'),
    saleId: sale.id,
    bidderId,
    lines,
    tax: taxOf(premium, sale.taxRate, faults),
    payments: [],
    dueOn: new Date(closed + 14 * DAY).toISOString().slice(0, 10),
    createdAt: store.now(),
  };
  house.invoices.set(invoice.id, invoice);
}

/** Sells what can be sold, and bills it. */
export function settle(store: Store, house: House, sale: Sale, closedAt: string, faults: Faults): void {
  const lots = house.lotsOf(sale.id).filter(({ state }) => state === 'listed');
  for (const lot of lots) settleLot(lot, faults);
  sale.state = 'closed';
  sale.closedAt = closedAt;
  const bought = Map.groupBy(
    lots.filter(({ state }) => state === 'sold'),
    ({ buyerId }) => buyerId,
  );
  for (const [buyerId, theirs] of bought) addInvoice(store, house, sale, buyerId ?? 0, theirs, faults);
}

export const unsoldOf = (house: House, saleId: number): Lot[] => house.lotsOf(saleId).filter(({ state }) => state === 'unsold');

/** Offers a lot again in another sale. */
function reoffer(store: Store, house: House, lot: Lot, targetId: number, percent: number, faults: Faults): Lot {
  const reduced = (amount: number): number => percentOf(amount, 100 - percent);
  const { title, description, category, consignorId, artist, dimensions, provenance, images, estimate, reserve } = lot;
  const copy = addLot(
    store,
    house,
    targetId,
    {
      ...{ title, description, category, consignorId, artist, dimensions, provenance, images },
      estimate: { low: reduced(estimate.low), high: reduced(estimate.high) },
      reserve: reserve === null ? null : reduced(reserve),
    },
    lot.id,
  );
  if (!faults.has('reoffered-lots-stay-unsold')) lot.state = 'reoffered';
  lot.reofferedAs = copy.id;
  return copy;
}

/** Does the work of a job, unless its target was opened or removed meanwhile. */
export function finish(store: Store, house: House, job: Job, targetId: number, percent: number, faults: Faults): void {
  const isDraft = house.sales.get(targetId)?.state === 'draft';
  const lots = isDraft ? unsoldOf(house, job.saleId).toSorted((a, b) => a.number - b.number) : [];
  job.lots = lots.map((lot) => ({ from: lot.id, to: reoffer(store, house, lot, targetId, percent, faults).id }));
  job.finishedAt = store.now();
}
