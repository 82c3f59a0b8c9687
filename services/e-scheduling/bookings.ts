// Books meetings, each in one unit of work, so that two people cannot get the same time or the same single-use link.

import type { EventLocation, InviteeAnswer, Tracking } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import type { Ids } from '../platform/ids.ts';
import { forbidden } from './access.ts';
import { announceBooking } from './deliveries.ts';
import type { Tables, Unit } from './deps.ts';
import { writeOfBooking } from './messages.ts';
import { type Hosting, hostingAt, type Offer, requireOffer } from './offers.ts';
import { isOffered } from './rules/slots.ts';
import { NO_TRACKING } from './show.ts';
import { add, change, insert, newId, requireRow, revise } from './store/rows.ts';
import type { Guest, Row } from './tables.ts';

/** What a person enters on a booking page. */
export interface Booking {
  readonly eventType: string;
  readonly start: number;
  readonly name: string;
  readonly email: string;
  readonly timezone: string | null;
  readonly answers: readonly InviteeAnswer[];
  readonly tracking?: Tracking;
  /** Email addresses of people whom the person brings. */
  readonly guests?: readonly string[];
  /** Where the event takes place, where the invitee says so: a place, or a telephone number. */
  readonly place?: string | undefined;
  /** Telephone number for reminders. */
  readonly reminderNumber?: string | undefined;
  /** The link that the person followed. */
  readonly link?: string | undefined;
  /** The submission of a routing form that led to the page. */
  readonly submission?: string | undefined;
  /** The booking that this one replaces. */
  readonly replaces?: Row<'e_invitees'>;
}

/** The identifiers that a booking may need. They are made before the unit of work, which may run twice. */
export interface NewIds {
  readonly event: string;
  readonly invitee: string;
}

export function newBookingIds(ids: Ids): NewIds {
  return { event: newId(ids), invitee: newId(ids) };
}

/**
 * Books a time, within a unit of work.
 * @throws the refusals 404 for an event type that cannot be booked, 400 for a time that is not offered, 409 for a time that is taken, and 403 for a
 * link that is used up
 */
export async function book(unit: Unit, booking: Booking, made: NewIds): Promise<Row<'e_invitees'>> {
  const { tables, at } = unit;
  const offer = await requireOffer(tables, booking.eventType);
  const { type, timezone } = offer;
  const { start } = booking;
  if (!isOffered(type.availability, timezone, type.duration, start, at))
    throw refuse(400, { detail: 'The event type is not offered at this time.' });
  if (booking.link !== undefined) await useLink(tables, booking.link);
  const hosting = await hostingAt(tables, offer, { start, end: start + type.duration * 60_000 });
  if (hosting === undefined) throw refuse(409, { detail: 'The time has just been taken.' });

  const event = await keepEvent(unit, offer, hosting, booking, made);
  const invitee = await addInvitee(unit, made.invitee, event, booking);
  const booked = { invitee_id: invitee.id, event_id: event.id, updated_at: at };
  if (booking.submission !== undefined) await change(tables, 'e_submissions', booking.submission, booked);
  await announceBooking(unit, invitee, event);
  await writeOfBooking(unit, invitee, event);
  return invitee;
}

/** Counts a booking with a link. @throws the refusals 404, and 403 where the link is used up */
async function useLink(tables: Tables, id: string): Promise<void> {
  const { max_event_count, booked } = await requireRow(tables, 'e_links', id);
  if (max_event_count !== null && booked >= max_event_count) throw forbidden('The link has been used.');
  await change(tables, 'e_links', id, { booked: booked + 1 });
}

/** Writes the event that a booking makes or joins. */
async function keepEvent({ tables, at }: Unit, offer: Offer, { hosts, shared }: Hosting, booking: Booking, made: NewIds) {
  const guests = (booking.guests ?? []).map((email): Guest => ({ email, invitee: made.invitee, at }));
  if (shared !== undefined)
    return revise(tables, 'e_events', shared, {
      invitees_total: shared.invitees_total + 1,
      invitees_active: shared.invitees_active + 1,
      guests: [...shared.guests, ...guests],
      updated_at: at,
    });
  const { type, organization } = offer;
  const event = await add(tables, 'e_events', {
    id: made.event,
    event_type_id: type.id,
    hosts: [...hosts],
    organization_id: organization,
    name: type.name,
    status: 'active',
    start_at: booking.start,
    end_at: booking.start + type.duration * 60_000,
    duration: type.duration,
    location: JSON.stringify(locationWith(JSON.parse(type.location) as EventLocation | null, booking.place)),
    seats: type.seats,
    invitees_total: 1,
    invitees_active: 1,
    guests,
    created_at: at,
    updated_at: at,
  });
  await insert(
    tables,
    'e_event_hosts',
    hosts.map((user_id) => ({ event_id: event.id, user_id })),
  );
  return event;
}

/** The location of an event: that of its type, with what the invitee entered where the type leaves that to them. */
function locationWith(location: EventLocation | null, entered: string | undefined): EventLocation | null {
  if (entered === undefined) return location;
  return location?.type === 'ask_invitee' || location?.type === 'outbound_call' ? { ...location, location: entered } : location;
}

function addInvitee({ tables, at }: Unit, id: string, event: Row<'e_events'>, booking: Booking): Promise<Row<'e_invitees'>> {
  const { name, email, timezone, answers, tracking = NO_TRACKING, submission, replaces, reminderNumber = null } = booking;
  const space = name.indexOf(' ');
  return add(tables, 'e_invitees', {
    id,
    event_id: event.id,
    email,
    first_name: space < 0 ? null : name.slice(0, space),
    last_name: space < 0 ? null : name.slice(space + 1),
    name,
    status: 'active',
    answers: [...answers],
    timezone,
    tracking,
    is_rescheduled: false,
    old_invitee_id: replaces?.id ?? null,
    old_event_id: replaces?.event_id ?? null,
    submission_id: submission ?? replaces?.submission_id ?? null,
    text_reminder_number: reminderNumber,
    created_at: at,
    updated_at: at,
  });
}
