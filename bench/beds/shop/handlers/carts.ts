// Discount codes, and carts until they become orders.
import { gap, instant, millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { addStock, newId, type Shop, type Store, usesOf, variantOf } from '../store.ts';
import type { Bill, Cart, Checkout, Discount, Faults, NewCart, NewDiscount, Order } from '../things.ts';
import { billOf, cartView, discountView, orderView } from '../views.ts';
import { conflict, ok, unusable } from '../wire.ts';
import { answerRead, answerWith, type Call, found, type Part, requireMatch } from './call.ts';

const isRunning = ({ startsAt, endsAt }: Discount): boolean =>
  millisecondsOf(startsAt) <= Date.now() && (endsAt === null || millisecondsOf(endsAt) > Date.now());

/** A time as it is kept. A fault takes the time of the clock on the wall for UTC. */
const timeOf = (text: string, faults: Faults): string => instant(faults.has('offset-dropped') ? text.replace(/[+-]\d\d:\d\d$/, 'Z') : text);

/** Refuses a time that has no year of four digits in UTC, since no answer could have it. */
function requireYear(name: string, text: string): void {
  if (!/^\d{4}-/.test(instant(text))) throw unusable(name, 'Its year in UTC is not from 0000 to 9999.');
}

export const discounts: Part = (_, faults) => ({
  createDiscount: ({ shop, input }) => {
    const body = input<NewDiscount>();
    if (shop.discounts.has(body.code)) throw conflict('The shop has this code.');
    const { startsAt, endsAt } = body;
    requireYear('startsAt', startsAt);
    if (endsAt !== null) requireYear('endsAt', endsAt);
    if (endsAt !== null && millisecondsOf(endsAt) <= millisecondsOf(startsAt)) throw unusable('endsAt', 'It is not later than startsAt.');
    const times = { startsAt: timeOf(startsAt, faults), endsAt: endsAt === null ? null : timeOf(endsAt, faults) };
    const discount: Discount = { ...body, ...times, createdAt: shop.clock.now() };
    shop.discounts.set(discount.code, discount);
    return { status: 201, body: discountView(shop, discount), headers: { location: `/discounts/${discount.code}` } };
  },

  getDiscount: ({ shop, path }) => ok(discountView(shop, found(shop.discounts, path('code')))),
});

function requireLines(shop: Shop, lines: NewCart['lines'], faults: Faults): void {
  for (const [index, { sku }] of lines.entries()) {
    const status = variantOf(shop, sku)?.product.status;
    const isSold = status === 'active' || (status === 'draft' && faults.has('drafts-in-carts'));
    if (!isSold) throw unusable(`lines.${index}.sku`, 'It is no variant of an active product.');
    if (lines.findIndex((one) => one.sku === sku) !== index) throw unusable(`lines.${index}.sku`, 'It has a line already.');
  }
}

/** What a cart is to have, if it can. */
function checked(store: Store, shop: Shop, body: NewCart, faults: Faults): NewCart {
  const shops = faults.has('customers-of-all-shops') ? Object.values(store) : [shop];
  if (shops.every(({ customers }) => !customers.has(body.customerId))) throw unusable('customerId', 'There is no such customer.');
  requireLines(shop, body.lines, faults);
  const discount = body.discountCode === null ? undefined : shop.discounts.get(body.discountCode);
  if (body.discountCode !== null && (discount === undefined || !isRunning(discount))) {
    throw unusable('discountCode', 'There is no such code, or it is not running.');
  }
  const lines = faults.has('ten-lines-kept') ? body.lines.slice(0, 10) : body.lines;
  return { ...body, lines, note: faults.has('note-escaped') ? escaped(body.note) : body.note };
}

const escaped = (note: string | null): string | null => note?.replaceAll('&', '&amp;').replaceAll('<', '&lt;') ?? null;

/** Refuses an order of what is not sold, not there, or has a discount that is over. */
function requireReady(shop: Shop, cart: Cart, faults: Faults): void {
  if (cart.status === 'ordered') throw conflict('The cart has become an order.');
  if (cart.lines.length === 0) throw conflict('The cart has no lines.');
  const lines = faults.has('first-stock-alone') ? cart.lines.slice(0, 1) : cart.lines;
  for (const { sku, quantity } of lines) {
    const known = variantOf(shop, sku);
    if (known === undefined || known.product.status !== 'active') throw conflict(`${sku} is not sold.`);
    if (known.variant.stock < quantity) throw conflict(`There is not enough of ${sku}.`);
  }
  const discount = cart.discountCode === null ? undefined : shop.discounts.get(cart.discountCode);
  if (discount === undefined) return;
  const isUsedUp = discount.usageLimit !== null && usesOf(shop, discount.code) >= discount.usageLimit;
  if (!isRunning(discount) || (isUsedUp && !faults.has('uses-not-limited'))) throw conflict('The discount code has run out.');
}

function order(shop: Shop, cart: Cart, bill: Bill, body: Checkout, channel: string): Order {
  for (const line of bill.lines) addStock(shop, line, -line.quantity);
  const made: Order = {
    id: newId(),
    number: 1001 + shop.orders.size,
    status: 'placed',
    customerId: cart.customerId,
    cartId: cart.id,
    channel,
    paymentMethod: body.paymentMethod,
    shippingAddress: body.shippingAddress,
    discountCode: cart.discountCode,
    ...bill,
    shipments: [],
    refunds: [],
    placedAt: shop.clock.now(),
  };
  shop.orders.set(made.id, made);
  shop.carts.set(cart.id, { ...cart, status: 'ordered', frozen: bill });
  return made;
}

async function checkout({ shop, path, parameters, input }: Call, faults: Faults): Promise<Reply> {
  const cart = found(shop.carts, path('cartId'));
  const body = input<Checkout>();
  requireReady(shop, cart, faults);
  if (faults.has('two-checkouts-at-once')) await gap();
  const { 'x-channel': channel } = parameters<{ 'x-channel': string }>();
  const made = order(shop, cart, billOf(shop, cart), body, channel);
  return { status: 201, body: orderView(made), headers: { location: `/orders/${made.id}` } };
}

export const carts: Part = (store, faults) => ({
  createCart: ({ shop, input }) => {
    const body = checked(store, shop, input<NewCart>(), faults);
    const cart: Cart = { id: newId(), ...body, status: 'open', frozen: null, createdAt: shop.clock.now() };
    shop.carts.set(cart.id, cart);
    return answerWith(cartView(shop, cart), `/carts/${cart.id}`);
  },

  getCart: (call) => answerRead(call, cartView(call.shop, found(call.shop.carts, call.path('cartId'))), faults),

  replaceCart: (call) => {
    const { shop, path, input } = call;
    const cart = found(shop.carts, path('cartId'));
    if (!faults.has('carts-replaced-blindly')) requireMatch(call, cartView(shop, cart));
    const body = input<NewCart>();
    if (cart.status === 'ordered' && !faults.has('ordered-cart-replaced')) throw conflict('The cart has become an order.');
    const changed: Cart = { ...cart, ...checked(store, shop, body, faults), frozen: null };
    shop.carts.set(cart.id, changed);
    return answerWith(cartView(shop, changed));
  },

  checkoutCart: (call) => checkout(call, faults),
});
