// Lots of products.
import type { Handlers } from '../call.ts';
import { pageOf } from '../pages.ts';
import type { Lot, NewLot } from '../things.ts';
import { lotsOf } from '../views.ts';
import { conflict, invalid } from '../wire.ts';
import { requireProduct } from './products.ts';

export const lots: Handlers = {
  listLots(call) {
    const { best_before_from: from = '', best_before_until: until = '9999-99', in_stock } = call.query;
    const isBefore = call.has('until-without-day') ? (day: string) => day < String(until) : (day: string) => day <= String(until);
    const found = lotsOf(call.hub, requireProduct(call).id).filter(
      ({ best_before, remaining }) =>
        best_before >= String(from) && isBefore(best_before) && (in_stock === undefined || remaining > 0 === in_stock),
    );
    const sorted = found.toSorted((a, b) => (a.best_before === b.best_before ? a.id - b.id : a.best_before < b.best_before ? -1 : 1));
    return pageOf(call, sorted, (lot) => lot);
  },

  createLot(call) {
    const { store, hub } = call;
    const { id: product_id } = requireProduct(call);
    const sent = call.body as NewLot;
    if (sent.best_before < sent.harvested_on) throw invalid('/best_before', 'is earlier than harvested_on');
    if (lotsOf(hub, product_id).some(({ code }) => code === sent.code)) throw conflict('Another lot of the product has this code.');
    const lot: Lot = { id: store.next('lot'), product_id, ...sent, remaining: sent.quantity, created_at: store.clock.now() };
    hub.lots.set(lot.id, lot);
    return { status: 201, body: lot };
  },
};
