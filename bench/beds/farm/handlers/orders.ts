// Orders and their deliveries.
import type { Call, Handlers } from '../call.ts';
import { pageOf } from '../pages.ts';
import type { Delivery, Lot, NewDelivery, NewOrder, Order, OrderLine } from '../things.ts';
import { amountsOf, numberOf, openOf, orderView, summaryOf } from '../views.ts';
import { conflict, invalid, notFound, repeated } from '../wire.ts';

function requireOrder({ hub, id }: Call): Order {
  const order = hub.orders.get(id('order_id'));
  if (order === undefined) throw notFound('order');
  return order;
}

/** The lines of a new order, at the prices of now. */
function linesOf({ hub, body }: Call): OrderLine[] {
  const { customer_id, lines } = body as NewOrder;
  const customer = hub.customers.get(customer_id);
  if (customer === undefined) throw invalid('/customer_id', 'is no customer');
  lines.forEach(({ product_id }, index) => {
    const name = `/lines/${index}/product_id`;
    if (!hub.products.has(product_id)) throw invalid(name, 'is no product');
    if (lines.findIndex((line) => line.product_id === product_id) < index) throw invalid(name, 'is on another line');
  });
  const prices = hub.priceLists.get(customer.price_list_id)?.prices;
  return lines.map(({ product_id, quantity }) => {
    const product = hub.products.get(product_id);
    const unit_price_cents = prices?.get(product_id);
    if (product === undefined || unit_price_cents === undefined) throw conflict(`Product ${product_id} has no price for the customer.`);
    if (!product.active) throw conflict(`Product ${product_id} is not active.`);
    if (quantity < product.min_order_quantity) throw conflict(`Product ${product_id} is ordered in too small a quantity.`);
    return { product_id, product_name: product.name, quantity, delivered: 0, unit_price_cents };
  });
}

interface Taken {
  readonly lot: Lot;
  readonly line: OrderLine;
  readonly quantity: number;
}

/** What a delivery takes out of which lots, for which lines of the order. */
function takenOf({ hub, body, has }: Call, order: Order): Taken[] {
  const { lines } = body as NewDelivery;
  const lots = lines.map(({ lot_id }, index) => {
    const lot = hub.lots.get(lot_id);
    if (lot === undefined) throw invalid(`/lines/${index}/lot_id`, 'is no lot');
    if (lines.findIndex((line) => line.lot_id === lot_id) < index) throw invalid(`/lines/${index}/lot_id`, 'is on another line');
    return lot;
  });
  if (order.state === 'draft' && !has('draft-delivered')) throw conflict('The order is a draft.');
  if (order.state === 'delivered') throw conflict('All of the order is delivered.');
  const taken = lots.map((lot, index): Taken => {
    const { quantity = 0 } = lines[index] ?? {};
    const line = order.lines.find(({ product_id }) => product_id === lot.product_id);
    if (line === undefined) throw conflict(`The product of lot ${lot.id} is not on the order.`);
    if (quantity > lot.remaining) throw conflict(`Less remains of lot ${lot.id}.`);
    return { lot, line, quantity };
  });
  for (const line of order.lines) {
    const all = taken.filter((one) => one.line === line).reduce((total, { quantity }) => total + quantity, 0);
    if (line.delivered + all > line.quantity) throw conflict(`Less was ordered of product ${line.product_id}.`);
  }
  return taken;
}

export const orders: Handlers = {
  listOrders(call) {
    const { hub, has } = call;
    const { customer_id, state, min_total_cents } = call.query;
    const all = [...hub.orders.values()];
    const found = all.filter(
      (order) =>
        (customer_id === undefined || order.customer_id === customer_id) &&
        (state === undefined || order.state === state) &&
        (min_total_cents === undefined || amountsOf(hub, order, has).total_cents >= Number(min_total_cents)),
    );
    const total = has('total-of-all-orders') ? all.length : found.length;
    return pageOf(call, found.toReversed(), (order) => summaryOf(hub, order, has), total);
  },

  createOrder(call) {
    const { store, hub, header, has } = call;
    const { customer_id, delivery_on, reference } = call.body as NewOrder;
    const lines = linesOf(call);
    const id = store.next('order');
    const created_at = store.clock.now();
    const order: Order = { id, customer_id, delivery_on, reference, lines, deliveries: [], created_at, state: 'draft', confirmed_at: null };
    hub.orders.set(id, order);
    const location = `/orders/${has('location-by-number') ? numberOf(id) : id}`;
    return { status: 201, body: orderView(hub, order, has), headers: { location, ...repeated(header('x-request-id')) } };
  },

  getOrder(call) {
    return { status: 200, body: orderView(call.hub, requireOrder(call), call.has) };
  },

  confirmOrder(call) {
    const { store, hub, has } = call;
    const order = requireOrder(call);
    if (order.state !== 'draft') throw conflict('The order is not a draft.');
    const limit = hub.customers.get(order.customer_id)?.credit_limit_cents ?? null;
    const open = has('credit-of-one-order') ? 0 : openOf(hub, order.customer_id, has);
    if (limit !== null && open + amountsOf(hub, order, has).total_cents > limit) throw conflict('The credit does not suffice.');
    order.state = 'confirmed';
    order.confirmed_at = store.clock.now();
    return { status: 200, body: orderView(hub, order, has) };
  },

  createDelivery(call) {
    const { store, header, has } = call;
    const order = requireOrder(call);
    for (const { lot, line, quantity } of takenOf(call, order)) {
      lot.remaining -= quantity;
      line.delivered += quantity;
    }
    const isFull = ({ delivered, quantity }: OrderLine): boolean => delivered === quantity;
    const isDelivered = has('delivered-by-one-line') ? order.lines.some(isFull) : order.lines.every(isFull);
    order.state = isDelivered ? 'delivered' : 'part_delivered';
    const sent = call.body as NewDelivery;
    const delivery: Delivery = { id: store.next('delivery'), order_id: order.id, ...sent, created_at: store.clock.now() };
    order.deliveries.push(delivery);
    return { status: 201, body: delivery, headers: repeated(header('x-request-id')) };
  },
};
