// Turns rows into the resources that answers and deliveries show.

import type {
  Cancellation,
  EventLocation,
  EventType,
  Invitation,
  Invitee,
  InviteeWithEvent,
  Membership,
  Organization,
  Person,
  RoutingForm,
  RoutingFormSubmission,
  RoutingResult,
  ScheduledEvent,
  SchedulingLink,
  Tracking,
  User,
  WebhookSubscription,
} from '@octavo/interfaces/e-scheduling';
import { html } from '../platform/pages/html.ts';
import type { Destination } from './rules/routing.ts';
import type { CancellationColumns, Row } from './tables.ts';
import { type Base, PAGES, uris } from './uris.ts';

/** A time as the document writes it: with microseconds, of which the clock counts thousands. */
export function timeText(milliseconds: number): string {
  let text = timeTexts.get(milliseconds);
  if (text === undefined) {
    text = new Date(milliseconds).toISOString().replace('Z', '000Z');
    if (timeTexts.size >= MOST_TIMES) timeTexts.clear();
    timeTexts.set(milliseconds, text);
  }
  return text;
}

/** Lists show the times of the same rows again and again, and to write one takes longer than to look it up. */
const timeTexts = new Map<number, string>();
const MOST_TIMES = 10_000;

function stamps({ created_at, updated_at }: { readonly created_at: number; readonly updated_at: number }) {
  return { created_at: timeText(created_at), updated_at: timeText(updated_at) };
}

export const NO_TRACKING: Tracking = {
  utm_campaign: null,
  utm_source: null,
  utm_medium: null,
  utm_content: null,
  utm_term: null,
  salesforce_uuid: null,
};

function personOf(base: Base, row: Row<'e_users'>): Person {
  const { id, name, slug, email, timezone, avatar_url } = row;
  const scheduling_url = `${base}${PAGES}/${slug}`;
  return { uri: uris.user(base, id), name, slug, email, scheduling_url, timezone, avatar_url, ...stamps(row) };
}

/** A user, and the organization that they are a member of. */
export interface MemberRow extends Row<'e_users'> {
  readonly organization_id: string;
}

export function userOf(base: Base, row: MemberRow): User {
  return { ...personOf(base, row), current_organization: uris.organization(base, row.organization_id) };
}

export function organizationOf(base: Base, row: Row<'e_organizations'>): Organization {
  const { id, name, plan, stage } = row;
  return { uri: uris.organization(base, id), ...(name === null ? {} : { name }), plan, stage, ...stamps(row) };
}

/** A membership and its user. */
interface MembershipWithUser extends Row<'e_memberships'>, Omit<Row<'e_users'>, 'id'> {
  readonly user_created_at: number;
  readonly user_updated_at: number;
}

export function membershipOf(base: Base, row: MembershipWithUser): Membership {
  const { id, role, user_id, organization_id, user_created_at: created_at, user_updated_at: updated_at } = row;
  return {
    uri: uris.membership(base, organization_id, id),
    role,
    user: personOf(base, { ...row, id: user_id, created_at, updated_at }),
    organization: uris.organization(base, organization_id),
    ...stamps(row),
  };
}

export function invitationOf(base: Base, row: Row<'e_invitations'>): Invitation {
  const { id, organization_id, email, status, user_id, last_sent_at } = row;
  return {
    uri: uris.invitation(base, organization_id, id),
    organization: uris.organization(base, organization_id),
    email,
    status,
    ...(user_id === null ? {} : { user: uris.user(base, user_id) }),
    ...stamps(row),
    last_sent_at: last_sent_at === null ? null : timeText(last_sent_at),
  };
}

/** The columns of an event type that are shown. Rows of lists have no others. */
export const SHOWN_OF_EVENT_TYPES = [
  'id',
  'name',
  'active',
  'slug',
  'duration',
  'seats',
  'pooling_type',
  'color',
  'created_at',
  'updated_at',
  'internal_note',
  'description',
  'is_secret',
  'questions',
  'is_admin_managed',
] as const satisfies readonly (keyof Row<'e_event_types'>)[];

type ShownEventType = Pick<Row<'e_event_types'>, (typeof SHOWN_OF_EVENT_TYPES)[number]>;

/**
 * The body of an event type that was not deleted.
 * @param owner the team of the event type, or its user
 */
export function eventTypeBody(
  base: Base,
  row: ShownEventType,
  owner: Pick<Row<'e_users'> | Row<'e_teams'>, 'id' | 'name' | 'slug'>,
): EventType {
  const isTeam = row.pooling_type !== null;
  return {
    uri: uris.eventType(base, row.id),
    name: row.name,
    active: row.active,
    slug: row.slug,
    scheduling_url: `${base}${PAGES}/${owner.slug}/${row.slug}`,
    duration: row.duration,
    kind: row.seats > 1 ? 'group' : 'solo',
    pooling_type: row.pooling_type,
    type: 'StandardEventType',
    color: row.color,
    ...stamps(row),
    internal_note: row.internal_note,
    description_plain: row.description,
    description_html: row.description === null ? null : html`<p>${row.description}</p>`.text,
    profile: { type: isTeam ? 'Team' : 'User', name: owner.name, owner: (isTeam ? uris.team : uris.user)(base, owner.id) },
    secret: row.is_secret,
    booking_method: 'instant',
    custom_questions: row.questions,
    deleted_at: null,
    kind_description: row.pooling_type === null ? (row.seats > 1 ? 'Group' : 'One-on-One') : POOLING[row.pooling_type],
    admin_managed: row.is_admin_managed,
  };
}

