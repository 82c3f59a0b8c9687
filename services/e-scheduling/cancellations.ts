// Cancels events and bookings, each within one unit of work, and tells the subscribers and the invitees.

import type { Cancellation } from '@octavo/interfaces/e-scheduling';
import { write } from '../platform/unit.ts';
import { forbidden, requireEvent } from './access.ts';
import { announceCancellation } from './deliveries.ts';
import type { Caller, Deps, Unit } from './deps.ts';
import { writeOfCancellation } from './messages.ts';
import { all, requireRow, revise } from './store/rows.ts';
import type { Row } from './tables.ts';

/** Who cancels, and why. */
interface Canceling {
  readonly canceled_by: string;
  readonly canceler_type: 'host' | 'invitee';
  readonly cancel_reason: string | null;
}

/** @throws the refusal 403 for an event that was cancelled or has started */
function assertCancelable({ status, start_at }: Row<'e_events'>, now: number): void {
  if (status === 'canceled') throw forbidden('The event is already cancelled.');
  if (start_at <= now) throw forbidden('An event that has started cannot be cancelled.');
}

/**
 * Cancels an event for all its invitees.
 * @throws the refusals 404, and 403 for an event that is not the caller's, was cancelled or has started
 */
export function cancelByHost(deps: Deps, caller: Caller, text: string, reason: string | null): Promise<Cancellation> {
  return write(deps, async (unit: Unit) => {
    const { tables, at } = unit;
    const before = await requireEvent(tables, caller, text, 'cancel');
    const { name } = await requireRow(tables, 'e_users', caller.user);
    assertCancelable(before, at);
    const by: Canceling = { canceled_by: name, canceler_type: 'host', cancel_reason: reason };
    const canceled = { ...by, status: 'canceled', updated_at: at } as const;
    const event = await revise(tables, 'e_events', before, { ...canceled, invitees_active: 0 });
    const invitees = await all(tables, 'e_invitees', { event_id: event.id, status: 'active' }, ['created_at', 'id']);
    const bookings = tables.updateTable('e_invitees').where('event_id', '=', event.id).where('status', '=', 'active');
    if (invitees.length > 0) await bookings.set(canceled).execute();
    for (const invitee of invitees) await tellOfCancellation(unit, { ...invitee, ...canceled }, event);
    return { canceled_by: name, reason, canceler_type: 'host' };
  });
}

async function tellOfCancellation(unit: Unit, invitee: Row<'e_invitees'>, event: Row<'e_events'>): Promise<void> {
  await announceCancellation(unit, invitee, event);
  await writeOfCancellation(unit, invitee, event);
}

/**
 * Cancels the booking of one invitee, within a unit of work. The event takes place without them while others attend.
 * @param next the booking that replaces it, where the invitee reschedules
 * @throws the refusals 404, and 403 for a booking that was cancelled or has started
 */
export async function cancelBooking(unit: Unit, before: Row<'e_invitees'>, reason: string | null, next?: Row<'e_invitees'>): Promise<void> {
  const { tables, at } = unit;
  const event = await requireRow(tables, 'e_events', before.event_id);
  assertCancelable(event, at);
  if (before.status === 'canceled') throw forbidden('The booking is already cancelled.');
  const by: Canceling = { canceled_by: before.name, canceler_type: 'invitee', cancel_reason: reason };
  const status = 'canceled' as const;
  const moved = { is_rescheduled: next !== undefined, new_invitee_id: next?.id ?? null, new_event_id: next?.event_id ?? null };
  const invitee = await revise(tables, 'e_invitees', before, { ...by, status, updated_at: at, ...moved });
  const active = event.invitees_active - 1;
  // Who brings guests takes them along, unless the event is cancelled with its last invitee: then it shows how it was.
  const guests = event.guests.filter(({ invitee }) => invitee !== before.id);
  const left = { invitees_active: active, updated_at: at, ...(active === 0 ? { ...by, status } : { guests }) };
  await tellOfCancellation(unit, invitee, await revise(tables, 'e_events', event, left));
}
