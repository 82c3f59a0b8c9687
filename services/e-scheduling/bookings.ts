// Books meetings and cancels them, each in one unit of work, so that two people cannot get the same time or the same single-use link.

import type { InviteeAnswer, Tracking } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Ids } from '../platform/ids.ts';
import { notFound } from './access.ts';
import { announceBooking, announceCancellation } from './deliveries.ts';
import type { Deps } from './deps.ts';
import { NO_TRACKING } from './resources.ts';
import { type Availability, isOffered, LATEST, type Span } from './rules/slots.ts';
import type { EventRow, EventTypeRow, InviteeRow, SchedulingTables, UserRow } from './tables.ts';

type Tables = Kysely<SchedulingTables>;

/** The last part of a URI, as the examples show it. */
export function newId(ids: Ids): string {
  return ids.text(16, 'ABCDEFGH');
}

/** What a person enters on a booking page. */
export interface Booking {
  readonly eventType: string;
  readonly start: number;
  readonly name: string;
  readonly email: string;
  readonly timezone: string | null;
  readonly answers: readonly InviteeAnswer[];
  readonly tracking?: Tracking;
  /** The link that the person followed. */
  readonly link?: string | undefined;
  /** The submission of a routing form that led to the page. */
  readonly submission?: string | undefined;
  /** The booking that this one replaces. */
  readonly replaces?: InviteeRow;
}

/** The identifiers that a booking may need. They are made before the unit of work, which may run twice. */
export interface NewIds {
  readonly event: string;
  readonly invitee: string;
}

export function newBookingIds(ids: Ids): NewIds {
  return { event: newId(ids), invitee: newId(ids) };
}

/** An event type that can be booked, with its host. @throws the refusal 404 for one that cannot */
export async function bookable(tables: Tables, id: string): Promise<{ type: EventTypeRow; host: UserRow; organization: string }> {
  const type = await tables
    .selectFrom('e_event_types')
    .selectAll()
    .where('id', '=', id)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (type === undefined) throw notFound();
  const found = await tables
    .selectFrom('e_users')
    .innerJoin('e_memberships', 'e_memberships.user_id', 'e_users.id')
    .selectAll('e_users')
    .select('organization_id')
    .where('e_users.id', '=', type.user_id)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  const { organization_id: organization, ...host } = found;
  return { type, host, organization };
}

/** The times at which a host has events, except those of a group event that still has room for another invitee. */
export async function busyTimes(tables: Tables, { type, host }: { type: EventTypeRow; host: UserRow }, now: number): Promise<Span[]> {
  const events = await tables
    .selectFrom('e_events')
    .selectAll()
    .where('host_id', '=', host.id)
    .where('status', '=', 'active')
    .where('end_at', '>', now)
    .where('start_at', '<', now + LATEST)
    .orderBy('start_at')
    .execute();
  return events.filter((event) => !hasRoom(event, type, event.start_at)).map(({ start_at: start, end_at: end }) => ({ start, end }));
}

function hasRoom(event: EventRow, type: EventTypeRow, start: number): boolean {
  return event.event_type_id === type.id && event.start_at === start && event.invitees_active < event.seats;
}

/**
 * Books a time, within a unit of work.
 * @throws the refusals 404 for an event type that cannot be booked, 400 for a time that is not offered, 409 for a time that is taken, and 403 for a
 * link that is used up
 */
export async function book(tables: Tables, outbox: Deps['outbox'], booking: Booking, made: NewIds, now: number): Promise<InviteeRow> {
  const { type, host, organization } = await bookable(tables, booking.eventType);
  const { start } = booking;
  if (!isOffered(JSON.parse(type.availability) as Availability, host.timezone, type.duration, start, now))
    throw refuse(400, { detail: 'The event type is not offered at this time.' });
  if (booking.link !== undefined) await useLink(tables, booking.link);

  const end = start + type.duration * 60_000;
  const others = await tables
    .selectFrom('e_events')
    .selectAll()
    .where('host_id', '=', host.id)
    .where('status', '=', 'active')
    .where('start_at', '<', end)
    .where('end_at', '>', start)
    .execute();
  const shared = others.find((event) => hasRoom(event, type, start));
  if (others.length > (shared === undefined ? 0 : 1)) throw refuse(409, { detail: 'The time has just been taken.' });

  const event: EventRow = shared
    ? { ...shared, invitees_total: shared.invitees_total + 1, invitees_active: shared.invitees_active + 1, updated_at: now }
    : newEvent(made.event, { type, host, organization }, start, end, now);
  await tables
    .insertInto('e_events')
    .values(event)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        invitees_total: event.invitees_total,
        invitees_active: event.invitees_active,
        updated_at: now,
      }),
    )
    .execute();
  const invitee = newInvitee(made.invitee, event, booking, now);
  await tables.insertInto('e_invitees').values(invitee).execute();
  if (booking.submission !== undefined) {
    await tables
      .updateTable('e_submissions')
      .set({ invitee_id: invitee.id, event_id: event.id, updated_at: now })
      .where('id', '=', booking.submission)
      .execute();
  }
  await announceBooking(tables, outbox, invitee, event, now);
  return invitee;
}

