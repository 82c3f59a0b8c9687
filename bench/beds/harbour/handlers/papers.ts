// Papers of a call: the declaration of dangerous goods, and the clearance.
import type { Reply } from '../../http.ts';
import type { Ask } from '../ask.ts';
import { isDetained, timeOf } from '../rules.ts';
import type { Clearance, Goods, Visit } from '../store.ts';
import { declarationView } from '../views.ts';
import { conflict, invalid } from '../wire.ts';
import { visitOf } from './things.ts';

const EXPLOSIVES = 2000;

/** Refuses goods that cannot be declared together. */
function checkGoods({ on }: Ask, items: readonly Goods[]): void {
  for (const [index, { class: kind, flashPoint }] of items.entries()) {
    const field = `items.${index}.flashPoint`;
    if (kind === '3' && flashPoint === null && !on('no-flash-point')) throw invalid(field, 'goods of class 3 have one');
    if (kind !== '3' && flashPoint !== null) throw invalid(field, 'only goods of class 3 have one');
  }
  const numbers = new Set(items.map(({ unNumber }) => unNumber));
  if (numbers.size < items.length && !on('un-number-twice')) throw invalid('items', 'must name each UN number once');
  const quantities = items.filter(({ class: kind }) => kind === '1').map(({ quantity }) => quantity);
  const most = on('explosives-by-item')
    ? Math.max(0, ...quantities)
    : quantities.reduce((sum, one) => sum + Math.round(one * 1000), 0) / 1000;
  if (most > EXPLOSIVES) throw invalid('items', 'must have no more than 2,000 kg of class 1');
}

function checkBeforeBerth({ state }: Visit): void {
  if (state !== 'announced' && state !== 'arrived') throw conflict('The call is neither announced nor arrived.');
}

export function declareGoods(ask: Ask): Reply {
  const { port, on } = ask;
  const visit = visitOf(ask);
  const { items } = ask.body as { items: readonly Goods[] };
  checkGoods(ask, items);
  checkBeforeBerth(visit);
  const goods = on('grams-lost') ? items.map((one) => ({ ...one, quantity: Math.round(one.quantity * 100) / 100 })) : items;
  const clearance = on('declaration-keeps-clearance') ? visit.clearance : null;
  port.visits.set(visit.id, { ...visit, goods, clearance });
  return { status: 200, body: declarationView(ask, goods) };
}

export function decideClearance(ask: Ask): Reply {
  const { port, store, on } = ask;
  const visit = visitOf(ask);
  const { decision, validUntil, reason } = ask.body as Clearance;
  const isGranted = decision === 'granted';
  if (isGranted !== (validUntil !== null)) throw invalid('validUntil', 'a clearance that is granted has one, and no other');
  if (isGranted === (reason !== null) && !(on('refused-without-reason') && !isGranted))
    throw invalid('reason', 'a clearance that is refused has one, and no other');
  const until = validUntil === null ? null : timeOf(ask, validUntil, 'validUntil');
  checkBeforeBerth(visit);
  if (isGranted && isDetained(ask, visit.shipNumber) && !on('detained-vessel-cleared')) throw conflict('An incident detains the vessel.');
  const clearance: Clearance = { decision, validUntil: until, reason, decidedAt: store.clock.now() };
  port.visits.set(visit.id, { ...visit, clearance });
  return { status: 200, body: clearance };
}
