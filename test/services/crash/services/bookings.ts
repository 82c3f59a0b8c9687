// Looks for bookings that were acknowledged and are lost, for times that were given away twice, and for changes of which only a part is there.

import type { Row } from '../../../../services/e-scheduling/tables.ts';
import type { Note } from './notes.ts';
import type { Rows } from './sandbox.ts';

export interface Bookings {
  readonly events: readonly Row<'e_events'>[];
  readonly invitees: readonly Row<'e_invitees'>[];
}

export async function readBookings(rows: Rows): Promise<Bookings> {
  return {
    events: await rows.selectFrom('e_events').selectAll().orderBy('start_at').execute(),
    invitees: await rows.selectFrom('e_invitees').selectAll().execute(),
  };
}

/** A sentence for each fault. */
export function bookingFaults({ events, invitees }: Bookings, notes: readonly Note[]): string[] {
  const byId = new Map(invitees.map((invitee) => [invitee.id, invitee]));
  return [
    ...notes
      .filter(({ kind, id }) => kind === 'booking' && !byId.has(id))
      .map(({ id }) => `The booking of the invitee ${id} was acknowledged and is lost.`),
    ...notes
      .filter(({ kind, id }) => kind === 'cancellation' && byId.get(id)?.status !== 'canceled')
      .map(({ id }) => `The cancellation of the invitee ${id} was acknowledged and is lost.`),
    ...doubleBookings(events),
    ...halfBookings(events, invitees),
  ];
}

/** @param events in the order of their starts */
function doubleBookings(events: readonly Row<'e_events'>[]): string[] {
  const faults: string[] = [];
  const last = new Map<string, Row<'e_events'>>();
  for (const event of events.filter(({ status }) => status === 'active')) {
    for (const host of event.hosts) {
      const before = last.get(host);
      if (before !== undefined && before.end_at > event.start_at)
        faults.push(`The events ${before.id} and ${event.id} have the same time.`);
      last.set(host, event);
    }
  }
  return faults;
}

function halfBookings(events: readonly Row<'e_events'>[], invitees: readonly Row<'e_invitees'>[]): string[] {
  const active = new Map<string, number>();
  for (const { event_id, status } of invitees) active.set(event_id, (active.get(event_id) ?? 0) + (status === 'active' ? 1 : 0));
  return events
    .filter(({ id, invitees_active, status }) => active.get(id) !== invitees_active || (status === 'active') !== invitees_active > 0)
    .map(
      ({ id, status, invitees_active }) => `The event ${id} is ${status} with ${invitees_active} invitees, of ${active.get(id) ?? 0} rows.`,
    );
}
