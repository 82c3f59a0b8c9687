// Handlers of the operations tagged 'Invitations'.

import type { RequiredSchedulingInvitationsHandlers } from '@octavo/interfaces/e-scheduling';
import { requireManaged } from '../access.ts';
import { listed, shown } from '../answers.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { invite, revokeInvitation } from '../members.ts';
import { invitationOf } from '../resources.ts';
import { invitations } from '../store/lists.ts';
import { lastPart } from '../uris.ts';

export const invitationHandlers = (deps: Deps): Handlers<RequiredSchedulingInvitationsHandlers<Caller>> => ({
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
