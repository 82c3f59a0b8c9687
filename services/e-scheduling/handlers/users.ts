// Handlers of the operations tagged 'Users' and 'Organizations'.

import type { RequiredSchedulingOrganizationsHandlers, RequiredSchedulingUsersHandlers } from '@octavo/interfaces/e-scheduling';
import { loadOrganization, requireMember } from '../access.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { shown } from '../responses.ts';
import { organizationOf, userOf } from '../show.ts';
import { lastPart } from '../uris.ts';

type All = RequiredSchedulingUsersHandlers<Caller> & RequiredSchedulingOrganizationsHandlers<Caller>;

export const userHandlers = ({ store }: Deps): Handlers<All> => ({
  async getCurrentUser(_input, context) {
    return shown(200, context, userOf, await requireMember(store.read, context.principal, context.principal.user));
  },
  async getUser({ path }, context) {
    return shown(200, context, userOf, await requireMember(store.read, context.principal, lastPart(path.uuid)));
  },
  async getOrganization({ path }, context) {
    return shown(200, context, organizationOf, await loadOrganization(store.read, context.principal, lastPart(path.uuid)));
  },
});
