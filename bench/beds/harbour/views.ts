// How the things of a port are shown.
import { without } from '../members.ts';
import type { Ask } from './ask.ts';
import { isPilotRequired, tugsRequiredBy } from './rules.ts';
import { type Berth, type Goods, type Notice, type Order, occupantOf, type Vessel, type Visit, visitsOf } from './store.ts';

const self = (href: string): { readonly self: { readonly href: string } } => ({ self: { href } });

export function vesselView({ port, on }: Ask, vessel: Vessel): object {
  const isCounted = ({ state }: Visit): boolean => state !== 'cancelled' || on('cancelled-calls-counted');
  const callCount = visitsOf(port, vessel.shipNumber).filter(isCounted).length;
  return { ...vessel, callCount, _links: self(`/vessels/${vessel.shipNumber}`) };
}

export function berthView({ port, on }: Ask, berth: Berth): object {
  const occupant = occupantOf(port, berth.code);
  const occupiedBy = (on('berth-names-vessel') ? occupant?.shipNumber : occupant?.id) ?? null;
  return { ...berth, occupiedBy, _links: self(`/berths/${berth.code}`) };
}

function linksOf({ id, shipNumber, berth, state }: Visit): object {
  const at = state === 'berthed' ? { berth: { href: `/berths/${berth}` } } : {};
  return { ...self(`/calls/${id}`), vessel: { href: `/vessels/${shipNumber}` }, dues: { href: `/calls/${id}/dues` }, ...at };
}

export function visitView(ask: Ask, visit: Visit): object {
  const vessel = ask.port.vessels.get(visit.shipNumber) as Vessel;
  const { payments: _, ...shown } = visit;
  const kept = ask.on('nulls-left-out') ? without(shown, ...Object.keys(shown).filter((name) => shown[name as 'id'] === null)) : shown;
  return {
    ...kept,
    pilotRequired: isPilotRequired(ask, vessel, visit.goods),
    tugsRequired: tugsRequiredBy(ask, vessel),
    _links: linksOf(visit),
  };
}

export function declarationView({ on }: Ask, items: readonly Goods[]): object {
  const thousandths = items.reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0);
  const totalQuantity = thousandths / 1000;
  return { items, totalQuantity: on('total-as-text') ? totalQuantity.toFixed(3) : totalQuantity };
}

export const orderView = ({ on }: Ask, order: Order): object => (on('order-shows-more') ? { ...order, base: order.price } : order);

export const noticeView = (notice: Notice): object => ({ ...notice, _links: self(`/notices/${notice.number}`) });
