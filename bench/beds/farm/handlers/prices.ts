// Price lists and customers.
import { matchesWeak } from '../../http.ts';
import type { Call, Handlers } from '../call.ts';
import type { Customer, NewCustomer, NewPriceList, PriceList } from '../things.ts';
import { customerView, priceListView } from '../views.ts';
import { invalid, notFound, tagOf } from '../wire.ts';
import { requireProduct } from './products.ts';

function requireList({ hub, id }: Call): PriceList {
  const list = hub.priceLists.get(id('price_list_id'));
  if (list === undefined) throw notFound('price list');
  return list;
}

function tagOfList(list: PriceList, { has }: Call): string {
  const { prices, ...own } = list;
  return tagOf(has('list-tag-without-prices') ? own : priceListView(list));
}

/** The limit of a customer as it is kept. */
const limitOf = (cents: number | null, { has }: Call): number | null =>
  cents !== null && has('credit-in-32-bits') ? Math.min(cents, 2 ** 31 - 1) : cents;

export const prices: Handlers = {
  createPriceList(call) {
    const { store, hub } = call;
    const sent = call.body as NewPriceList;
    if (sent.valid_until !== null && sent.valid_until < sent.valid_from) throw invalid('/valid_until', 'is earlier than valid_from');
    const list: PriceList = { id: store.next('price list'), ...sent, prices: new Map(), created_at: store.clock.now() };
    hub.priceLists.set(list.id, list);
    return { status: 201, body: priceListView(list), headers: { location: `/price_lists/${list.id}`, etag: tagOfList(list, call) } };
  },

  getPriceList(call) {
    const list = requireList(call);
    const etag = tagOfList(list, call);
    const known = call.header('if-none-match');
    if (known !== undefined && matchesWeak(known, etag)) return { status: 304, headers: { etag } };
    return { status: 200, body: priceListView(list), headers: { etag } };
  },

  setPrice(call) {
    const list = requireList(call);
    const { id: product_id } = requireProduct(call);
    const { unit_price_cents } = call.body as { unit_price_cents: number };
    const status = list.prices.has(product_id) ? 200 : 201;
    list.prices.set(product_id, unit_price_cents);
    return { status, body: { product_id, unit_price_cents } };
  },

  createCustomer(call) {
    const { store, hub, has } = call;
    const sent = call.body as NewCustomer;
    if (!hub.priceLists.has(sent.price_list_id)) throw invalid('/price_list_id', 'is no price list');
    const credit_limit_cents = limitOf(sent.credit_limit_cents, call);
    const customer: Customer = { id: store.next('customer'), ...sent, credit_limit_cents, created_at: store.clock.now() };
    hub.customers.set(customer.id, customer);
    return { status: 201, body: customerView(hub, customer, has), headers: { location: `/customers/${customer.id}` } };
  },

  getCustomer({ hub, id, has }) {
    const customer = hub.customers.get(id('customer_id'));
    if (customer === undefined) throw notFound('customer');
    return { status: 200, body: customerView(hub, customer, has) };
  },
};
