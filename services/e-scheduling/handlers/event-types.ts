// Handlers of the operations tagged 'Event types'.

import type { SchedulingEventTypesHandlers } from '@octavo/interfaces/e-scheduling';
import { eventTypeOf, memberOf, organizationIn, requireOrganization, userIn } from '../access.ts';
import type { Caller, Deps } from '../deps.ts';
import { readPage } from '../lists.ts';
import { headersOf } from '../rates.ts';
import { eventTypeBody } from '../resources.ts';
import { baseOf, lastPart } from '../uris.ts';

export const eventTypeHandlers = ({ store, cursors }: Deps): SchedulingEventTypesHandlers<Caller> => ({
  async listEventTypes({ query = {} }, context) {
    const { principal } = context;
    const { active, admin_managed, sort } = query;
    const organization = query.organization === undefined ? undefined : organizationIn(query.organization);
    if (organization !== undefined) await requireOrganization(store.read, principal, organization);
    const asked = query.user === undefined ? undefined : userIn(query.user);
    if (asked !== undefined) await memberOf(store.read, principal, asked);
    const user = asked ?? (organization === undefined ? principal.user : undefined);
    let rows = store.read.selectFrom('e_event_types').selectAll().where('deleted_at', 'is', null);
    if (user !== undefined) rows = rows.where('user_id', '=', user);
    if (organization !== undefined) {
      rows = rows.where('user_id', 'in', (eb) =>
        eb.selectFrom('e_memberships').select('e_memberships.user_id').where('organization_id', '=', organization),
      );
    }
    if (active !== undefined) rows = rows.where('active', '=', active ? 1 : 0);
    if (admin_managed !== undefined) rows = rows.where('is_admin_managed', '=', admin_managed ? 1 : 0);
    const name = ['event types', user, organization, active, admin_managed];
    const page = await readPage({ cursors, query: { ...query, sort }, url: context.url, name, rows, by: 'name', table: 'e_event_types' });
    const owners = page.rows.map(({ user_id }) => user_id);
    const users = owners.length === 0 ? [] : await store.read.selectFrom('e_users').selectAll().where('id', 'in', owners).execute();
    const base = baseOf(context);
    const collection = page.rows.flatMap((row) => {
      const owner = users.find(({ id }) => id === row.user_id);
      return owner === undefined ? [] : [eventTypeBody(base, row, owner)];
    });
    return { status: 200, headers: headersOf(context), body: { collection, pagination: page.pagination } };
  },

  async getEventType({ path }, context) {
    const row = await eventTypeOf(store.read, context.principal, lastPart(path.uuid));
    const owner = await memberOf(store.read, context.principal, row.user_id);
    return { status: 200, headers: headersOf(context), body: { resource: eventTypeBody(baseOf(context), row, owner) } };
  },
});
