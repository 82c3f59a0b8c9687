// Handlers of the operations tagged 'Scheduled events' and 'Invitees'.

import type { SchedulingInviteesHandlers, SchedulingScheduledEventsHandlers } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import { isAdmin, notFound, organizationIn, requireAdmin, requireOrganization, requireOwnData, userIn } from '../access.ts';
import { type Canceling, cancelEvent } from '../bookings.ts';
import type { Caller, Deps } from '../deps.ts';
import { readPage } from '../lists.ts';
import { headersOf } from '../rates.ts';
import { eventBody, inviteeBody } from '../resources.ts';
import type { EventRow } from '../tables.ts';
import { baseOf, lastPart } from '../uris.ts';

export const eventHandlers = ({
  store,
  cursors,
  clock,
  outbox,
}: Deps): SchedulingScheduledEventsHandlers<Caller> & SchedulingInviteesHandlers<Caller> => {
  /** An event that the caller may see. @throws the refusals 404 and 403 */
  async function eventOf(caller: Caller, text: string, problem = 'Only its hosts and admins may see an event.'): Promise<EventRow> {
    const row = await store.read.selectFrom('e_events').selectAll().where('id', '=', lastPart(text)).executeTakeFirst();
    if (row === undefined) throw notFound();
    if (row.host_id !== caller.user && (row.organization_id !== caller.organization || !isAdmin(caller)))
      throw refuse(403, { detail: problem });
    return row;
  }

  return {
    async listScheduledEvents({ query = {} }, context) {
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
      let rows = store.read.selectFrom('e_events').selectAll();
      if (user !== undefined) rows = rows.where('host_id', '=', user);
      if (organization !== undefined) rows = rows.where('organization_id', '=', organization);
      if (min_start_time !== undefined) rows = rows.where('start_at', '>=', Date.parse(min_start_time));
      if (max_start_time !== undefined) rows = rows.where('start_at', '<', Date.parse(max_start_time));
      if (status !== undefined) rows = rows.where('status', '=', status);
      if (invitee_email !== undefined) {
        rows = rows.where('id', 'in', (eb) => eb.selectFrom('e_invitees').select('e_invitees.event_id').where('email', '=', invitee_email));
      }
      const name = ['events', principal.user, user, organization, min_start_time, max_start_time, status, invitee_email];
      const page = await readPage({ cursors, query, url: context.url, name, rows, by: 'start_at', table: 'e_events' });
      const collection = page.rows.map((row) => eventBody(baseOf(context), row));
      return { status: 200, headers: headersOf(context), body: { collection, pagination: page.pagination } };
    },

    async getScheduledEvent({ path }, context) {
      return {
        status: 200,
        headers: headersOf(context),
        body: { resource: eventBody(baseOf(context), await eventOf(context.principal, path.uuid)) },
      };
    },

    async cancelScheduledEvent({ path, body }, context) {
      const { principal } = context;
      const { id } = await eventOf(principal, path.uuid, 'Only its hosts and admins may cancel an event.');
      const now = clock.now();
      const reason = body?.reason ?? null;
      const canceled_by = await store.write(async (tables) => {
        const event = await tables.selectFrom('e_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        const { name } = await tables.selectFrom('e_users').select('name').where('id', '=', principal.user).executeTakeFirstOrThrow();
        const by: Canceling = { canceled_by: name, canceler_type: 'host', cancel_reason: reason };
        await cancelEvent(tables, outbox, event, by, now);
        return name;
      });
      return { status: 201, headers: headersOf(context), body: { resource: { canceled_by, reason, canceler_type: 'host' } } };
    },

    async listInvitees({ path, query = {} }, context) {
      const event = await eventOf(context.principal, path.uuid);
      const { status, email } = query;
      let rows = store.read.selectFrom('e_invitees').selectAll().where('event_id', '=', event.id);
      if (status !== undefined) rows = rows.where('status', '=', status);
      if (email !== undefined) rows = rows.where('email', '=', email);
      const name = ['invitees', event.id, status, email];
      const page = await readPage({ cursors, query, url: context.url, name, rows, by: 'created_at', table: 'e_invitees' });
      const collection = page.rows.map((row) => inviteeBody(baseOf(context), row));
      return { status: 200, headers: headersOf(context), body: { collection, pagination: page.pagination } };
    },

    async getInvitee({ path }, context) {
      const event = await eventOf(context.principal, path.event_uuid);
      const row = await store.read
        .selectFrom('e_invitees')
        .selectAll()
        .where('id', '=', lastPart(path.invitee_uuid))
        .where('event_id', '=', event.id)
        .executeTakeFirst();
      if (row === undefined) throw notFound();
      return { status: 200, headers: headersOf(context), body: { resource: inviteeBody(baseOf(context), row) } };
    },
  };
};
