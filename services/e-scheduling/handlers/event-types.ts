// Handlers of the operations tagged 'Event types'.

import type { RequiredSchedulingEventTypesHandlers } from '@octavo/interfaces/e-scheduling';
import { organizationIn, requireEventType, requireMember, requireOrganization, userIn } from '../access.ts';
import { listed } from '../answers.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { eventTypeBody, listedEventType } from '../resources.ts';
import { eventTypes } from '../store/lists.ts';
import { baseOf, lastPart } from '../uris.ts';

export const eventTypeHandlers = (deps: Deps): Handlers<RequiredSchedulingEventTypesHandlers<Caller>> => ({
  async listEventTypes({ query }, context) {
    const { principal } = context;
    const organization = query.organization === undefined ? undefined : organizationIn(query.organization);
    if (organization !== undefined) await requireOrganization(deps.store.read, principal, organization);
    const asked = query.user === undefined ? undefined : userIn(query.user);
    const user = asked ?? (organization === undefined ? principal.user : undefined);
    const requireAsked = async () => asked !== undefined && requireMember(deps.store.read, principal, asked);
    // A token is looked at only after the user.
    if (query.page_token !== undefined) await requireAsked();
    const flags = { active: query.active, is_admin_managed: query.admin_managed };
    const filters = { organization: principal.organization, user, ...flags };
    const answer = await listed(deps, context, eventTypes, query, filters, listedEventType);
    // A user who is not a member has no rows.
    if (answer.body.collection.length === 0) await requireAsked();
    return answer;
  },
  async getEventType({ path }, context) {
    const { type, owner } = await requireEventType(deps.store.read, context.principal, lastPart(path.uuid));
    return { status: 200, body: { resource: eventTypeBody(baseOf(context), type, owner) } };
  },
});
