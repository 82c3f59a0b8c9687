// Handlers of the operations tagged 'Memberships'.

import type { RequiredSchedulingMembershipsHandlers } from '@octavo/interfaces/e-scheduling';
import { membershipsFor, requireAdmin, requireOrganization } from '../access.ts';
import { listed } from '../answers.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { removeMember } from '../members.ts';
import { membershipOf } from '../resources.ts';
import { memberships } from '../store/lists.ts';
import { lastPart } from '../uris.ts';

export const membershipHandlers = (deps: Deps): Handlers<RequiredSchedulingMembershipsHandlers<Caller>> => ({
  async listMemberships({ path, query }, context) {
    const filters = await membershipsFor(deps.store.read, context.principal, path.uuid, context.alias !== undefined, query);
    return listed(deps, context, memberships, query, filters, membershipOf);
  },
  async deleteMembership({ path }, context) {
    // The older path does not name the organization.
    if (context.alias === undefined) await requireOrganization(deps.store.read, context.principal, lastPart(path.org_uuid));
    requireAdmin(context.principal);
    await removeMember(deps, context.principal, lastPart(path.membership_uuid));
    return { status: 204 };
  },
});
