// Cancels events and bookings, each within one unit of work, and tells the subscribers and the invitees.

import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { type Given, prepare } from '../platform/store/prepare.ts';
import { notFound } from './access.ts';
import { type Announcer, announceCancellation } from './deliveries.ts';
import { writeOfCancellation } from './messages.ts';
import type { EventRow, Guest, InviteeRow, SchedulingTables } from './tables.ts';

type Tables = Kysely<SchedulingTables>;

/** Who cancels, and why. */
export interface Canceling {
  readonly canceled_by: string;
  readonly canceler_type: 'host' | 'invitee';
  readonly cancel_reason: string | null;
}

/** @throws the refusal 403 for an event that was cancelled or has started */
function assertCancelable({ status, start_at }: EventRow, now: number): void {
  if (status === 'canceled') throw refuse(403, { detail: 'The event is already cancelled.' });
  if (start_at <= now) throw refuse(403, { detail: 'An event that has started cannot be cancelled.' });
}

type Closing = Canceling & { readonly id: string; readonly now: number };

function closed(given: Given<Closing>) {
  const [canceled_by, canceler_type, cancel_reason] = [given('canceled_by'), given('canceler_type'), given('cancel_reason')];
  return { canceled_by, canceler_type, cancel_reason, status: 'canceled', updated_at: given('now') } as const;
}

const closeEvent = prepare((tables: Tables, given: Given<Closing>) =>
  tables
    .updateTable('e_events')
    .set({ ...closed(given), invitees_active: 0 })
    .where('id', '=', given('id')),
);

const activeInvitees = prepare((tables: Tables, given: Given<{ readonly event: string }>) =>
  tables
    .selectFrom('e_invitees')
    .selectAll()
    .where('event_id', '=', given('event'))
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id'),
);

const closeBookings = prepare((tables: Tables, given: Given<Closing>) =>
  tables.updateTable('e_invitees').set(closed(given)).where('event_id', '=', given('id')).where('status', '=', 'active'),
);

/**
 * Cancels an event for all its invitees, within a unit of work.
 * @throws the refusal 403 for an event that was cancelled or has started
 */
export async function cancelEvent(tables: Tables, announcer: Announcer, before: EventRow, by: Canceling, now: number): Promise<void> {
  assertCancelable(before, now);
  const change = { ...by, status: 'canceled', updated_at: now } as const;
  const event: EventRow = { ...before, ...change, invitees_active: 0 };
  await closeEvent.run(tables, { ...by, id: event.id, now });
  const invitees = await activeInvitees.all(tables, { event: event.id });
  if (invitees.length > 0) await closeBookings.run(tables, { ...by, id: event.id, now });
  for (const before of invitees) {
    const invitee = { ...before, ...change };
    await announceCancellation(tables, announcer, invitee, event, now);
    await writeOfCancellation(tables, invitee, event, now);
  }
}

/**
 * Cancels the booking of one invitee, within a unit of work. The event takes place without them while others attend.
 * @param next the booking that replaces it, where the invitee reschedules
 * @throws the refusals 404, and 403 for a booking that was cancelled or has started
 */
export async function cancelBooking(
  tables: Tables,
  announcer: Announcer,
  before: InviteeRow,
  reason: string | null,
  now: number,
  next?: InviteeRow,
): Promise<void> {
  const event = await tables.selectFrom('e_events').selectAll().where('id', '=', before.event_id).executeTakeFirst();
  if (event === undefined) throw notFound();
  assertCancelable(event, now);
  if (before.status === 'canceled') throw refuse(403, { detail: 'The booking is already cancelled.' });
  const by: Canceling = { canceled_by: before.name, canceler_type: 'invitee', cancel_reason: reason };
  const change = {
    ...by,
    status: 'canceled',
    updated_at: now,
    is_rescheduled: next === undefined ? 0 : 1,
    new_invitee_id: next?.id ?? null,
    new_event_id: next?.event_id ?? null,
  } as const;
  await tables.updateTable('e_invitees').set(change).where('id', '=', before.id).execute();
  const active = event.invitees_active - 1;
  // Who brings guests takes them along, unless the event is cancelled with its last invitee: then it shows how it was.
  const guests = (JSON.parse(event.guests) as Guest[]).filter(({ invitee }) => invitee !== before.id);
  const left = {
    invitees_active: active,
    updated_at: now,
    ...(active === 0 ? { ...by, status: 'canceled' as const } : { guests: JSON.stringify(guests) }),
  };
  await tables.updateTable('e_events').set(left).where('id', '=', event.id).execute();
  const [canceled, after]: [InviteeRow, EventRow] = [
    { ...before, ...change },
    { ...event, ...left },
  ];
  await announceCancellation(tables, announcer, canceled, after, now);
  await writeOfCancellation(tables, canceled, after, now);
}
