// Handlers of the operations tagged 'Memberships'.

import type { SchedulingMembershipsHandlers } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import type { Platform } from '../../platform/service.ts';
import { isAdmin, notFound, requireAdmin, requireOrganization, userIn } from '../access.ts';
import { newId } from '../bookings.ts';
import type { Caller, Deps } from '../deps.ts';
import { readPage } from '../lists.ts';
import { headersOf } from '../rates.ts';
import { membershipOf } from '../resources.ts';
import { TOKENS } from '../security.ts';
import type { SchedulingTables } from '../tables.ts';
import { baseOf, lastPart } from '../uris.ts';

type MembershipDeps = Deps & Pick<Platform<SchedulingTables>, 'bus'>;

export const membershipHandlers = ({ store, cursors, clock, ids, bus }: MembershipDeps): SchedulingMembershipsHandlers<Caller> => ({
  async listMemberships({ path, query = {} }, context) {
    const { principal } = context;
    const organization = lastPart(path.uuid);
    await requireOrganization(store.read, principal, organization);
    const { email } = query;
    const user = query.user === undefined ? undefined : userIn(query.user);
    let rows = store.read.selectFrom('e_memberships').selectAll('e_memberships').where('organization_id', '=', organization);
    if (!isAdmin(principal)) rows = rows.where('user_id', '=', principal.user);
    if (user !== undefined) rows = rows.where('user_id', '=', user);
    if (email !== undefined)
      rows = rows.where('user_id', 'in', (eb) => eb.selectFrom('e_users').select('e_users.id').where('email', '=', email));
    const name = ['memberships', principal.user, organization, email, user];
    const page = await readPage({ cursors, query, url: context.url, name, rows, by: 'created_at', table: 'e_memberships' });
    const members = page.rows.map(({ user_id }) => user_id);
    const users = members.length === 0 ? [] : await store.read.selectFrom('e_users').selectAll().where('id', 'in', members).execute();
    const base = baseOf(context);
    const collection = page.rows.flatMap((row) => {
      const member = users.find(({ id }) => id === row.user_id);
      return member === undefined ? [] : [membershipOf(base, row, member)];
    });
    return { status: 200, headers: headersOf(context), body: { collection, pagination: page.pagination } };
  },

  async deleteMembership({ path }, context) {
    const { principal, alias } = context;
    const id = lastPart(path.membership_uuid);
    // The older path does not name the organization.
    if (alias === undefined) await requireOrganization(store.read, principal, lastPart(path.org_uuid));
    requireAdmin(principal);
    const made = { organization: newId(ids), membership: newId(ids) };
    const now = clock.now();
    const hashes = await store.write(async (tables) => {
      const row = await tables.selectFrom('e_memberships').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) throw notFound();
      if (row.organization_id !== principal.organization) throw refuse(403, { detail: 'The organization is not that of the token.' });
      if (row.role === 'owner') throw refuse(403, { detail: 'The owner of an organization cannot be removed from it.' });
      await tables.deleteFrom('e_memberships').where('id', '=', id).execute();
      await tables.updateTable('e_event_types').set({ active: 0, updated_at: now }).where('user_id', '=', row.user_id).execute();
      // The user keeps their account, which needs an organization: one of their own, on the free plan.
      const stamps = { created_at: now, updated_at: now };
      await tables
        .insertInto('e_organizations')
        .values({ id: made.organization, name: null, plan: 'basic', stage: 'free', seats: 1, ...stamps })
        .execute();
      await tables
        .insertInto('e_memberships')
        .values({ id: made.membership, user_id: row.user_id, organization_id: made.organization, role: 'owner', ...stamps })
        .execute();
      return tables.selectFrom('e_tokens').select('hash').where('user_id', '=', row.user_id).execute();
    });
    for (const { hash } of hashes) await bus.publish(TOKENS, hash);
    return { status: 204, headers: headersOf(context) };
  },
});
