// Removes the personal data of invitees, some time after it was asked for: from the rows, from deliveries, and from the log of requests.

import type { EventLocation, Invitee, InviteeWithEvent, ScheduledEvent } from '@octavo/interfaces/e-scheduling';
import { sql } from 'kysely';
import type { JobKind } from '../platform/due/due.ts';
import type { Platform } from '../platform/service.ts';
import type { Unit as UnitOf } from '../platform/unit.ts';
import { reviseBookings, reviseSubmissions } from './deliveries.ts';
import { removeMessages } from './messages.ts';
import { NO_TRACKING } from './show.ts';
import { all, change, requireRow } from './store/rows.ts';
import type { Guest, Row, SchedulingTables } from './tables.ts';
import { lastPart } from './uris.ts';

interface Deletion {
  readonly organization: string;
  readonly emails: readonly string[];
  /** Where the job before has stopped; absent: at the first row of the invitees. */
  readonly from?: { readonly part: 'invitees' | 'guests'; readonly after: string };
}

/** How long it takes, on the sandbox clock. */
export const DELETION_SECONDS = 3600;

export const deletion: JobKind<Deletion> = {
  service: 'e-scheduling',
  name: 'delete-invitees',
  accepts: (value): value is Deletion => typeof value === 'object' && value !== null && 'organization' in value && 'emails' in value,
};

/** How many rows one job changes, or looks at for guests. Each invitee takes about ten statements. */
const MOST_ROWS = 100;

/** What stands in place of a name or a place that was removed. */
const REMOVED = 'Removed';
const NOTHING_SAID = { answers: [], tracking: NO_TRACKING };
const CANCELER_REMOVED = { canceled_by: REMOVED, cancel_reason: null } as const;

type DeletionPlatform = Pick<Platform<SchedulingTables>, 'due' | 'outbox' | 'forget'>;
type Unit = UnitOf<SchedulingTables, DeletionPlatform>;

/** Removes the invitees with these addresses in one job after the other, then the guests. */
export function handleDeletions(deps: DeletionPlatform): void {
  deps.due.handle(deletion, async ({ at, payload }, tables) => {
    const { organization, emails, from = { part: 'invitees', after: '' } } = payload;
    const wanted = emails.map((email) => email.toLowerCase());
    const remove = from.part === 'invitees' ? removeInvitees : removeGuests;
    const ids = await remove({ deps, tables, at }, organization, wanted, from.after);
    deps.forget(wanted);
    const last = ids.length < MOST_ROWS ? undefined : ids.at(-1);
    if (last === undefined && from.part === 'guests') return;
    const next = last === undefined ? ({ part: 'guests', after: '' } as const) : { part: from.part, after: last };
    await deps.due.schedule(tables, deletion, { at, payload: { organization, emails, from: next } });
  });
}

/** @param emails in lower case */
async function removeInvitees(unit: Unit, organization: string, emails: readonly string[], after: string): Promise<string[]> {
  const rows = await unit.tables
    .selectFrom('e_invitees')
    .innerJoin('e_events', 'e_events.id', 'e_invitees.event_id')
    .selectAll('e_invitees')
    .where((eb) => eb(eb.fn<string>('lower', ['e_invitees.email']), 'in', emails.length === 0 ? [''] : emails))
    .where('organization_id', '=', organization)
    .where('e_invitees.id', '>', after)
    .orderBy('e_invitees.id')
    .limit(MOST_ROWS)
    .execute();
  for (const row of rows) await removeInvitee(unit, row);
  return rows.map(({ id }) => id);
}

async function removeInvitee(unit: Unit, row: Row<'e_invitees'>): Promise<void> {
  const { deps, tables, at } = unit;
  const { id, event_id, submission_id, name, canceler_type } = row;
  const canceler = canceler_type === 'invitee' ? CANCELER_REMOVED : {};
  await change(tables, 'e_invitees', id, { ...blankOf(id), ...NOTHING_SAID, updated_at: at, ...canceler });
  await removeFromEvent(unit, row);
  await removeMessages(tables, id);
  for (const { id: submission } of await all(tables, 'e_submissions', { invitee_id: id }))
    await change(tables, 'e_submissions', submission, { ...NOTHING_SAID, updated_at: at });
  await reviseBookings(tables, deps.outbox, event_id, (payload) => withoutPerson(payload, id, name));
  // A booking that was moved has the submission of the one before.
  if (submission_id !== null) await reviseSubmissions(tables, deps.outbox, submission_id);
  // A name of two letters is in most requests.
  deps.forget([id, event_id, ...(name.length > 2 ? [name] : []), ...(submission_id === null ? [] : [submission_id])]);
}

/** Removes who cancelled, the place that an invitee has entered, and the guests that are known from the invitee alone. */
async function removeFromEvent(unit: Unit, { id, event_id, name }: Row<'e_invitees'>): Promise<void> {
  const { tables, at } = unit;
  const event = await requireRow(tables, 'e_events', event_id);
  const place = JSON.stringify(withoutPlace(JSON.parse(event.location) as EventLocation | null));
  if (place !== event.location) await change(tables, 'e_events', event_id, { location: place, updated_at: at });
  if (event.canceler_type === 'invitee' && event.canceled_by === name) await change(tables, 'e_events', event_id, CANCELER_REMOVED);
  await removeGuestsOf(unit, event, ({ invitee }) => invitee === id);
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

/** @param emails in lower case */
async function removeGuests(unit: Unit, organization: string, emails: readonly string[], after: string): Promise<string[]> {
  const rows = await unit.tables
    .selectFrom('e_events')
    .select(['id', 'guests'])
    .where('organization_id', '=', organization)
    .where(sql<boolean>`guests <> '[]'`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute();
  for (const event of rows) await removeGuestsOf(unit, event, ({ email }) => emails.includes(email.toLowerCase()));
  return rows.map(({ id }) => id);
}

/** Removes guests from an event, and from the deliveries about it. */
async function removeGuestsOf(
  { deps, tables, at }: Unit,
  event: Pick<Row<'e_events'>, 'id' | 'guests'>,
  isWanted: (guest: Guest) => boolean,
) {
  const removed = event.guests.filter(isWanted).map(({ email }) => email);
  if (removed.length === 0) return;
  await change(tables, 'e_events', event.id, { guests: event.guests.filter((guest) => !isWanted(guest)), updated_at: at });
  await reviseBookings(tables, deps.outbox, event.id, (payload) => {
    const event_guests = payload.scheduled_event.event_guests.filter(({ email }) => !removed.includes(email));
    return { ...payload, scheduled_event: { ...payload.scheduled_event, event_guests } };
  });
  deps.forget(removed);
}
