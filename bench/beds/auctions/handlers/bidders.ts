// Bidders and what they watch.
import { isSameText } from '../../texts.ts';
import type { House, Store } from '../store.ts';
import type { Bidder, BidderInput, Watch } from '../things.ts';
import { bidderView, committedOf } from '../views.ts';
import { allow, check, notFound } from '../wire.ts';
import { type Faults, type Handlers, thing } from './call.ts';
import { listed } from './lists.ts';

function checkLimit({ deposit, limit }: BidderInput): void {
  check(limit <= 10 * deposit, '/limit', 'must be at most ten times the deposit');
}

export function bidders(store: Store, faults: Faults): Handlers {
  function hasEmail(house: House, email: string): boolean {
    const isSame = (other: string): boolean => (faults.has('email-twice-in-capitals') ? other === email : isSameText(other, email));
    return [...house.bidders.values()].some((bidder) => isSame(bidder.email));
  }

  return {
    createBidder: (call) => {
      const input = call.input<BidderInput>();
      checkLimit(input);
      allow(!hasEmail(call.house, input.email), 'Another bidder has the email address.');
      const { phone = null } = input;
      const start = { pin: store.pin(), blocked: false, watches: new Map(), createdAt: store.now() };
      const bidder: Bidder = { id: store.id('bidder'), ...input, phone, ...start };
      call.house.bidders.set(bidder.id, bidder);
      const headers: Readonly<Record<string, string>> = faults.has('bidder-without-location') ? {} : { location: `/bidders/${bidder.id}` };
      return { status: 201, body: { ...bidderView(call.house, bidder, faults), pin: bidder.pin }, headers };
    },

    getBidder: (call) => ({ status: 200, body: bidderView(call.house, thing(call, call.house.bidders, 'bidderId'), faults) }),

    updateBidder: (call) => {
      const bidder = thing(call, call.house.bidders, 'bidderId');
      const patch = call.input<Partial<Bidder>>();
      const next = { ...bidder, ...patch };
      checkLimit(next);
      const isEnough = patch.limit === undefined || patch.limit >= committedOf(call.house, bidder, faults);
      allow(isEnough, 'The bidder has committed more than this limit.');
      Object.assign(bidder, next);
      return { status: 200, body: bidderView(call.house, bidder, faults) };
    },

    listWatches: (call) => {
      const { watches } = thing(call, call.house.bidders, 'bidderId');
      return listed(call, 'watches', [...watches.values()], (watch) => watch, faults);
    },

    watchLot: (call) => {
      const bidder = thing(call, call.house.bidders, 'bidderId');
      const lot = thing(call, call.house.lots, 'lotId');
      const { note } = call.input<{ note: string | null }>();
      allow(lot.state === 'listed', 'The lot is not listed.');
      const known = bidder.watches.get(lot.id);
      const watch: Watch = { bidderId: bidder.id, lotId: lot.id, note, since: known?.since ?? store.now() };
      bidder.watches.set(lot.id, watch);
      return { status: known === undefined ? 201 : 200, body: watch };
    },

    unwatchLot: (call) => {
      const bidder = thing(call, call.house.bidders, 'bidderId');
      if (!bidder.watches.delete(call.id('lotId'))) throw notFound();
      return { status: 204 };
    },
  };
}
