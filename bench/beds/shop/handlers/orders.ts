// Orders, and what is sent and given back for them.
import { gap, millisecondsOf } from '../../clock.ts';
import { addStock, isOpen, newId, refundedOf, type Shop, sentOf } from '../store.ts';
import type { Faults, Line, NewRefund, NewShipment, Order, OrderStatus, Refund, Shipment, Shown } from '../things.ts';
import { billOf, orderView } from '../views.ts';
import { conflict, made, ok, unusable } from '../wire.ts';
import { found, newestFirst, type Part, pageOf } from './call.ts';

interface Query {
  readonly status?: readonly OrderStatus[];
  readonly customerId?: string;
  readonly placedFrom?: string;
  readonly placedBefore?: string;
  readonly sort: 'newest' | 'oldest' | 'total';
}

function matches({ status, customerId, placedAt }: Order, query: Query, faults: Faults): boolean {
  const placed = millisecondsOf(placedAt);
  const statuses = faults.has('first-status-alone') ? query.status?.slice(0, 1) : query.status;
  const from = query.placedFrom === undefined ? Number.NEGATIVE_INFINITY : millisecondsOf(query.placedFrom);
  const before = query.placedBefore === undefined ? Number.POSITIVE_INFINITY : millisecondsOf(query.placedBefore);
  return (
    (statuses === undefined || statuses.includes(status)) &&
    (query.customerId === undefined || customerId === query.customerId) &&
    (faults.has('placed-after-not-from') ? placed > from : placed >= from) &&
    placed < before
  );
}

function sorted(orders: readonly Order[], sort: Query['sort']): Order[] {
  if (sort === 'oldest') return [...orders];
  const newest = newestFirst(orders);
  return sort === 'total' ? newest.toSorted((a, b) => b.total - a.total) : newest;
}

/** How much of a line is left to send. */
const leftOf = (order: Order, { sku, quantity }: Line): number => quantity - sentOf(order, sku);

function requireLeft(order: Order, lines: NewShipment['lines'], faults: Faults): void {
  for (const [index, { sku, quantity }] of lines.entries()) {
    const line = order.lines.find((one) => one.sku === sku);
    if (line === undefined) throw unusable(`lines.${index}.sku`, 'The order does not have it.');
    if (lines.findIndex((one) => one.sku === sku) !== index) throw unusable(`lines.${index}.sku`, 'It is there twice.');
    const left = faults.has('sent-twice') ? line.quantity : leftOf(order, line);
    if (quantity > left) throw unusable(`lines.${index}.quantity`, `There are ${left} left to send.`);
  }
}

function cancel(shop: Shop, order: Order, faults: Faults): Order {
  const isEarly = order.status === 'placed' || (order.status === 'partlyShipped' && faults.has('cancelled-half-way'));
  if (!isEarly) throw conflict(`The order is ${order.status}.`);
  if (!faults.has('cancelled-without-stock')) for (const line of order.lines) addStock(shop, line, line.quantity);
  const cancelled: Order = { ...order, status: 'cancelled' };
  shop.orders.set(order.id, cancelled);
  return cancelled;
}

/** An order as it is read. A fault reckons its lines with the prices of now. */
function readView(shop: Shop, order: Order, faults: Faults): Shown {
  return { ...orderView(order), ...(faults.has('orders-follow-prices') ? billOf(shop, order) : {}) };
}

function requireRefundable(order: Order, { amount }: NewRefund, faults: Faults): void {
  if (order.status === 'placed') throw conflict('The order has to be cancelled or sent first.');
  const before = faults.has('refunds-not-added') ? 0 : refundedOf(order);
  if (amount > order.total - before) throw unusable('amount', 'It is more than what is left of the total.');
}

export const orders: Part = (_, faults) => ({
  listOrders: (call) => {
    const query = call.parameters<Query>();
    const all = [...call.shop.orders.values()].filter((one) => matches(one, query, faults));
    const show = (one: Order): Shown => ({
      ...readView(call.shop, one, faults),
      ...(faults.has('listed-without-refunds') && { refundedTotal: 0 }),
    });
    return pageOf(call, sorted(all, query.sort), show, faults);
  },

  getOrder: ({ shop, path }) => ok(readView(shop, found(shop.orders, path('orderId')), faults)),

  cancelOrder: ({ shop, path }) => ok(orderView(cancel(shop, found(shop.orders, path('orderId')), faults))),

  createShipment: ({ shop, path, input }) => {
    const order = found(shop.orders, path('orderId'));
    const body = input<NewShipment>();
    if (!isOpen(order)) throw conflict(`The order is ${order.status}.`);
    requireLeft(order, body.lines, faults);
    const shipment: Shipment = { id: newId(), ...body, createdAt: shop.clock.now() };
    const sent: Order = { ...order, shipments: [...order.shipments, shipment] };
    const isAll = sent.lines.every((line) => leftOf(sent, line) <= 0);
    shop.orders.set(order.id, { ...sent, status: isAll ? 'shipped' : 'partlyShipped' });
    return made(shipment);
  },

  createRefund: async ({ shop, path, input }) => {
    const id = path('orderId');
    const body = input<NewRefund>();
    requireRefundable(found(shop.orders, id), body, faults);
    if (faults.has('two-refunds-at-once')) await gap();
    const order = found(shop.orders, id);
    const refund: Refund = { id: newId(), ...body, createdAt: shop.clock.now() };
    shop.orders.set(id, { ...order, refunds: [...order.refunds, refund] });
    return made(faults.has('refund-time-with-offset') ? { ...refund, createdAt: refund.createdAt.replace('Z', '+00:00') } : refund);
  },
});
