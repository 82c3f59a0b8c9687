// Handlers of the operations tagged 'Memberships'.

import type { RequiredSchedulingMembershipsHandlers } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Platform } from '../../platform/service.ts';
import type { Given } from '../../platform/store/prepare.ts';
import { isAdmin, notFound, requireAdmin, requireMember, requireOrganization, userIn, usersByIds } from '../access.ts';
import { newId } from '../bookings.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { type Listed, listIn, readPage } from '../lists.ts';
import { membershipOf } from '../resources.ts';
import { TOKENS } from '../security.ts';
import type { SchedulingTables } from '../tables.ts';
import { baseOf, idIn, lastPart } from '../uris.ts';

type Tables = Kysely<SchedulingTables>;

interface MembershipFilters {
  readonly organization: string;
  /** Ordinary members see their own membership only. */
  readonly only: string | undefined;
  readonly user: string | undefined;
  readonly email: string | undefined;
}

const memberships = listIn('e_memberships', 'created_at', (tables: Tables, given: Given<MembershipFilters & Listed>) => {
  let rows = tables.selectFrom('e_memberships').selectAll().where('organization_id', '=', given('organization'));
  if (given.has('only')) rows = rows.where('user_id', '=', given('only'));
  if (given.has('user')) rows = rows.where('user_id', '=', given('user'));
  if (!given.has('email')) return rows;
  return rows.where('user_id', 'in', (eb) => eb.selectFrom('e_users').select('e_users.id').where('email', '=', given('email')));
});

type MembershipDeps = Deps & Pick<Platform<SchedulingTables>, 'bus'>;

export const membershipHandlers = ({
  store,
  cursors,
  clock,
  ids,
  bus,
}: MembershipDeps): Handlers<RequiredSchedulingMembershipsHandlers<Caller>> => ({
  async listMemberships({ path, query }, context) {
    const { principal, alias } = context;
    // Where the older path names no organization, it has the user's URI in the same place.
    const of = alias === undefined ? undefined : idIn('users', path.uuid);
    if (of !== undefined) await requireMember(store.read, principal, of);
    const organization = of === undefined ? lastPart(path.uuid) : principal.organization;
    await requireOrganization(store.read, principal, organization);
    const { email } = query;
    const user = query.user === undefined ? undefined : userIn(query.user);
    const name = ['memberships', principal.user, organization, email, user];
    const filters = { organization, only: isAdmin(principal) ? undefined : principal.user, user, email };
    const page = await readPage(memberships, store.read, { cursors, query, url: context.url, name, filters });
    const found = page.rows.length === 0 ? [] : await usersByIds.all(store.read, { ids: page.rows.map(({ user_id }) => user_id) });
    const users = new Map(found.map((row) => [row.id, row]));
    const base = baseOf(context);
    const collection = page.rows.flatMap((row) => {
      const member = users.get(row.user_id);
      return member === undefined ? [] : [membershipOf(base, row, member)];
    });
    return { status: 200, body: { collection, pagination: page.pagination } };
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
      await tables.updateTable('e_event_types').set({ active: 0, updated_at: now }).where('owner_id', '=', row.user_id).execute();
      await tables.deleteFrom('e_team_members').where('user_id', '=', row.user_id).execute();
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
    return { status: 204 };
  },
});
