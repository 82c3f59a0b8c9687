// How things look in answers, and what follows from other things.
import type { Customer, Hub, Order, OrderLine, PriceList, Product } from './things.ts';

type Has = (fault: string) => boolean;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

export const lotsOf = (hub: Hub, productId: number) => [...hub.lots.values()].filter(({ product_id }) => product_id === productId);

export function productView(hub: Hub, product: Product, has: Has): object {
  const lots = lotsOf(hub, product.id);
  return { ...product, stock: sum(lots.map((lot) => (has('stock-keeps-delivered') ? lot.quantity : lot.remaining))) };
}

export function priceListView({ prices, ...list }: PriceList): object {
  const sorted = [...prices].toSorted(([a], [b]) => a - b);
  return { ...list, prices: sorted.map(([product_id, unit_price_cents]) => ({ product_id, unit_price_cents })) };
}

/** The unit price of a line. */
function priceOf(hub: Hub, { customer_id }: Order, line: OrderLine, has: Has): number {
  if (!has('order-price-follows-list')) return line.unit_price_cents;
  const list = hub.priceLists.get(hub.customers.get(customer_id)?.price_list_id ?? 0);
  return list?.prices.get(line.product_id) ?? line.unit_price_cents;
}

export function amountsOf(hub: Hub, order: Order, has: Has) {
  const round = has('amount-rounded-down') ? Math.floor : (amount: number) => Math.floor(amount + 0.5);
  const lines = order.lines.map((line, index) => {
    const unit_price_cents = priceOf(hub, order, line, has);
    return { line_no: index + 1, ...line, unit_price_cents, amount_cents: round(line.quantity * unit_price_cents) };
  });
  const subtotal_cents = sum(lines.map(({ amount_cents }) => amount_cents));
  const percent = hub.customers.get(order.customer_id)?.discount_percent ?? 0;
  const discount_cents = Math.floor((subtotal_cents * percent + 50) / 100);
  return { lines, subtotal_cents, discount_cents, total_cents: subtotal_cents - discount_cents };
}

const currencyOf = (hub: Hub, { customer_id }: Order): string | undefined =>
  hub.priceLists.get(hub.customers.get(customer_id)?.price_list_id ?? 0)?.currency;

export const numberOf = (id: number): string => `O-${String(id).padStart(6, '0')}`;

export const orderView = (hub: Hub, order: Order, has: Has): object => ({
  ...order,
  number: numberOf(order.id),
  currency: currencyOf(hub, order),
  ...amountsOf(hub, order, has),
});

export function summaryOf(hub: Hub, order: Order, has: Has): object {
  const { id, customer_id, state, delivery_on, created_at, confirmed_at } = order;
  const { total_cents } = amountsOf(hub, order, has);
  const confirmed = confirmed_at === null && has('draft-without-confirmed-at') ? {} : { confirmed_at };
  return {
    id,
    number: numberOf(id),
    customer_id,
    state,
    delivery_on,
    currency: currencyOf(hub, order),
    total_cents,
    created_at,
    ...confirmed,
  };
}

/** The totals of the orders of a customer that are confirmed and not delivered in full. */
export function openOf(hub: Hub, customerId: number, has: Has): number {
  const open = [...hub.orders.values()].filter(({ customer_id, state }) => {
    return customer_id === customerId && (state === 'confirmed' || state === 'part_delivered');
  });
  return sum(open.map((order) => amountsOf(hub, order, has).total_cents));
}

export const customerView = (hub: Hub, customer: Customer, has: Has): object => ({
  ...customer,
  open_cents: openOf(hub, customer.id, has),
});