const POOLING = { round_robin: 'Round Robin', collective: 'Collective' } as const;

/** An event type of a list, which has the columns of its owner. */
export function listedEventType(base: Base, row: ShownEventType & Record<'owner_id' | 'owner_name' | 'owner_slug', string>): EventType {
  return eventTypeBody(base, row, { id: row.owner_id, name: row.owner_name, slug: row.owner_slug });
}

export function linkOf(base: Base, { id, slug, owner_type, owner_id, max_event_count }: Row<'e_links'>): SchedulingLink {
  const owner = owner_type === 'User' ? uris.user(base, owner_id) : uris.eventType(base, owner_id);
  return { booking_url: `${base}${PAGES}/d/${id}/${slug}`, owner, owner_type, max_event_count };
}

/** Present only where somebody cancelled. */
function cancellationOf({ canceled_by, canceler_type, cancel_reason }: CancellationColumns): { cancellation?: Cancellation } {
  if (canceled_by === null || canceler_type === null) return {};
  return { cancellation: { canceled_by, reason: cancel_reason, canceler_type } };
}

export function eventBody(base: Base, row: Row<'e_events'>): ScheduledEvent {
  return {
    uri: uris.event(base, row.id),
    name: row.name,
    status: row.status,
    start_time: timeText(row.start_at),
    end_time: timeText(row.end_at),
    duration: row.duration,
    event_type: uris.eventType(base, row.event_type_id),
    location: JSON.parse(row.location) as EventLocation | null,
    invitees_counter: { total: row.invitees_total, active: row.invitees_active, limit: row.seats },
    ...stamps(row),
    event_memberships: row.hosts.map((id) => ({ user: uris.user(base, id) })),
    event_guests: row.guests.map(({ email, at }) => ({
      email,
      created_at: timeText(at),
      updated_at: timeText(at),
    })),
    ...cancellationOf(row),
    calendar_event: null,
  };
}

export function inviteeBody(base: Base, row: Row<'e_invitees'>): Invitee {
  const { id, event_id, old_event_id, old_invitee_id, new_event_id, new_invitee_id, submission_id } = row;
  const { no_show_id, no_show_at, reconfirmation_at, reconfirmed_at } = row;
  const other = (event: string | null, invitee: string | null) =>
    event === null || invitee === null ? null : uris.invitee(base, event, invitee);
  return {
    uri: uris.invitee(base, event_id, id),
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    name: row.name,
    status: row.status,
    questions_and_answers: row.answers,
    timezone: row.timezone,
    event: uris.event(base, event_id),
    ...stamps(row),
    tracking: row.tracking,
    text_reminder_number: row.text_reminder_number,
    rescheduled: row.is_rescheduled,
    old_invitee: other(old_event_id, old_invitee_id),
    new_invitee: other(new_event_id, new_invitee_id),
    cancel_url: `${base}${PAGES}/cancellations/${id}`,
    reschedule_url: `${base}${PAGES}/reschedulings/${id}`,
    routing_form_submission: submission_id === null ? null : uris.submission(base, submission_id),
    ...cancellationOf(row),
    // Payments are out of scope: this service never has one.
    payment: null,
    no_show: no_show_id === null || no_show_at === null ? null : { uri: uris.noShow(base, no_show_id), created_at: timeText(no_show_at) },
    reconfirmation:
      reconfirmation_at === null
        ? null
        : { created_at: timeText(reconfirmation_at), confirmed_at: reconfirmed_at === null ? null : timeText(reconfirmed_at) },
  };
}

export function inviteeWithEvent(base: Base, invitee: Row<'e_invitees'>, event: Row<'e_events'>): InviteeWithEvent {
  return { ...inviteeBody(base, invitee), scheduled_event: eventBody(base, event) };
}

export function formOf(base: Base, row: Row<'e_forms'>): RoutingForm {
  const { id, organization_id, name, status } = row;
  return {
    uri: uris.form(base, id),
    organization: uris.organization(base, organization_id),
    name,
    status,
    questions: row.questions,
    ...stamps(row),
  };
}

export function submissionOf(base: Base, row: Row<'e_submissions'>): RoutingFormSubmission {
  const { id, form_id, event_id, invitee_id } = row;
  const isBooked = event_id !== null && invitee_id !== null;
  return {
    uri: uris.submission(base, id),
    routing_form: uris.form(base, form_id),
    questions_and_answers: row.answers,
    tracking: row.tracking,
    result: resultOf(base, row.result),
    submitter: isBooked ? uris.invitee(base, event_id, invitee_id) : null,
    submitter_type: isBooked ? 'Invitee' : null,
    ...stamps(row),
  };
}

function resultOf(base: Base, destination: Destination): RoutingResult {
  return destination.type === 'event_type' ? { type: 'event_type', value: uris.eventType(base, destination.id) } : destination;
}

export function subscriptionOf(base: Base, row: Row<'e_subscriptions'>): WebhookSubscription {
  const { id, url, retry_started_at, state, events, scope, organization_id, user_id, creator_id } = row;
  return {
    uri: uris.subscription(base, id),
    callback_url: url,
    ...stamps(row),
    retry_started_at: retry_started_at === null ? null : timeText(retry_started_at),
    state,
    events,
    scope,
    organization: uris.organization(base, organization_id),
    user: user_id === null ? null : uris.user(base, user_id),
    creator: uris.user(base, creator_id),
  };
}
