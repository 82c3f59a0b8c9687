// Cancels events and bookings, each within one unit of work, and tells the subscribers and the invitees.

import type { Cancellation } from '@octavo/interfaces/e-scheduling';
import { type Given, prepare } from '../platform/store/prepare.ts';
import { forbidden, requireEvent } from './access.ts';
import { type Announcer, announceCancellation } from './deliveries.ts';
import type { Caller, Deps, Tables } from './deps.ts';
import { writeOfCancellation } from './messages.ts';
import { all, change, requireRow } from './store/rows.ts';
import type { EventRow, InviteeRow } from './tables.ts';

/** Who cancels, and why. */
interface Canceling {
  readonly canceled_by: string;
  readonly canceler_type: 'host' | 'invitee';
  readonly cancel_reason: string | null;
}

/** @throws the refusal 403 for an event that was cancelled or has started */
function assertCancelable({ status, start_at }: EventRow, now: number): void {
  if (status === 'canceled') throw forbidden('The event is already cancelled.');
  if (start_at <= now) throw forbidden('An event that has started cannot be cancelled.');
}

const closeBookings = prepare((tables: Tables, given: Given<Canceling & { readonly event: string; readonly now: number }>) =>
  tables
    .updateTable('e_invitees')
    .set({ canceled_by: given('canceled_by'), canceler_type: given('canceler_type'), cancel_reason: given('cancel_reason') })
    .set({ status: 'canceled', updated_at: given('now') })
    .where('event_id', '=', given('event'))
    .where('status', '=', 'active'),
);

/**
 * Cancels an event for all its invitees.
 * @throws the refusals 404, and 403 for an event that is not the caller's, was cancelled or has started
 */
export async function cancelByHost(deps: Deps, caller: Caller, text: string, reason: string | null): Promise<Cancellation> {
  const now = deps.clock.now();
  return deps.store.write(async (tables) => {
    const before = await requireEvent(tables, caller, text, 'cancel');
    const { name } = await requireRow(tables, 'e_users', caller.user);
    assertCancelable(before, now);
    const by: Canceling = { canceled_by: name, canceler_type: 'host', cancel_reason: reason };
    const canceled = { ...by, status: 'canceled', updated_at: now } as const;
    const event: EventRow = { ...before, ...canceled, invitees_active: 0 };
    await change(tables, 'e_events', event.id, { ...canceled, invitees_active: 0 });
    const invitees = await all(tables, 'e_invitees', { event_id: event.id, status: 'active' }, ['created_at', 'id']);
    if (invitees.length > 0) await closeBookings.run(tables, { ...by, event: event.id, now });
    for (const invitee of invitees) await tellOfCancellation(tables, deps, { ...invitee, ...canceled }, event, now);
    return { canceled_by: name, reason, canceler_type: 'host' };
  });
}

async function tellOfCancellation(tables: Tables, announcer: Announcer, invitee: InviteeRow, event: EventRow, now: number): Promise<void> {
  await announceCancellation(tables, announcer, invitee, event, now);
  await writeOfCancellation(tables, invitee, event, now);
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
  const event = await requireRow(tables, 'e_events', before.event_id);
  assertCancelable(event, now);
  if (before.status === 'canceled') throw forbidden('The booking is already cancelled.');
  const by: Canceling = { canceled_by: before.name, canceler_type: 'invitee', cancel_reason: reason };
  const status = 'canceled' as const;
  const moved = { is_rescheduled: next !== undefined, new_invitee_id: next?.id ?? null, new_event_id: next?.event_id ?? null };
  const canceled = { ...by, status, updated_at: now, ...moved };
  await change(tables, 'e_invitees', before.id, canceled);
  const active = event.invitees_active - 1;
  // Who brings guests takes them along, unless the event is cancelled with its last invitee: then it shows how it was.
  const guests = event.guests.filter(({ invitee }) => invitee !== before.id);
  const left = { invitees_active: active, updated_at: now, ...(active === 0 ? { ...by, status } : { guests }) };
  await change(tables, 'e_events', event.id, left);
  await tellOfCancellation(tables, announcer, { ...before, ...canceled }, { ...event, ...left }, now);
}
