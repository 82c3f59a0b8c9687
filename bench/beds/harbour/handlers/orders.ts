// Orders of pilots and tugs.
import { millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { Ask } from '../ask.ts';
import { filtered, pageOf, sorted } from '../lists.ts';
import { hoursTaken, pilotPrice, priceOfCancelled, tugPrice } from '../money.ts';
import { DAY, HOUR, isBefore, timeOf } from '../rules.ts';
import { newId, type Order, ordersOf, type PilotOrder, type TugOrder, type Visit } from '../store.ts';
import { orderView } from '../views.ts';
import { conflict, invalid } from '../wire.ts';
import { orderOf, vesselOfVisit, visitOf } from './things.ts';
import { momentOf } from './visits.ts';

export function listOrders(ask: Ask): Reply {
  const { port, on } = ask;
  const visit = visitOf(ask);
  const known = on('orders-of-all-calls') ? [...port.orders.values()] : ordersOf(port, visit.id);
  let found = filtered(ask, known, 'kind', ({ kind }, value: string) => kind === value);
  found = filtered(ask, found, 'state', ({ state }, value: string) => state === value);
  const all = sorted(
    found,
    ({ at }) => millisecondsOf(at),
    ({ id }) => id,
  );
  return pageOf(ask, 'orders', all, (order) => orderView(ask, order));
}

type Wish = Pick<PilotOrder, 'kind' | 'at' | 'boarding'> | Pick<TugOrder, 'kind' | 'at' | 'tugs' | 'hours'>;

function checkTime({ on }: Ask, at: string, { eta, etd }: Visit): void {
  const isLate = millisecondsOf(at) > millisecondsOf(etd) || (at === etd && on('order-at-etd-refused'));
  if (isLate || millisecondsOf(at) < millisecondsOf(eta) - DAY) throw invalid('at', 'must be from 24 hours before eta until etd');
}

/** Refuses a second pilot, and more tugs than a call can have. */
function checkMost({ port, on }: Ask, visit: Visit, wish: Wish): void {
  const counted = ordersOf(port, visit.id).filter(({ state }) => state === 'open' || (state === 'completed' && on('done-tugs-counted')));
  if (wish.kind === 'pilot') {
    const isThere = counted.some(({ kind, state }) => kind === 'pilot' && state === 'open');
    if (isThere && !on('second-pilot-ordered')) throw conflict('A pilot is ordered already.');
    return;
  }
  const tugs = counted.reduce((sum, order) => sum + (order.kind === 'tug' ? order.tugs : 0), wish.tugs);
  if (tugs > 4) throw conflict('A call has four tugs at most.');
}

export function placeOrder(ask: Ask): Reply {
  const { port } = ask;
  const visit = visitOf(ask);
  const wish = ask.body as Wish;
  const at = timeOf(ask, wish.at, 'at');
  checkTime(ask, at, visit);
  if (visit.state === 'departed' || visit.state === 'cancelled') throw conflict('The call is over.');
  checkMost(ask, visit, wish);
  const base = { id: newId(), callId: visit.id, at, state: 'open', doneAt: null } as const;
  const order: Order =
    wish.kind === 'pilot'
      ? { ...base, kind: 'pilot', boarding: wish.boarding, price: pilotPrice(ask, vesselOfVisit(port, visit)) }
      : { ...base, kind: 'tug', tugs: wish.tugs, hours: wish.hours, price: tugPrice(wish.tugs, wish.hours) };
  port.orders.set(order.id, order);
  return { status: 201, body: orderView(ask, order) };
}

/** Keeps an order, and answers with it. */
function keep(ask: Ask, order: Order): Reply {
  ask.port.orders.set(order.id, order);
  return { status: 200, body: orderView(ask, order) };
}

function checkOpen({ state }: Order): void {
  if (state !== 'open') throw conflict('The order is not open.');
}

export function completeOrder(ask: Ask): Reply {
  const { on } = ask;
  const order = orderOf(ask);
  const doneAt = momentOf(ask);
  if (isBefore(doneAt, order.at)) throw invalid('at', 'is before the time of the order');
  const isLong = millisecondsOf(doneAt) - millisecondsOf(order.at) > 12 * HOUR;
  if (order.kind === 'tug' && isLong) throw invalid('at', 'is more than 12 hours after the time of the order');
  checkOpen(order);
  const done = { ...order, state: 'completed', doneAt } as const;
  if (done.kind === 'pilot') return keep(ask, done);
  const hours = hoursTaken(ask, order.at, doneAt);
  return keep(ask, { ...done, hours, price: on('price-stays-as-ordered') ? order.price : tugPrice(done.tugs, hours) });
}

export function cancelOrder(ask: Ask): Reply {
  const order = orderOf(ask);
  const doneAt = momentOf(ask);
  if (!(ask.on('done-order-cancelled') && order.state === 'completed')) checkOpen(order);
  return keep(ask, { ...order, state: 'cancelled', doneAt, price: priceOfCancelled(ask, order, doneAt) });
}
