// Bids, one by one and in batches.
import { gap } from '../../clock.ts';
import { addBid, checkBid } from '../rules.ts';
import type { House, Store } from '../store.ts';
import type { Bid, Bidder, Lot, Sale } from '../things.ts';
import { bidView } from '../views.ts';
import { invalid, notFound, type ProblemBody, Refusal } from '../wire.ts';
import { type Faults, type Handlers, once, thing } from './call.ts';
import { listed } from './lists.ts';

interface BidInput {
  readonly bidderId: number;
  readonly amount: number;
}

interface Result {
  readonly status: number;
  readonly bid: unknown;
  readonly problem: ProblemBody | null;
}

export function bids(store: Store, faults: Faults): Handlers {
  function partsOf(house: House, lot: Lot, bidderId: number): { sale: Sale; bidder: Bidder } {
    const sale = house.sales.get(lot.saleId);
    const bidder = house.bidders.get(bidderId);
    if (sale === undefined) throw notFound();
    if (bidder === undefined) throw invalid('/bidderId', 'leads to no bidder');
    return { sale, bidder };
  }

  function place(house: House, lot: Lot, { bidderId, amount }: BidInput): Bid {
    const { sale, bidder } = partsOf(house, lot, bidderId);
    checkBid(house, sale, lot, bidder, amount, faults);
    return addBid(store, lot, bidderId, amount);
  }

  async function placeSlowly(house: House, lot: Lot, { bidderId, amount }: BidInput): Promise<Bid> {
    const { sale, bidder } = partsOf(house, lot, bidderId);
    checkBid(house, sale, lot, bidder, amount, faults);
    await gap();
    return addBid(store, lot, bidderId, amount);
  }

  function resultOf(house: House, { lotId, ...input }: BidInput & { readonly lotId: number }): Result {
    try {
      const lot = house.lots.get(lotId);
      if (lot === undefined) throw notFound();
      return { status: 201, bid: bidView(lot, place(house, lot, input)), problem: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, bid: null, problem: error.problem() };
    }
  }

  return {
    listBids: (call) => {
      const lot = thing(call, call.house.lots, 'lotId');
      const { bidderId } = call.query<{ bidderId?: number }>();
      const found = lot.bids.filter((bid) => bidderId === undefined || bid.bidderId === bidderId);
      const inOrder = faults.has('lowest-bid-first') ? found : found.toReversed();
      return listed(call, 'bids', inOrder, (bid) => bidView(lot, bid), faults);
    },

    placeBid: (call) => {
      const lot = thing(call, call.house.lots, 'lotId');
      const input = call.input<BidInput>();
      return once(call, 'placeBid', input, async () => {
        const bid = await (faults.has('two-bids-at-once') ? placeSlowly : place)(call.house, lot, input);
        return { status: 201, body: bidView(lot, bid) };
      });
    },

    placeBids: (call) => {
      const { bids: all } = call.input<{ bids: readonly (BidInput & { readonly lotId: number })[] }>();
      const results = all.map((input) => resultOf(call.house, input));
      return { status: 200, body: { accepted: results.filter(({ status }) => status === 201).length, results } };
    },
  };
}
