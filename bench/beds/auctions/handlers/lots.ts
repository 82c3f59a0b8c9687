// Lots, from the catalogue to the hand of their new owner.
import type { Reply } from '../../http.ts';
import { addLot } from '../rules.ts';
import type { House, Store } from '../store.ts';
import type { Consignor, Handover, Lot, LotInput } from '../things.ts';
import { invoiceState, lotView, tagOf } from '../views.ts';
import { allow, check, invalid } from '../wire.ts';
import { type Call, type Faults, type Handlers, requireTag, tagged, thing } from './call.ts';
import { listed, sorted } from './lists.ts';
import { isFound } from './sales.ts';

interface Filter {
  readonly state?: string;
  readonly category?: string;
  readonly estimateFrom?: number;
  readonly estimateTo?: number;
  readonly withBids?: boolean;
  readonly q?: string;
  readonly sort?: string;
}

function fits(lot: Lot, { state, category, estimateFrom = 0, estimateTo, withBids, q }: Filter, faults: Faults): boolean {
  const { low } = lot.estimate;
  return (
    (state === undefined || lot.state === state) &&
    (category === undefined || lot.category === category) &&
    (faults.has('estimate-from-excludes') ? low > estimateFrom : low >= estimateFrom) &&
    (estimateTo === undefined || low <= estimateTo) &&
    (withBids === undefined || lot.bids.length > 0 === withBids) &&
    isFound(q, lot, faults)
  );
}

function checkLot({ estimate, reserve, dimensions }: LotInput): void {
  check(estimate.low <= estimate.high, '/estimate/high', 'must be at least low');
  check(reserve === null || reserve <= estimate.low, '/reserve', 'must be at most the low estimate');
  const isWhole = dimensions === null || (dimensions.width !== undefined && dimensions.height !== undefined);
  check(isWhole, '/dimensions', 'must have a width and a height');
}

const isInForce = ({ agreement }: Consignor, today: string, faults: Faults): boolean =>
  agreement !== null &&
  agreement.signedOn <= today &&
  (agreement.endsOn === null || today <= agreement.endsOn || faults.has('agreement-ended-yet-used'));

/** An object with the members of a patch, or null where the patch empties it. */
const merged = <T extends object>(old: T | null, patch: T | null): T | null => (patch === null ? null : { ...old, ...patch });

/** An object without members that are null, as a merge patch removes them. */
function withoutNulls<T extends object>(value: T | null): T | null {
  return value === null ? null : (Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as T);
}

function patched(lot: Lot, patch: Partial<LotInput>, faults: Faults): Lot {
  const { estimate, artist, dimensions } = patch;
  const old = faults.has('dimensions-not-merged') ? null : lot.dimensions;
  return {
    ...lot,
    ...patch,
    ...(estimate === undefined ? {} : { estimate: { ...lot.estimate, ...estimate } }),
    ...(artist === undefined ? {} : { artist: withoutNulls(merged(lot.artist, artist)) }),
    ...(dimensions === undefined ? {} : { dimensions: merged(old, dimensions) }),
  };
}

function isPaid(house: House, { id }: Lot, faults: Faults): boolean {
  const invoice = [...house.invoices.values()].find(({ lines }) => lines.some(({ lotId }) => lotId === id));
  return invoice !== undefined && (invoiceState(invoice, faults) === 'paid' || faults.has('collected-before-paid'));
}

export function lots(store: Store, faults: Faults): Handlers {
  const shown = (call: Call, lot: Lot, status = 200, headers = {}): Reply => {
    const body = lotView(call.house, lot, faults);
    return { status, body, headers: { ...headers, etag: tagOf(body, faults) } };
  };

  function consignorOf(house: House, id: number): Consignor {
    const mapOf = ({ consignors }: House): ReadonlyMap<number, Consignor> => consignors;
    const found = faults.has('consignor-of-another-house') ? store.anywhere(mapOf, id) : house.consignors.get(id);
    if (found === undefined) throw invalid('/consignorId', 'leads to no consignor');
    return found;
  }

  return {
    listLots: (call) => {
      const sale = thing(call, call.house.sales, 'saleId');
      const filter = call.query<Filter>();
      const found = call.house.lotsOf(sale.id).filter((lot) => fits(lot, filter, faults));
      const inOrder = sorted(found, filter.sort ?? 'number', (lot, name) => (name === 'number' ? lot.number : lot.estimate.low));
      const show = (lot: Lot): unknown => ({
        ...lotView(call.house, lot, faults),
        ...(faults.has('reserve-in-lists') ? { reserve: lot.reserve } : {}),
      });
      return listed(call, 'lots', inOrder, show, faults);
    },

    createLot: (call) => {
      const sale = thing(call, call.house.sales, 'saleId');
      const input = call.input<LotInput>();
      const { description = null, reserve = null, artist = null, dimensions = null, provenance = [], images = [] } = input;
      const { low, high } = input.estimate;
      const estimate = faults.has('large-estimate-wraps') ? { low: low % 2 ** 32, high: high % 2 ** 32 } : { low, high };
      const whole = { ...input, description, estimate, reserve, artist, dimensions, provenance, images };
      checkLot({ ...whole, estimate: input.estimate });
      const consignor = consignorOf(call.house, input.consignorId);
      allow(sale.state === 'draft', 'The sale is not a draft.');
      allow(isInForce(consignor, store.today(), faults), 'The consignor has no agreement that is in force.');
      const lot = addLot(store, call.house, sale.id, whole);
      return shown(call, lot, faults.has('lot-created-with-200') ? 200 : 201, { location: `/lots/${lot.id}` });
    },

    getLot: (call) => {
      const house = faults.has('lots-of-other-houses') && store.birch.lots.has(call.id('lotId')) ? store.birch : call.house;
      const body = lotView(house, thing(call, house.lots, 'lotId'), faults);
      return tagged(call, body, tagOf(body, faults), faults);
    },

    updateLot: (call) => {
      const lot = thing(call, call.house.lots, 'lotId');
      const patch = call.input<Partial<LotInput>>();
      if (!faults.has('tag-of-lot-not-checked')) requireTag(call, tagOf(lotView(call.house, lot, faults), faults));
      const next = patched(lot, patch, faults);
      checkLot(next);
      allow(lot.state === 'listed', 'The lot is not listed any more.');
      const isFree = lot.bids.length === 0 || faults.has('estimate-changes-with-bids');
      allow(isFree || (patch.estimate === undefined && patch.reserve === undefined), 'The lot has bids.');
      Object.assign(lot, next);
      return shown(call, lot);
    },

    withdrawLot: (call) => {
      const lot = thing(call, call.house.lots, 'lotId');
      const { reason } = call.input<{ reason: string }>();
      allow(lot.state === 'listed', 'The lot is not listed.');
      lot.state = 'withdrawn';
      lot.withdrawalReason = reason;
      return shown(call, lot);
    },

    recordHandover: (call) => {
      const lot = thing(call, call.house.lots, 'lotId');
      const handover = call.input<Handover>();
      if (handover.kind === 'collection') {
        allow(lot.state === 'sold' && isPaid(call.house, lot, faults), 'The lot is not sold and paid.');
        lot.state = 'collected';
      } else {
        allow(lot.state === 'unsold' || lot.state === 'withdrawn', 'The lot is neither unsold nor withdrawn.');
        lot.state = 'returned';
      }
      lot.handover = handover;
      return shown(call, lot);
    },
  };
}
