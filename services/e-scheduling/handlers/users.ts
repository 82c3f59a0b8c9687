// Handlers of the operations tagged 'Users' and 'Organizations'.

import type { RequiredSchedulingOrganizationsHandlers, RequiredSchedulingUsersHandlers } from '@octavo/interfaces/e-scheduling';
import type { Kysely } from 'kysely';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import { notFound, requireMember, requireOrganization } from '../access.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { organizationOf, personOf } from '../resources.ts';
import type { SchedulingTables } from '../tables.ts';
import { type Base, baseOf, lastPart, uris } from '../uris.ts';

const organizationById = prepare((tables: Kysely<SchedulingTables>, given: Given<{ readonly id: string }>) =>
  tables.selectFrom('e_organizations').selectAll().where('id', '=', given('id')),
);

export const userHandlers = ({
  store,
}: Deps): Handlers<RequiredSchedulingUsersHandlers<Caller>> & Handlers<RequiredSchedulingOrganizationsHandlers<Caller>> => {
  async function userBody(caller: Caller, id: string, base: Base) {
    const row = await requireMember(store.read, caller, id);
    return { resource: { ...personOf(base, row), current_organization: uris.organization(base, caller.organization) } };
  }

  return {
    async getCurrentUser(_input, context) {
      const { principal } = context;
      return { status: 200, body: await userBody(principal, principal.user, baseOf(context)) };
    },

    async getUser({ path }, context) {
      return { status: 200, body: await userBody(context.principal, lastPart(path.uuid), baseOf(context)) };
    },

    async getOrganization({ path }, context) {
      const id = lastPart(path.uuid);
      await requireOrganization(store.read, context.principal, id);
      const row = await organizationById.first(store.read, { id });
      if (row === undefined) throw notFound();
      return { status: 200, body: { resource: organizationOf(baseOf(context), row) } };
    },
  };
};
