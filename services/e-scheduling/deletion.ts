// Removes the personal data of invitees, some time after it was asked for: from the rows, from deliveries, and from the log of requests.

import type { EventLocation, Invitee, InviteeWithEvent, ScheduledEvent } from '@octavo/interfaces/e-scheduling';
import { sql } from 'kysely';
import type { JobKind } from '../platform/due/due.ts';
import type { Platform } from '../platform/service.ts';
import { reviseBookings, reviseSubmissions } from './deliveries.ts';
import type { Tables } from './deps.ts';
import { removeMessages } from './messages.ts';
import { NO_TRACKING } from './resources.ts';
import { all, change, requireRow } from './store/rows.ts';
import type { Guest, Row, SchedulingTables } from './tables.ts';
import { lastPart } from './uris.ts';

interface Deletion {
  readonly organization: string;
  readonly emails: readonly string[];
}

/** How long it takes, on the sandbox clock. */
export const DELETION_SECONDS = 3600;

export const deletion: JobKind<Deletion> = {
  service: 'e-scheduling',
  name: 'delete-invitees',
  accepts: (value): value is Deletion => typeof value === 'object' && value !== null && 'organization' in value && 'emails' in value,
};

/** What stands in place of a name or a place that was removed. */
const REMOVED = 'Removed';
const NOTHING_SAID = { answers: [], tracking: NO_TRACKING };
const CANCELER_REMOVED = { canceled_by: REMOVED, cancel_reason: null } as const;

type DeletionPlatform = Pick<Platform<SchedulingTables>, 'due' | 'outbox' | 'forget'>;

export function handleDeletions(platform: DeletionPlatform): void {
  platform.due.handle(deletion, async ({ at, payload: { organization, emails } }, tables) => {
    const wanted = emails.map((email) => email.toLowerCase());
    const invitees = await inviteesOf(tables, organization, wanted);
    for (const invitee of invitees) await removeInvitee(tables, platform, invitee, at);
    // The guests of these invitees are known from them alone.
    const isOf = (guest: Guest) => invitees.some(({ id }) => id === guest.invitee);
    await removeGuests(tables, platform, organization, (guest) => isOf(guest) || wanted.includes(guest.email.toLowerCase()), at);
    platform.forget(wanted);
  });
}

/** @param emails in lower case */
function inviteesOf(tables: Tables, organization: string, emails: readonly string[]): Promise<Row<'e_invitees'>[]> {
  return tables
    .selectFrom('e_invitees')
    .innerJoin('e_events', 'e_events.id', 'e_invitees.event_id')
    .selectAll('e_invitees')
    .where((eb) => eb(eb.fn<string>('lower', ['e_invitees.email']), 'in', emails.length === 0 ? [''] : emails))
    .where('organization_id', '=', organization)
    .execute();
}

async function removeInvitee(tables: Tables, platform: DeletionPlatform, row: Row<'e_invitees'>, now: number): Promise<void> {
  const { id, event_id, submission_id, name, canceler_type } = row;
  const canceler = canceler_type === 'invitee' ? CANCELER_REMOVED : {};
  await change(tables, 'e_invitees', id, { ...blankOf(id), ...NOTHING_SAID, updated_at: now, ...canceler });
  await removeFromEvent(tables, row, now);
  await removeMessages(tables, id);
  for (const { id: submission } of await all(tables, 'e_submissions', { invitee_id: id }))
    await change(tables, 'e_submissions', submission, { ...NOTHING_SAID, updated_at: now });
  await reviseBookings(tables, platform.outbox, event_id, (payload) => withoutPerson(payload, id, name));
  // A booking that was moved has the submission of the one before.
  if (submission_id !== null) await reviseSubmissions(tables, platform.outbox, submission_id);
  // A name of two letters is in most requests.
  platform.forget([id, event_id, ...(name.length > 2 ? [name] : []), ...(submission_id === null ? [] : [submission_id])]);
}

/** Removes who cancelled, and the place that an invitee has entered, from the event. */
async function removeFromEvent(tables: Tables, { event_id, name }: Row<'e_invitees'>, now: number): Promise<void> {
  const { location } = await requireRow(tables, 'e_events', event_id);
  const place = JSON.stringify(withoutPlace(JSON.parse(location) as EventLocation | null));
  const events = tables.updateTable('e_events').where('id', '=', event_id);
  if (place !== location) await events.set({ location: place, updated_at: now }).execute();
  await events.set(CANCELER_REMOVED).where('canceler_type', '=', 'invitee').where('canceled_by', '=', name).execute();
}

/** The location of an event without what an invitee has entered. */
function withoutPlace(location: EventLocation | null): EventLocation | null {
  if (location?.type === 'outbound_call') return { ...location, location: null };
  return location?.type === 'ask_invitee' ? { ...location, location: REMOVED } : location;
}

/** What is known of a person, without a person. */
function blankOf(id: string) {
  // The address must stay an address; `.invalid` has none (RFC 2606 section 2).
  const email = `removed-${id.toLowerCase()}@scheduling.invalid`;
  return { email, first_name: null, last_name: null, name: REMOVED, timezone: null, text_reminder_number: null };
}

/** The payload of a delivery about an event, without one of its invitees. */
function withoutPerson(payload: InviteeWithEvent, id: string, name: string): InviteeWithEvent {
  const event = payload.scheduled_event;
  const scheduled_event: ScheduledEvent = { ...event, location: withoutPlace(event.location), ...withoutCanceler(event, name) };
  if (lastPart(payload.uri) !== id) return { ...payload, scheduled_event };
  const nothing = { questions_and_answers: [], tracking: NO_TRACKING };
  return { ...payload, ...blankOf(id), ...nothing, ...withoutCanceler(payload, name), scheduled_event };
}

function withoutCanceler({ cancellation }: Pick<Invitee | ScheduledEvent, 'cancellation'>, name: string): Pick<Invitee, 'cancellation'> {
  if (cancellation?.canceler_type !== 'invitee' || cancellation.canceled_by !== name) return {};
  return { cancellation: { ...cancellation, canceled_by: REMOVED, reason: null } };
}

/** Removes guests from the events of an organization, and from the deliveries about these. */
async function removeGuests(
  tables: Tables,
  { outbox, forget }: DeletionPlatform,
  organization: string,
  isWanted: (guest: Guest) => boolean,
  now: number,
): Promise<void> {
  const ofOrganization = tables.selectFrom('e_events').select(['id', 'guests']).where('organization_id', '=', organization);
  const events = await ofOrganization.where(sql<boolean>`guests <> '[]'`).execute();
  for (const { id, guests } of events) {
    const left = guests.filter((guest) => !isWanted(guest));
    if (left.length === guests.length) continue;
    await change(tables, 'e_events', id, { guests: left, updated_at: now });
    const removed = guests.filter(isWanted).map(({ email }) => email);
    await reviseBookings(tables, outbox, id, (payload) => {
      const event_guests = payload.scheduled_event.event_guests.filter(({ email }) => !removed.includes(email));
      return { ...payload, scheduled_event: { ...payload.scheduled_event, event_guests } };
    });
    forget(removed);
  }
}
