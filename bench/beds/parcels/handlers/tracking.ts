// Tracking events, and what they do to shipments.
import { instant, millisecondsOf } from '../../clock.ts';
import { compare } from '../../texts.ts';
import { newId } from '../store.ts';
import type { Shipment, TrackingEvent } from '../things.ts';
import { conflict, unprocessable } from '../wire.ts';
import { type Faults, found, type Part } from './call.ts';
import { pageOf } from './lists.ts';

interface Query {
  readonly type?: string;
  readonly order: 'newest' | 'oldest';
}

type Input = Pick<TrackingEvent, 'type' | 'occurred_at' | 'note'> & Partial<Pick<TrackingEvent, 'location'>>;

function statusAfter({ status }: Shipment, type: string, faults: Faults): Shipment['status'] {
  if (type !== 'delivered') return faults.has('event-leaves-purchased') ? status : 'in_transit';
  return faults.has('event-delivered-in-transit') ? 'in_transit' : 'delivered';
}

function sorted(events: readonly TrackingEvent[], order: Query['order'], faults: Faults): TrackingEvent[] {
  const oldest = faults.has('events-by-report')
    ? [...events]
    : events.toSorted((a, b) => compare(millisecondsOf(a.occurred_at), millisecondsOf(b.occurred_at)));
  return order === 'oldest' ? oldest : oldest.reverse();
}

export const tracking: Part = (store, faults) => ({
  listEvents: (call) => {
    const { id } = found(call.account.shipments, call.id('shipment_id'));
    const { type, order } = call.query<Query>();
    const own = [...call.account.events.values()].filter((one) => one.shipment === id && (type === undefined || one.type === type));
    return pageOf(call, sorted(own, order, faults), faults);
  },
  createEvent: (call) => {
    const { account } = call;
    const shipment = found(account.shipments, call.id('shipment_id'));
    const { type, occurred_at, location = null, note } = call.input<Input>();
    const isFuture = millisecondsOf(occurred_at) > Date.now();
    if (isFuture && !faults.has('event-in-future')) throw unprocessable('/occurred_at', 'is in the future');
    const states: readonly string[] = ['purchased', 'in_transit', ...(faults.has('event-after-delivery') ? ['delivered'] : [])];
    if (!states.includes(shipment.status)) throw conflict(`The shipment is ${shipment.status}.`);
    const now = store.now();
    const at = faults.has('event-time-as-sent') ? occurred_at : instant(occurred_at);
    const event = { id: newId('evt'), shipment: shipment.id, type, occurred_at: at, location, note, created: now };
    account.events.set(event.id, event);
    account.shipments.set(shipment.id, { ...shipment, status: statusAfter(shipment, type, faults), updated: now });
    return { status: 201, body: event };
  },
});
