// Writes to invitees by email: that they are booked, that the booking has moved, and that it is cancelled, with the reason.

import { listMessages, messageRow, messagesIn } from '../platform/messages/messages.ts';
import type { Tables, Unit } from './deps.ts';
import { readable } from './pages/times.ts';
import { byIds, insert, remove } from './store/rows.ts';
import type { Row } from './tables.ts';
import { lastPart, PAGES, SERVER } from './uris.ts';

/** Tells an invitee of the booking, within its unit of work. */
export async function writeOfBooking({ deps, tables, at }: Unit, invitee: Row<'e_invitees'>, event: Row<'e_events'>) {
  const base = deps.originOf() ?? SERVER;
  const isMoved = invitee.old_invitee_id !== null;
  const what = `${event.name} ${await whenAndWithWhom(tables, invitee, event)}`;
  const text = [
    isMoved ? `Your booking has moved: ${what}.` : `You are booked: ${what}.`,
    `Cancel: ${base}${PAGES}/cancellations/${invitee.id}`,
    `Reschedule: ${base}${PAGES}/reschedulings/${invitee.id}`,
  ].join('\n');
  await write(tables, isMoved ? 'moved' : 'booked', invitee, text, at);
}

/**
 * Tells an invitee that the booking is cancelled, within the unit of work of the cancellation. The message of the next booking says that it moved.
 */
export async function writeOfCancellation({ tables, at }: Unit, invitee: Row<'e_invitees'>, event: Row<'e_events'>) {
  if (invitee.new_invitee_id !== null) return;
  const what = `${event.name} ${await whenAndWithWhom(tables, invitee, event)}`;
  const { canceled_by, cancel_reason } = invitee;
  const reason = cancel_reason === null || cancel_reason === '' ? [] : [`Reason: ${cancel_reason}`];
  await write(tables, 'canceled', invitee, [`${canceled_by} has cancelled ${what}.`, ...reason].join('\n'), at);
}

/** `on Monday, 23 November 2026 at 09:30 (Europe/Berlin), with Felix Brandt` */
async function whenAndWithWhom(tables: Tables, invitee: Row<'e_invitees'>, event: Row<'e_events'>): Promise<string> {
  const hosts = await byIds(tables, 'e_users', event.hosts);
  const zone = invitee.timezone ?? hosts[0]?.timezone ?? 'UTC';
  return `on ${readable(event.start_at, zone)} (${zone}), with ${hosts.map(({ name }) => name).join(' and ')}`;
}

async function write(tables: Tables, kind: Row<'e_messages'>['kind'], invitee: Row<'e_invitees'>, text: string, at: number): Promise<void> {
  const { id: invitee_id, event_id, email: address } = invitee;
  await insert(tables, 'e_messages', { invitee_id, kind, event_id, ...messageRow({ channel: 'email', address, text }, at) });
}

/** Removes what an invitee was written, since it names them and has their address. */
export async function removeMessages(tables: Tables, invitee: string): Promise<void> {
  await remove(tables, 'e_messages', { invitee_id: invitee });
}

/** The emails to invitees, for those who want to see them. */
export const emails = messagesIn({ table: 'e_messages', kind: 'event', about: 'event_id', key: 'invitee_id', read: lastPart });

export const listOfMessages = listMessages(
  'Lists the emails that the invitees of an event got, the newest first.',
  emails,
  'The uuid or the URI of the event.',
);
