// Handlers of the operations tagged 'Memberships' and 'Invitations'.

import type { RequiredSchedulingInvitationsHandlers, RequiredSchedulingMembershipsHandlers } from '@octavo/interfaces/e-scheduling';
import { membershipsFor, requireAdmin, requireManaged, requireOrganization } from '../access.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { invite, removeMember, revokeInvitation } from '../members.ts';
import { listed, shown } from '../responses.ts';
import { invitationOf, membershipOf } from '../show.ts';
import { invitations, memberships } from '../store/lists.ts';
import { lastPart } from '../uris.ts';

type All = RequiredSchedulingMembershipsHandlers<Caller> & RequiredSchedulingInvitationsHandlers<Caller>;

export const memberHandlers = (deps: Deps): Handlers<All> => ({
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
  async listInvitations({ path, query }, context) {
    const organization_id = await requireManaged(deps.store.read, context.principal, lastPart(path.uuid));
    const { email, status } = query;
    return listed(deps, context, invitations, query, { organization_id, email, status }, invitationOf);
  },
  async createInvitation({ path, body: { email } }, context) {
    const organization = await requireManaged(deps.store.read, context.principal, lastPart(path.uuid));
    return shown(201, context, invitationOf, await invite(deps, organization, email));
  },
  async revokeInvitation({ path }, context) {
    const organization = await requireManaged(deps.store.read, context.principal, lastPart(path.org_uuid));
    await revokeInvitation(deps, organization, lastPart(path.invitation_uuid));
    return { status: 204 };
  },
});