/** Counts a booking with a link. @throws the refusals 404, and 403 where the link is used up */
async function useLink(tables: Tables, id: string): Promise<void> {
  const link = await tables.selectFrom('e_links').selectAll().where('id', '=', id).executeTakeFirst();
  if (link === undefined) throw notFound();
  if (link.max_event_count !== null && link.booked >= link.max_event_count) throw refuse(403, { detail: 'The link has been used.' });
  await tables
    .updateTable('e_links')
    .set({ booked: link.booked + 1 })
    .where('id', '=', id)
    .execute();
}

const NOT_CANCELED = { canceled_by: null, canceler_type: null, cancel_reason: null } as const;

function newEvent(
  id: string,
  { type, host, organization }: { type: EventTypeRow; host: UserRow; organization: string },
  start_at: number,
  end_at: number,
  now: number,
): EventRow {
  return {
    id,
    event_type_id: type.id,
    host_id: host.id,
    organization_id: organization,
    name: type.name,
    status: 'active',
    start_at,
    end_at,
    duration: type.duration,
    location: type.location,
    seats: type.seats,
    invitees_total: 1,
    invitees_active: 1,
    ...NOT_CANCELED,
    created_at: now,
    updated_at: now,
  };
}

function newInvitee(id: string, event: EventRow, booking: Booking, now: number): InviteeRow {
  const { name, email, timezone, answers, tracking = NO_TRACKING, submission, replaces } = booking;
  const space = name.indexOf(' ');
  return {
    id,
    event_id: event.id,
    email,
    first_name: space < 0 ? null : name.slice(0, space),
    last_name: space < 0 ? null : name.slice(space + 1),
    name,
    status: 'active',
    answers: JSON.stringify(answers),
    timezone,
    tracking: JSON.stringify(tracking),
    is_rescheduled: 0,
    old_invitee_id: replaces?.id ?? null,
    old_event_id: replaces?.event_id ?? null,
    new_invitee_id: null,
    new_event_id: null,
    submission_id: submission ?? replaces?.submission_id ?? null,
    ...NOT_CANCELED,
    created_at: now,
    updated_at: now,
  };
}

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

/**
 * Cancels an event for all its invitees, within a unit of work.
 * @throws the refusal 403 for an event that was cancelled or has started
 */
export async function cancelEvent(tables: Tables, outbox: Deps['outbox'], before: EventRow, by: Canceling, now: number): Promise<void> {
  assertCancelable(before, now);
  const change = { ...by, status: 'canceled', updated_at: now } as const;
  const event: EventRow = { ...before, ...change, invitees_active: 0 };
  await tables
    .updateTable('e_events')
    .set({ ...change, invitees_active: 0 })
    .where('id', '=', event.id)
    .execute();
  const invitees = await tables
    .selectFrom('e_invitees')
    .selectAll()
    .where('event_id', '=', event.id)
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  await tables.updateTable('e_invitees').set(change).where('event_id', '=', event.id).where('status', '=', 'active').execute();
  for (const invitee of invitees) await announceCancellation(tables, outbox, { ...invitee, ...change }, event, now);
}

/**
 * Cancels the booking of one invitee, within a unit of work. The event takes place without them while others attend.
 * @param next the booking that replaces it, where the invitee reschedules
 * @throws the refusals 404, and 403 for a booking that was cancelled or has started
 */
export async function cancelBooking(
  tables: Tables,
  outbox: Deps['outbox'],
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
  const left = { invitees_active: active, updated_at: now, ...(active === 0 ? { ...by, status: 'canceled' as const } : {}) };
  await tables.updateTable('e_events').set(left).where('id', '=', event.id).execute();
  await announceCancellation(tables, outbox, { ...before, ...change }, { ...event, ...left }, now);
}
