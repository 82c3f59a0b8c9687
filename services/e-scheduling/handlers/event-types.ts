// Handlers of the operations tagged 'Event types'.

import type { RequiredSchedulingEventTypesHandlers } from '@octavo/interfaces/e-scheduling';
import type { Kysely } from 'kysely';
import type { Given } from '../../platform/store/prepare.ts';
import { organizationIn, requireEventType, requireMember, requireOrganization, userIn } from '../access.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { type Listed, listIn, readPage } from '../lists.ts';
import { eventTypeBody, SHOWN_OF_EVENT_TYPES } from '../resources.ts';
import type { SchedulingTables } from '../tables.ts';
import { baseOf, lastPart } from '../uris.ts';

type Tables = Kysely<SchedulingTables>;

interface EventTypeFilters {
  readonly organization: string;
  /** Only those of this member of the organization, alone or in a team. */
  readonly user: string | undefined;
  readonly active: number | undefined;
  readonly admin_managed: number | undefined;
}

// One statement reads the event types with their owners: the users and teams of the organization, or one user and their teams.
const eventTypes = listIn('e_event_types', 'name', (tables: Tables, given: Given<EventTypeFilters & Listed>) => {
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
  let rows = tables
    .selectFrom('e_event_types')
    .innerJoin(users.unionAll(teams).as('owners'), 'owners.owner_id', 'e_event_types.owner_id')
    .select(SHOWN_OF_EVENT_TYPES)
    .select(['owners.owner_id', 'owner_name', 'owner_slug'])
    .where('deleted_at', 'is', null);
  if (given.has('active')) rows = rows.where('active', '=', given('active'));
  return given.has('admin_managed') ? rows.where('is_admin_managed', '=', given('admin_managed')) : rows;
});

function flagOf(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : value ? 1 : 0;
}

export const eventTypeHandlers = ({ store, cursors }: Deps): Handlers<RequiredSchedulingEventTypesHandlers<Caller>> => ({
  async listEventTypes({ query }, context) {
    const { principal } = context;
    const { active, admin_managed, sort } = query;
    const organization = query.organization === undefined ? undefined : organizationIn(query.organization);
    if (organization !== undefined) await requireOrganization(store.read, principal, organization);
    const asked = query.user === undefined ? undefined : userIn(query.user);
    const user = asked ?? (organization === undefined ? principal.user : undefined);
    const requireAsked = async () => asked !== undefined && requireMember(store.read, principal, asked);
    // A token is looked at only after the user.
    if (query.page_token !== undefined) await requireAsked();
    const name = ['event types', user, organization, active, admin_managed];
    const filters = { organization: principal.organization, user, active: flagOf(active), admin_managed: flagOf(admin_managed) };
    const page = await readPage(eventTypes, store.read, { cursors, query: { ...query, sort }, url: context.url, name, filters });
    // A user who is not a member has no rows.
    if (page.rows.length === 0) await requireAsked();
    const base = baseOf(context);
    const collection = page.rows.map((row) => {
      const { owner_id: id, owner_name, owner_slug } = row;
      return eventTypeBody(base, row, { id, name: owner_name, slug: owner_slug });
    });
    return { status: 200, body: { collection, pagination: page.pagination } };
  },

  async getEventType({ path }, context) {
    const { type, owner } = await requireEventType(store.read, context.principal, lastPart(path.uuid));
    return { status: 200, body: { resource: eventTypeBody(baseOf(context), type, owner) } };
  },
});
