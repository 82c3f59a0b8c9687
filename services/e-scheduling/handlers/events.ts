// Handlers of the operations tagged 'Scheduled events' and 'Invitees'.

import type { RequiredSchedulingInviteesHandlers, RequiredSchedulingScheduledEventsHandlers } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import { isAdmin, notFound, organizationIn, requireAdmin, requireOrganization, requireOwnData, userIn } from '../access.ts';
import { type Canceling, cancelEvent } from '../cancellations.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { type Listed, listIn, readPage } from '../lists.ts';
import { eventBody, hostsOf, inviteeBody } from '../resources.ts';
import type { EventRow, InviteeRow, SchedulingTables } from '../tables.ts';
import { baseOf, lastPart } from '../uris.ts';

type Tables = Kysely<SchedulingTables>;

const eventById = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.selectFrom('e_events').selectAll().where('id', '=', given('id')),
);
const inviteeById = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.selectFrom('e_invitees').selectAll().where('id', '=', given('id')),
);

const userNames = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.selectFrom('e_users').select('name').where('id', '=', given('id')),
);

interface EventFilters {
  readonly user: string | undefined;
  readonly organization: string | undefined;
  readonly from: number | undefined;
  readonly before: number | undefined;
  readonly status: EventRow['status'] | undefined;
  readonly invitee: string | undefined;
}

const events = listIn('e_events', 'start_at', (tables: Tables, given: Given<EventFilters & Listed>) => {
  let rows = tables.selectFrom('e_events').selectAll();
  if (given.has('user')) {
    const user = given('user');
    rows = rows.where('id', 'in', (eb) => eb.selectFrom('e_event_hosts').select('e_event_hosts.event_id').where('user_id', '=', user));
  }
  if (given.has('organization')) rows = rows.where('organization_id', '=', given('organization'));
  if (given.has('from')) rows = rows.where('start_at', '>=', given('from'));
  if (given.has('before')) rows = rows.where('start_at', '<', given('before'));
  if (given.has('status')) rows = rows.where('status', '=', given('status'));
  if (given.has('invitee')) {
    const email = given('invitee');
    rows = rows.where('id', 'in', (eb) => eb.selectFrom('e_invitees').select('e_invitees.event_id').where('email', '=', email));
  }
  return rows;
});

interface InviteeFilters {
  readonly event: string;
  readonly status: InviteeRow['status'] | undefined;
  readonly email: string | undefined;
}

const invitees = listIn('e_invitees', 'created_at', (tables: Tables, given: Given<InviteeFilters & Listed>) => {
  let rows = tables.selectFrom('e_invitees').selectAll().where('event_id', '=', given('event'));
  if (given.has('status')) rows = rows.where('status', '=', given('status'));
  if (given.has('email')) rows = rows.where('email', '=', given('email'));
  return rows;
});

export const eventHandlers = (
  deps: Deps,
): Handlers<RequiredSchedulingScheduledEventsHandlers<Caller>> & Handlers<RequiredSchedulingInviteesHandlers<Caller>> => {
  const { store, cursors, clock } = deps;

  /** An event that the caller may see. @throws the refusals 404 and 403 */
  async function requireEvent(
    tables: Tables,
    caller: Caller,
    text: string,
    problem = 'Only its hosts and admins may see an event.',
  ): Promise<EventRow> {
    const row = await eventById.first(tables, { id: lastPart(text) });
    if (row === undefined) throw notFound();
    if (!hostsOf(row).includes(caller.user) && (row.organization_id !== caller.organization || !isAdmin(caller)))
      throw refuse(403, { detail: problem });
    return row;
  }

  return {
    async listScheduledEvents({ query }, context) {
      const { principal } = context;
      const { min_start_time, max_start_time, status, invitee_email } = query;
      const organization = query.organization === undefined ? undefined : organizationIn(query.organization);
      if (organization !== undefined) {
        await requireOrganization(store.read, principal, organization);
        requireAdmin(principal);
      }
      const asked = query.user === undefined ? undefined : userIn(query.user);
      if (asked !== undefined) await requireOwnData(store.read, principal, asked);
      const user = asked ?? (organization === undefined ? principal.user : undefined);
      const name = ['events', principal.user, user, organization, min_start_time, max_start_time, status, invitee_email];
      const filters = {
        user,
        organization,
        from: min_start_time === undefined ? undefined : Date.parse(min_start_time),
        before: max_start_time === undefined ? undefined : Date.parse(max_start_time),
        status,
        invitee: invitee_email,
      };
      const page = await readPage(events, store.read, { cursors, query, url: context.url, name, filters });
      const base = baseOf(context);
      const collection = page.rows.map((row) => eventBody(base, row));
      return { status: 200, body: { collection, pagination: page.pagination } };
    },

    async getScheduledEvent({ path }, context) {
      return {
        status: 200,

        body: { resource: eventBody(baseOf(context), await requireEvent(store.read, context.principal, path.uuid)) },
      };
    },

    async cancelScheduledEvent({ path, body }, context) {
      const { principal } = context;
      const now = clock.now();
      const reason = body?.reason ?? null;
      const canceled_by = await store.write(async (tables) => {
        const event = await requireEvent(tables, principal, path.uuid, 'Only its hosts and admins may cancel an event.');
        const name = (await userNames.first(tables, { id: principal.user }))?.name;
        if (name === undefined) throw new Error(`There is no user ${principal.user}.`);
        const by: Canceling = { canceled_by: name, canceler_type: 'host', cancel_reason: reason };
        await cancelEvent(tables, deps, event, by, now);
        return name;
      });
      return { status: 201, body: { resource: { canceled_by, reason, canceler_type: 'host' } } };
    },

    async listInvitees({ path, query }, context) {
      const event = await requireEvent(store.read, context.principal, path.uuid);
      const { status, email } = query;
      const name = ['invitees', event.id, status, email];
      const filters = { event: event.id, status, email };
      const page = await readPage(invitees, store.read, { cursors, query, url: context.url, name, filters });
      const base = baseOf(context);
      const collection = page.rows.map((row) => inviteeBody(base, row));
      return { status: 200, body: { collection, pagination: page.pagination } };
    },

    async getInvitee({ path }, context) {
      const event = await requireEvent(store.read, context.principal, path.event_uuid);
      const row = await inviteeById.first(store.read, { id: lastPart(path.invitee_uuid) });
      if (row?.event_id !== event.id) throw notFound();
      return { status: 200, body: { resource: inviteeBody(baseOf(context), row) } };
    },
  };
};
