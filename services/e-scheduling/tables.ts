// Declares the rows of the scheduling service. Times are milliseconds since 1970 (UTC).

import type {
  CustomQuestion,
  InviteeAnswer,
  RoutingFormQuestion,
  SubmissionAnswer,
  Tracking,
  WebhookKind,
} from '@octavo/interfaces/e-scheduling';
import { messageColumns } from '../platform/messages/messages.ts';
import { flag, integer, json, key, nullable, type TablesOf, table, text, textOf } from '../platform/store/table.ts';
import type { Destination, RouteRule } from './rules/routing.ts';
import type { Availability } from './rules/slots.ts';

const stamps = { created_at: integer, updated_at: integer };

/** Who cancelled, and why; all null where it is not cancelled. */
const cancellation = { canceled_by: nullable(text), canceler_type: nullable(textOf<'host' | 'invitee'>()), cancel_reason: nullable(text) };

const { position, created_at, ...message } = messageColumns;

/** A person whom an invitee brings. */
export interface Guest {
  readonly email: string;
  /** The identifier of the invitee. */
  readonly invitee: string;
  /** When the guest was added, milliseconds since 1970. */
  readonly at: number;
}

export const tables = [
  table('e_organizations', {
    id: key(text),
    name: nullable(text),
    plan: textOf<'basic' | 'essentials' | 'professional' | 'teams' | 'enterprise'>(),
    stage: textOf<'trial' | 'free' | 'paid'>(),
    /** How many members the plan pays for. */
    seats: integer,
    ...stamps,
  }),
  table('e_users', {
    id: key(text),
    name: text,
    slug: text,
    email: text,
    timezone: text,
    avatar_url: nullable(text),
    ...stamps,
  }),
  /** Each user has exactly one. */
  table('e_memberships', {
    id: key(text),
    user_id: text,
    organization_id: text,
    role: textOf<'user' | 'admin' | 'owner'>(),
    ...stamps,
  }),
  table('e_invitations', {
    id: key(text),
    organization_id: text,
    email: text,
    status: textOf<'pending' | 'accepted' | 'declined'>(),
    user_id: nullable(text),
    last_sent_at: nullable(integer),
    ...stamps,
  }),
  /** An OAuth 2.0 application, which signs all deliveries of its subscriptions with one key. */
  table('e_applications', { id: key(text), name: text, signing_key: text }),
  table('e_tokens', {
    /** Hash of the token (`hashOf`). */
    hash: key(text),
    user_id: text,
    /** Null for a personal access token. */
    application_id: nullable(text),
    /** Null for a token that does not expire. */
    expires_at: nullable(integer),
  }),
  /** Members of an organization who offer event types together. */
  table('e_teams', {
    id: key(text),
    organization_id: text,
    name: text,
    /** No user and no other team has it. */
    slug: text,
    ...stamps,
  }),
  table('e_team_members', {
    team_id: key(text),
    user_id: key(text),
    /** Their place in the team, from 0. */
    position: integer,
  }),
  table('e_event_types', {
    id: key(text),
    /** Who is booked, or who manages it for a team. */
    user_id: text,
    /** The team that is booked; null for an event type of one user. */
    team_id: nullable(text),
    /** The team, or the user of an event type without one. */
    owner_id: text,
    /** Whether one member of the team takes a booking, or all do; null without a team. */
    pooling_type: nullable(textOf<'round_robin' | 'collective'>()),
    name: text,
    slug: text,
    active: flag,
    /** In minutes. */
    duration: integer,
    /** How many invitees share a time; 1 for an event type of the kind `solo`. */
    seats: integer,
    color: text,
    internal_note: nullable(text),
    description: nullable(text),
    /** JSON: an `EventLocation`, or null. */
    location: text,
    questions: json<CustomQuestion[]>(),
    /** The hours in which it can be booked. */
    availability: json<Availability>(),
    is_secret: flag,
    is_admin_managed: flag,
    deleted_at: nullable(integer),
    ...stamps,
  }),
  table('e_links', {
    /** The part of its URL that no other link has. */
    id: key(text),
    creator_id: text,
    owner_type: textOf<'EventType' | 'User'>(),
    owner_id: text,
    slug: text,
    max_event_count: nullable(integer),
    /** How many events were booked with it. */
    booked: integer,
    created_at: integer,
  }),
  table('e_events', {
    id: key(text),
    event_type_id: text,
    /** The identifiers of its hosts. */
    hosts: json<string[]>(),
    /** The organization that the hosts belonged to when the event was booked. */
    organization_id: text,
    name: text,
    status: textOf<'active' | 'canceled'>(),
    start_at: integer,
    end_at: integer,
    duration: integer,
    /** JSON, as in the event type. */
    location: text,
    seats: integer,
    invitees_total: integer,
    invitees_active: integer,
    guests: json<Guest[]>(),
    ...cancellation,
    ...stamps,
  }),
  /** Finds the events of a host: a row for each entry of `hosts`. */
  table('e_event_hosts', { event_id: key(text), user_id: key(text) }),
  table('e_invitees', {
    id: key(text),
    event_id: text,
    email: text,
    first_name: nullable(text),
    last_name: nullable(text),
    name: text,
    status: textOf<'active' | 'canceled'>(),
    answers: json<InviteeAnswer[]>(),
    timezone: nullable(text),
    tracking: json<Tracking>(),
    is_rescheduled: flag,
    /** The invitee of the booking before, where this one was made by rescheduling, and its event. */
    old_invitee_id: nullable(text),
    old_event_id: nullable(text),
    new_invitee_id: nullable(text),
    new_event_id: nullable(text),
    submission_id: nullable(text),
    text_reminder_number: nullable(text),
    /** The mark of an invitee who did not come. */
    no_show_id: nullable(text),
    no_show_at: nullable(integer),
    /** When the invitee was asked whether they still come, and when they said so. */
    reconfirmation_at: nullable(integer),
    reconfirmed_at: nullable(integer),
    ...cancellation,
    ...stamps,
  }),
  table('e_forms', {
    id: key(text),
    organization_id: text,
    name: text,
    status: textOf<'draft' | 'published'>(),
    questions: json<RoutingFormQuestion[]>(),
    /** The rules that decide where a submission leads. */
    routes: json<RouteRule[]>(),
    ...stamps,
  }),
  table('e_submissions', {
    id: key(text),
    form_id: text,
    answers: json<SubmissionAnswer[]>(),
    tracking: json<Tracking>(),
    result: json<Destination>(),
    /** The invitee who booked after the submission, and the event. */
    invitee_id: nullable(text),
    event_id: nullable(text),
    ...stamps,
  }),
  table('e_subscriptions', {
    id: key(text),
    url: text,
    events: json<WebhookKind[]>(),
    scope: textOf<'organization' | 'user'>(),
    organization_id: text,
    user_id: nullable(text),
    creator_id: text,
    signing_key: nullable(text),
    state: textOf<'active' | 'disabled'>(),
    retry_started_at: nullable(integer),
    /**
     * The address under which the subscriber knows the service: URIs in its deliveries begin with it. Null for one of the seeds, which know no
     * address: the one where the service is when something happens.
     */
    base: nullable(text),
    ...stamps,
  }),
  /** An email to an invitee: one of each kind at most. */
  table(
    'e_messages',
    {
      invitee_id: key(text),
      kind: key(textOf<'booked' | 'moved' | 'canceled'>()),
      event_id: text,
      position,
      created_at,
      ...message,
    },
    { since: '002-messages', indexes: { event: ['event_id', 'position'] } },
  ),
] as const;

export type SchedulingTables = TablesOf<typeof tables>;

/** A row of a table: `Row<'e_organizations'>`. */
export type Row<Name extends keyof SchedulingTables> = SchedulingTables[Name];
export type CancellationColumns = Pick<Row<'e_events'>, keyof typeof cancellation>;
