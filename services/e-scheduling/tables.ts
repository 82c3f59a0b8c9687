// Declares the rows of the scheduling service. Flags are 0 or 1; times are milliseconds since 1970 (UTC).

import type { MessageRow as Row } from '../platform/messages/messages.ts';

export interface SchedulingTables {
  e_organizations: OrganizationRow;
  e_users: UserRow;
  e_memberships: MembershipRow;
  e_invitations: InvitationRow;
  e_applications: ApplicationRow;
  e_tokens: TokenRow;
  e_teams: TeamRow;
  e_team_members: TeamMemberRow;
  e_event_types: EventTypeRow;
  e_links: LinkRow;
  e_events: EventRow;
  e_event_hosts: EventHostRow;
  e_invitees: InviteeRow;
  e_forms: FormRow;
  e_submissions: SubmissionRow;
  e_subscriptions: SubscriptionRow;
  e_messages: MessageRow;
}

interface Stamps {
  readonly created_at: number;
  readonly updated_at: number;
}

export interface OrganizationRow extends Stamps {
  readonly id: string;
  readonly name: string | null;
  readonly plan: 'basic' | 'essentials' | 'professional' | 'teams' | 'enterprise';
  readonly stage: 'trial' | 'free' | 'paid';
  /** How many members the plan pays for. */
  readonly seats: number;
}

export interface UserRow extends Stamps {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly email: string;
  readonly timezone: string;
  readonly avatar_url: string | null;
}

/** Each user has exactly one. */
export interface MembershipRow extends Stamps {
  readonly id: string;
  readonly user_id: string;
  readonly organization_id: string;
  readonly role: 'user' | 'admin' | 'owner';
}

export interface InvitationRow extends Stamps {
  readonly id: string;
  readonly organization_id: string;
  readonly email: string;
  readonly status: 'pending' | 'accepted' | 'declined';
  readonly user_id: string | null;
  readonly last_sent_at: number | null;
}

/** An OAuth 2.0 application, which signs all deliveries of its subscriptions with one key. */
interface ApplicationRow {
  readonly id: string;
  readonly name: string;
  readonly signing_key: string;
}

interface TokenRow {
  /** Hash of the token (`hashOf`). */
  readonly hash: string;
  readonly user_id: string;
  /** Null for a personal access token. */
  readonly application_id: string | null;
  /** Null for a token that does not expire. */
  readonly expires_at: number | null;
}

/** Members of an organization who offer event types together. */
export interface TeamRow extends Stamps {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  /** No user and no other team has it. */
  readonly slug: string;
}

interface TeamMemberRow {
  readonly team_id: string;
  readonly user_id: string;
  /** Their place in the team, from 0. */
  readonly position: number;
}

export interface EventTypeRow extends Stamps {
  readonly id: string;
  /** Who is booked, or who manages it for a team. */
  readonly user_id: string;
  /** The team that is booked; null for an event type of one user. */
  readonly team_id: string | null;
  /** The team, or the user of an event type without one. */
  readonly owner_id: string;
  /** Whether one member of the team takes a booking, or all do; null without a team. */
  readonly pooling_type: 'round_robin' | 'collective' | null;
  readonly name: string;
  readonly slug: string;
  readonly active: number;
  /** In minutes. */
  readonly duration: number;
  /** How many invitees share a time; 1 for an event type of the kind `solo`. */
  readonly seats: number;
  readonly color: string;
  readonly internal_note: string | null;
  readonly description: string | null;
  /** JSON: an `EventLocation`, or null. */
  readonly location: string;
  /** JSON: a list of `CustomQuestion`. */
  readonly questions: string;
  /** JSON: the hours in which it can be booked (`rules/slots.ts`). */
  readonly availability: string;
  readonly is_secret: number;
  readonly is_admin_managed: number;
  readonly deleted_at: number | null;
}

export interface LinkRow {
  /** The part of its URL that no other link has. */
  readonly id: string;
  readonly creator_id: string;
  readonly owner_type: 'EventType' | 'User';
  readonly owner_id: string;
  readonly slug: string;
  readonly max_event_count: number | null;
  /** How many events were booked with it. */
  readonly booked: number;
  readonly created_at: number;
}

