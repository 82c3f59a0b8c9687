// The lists of the scheduling service, each with the filters that callers may leave out.

import { defineList, equal, listsOf } from '../../platform/lists.ts';
import type { Given } from '../../platform/store/prepare.ts';
import type { EventFilters, EventTypeFilters, MembershipFilters } from '../access.ts';
import type { Tables } from '../deps.ts';
import { SHOWN_OF_EVENT_TYPES } from '../show.ts';
import type { SchedulingTables } from '../tables.ts';

const listOf = listsOf<SchedulingTables>();
const BY_AGE = ['created_at', 'id'] as const;

export const invitations = listOf('e_invitations', BY_AGE, ['organization_id', 'email', 'status']);
export const invitees = listOf('e_invitees', BY_AGE, ['event_id', 'status', 'email']);
export const forms = listOf('e_forms', BY_AGE, ['organization_id']);
export const submissions = listOf('e_submissions', BY_AGE, ['form_id']);
export const subscriptions = listOf('e_subscriptions', BY_AGE, ['organization_id', 'scope', 'user_id']);

/** With the users. */
export const memberships = defineList('e_memberships', BY_AGE, (tables: Tables, given: Given<MembershipFilters>) => {
  const rows = tables
    .selectFrom('e_memberships')
    .innerJoin('e_users', 'e_users.id', 'user_id')
    .selectAll('e_memberships')
    .select(['name', 'slug', 'email', 'timezone', 'avatar_url'])
    .select(['e_users.created_at as user_created_at', 'e_users.updated_at as user_updated_at']);
  return equal(rows, given, ['organization_id', 'e_users.id', 'user_id', 'email']);
});

interface LinkFilters {
  readonly creator_id: string;
  readonly owner_id: string | undefined;
}

/** Those that can still be booked. */
export const links = defineList('e_links', BY_AGE, (tables: Tables, given: Given<LinkFilters>) =>
  equal(tables.selectFrom('e_links').selectAll(), given, ['creator_id', 'owner_id']).where((eb) =>
    eb.or([eb('max_event_count', 'is', null), eb('booked', '<', eb.ref('max_event_count'))]),
  ),
);

/** One statement reads the event types with their owners: the users and teams of the organization, or one user and their teams. */
export const eventTypes = defineList('e_event_types', ['name', 'id'], (tables: Tables, given: Given<EventTypeFilters>) => {
  const organization = given('organization');
  let users = tables
    .selectFrom('e_users')
    .innerJoin('e_memberships', 'e_memberships.user_id', 'e_users.id')
    .select(['e_users.id as owner_id', 'name as owner_name', 'slug as owner_slug'])
    .where('organization_id', '=', organization);
  let teams = tables
    .selectFrom('e_teams')
    .select(['e_teams.id as owner_id', 'name as owner_name', 'slug as owner_slug'])
    .where('organization_id', '=', organization);
  if (given.has('user')) {
    users = users.where('e_users.id', '=', given('user'));
    teams = teams.where('e_teams.id', 'in', (eb) => eb.selectFrom('e_team_members').select('team_id').where('user_id', '=', given('user')));
  }
  const rows = tables
    .selectFrom('e_event_types')
    .innerJoin(users.unionAll(teams).as('owners'), 'owners.owner_id', 'e_event_types.owner_id')
    .select(SHOWN_OF_EVENT_TYPES)
    .select(['owners.owner_id', 'owner_name', 'owner_slug'])
    .where('deleted_at', 'is', null);
  return equal(rows, given, ['active', 'is_admin_managed']);
});

export const events = defineList('e_events', ['start_at', 'id'], (tables: Tables, given: Given<EventFilters>) => {
  let rows = equal(tables.selectFrom('e_events').selectAll(), given, ['organization_id', 'status']);
  if (given.has('user'))
    rows = rows.where('id', 'in', (eb) => eb.selectFrom('e_event_hosts').select('event_id').where('user_id', '=', given('user')));
  if (given.has('from')) rows = rows.where('start_at', '>=', given('from'));
  if (given.has('before')) rows = rows.where('start_at', '<', given('before'));
  if (given.has('invitee'))
    rows = rows.where('id', 'in', (eb) => eb.selectFrom('e_invitees').select('event_id').where('email', '=', given('invitee')));
  return rows;
});
