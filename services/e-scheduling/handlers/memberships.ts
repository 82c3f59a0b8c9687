// Handlers of the operations tagged 'Memberships'.

import type { RequiredSchedulingMembershipsHandlers } from '@octavo/interfaces/e-scheduling';
import { isAdmin, requireAdmin, requireMember, requireOrganization, userIn } from '../access.ts';
import { listed } from '../answers.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { removeMember } from '../members.ts';
import { membershipOf } from '../resources.ts';
import { memberships } from '../store/lists.ts';
import { idIn, lastPart } from '../uris.ts';

export const membershipHandlers = (deps: Deps): Handlers<RequiredSchedulingMembershipsHandlers<Caller>> => ({
  async listMemberships({ path, query }, context) {
    const { principal, alias } = context;
    // Where the older path names no organization, it has the user's URI in the same place.
    const of = alias === undefined ? undefined : idIn('users', path.uuid);
    if (of !== undefined) await requireMember(deps.store.read, principal, of);
    const organization_id = of === undefined ? lastPart(path.uuid) : principal.organization;
    await requireOrganization(deps.store.read, principal, organization_id);
    const user_id = query.user === undefined ? undefined : userIn(query.user);
    const filters = { organization_id, 'e_users.id': isAdmin(principal) ? undefined : principal.user, user_id, email: query.email };
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
