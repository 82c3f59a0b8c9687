// Orders.
import { isDeepStrictEqual } from 'node:util';
import { gap, millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { without } from '../../members.ts';
import { isSameText } from '../../texts.ts';
import type { Account, FestivalRecord, Store } from '../store.ts';
import type { Order, OrderItem, OrderState, Ticket, TicketType } from '../things.ts';
import { conflict, unprocessable } from '../wire.ts';
import { type Call, type Faults, type Part, requireThing } from './call.ts';
import { merged } from './changes.ts';
import { ordered, paged } from './lists.ts';
import { orderLook } from './looks.ts';
import { endOrder, requireRoom, requireSelling, setTickets } from './sales.ts';

const HOLD = 15 * 60_000;

interface Filters {
  readonly festivalId?: string;
  readonly state?: readonly OrderState[];
  readonly buyerEmail?: string;
  readonly createdFrom?: string;
  readonly createdBefore?: string;
}

function fits(order: Order, { festivalId, state, buyerEmail, createdFrom, createdBefore }: Filters, faults: Faults): boolean {
  const created = millisecondsOf(order.createTime);
  const states = faults.has('orders-first-state-only') ? state?.slice(0, 1) : state;
  const isBefore = (time: number): boolean => (faults.has('orders-created-before-inclusive') ? created <= time : created < time);
  return (
    (festivalId === undefined || order.festivalId === festivalId) &&
    (states === undefined || states.includes(order.state)) &&
    (buyerEmail === undefined || isSameText(order.buyer.email, buyerEmail)) &&
    (createdFrom === undefined || created >= millisecondsOf(createdFrom)) &&
    (createdBefore === undefined || isBefore(millisecondsOf(createdBefore)))
  );
}

/** The price less the discount, in whole minor units, halves up. Discounts are in steps of half a percent. */
function unitPriceOf({ price, discountPercent }: TicketType, faults: Faults): number {
  const share = price.amountMinor * (200 - 2 * discountPercent);
  return Math.floor((share + (faults.has('order-price-rounded-down') ? 0 : 100)) / 200);
}

/** The ticket types that items name, with their quantities. */
function wantedBy(
  account: Account,
  { ticketTypes }: FestivalRecord,
  items: readonly OrderItem[],
  faults: Faults,
): ReadonlyMap<TicketType, number> {
  const elsewhere = [...account.festivals.values()].flatMap((one) => [...one.ticketTypes]);
  const known = faults.has('order-type-of-other-festival') ? new Map(elsewhere) : ticketTypes;
  const wanted = new Map<TicketType, number>();
  for (const [index, { ticketTypeId, quantity }] of items.entries()) {
    const type = known.get(ticketTypeId);
    if (type === undefined) throw unprocessable(`#/items/${index}/ticketTypeId`, 'is no ticket type of the festival');
    if (wanted.has(type) && !faults.has('order-type-named-twice')) throw unprocessable(`#/items/${index}/ticketTypeId`, 'is named twice');
    const isMany = quantity > type.maxPerOrder && !faults.has('order-above-maximum');
    if (isMany) throw unprocessable(`#/items/${index}/quantity`, 'is more than an order can have');
    if (!type.onSale && !faults.has('order-type-not-on-sale')) throw conflict('The ticket type is not on sale.');
    wanted.set(type, quantity + (wanted.get(type) ?? 0));
  }
  return wanted;
}

/** The tickets of an order, one after the other in the order of its items. */
function ticketsFor(store: Store, order: Omit<Order, 'ticketIds'>): Ticket[] {
  const { orderId, festivalId, buyer, createTime } = order;
  const made = ({ ticketTypeId, quantity }: OrderItem): Ticket[] =>
    Array.from({ length: quantity }, () => ({
      ticketId: store.id(),
      festivalId,
      ticketTypeId,
      orderId,
      holder: buyer.name,
      state: 'reserved',
      createTime,
    }));
  return order.items.flatMap(made);
}

function reserve(call: Call, store: Store, input: Order, faults: Faults): Order {
  const { account, isDevice } = call;
  const festival = requireSelling(call, store, input.festivalId, faults);
  const wanted = wantedBy(account, festival, input.items, faults);
  if (!faults.has('order-last-place-at-once')) requireRoom(account, festival, wanted, faults);
  const types = new Map([...wanted.keys()].map((type) => [type.ticketTypeId, type]));
  const priced = (item: OrderItem): OrderItem => {
    const type = types.get(item.ticketTypeId);
    return { ...item, unitPriceMinor: type === undefined ? 0 : unitPriceOf(type, faults) };
  };
  const items = input.items.map(priced);
  const now = store.now();
  const { name } = input.buyer;
  const isSingle = faults.has('order-total-ignores-quantities');
  const hold = faults.has('order-hold-of-fifty-minutes') ? 50 * 60_000 : HOLD;
  const order = {
    ...input,
    buyer: { ...input.buyer, name: faults.has('order-buyer-latin') ? name.replaceAll(/[^\0-\u00FF]/g, '?') : name },
    ...(input.note !== undefined && faults.has('order-note-trimmed') ? { note: input.note.trim() } : {}),
    orderId: store.id(),
    items,
    state: 'reserved',
    channel: isDevice ? 'boxOffice' : 'online',
    totalMinor: items.reduce((sum, { quantity, unitPriceMinor }) => sum + (isSingle ? 1 : quantity) * unitPriceMinor, 0),
    currency: festival.value.currency,
    expireTime: new Date(Date.parse(now) + hold).toISOString(),
    createTime: now,
    updateTime: now,
  } as const;
  const tickets = ticketsFor(store, order);
  for (const ticket of tickets) account.tickets.set(ticket.ticketId, ticket);
  const whole: Order = { ...order, ticketIds: tickets.map(({ ticketId }) => ticketId) };
  account.orders.set(whole.orderId, whole);
  return whole;
}

/** With a fault, two requests at once both see the room that one of them takes. */
async function checkedWithGap(call: Call, store: Store, input: Order, faults: Faults): Promise<void> {
  const festival = requireSelling(call, store, input.festivalId, faults);
  requireRoom(call.account, festival, wantedBy(call.account, festival, input.items, faults), faults);
  await gap();
}

export const orders: Part = (store, faults) => {
  const look = ({ account }: Call, order: Order): unknown => orderLook(account, order, faults);
  const answer = (call: Call, order: Order): Reply => ({ status: 200, body: look(call, order) });

  /** The order that a request with the same id made. */
  function madeBefore({ account }: Call, input: Order): Order | undefined {
    const accounts = faults.has('order-request-id-of-all-accounts') ? [...store.accounts.values()] : [account];
    for (const one of accounts) {
      const made = one.requests.get(input.requestId ?? '');
      if (made === undefined) continue;
      const isSame = isDeepStrictEqual(made.body, input) || faults.has('order-request-id-any-body');
      if (!isSame) throw conflict('Another request had this id.');
      return one.orders.get(made.orderId);
    }
    return undefined;
  }

  function change(call: Call, order: Order, more: Partial<Order>): Order {
    const next = { ...order, ...more, updateTime: store.now() };
    call.account.orders.set(order.orderId, next);
    return next;
  }

  function requireState({ state }: Order, allowed: readonly OrderState[], fault: string, also: readonly OrderState[]): void {
    const all = faults.has(fault) ? [...allowed, ...also] : allowed;
    if (!all.includes(state)) throw conflict(`The order is ${state}.`);
  }

  return {
    listOrders: (call) => {
      const filters = call.query<Filters>();
      const found = [...call.account.orders.values()].filter((order) => fits(order, filters, faults));
      const order = ordered(call, found, {
        createTime: ({ createTime }) => createTime,
        totalMinor: ({ totalMinor }) => (faults.has('orders-total-as-text') ? String(totalMinor) : totalMinor),
      });
      return paged(call, order, (one) => look(call, one), faults, 'orders');
    },

    createOrder: async (call) => {
      const { account } = call;
      const input = call.input<Order>();
      const { requestId } = input;
      const before = requestId === undefined || faults.has('order-request-id-without-effect') ? undefined : madeBefore(call, input);
      if (before !== undefined) return answer(call, before);
      if (faults.has('order-request-id-twice-at-once')) await gap();
      if (faults.has('order-request-id-taken-by-refusal') && requestId !== undefined)
        account.requests.set(requestId, { body: {}, orderId: '' });
      if (faults.has('order-last-place-at-once')) await checkedWithGap(call, store, input, faults);
      const order = reserve(call, store, input, faults);
      if (requestId !== undefined) account.requests.set(requestId, { body: input, orderId: order.orderId });
      return { status: 201, body: look(call, order), headers: { location: `/orders/${order.orderId}` } };
    },

    getOrder: (call) => {
      const accounts = faults.has('order-of-other-account') ? [...store.accounts.values()] : [];
      const found = accounts.flatMap((account) => account.orders.get(call.id('orderId')) ?? []);
      return answer(call, found[0] ?? requireThing(call.account.orders, call.id('orderId')));
    },

    updateOrder: (call) => {
      const order = requireThing(call.account.orders, call.id('orderId'));
      const patch = call.input<Partial<Order>>();
      requireState(order, ['reserved', 'paid'], 'order-patch-refunded', ['refunded', 'expired']);
      const isWhole = faults.has('order-buyer-replaced') && patch.buyer !== undefined;
      const next = isWhole ? { ...order, ...patch } : merged(order, patch);
      const kept = faults.has('order-patch-loses-note') && patch.note === undefined ? without(next, 'note') : next;
      call.account.orders.set(order.orderId, kept);
      return answer(call, faults.has('order-update-time-stale') ? kept : change(call, kept, {}));
    },

    payOrder: (call) => {
      const order = requireThing(call.account.orders, call.id('orderId'));
      const { amountMinor, method } = call.input<{ amountMinor: number; method: string }>();
      requireState(order, ['reserved'], 'order-pay-expired', ['expired']);
      const isRight = faults.has('order-pay-more') ? amountMinor >= order.totalMinor : amountMinor === order.totalMinor;
      if (!isRight) throw unprocessable('#/amountMinor', 'is not the total of the order');
      const paid = { state: 'paid', paidTime: store.now(), paymentMethod: method } as const;
      const next = change(call, faults.has('order-paid-still-expires') ? order : without(order, 'expireTime'), paid);
      if (!faults.has('order-pay-leaves-tickets')) setTickets(call.account, next, 'valid');
      return answer(call, next);
    },

    refundOrder: (call) => {
      const order = requireThing(call.account.orders, call.id('orderId'));
      const { reason } = call.input<{ reason: string }>();
      requireState(order, ['paid'], 'order-refund-reserved', ['reserved']);
      const more = { state: 'refunded', refundedMinor: order.totalMinor, refundReason: reason } as const;
      return answer(call, endOrder(store, call.account, order, more, !faults.has('order-refund-keeps-places')));
    },

    releaseOrder: (call) => {
      const order = requireThing(call.account.orders, call.id('orderId'));
      requireState(order, ['reserved'], 'order-release-paid', ['paid']);
      const ended = endOrder(store, call.account, order, { state: 'expired' }, !faults.has('order-release-keeps-places'));
      if (faults.has('order-release-deletes')) call.account.orders.delete(order.orderId);
      const shown = look(call, ended) as object;
      return { status: 200, body: faults.has('order-undeclared-state') ? { ...shown, state: 'released' } : shown };
    },
  };
};