/** Who cancelled, and why; all null where it is not cancelled. */
export interface CancellationColumns {
  readonly canceled_by: string | null;
  readonly canceler_type: 'host' | 'invitee' | null;
  readonly cancel_reason: string | null;
}

export interface EventRow extends Stamps, CancellationColumns {
  readonly id: string;
  readonly event_type_id: string;
  /** JSON: the identifiers of its hosts. */
  readonly hosts: string;
  /** The organization that the hosts belonged to when the event was booked. */
  readonly organization_id: string;
  readonly name: string;
  readonly status: 'active' | 'canceled';
  readonly start_at: number;
  readonly end_at: number;
  readonly duration: number;
  /** JSON, as in the event type. */
  readonly location: string;
  readonly seats: number;
  readonly invitees_total: number;
  readonly invitees_active: number;
  /** JSON: a list of `Guest`. */
  readonly guests: string;
}

/** A person whom an invitee brings. */
export interface Guest {
  readonly email: string;
  /** The identifier of the invitee. */
  readonly invitee: string;
  /** When the guest was added, milliseconds since 1970. */
  readonly at: number;
}

/** Finds the events of a host: a row for each entry of `hosts`. */
interface EventHostRow {
  readonly event_id: string;
  readonly user_id: string;
}

export interface InviteeRow extends Stamps, CancellationColumns {
  readonly id: string;
  readonly event_id: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly name: string;
  readonly status: 'active' | 'canceled';
  /** JSON: a list of `InviteeAnswer`. */
  readonly answers: string;
  readonly timezone: string | null;
  /** JSON: a `Tracking`. */
  readonly tracking: string;
  readonly is_rescheduled: number;
  /** The invitee of the booking before, where this one was made by rescheduling, and its event. */
  readonly old_invitee_id: string | null;
  readonly old_event_id: string | null;
  readonly new_invitee_id: string | null;
  readonly new_event_id: string | null;
  readonly submission_id: string | null;
  readonly text_reminder_number: string | null;
  /** The mark of an invitee who did not come. */
  readonly no_show_id: string | null;
  readonly no_show_at: number | null;
  /** When the invitee was asked whether they still come, and when they said so. */
  readonly reconfirmation_at: number | null;
  readonly reconfirmed_at: number | null;
}

export interface FormRow extends Stamps {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly status: 'draft' | 'published';
  /** JSON: a list of `RoutingFormQuestion`. */
  readonly questions: string;
  /** JSON: the rules that decide where a submission leads (`rules/routing.ts`). */
  readonly routes: string;
}

export interface SubmissionRow extends Stamps {
  readonly id: string;
  readonly form_id: string;
  /** JSON: a list of `SubmissionAnswer`. */
  readonly answers: string;
  /** JSON: a `Tracking`. */
  readonly tracking: string;
  /** JSON: a `Destination` (`rules/routing.ts`). */
  readonly result: string;
  /** The invitee who booked after the submission, and the event. */
  readonly invitee_id: string | null;
  readonly event_id: string | null;
}

export interface SubscriptionRow extends Stamps {
  readonly id: string;
  readonly url: string;
  /** JSON: a list of `WebhookKind`. */
  readonly events: string;
  readonly scope: 'organization' | 'user';
  readonly organization_id: string;
  readonly user_id: string | null;
  readonly creator_id: string;
  readonly signing_key: string | null;
  readonly state: 'active' | 'disabled';
  readonly retry_started_at: number | null;
  /**
   * The address under which the subscriber knows the service: URIs in its deliveries begin with it. Null for one of the seeds, which know no address:
   * the one where the service is when something happens.
   */
  readonly base: string | null;
}

/** An email to an invitee: one of each kind at most. */
export interface MessageRow extends Row {
  readonly invitee_id: string;
  readonly event_id: string;
  readonly kind: 'booked' | 'moved' | 'canceled';
}
