// Handlers of the operations tagged 'Scheduling links'.

import type { RequiredSchedulingLinksHandlers } from '@octavo/interfaces/e-scheduling';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { addLink, ownerIn } from '../links.ts';
import { listed, shown } from '../responses.ts';
import { linkOf } from '../show.ts';
import { links } from '../store/lists.ts';

export const linkHandlers = (deps: Deps): Handlers<RequiredSchedulingLinksHandlers<Caller>> => ({
  async listSchedulingLinks({ query }, context) {
    const owner_id = query.owner === undefined ? undefined : ownerIn(query.owner, '/query/owner');
    return listed(deps, context, links, query, { creator_id: context.principal.user, owner_id }, linkOf);
  },
  async createSchedulingLink({ body }, context) {
    return shown(201, context, linkOf, await addLink(deps, context.principal, body));
  },
});
