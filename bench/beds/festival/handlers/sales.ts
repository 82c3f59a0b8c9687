// What sales of tickets have in common: room, tickets, and the end of orders.
import { without } from '../../members.ts';
import type { Account, FestivalRecord, Store } from '../store.ts';
import type { Order, Ticket, TicketType } from '../things.ts';
import { conflict, Refusal, unprocessable } from '../wire.ts';
import type { Call, Faults } from './call.ts';
import { placesTaken, soldOf } from './looks.ts';

/** The festival that a body names, if it sells tickets. */
export function requireSelling({ account }: Call, store: Store, festivalId: string, faults: Faults): FestivalRecord {
  const others = faults.has('order-festival-of-other-account') ? [...store.accounts.values()] : [];
  const found = [account, ...others].map(({ festivals }) => festivals.get(festivalId)).find((one) => one !== undefined);
  if (found === undefined || found.deleteTime !== undefined) throw unprocessable('#/festivalId', 'is no festival');
  if (found.value.state === 'cancelled' && !faults.has('order-of-cancelled-festival')) throw new Refusal(410, 'The festival is cancelled.');
  if (found.value.state === 'draft' && !faults.has('order-of-draft')) throw conflict('The festival is a draft.');
  return found;
}

/** Refuses a sale that a festival or a ticket type has no room for. */
export function requireRoom(account: Account, { value }: FestivalRecord, wanted: ReadonlyMap<TicketType, number>, faults: Faults): void {
  const spare = faults.has('order-one-above-quota') ? 1 : 0;
  for (const [type, count] of wanted) {
    if (soldOf(account, type.ticketTypeId) + count > type.quota + spare) throw conflict('Too few tickets of this type are left.');
  }
  const all = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const isFull = placesTaken(account, value.festivalId) + all > value.capacity;
  if (isFull && !faults.has('order-festival-capacity-ignored')) throw conflict('The festival has too few places left.');
}

/** Changes the tickets of an order that are not checked in. */
export function setTickets({ tickets }: Account, { ticketIds }: Order, state: Ticket['state']): void {
  for (const id of ticketIds) {
    const ticket = tickets.get(id);
    if (ticket !== undefined && ticket.state !== 'checkedIn') tickets.set(id, { ...ticket, state });
  }
}

/** Ends an order, and gives its places back unless a fault keeps them. */
export function endOrder(store: Store, account: Account, order: Order, more: Partial<Order>, isVoid = true): Order {
  const ended: Order = { ...without(order, 'expireTime'), ...more, updateTime: store.now() };
  account.orders.set(order.orderId, ended);
  if (isVoid) setTickets(account, order, 'void');
  return ended;
}

/** Ends the reservations whose time is up. */
export function expireOrders(store: Store, account: Account): void {
  for (const order of account.orders.values()) {
    const isOver = order.state === 'reserved' && Date.parse(order.expireTime ?? '') <= Date.now();
    if (isOver) endOrder(store, account, order, { state: 'expired' });
  }
}
