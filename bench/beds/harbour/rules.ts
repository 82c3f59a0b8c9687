// What a port decides: which stays may be, what a vessel needs, and where it may lie.
import { instant, millisecondsOf } from '../clock.ts';
import type { Ask } from './ask.ts';
import { type Berth, type Goods, occupantOf, ordersOf, type Plan, type Port, type Vessel, type Visit, visitsOf } from './store.ts';
import { conflict, invalid } from './wire.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A time of a body in UTC. */
export function timeOf({ on }: Ask, text: string, field: string): string {
  const time = on('offset-dropped') ? instant(text.replace(/[+-]\d\d:\d\d$/, 'Z')) : instant(text);
  if (!/^20\d\d-/.test(time) && !on('year-2100')) throw invalid(field, 'must lie in the years 2000 to 2099');
  return time;
}

export const isBefore = (a: string, b: string): boolean => millisecondsOf(a) < millisecondsOf(b);

/** Refuses what a plan of a call cannot be, whatever else the port knows. */
export function checkPlan({ on }: Ask, plan: Plan, vessel: Vessel): void {
  const stay = millisecondsOf(plan.etd) - millisecondsOf(plan.eta);
  if (stay <= 0) throw invalid('etd', 'must be later than eta');
  if (stay > 30 * DAY || (stay === 30 * DAY && on('stay-of-30-days-refused'))) throw invalid('etd', 'must be within 30 days of eta');
  checkDraught(plan, vessel, on('greatest-draught-refused'));
  const takesPassengers = vessel.type === 'ferry' || (vessel.type === 'cruise' && !on('cruise-passengers-refused'));
  if (plan.passengers > 0 && !takesPassengers) throw invalid('passengers', 'only ferries and cruise ships bring passengers');
}

function checkDraught({ draught }: Plan, { maxDraught }: Vessel, isLess: boolean): void {
  if (draught > maxDraught || (isLess && draught === maxDraught)) throw invalid('draught', 'is more than the vessel can have');
}

/** Refuses a stay that overlaps with another one of the vessel. */
export function checkStay({ port, on }: Ask, plan: Plan, id?: string): void {
  const isCounted = ({ state }: Visit): boolean => state !== 'departed' && (state !== 'cancelled' || on('cancelled-call-blocks-stay'));
  const others = visitsOf(port, plan.shipNumber).filter((visit) => visit.id !== id && isCounted(visit));
  const touching = on('touching-stays-refused') ? 1 : 0;
  const overlaps = ({ eta, etd }: Visit): boolean =>
    millisecondsOf(plan.eta) < millisecondsOf(etd) + touching && millisecondsOf(eta) < millisecondsOf(plan.etd) + touching;
  if (others.some(overlaps)) throw conflict('The vessel has another call at that time.');
}

export function isPilotRequired({ on }: Ask, { length }: Vessel, goods: readonly Goods[]): boolean {
  return length >= 90 || (goods.length > 0 && !on('pilot-not-for-goods'));
}

export function tugsRequiredBy({ on }: Ask, { length, equipment }: Vessel): number {
  const isLong = on('two-tugs-above-180') ? length > 180 : length >= 180;
  const tugs = isLong ? 2 : length >= 100 ? 1 : 0;
  return Math.max(0, tugs - (equipment.includes('bowThruster') ? 1 : 0));
}

/** Whether an open incident detains a vessel. */
export const isDetained = ({ port, on }: Ask, shipNumber: string): boolean =>
  [...port.incidents.values()].some(
    (incident) => incident.shipNumber === shipNumber && incident.detains && (incident.state === 'open' || on('resolved-detains')),
  );

/** Refuses a vessel that has no clearance, or not the pilot and the tugs that it needs. */
export function checkReady(ask: Ask, { id, clearance, goods }: Visit, vessel: Vessel, at: string): void {
  const { port, on } = ask;
  if (clearance?.decision !== 'granted') throw conflict('The vessel is not cleared.');
  const isOver = millisecondsOf(clearance.validUntil ?? '') < millisecondsOf(at);
  if (isOver && !on('clearance-never-over')) throw conflict('The clearance is over.');
  const orders = ordersOf(port, id);
  const placed = orders.filter(({ state }) => state !== 'cancelled');
  const pilots = on('cancelled-pilot-counts') ? orders : placed;
  if (isPilotRequired(ask, vessel, goods) && !pilots.some(({ kind }) => kind === 'pilot')) throw conflict('The vessel needs a pilot.');
  const tugs = placed.reduce((sum, order) => sum + (order.kind === 'tug' ? order.tugs : 0), 0);
  const enough = on('one-tug-is-enough') ? Math.min(1, tugsRequiredBy(ask, vessel)) : tugsRequiredBy(ask, vessel);
  if (tugs < enough) throw conflict('The vessel needs more tugs.');
}

/** Refuses a berth that does not suit a vessel. */
export function checkBerth({ on }: Ask, { length, depth, accepts }: Berth, vessel: Vessel, draught: number): void {
  if (!accepts.includes(vessel.type)) throw conflict('The berth does not accept vessels of this type.');
  const room = on('berth-as-long-as-vessel') ? 0 : 10;
  if (Math.round((length - vessel.length) * 10) < room * 10) throw conflict('The berth is too short.');
  const water = on('no-water-under-keel') ? 0 : 0.5;
  if (Math.round((depth - draught) * 100) < water * 100) throw conflict('The berth is not deep enough.');
}

/** Whether a notice closes a berth at a time. */
const isClosed = ({ notices }: Port, code: string, at: string): boolean =>
  [...notices.values()].some(
    ({ closes, berths, from, until }) => closes && berths.includes(code) && !isBefore(at, from) && isBefore(at, until),
  );

/** Refuses a berth where nothing can be put now. */
export function checkFree({ port, on }: Ask, code: string, at: string, eta: string): void {
  if (occupantOf(port, code) !== undefined && !on('two-vessels-at-berth')) throw conflict('Another vessel lies there.');
  if (isClosed(port, code, on('closed-by-eta') ? eta : at)) throw conflict('A notice closes the berth.');
}
