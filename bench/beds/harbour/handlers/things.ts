// Finds the things that a path names, and refuses names that the port does not have.
import type { Ask } from '../ask.ts';
import type { Berth, Incident, Notice, Order, Port, Vessel, Visit } from '../store.ts';
import { notFound } from '../wire.ts';

type Place = Pick<Ask, 'port' | 'path'>;

function required<T>(thing: T | undefined): T {
  if (thing === undefined) throw notFound();
  return thing;
}

const text = ({ path }: Place, name: string): string => path.get(name) ?? '';

export const vesselOf = (place: Place): Vessel => required(place.port.vessels.get(text(place, 'shipNumber')));
export const berthOf = (place: Place): Berth => required(place.port.berths.get(text(place, 'code')));
export const visitOf = (place: Place): Visit => required(place.port.visits.get(text(place, 'callId')));
export const orderOf = (place: Place): Order => required(place.port.orders.get(text(place, 'orderId')));
export const incidentOf = (place: Place): Incident => required(place.port.incidents.get(text(place, 'incidentId')));

export function noticeOf(place: Place): Notice {
  const number = text(place, 'number');
  return required(/^[1-9]\d*$/.test(number) ? place.port.notices.get(Number(number)) : undefined);
}

/** The vessel of a call. */
export const vesselOfVisit = ({ vessels }: Port, { shipNumber }: Visit): Vessel => required(vessels.get(shipNumber));

const FINDERS = { shipNumber: vesselOf, callId: visitOf, orderId: orderOf, incidentId: incidentOf, number: noticeOf } as const;

/** Refuses a path with a thing that is not there. A berth that is put may be new. */
export function checkThere(place: Place, operationId: string): void {
  if (operationId === 'getBerth') berthOf(place);
  for (const [name, find] of Object.entries(FINDERS)) if (place.path.has(name)) find(place);
}
