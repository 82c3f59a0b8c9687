// Writes to invitees by email: that they are booked, that the booking has moved, and that it is cancelled, with the reason.

import { listMessages, MOST_MESSAGES, messageRow } from '../platform/messages/messages.ts';
import type { Platform } from '../platform/service.ts';
import type { Announcer } from './deliveries.ts';
import type { Tables } from './deps.ts';
import { readable } from './pages/times.ts';
import { among, insert } from './store/rows.ts';
import type { EventRow, InviteeRow, MessageRow, SchedulingTables } from './tables.ts';
import { lastPart, PAGES, SERVER } from './uris.ts';

/** Tells an invitee of the booking, within its unit of work. */
export async function writeOfBooking(tables: Tables, announcer: Announcer, invitee: InviteeRow, event: EventRow, at: number) {
  const base = announcer.originOf() ?? SERVER;
  const isMoved = invitee.old_invitee_id !== null;
  const what = `${event.name} ${await whenAndWithWhom(tables, invitee, event)}`;
  const text = [
    isMoved ? `Your booking has moved: ${what}.` : `You are booked: ${what}.`,
    `Cancel: ${base}${PAGES}/cancellations/${invitee.id}`,
    `Reschedule: ${base}${PAGES}/reschedulings/${invitee.id}`,
  ].join('\n');
  await write(tables, isMoved ? 'moved' : 'booked', invitee, text, at);
}

/** Tells an invitee that the booking is cancelled, within the unit of work of the cancellation. The message of the next booking says that it moved. */
export async function writeOfCancellation(tables: Tables, invitee: InviteeRow, event: EventRow, at: number) {
  if (invitee.new_invitee_id !== null) return;
  const what = `${event.name} ${await whenAndWithWhom(tables, invitee, event)}`;
  const { canceled_by, cancel_reason } = invitee;
  const reason = cancel_reason === null || cancel_reason === '' ? [] : [`Reason: ${cancel_reason}`];
  await write(tables, 'canceled', invitee, [`${canceled_by} has cancelled ${what}.`, ...reason].join('\n'), at);
}

/** `on Monday, 23 November 2026 at 09:30 (Europe/Berlin), with Felix Brandt` */
async function whenAndWithWhom(tables: Tables, invitee: InviteeRow, event: EventRow): Promise<string> {
  const hosts = await among(tables, 'e_users', 'id', event.hosts);
  const inOrder = event.hosts.flatMap((id) => hosts.filter((host) => host.id === id));
  const zone = invitee.timezone ?? inOrder[0]?.timezone ?? 'UTC';
  return `on ${readable(event.start_at, zone)} (${zone}), with ${inOrder.map(({ name }) => name).join(' and ')}`;
}

async function write(tables: Tables, kind: MessageRow['kind'], invitee: InviteeRow, text: string, at: number): Promise<void> {
  const { id: invitee_id, event_id, email: address } = invitee;
  await insert(tables, 'e_messages', { invitee_id, kind, event_id, ...messageRow({ channel: 'email', address, text }, at) });
}

/** Removes what an invitee was written, since it names them and has their address. */
export async function removeMessages(tables: Tables, invitee: string): Promise<void> {
  await tables.deleteFrom('e_messages').where('invitee_id', '=', invitee).execute();
}

export const listOfMessages = listMessages(
  {
    summary: 'Lists the emails that the invitees of an event got, the newest first.',
    field: 'event',
    description: 'The uuid or the URI of the event.',
  },
  async (event, { store }: Platform<SchedulingTables>) =>
    await store.read
      .selectFrom('e_messages')
      .selectAll()
      .where('event_id', '=', lastPart(event))
      .orderBy('position', 'desc')
      .limit(MOST_MESSAGES)
      .execute(),
);
