// Handlers of the operations tagged 'Invitations'.

import type { RequiredSchedulingInvitationsHandlers } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Given } from '../../platform/store/prepare.ts';
import { invalid, notFound, requireAdmin, requireOrganization } from '../access.ts';
import { newId } from '../bookings.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { type Listed, listIn, readPage } from '../lists.ts';
import { invitationOf } from '../resources.ts';
import type { InvitationRow, SchedulingTables } from '../tables.ts';
import { baseOf, lastPart } from '../uris.ts';

interface InvitationFilters {
  readonly organization: string;
  readonly email: string | undefined;
  readonly status: InvitationRow['status'] | undefined;
}

const invitations = listIn('e_invitations', 'created_at', (tables: Kysely<SchedulingTables>, given: Given<InvitationFilters & Listed>) => {
  let rows = tables.selectFrom('e_invitations').selectAll().where('organization_id', '=', given('organization'));
  if (given.has('email')) rows = rows.where('email', '=', given('email'));
  if (given.has('status')) rows = rows.where('status', '=', given('status'));
  return rows;
});

export const invitationHandlers = ({ store, cursors, clock, ids }: Deps): Handlers<RequiredSchedulingInvitationsHandlers<Caller>> => {
  /** @throws the refusals 404 and 403 where the caller does not manage the organization */
  async function managed(caller: Caller, text: string): Promise<string> {
    const organization = lastPart(text);
    await requireOrganization(store.read, caller, organization);
    requireAdmin(caller);
    return organization;
  }

  return {
    async listInvitations({ path, query }, context) {
      const organization = await managed(context.principal, path.uuid);
      const { email, status } = query;
      const name = ['invitations', organization, email, status];
      const page = await readPage(invitations, store.read, {
        cursors,
        query,
        url: context.url,
        name,
        filters: { organization, email, status },
      });
      const base = baseOf(context);
      const collection = page.rows.map((row) => invitationOf(base, row));
      return { status: 200, body: { collection, pagination: page.pagination } };
    },

    async createInvitation({ path, body: { email } }, context) {
      const organization_id = await managed(context.principal, path.uuid);
      const now = clock.now();
      const row: InvitationRow = {
        id: newId(ids),
        organization_id,
        email,
        status: 'pending',
        user_id: null,
        // The email is sent after the answer.
        last_sent_at: null,
        created_at: now,
        updated_at: now,
      };
      await store.write(async (tables) => {
        const members = await tables
          .selectFrom('e_memberships')
          .innerJoin('e_users', 'e_users.id', 'e_memberships.user_id')
          .select('email')
          .where('organization_id', '=', organization_id)
          .execute();
        if (members.some((member) => member.email === email)) invalid('/body/email', 'belongs to a member of the organization');
        const pending = await tables
          .selectFrom('e_invitations')
          .select('email')
          .where('organization_id', '=', organization_id)
          .where('status', '=', 'pending')
          .execute();
        if (pending.some((invited) => invited.email === email)) invalid('/body/email', 'belongs to a person who is already invited');
        const { seats } = await tables
          .selectFrom('e_organizations')
          .select('seats')
          .where('id', '=', organization_id)
          .executeTakeFirstOrThrow();
        if (members.length + pending.length >= seats)
          throw refuse(403, { detail: 'All seats of the plan are taken or reserved for an invitation.' });
        await tables
          .insertInto('e_invitations')
          .values({ ...row, last_sent_at: now })
          .execute();
      });
      return { status: 201, body: { resource: invitationOf(baseOf(context), row) } };
    },

    async revokeInvitation({ path }, context) {
      const organization = await managed(context.principal, path.org_uuid);
      const id = lastPart(path.invitation_uuid);
      await store.write(async (tables) => {
        const row = await tables
          .selectFrom('e_invitations')
          .selectAll()
          .where('id', '=', id)
          .where('organization_id', '=', organization)
          .executeTakeFirst();
        if (row === undefined) throw notFound();
        if (row.status !== 'pending') throw refuse(400, { detail: `An invitation that was ${row.status} cannot be revoked.` });
        await tables.deleteFrom('e_invitations').where('id', '=', id).execute();
      });
      return { status: 204 };
    },
  };
};
