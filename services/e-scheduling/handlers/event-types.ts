// Handlers of the operations tagged 'Event types'.

import type { RequiredSchedulingEventTypesHandlers } from '@octavo/interfaces/e-scheduling';
import { eventTypesFor, requireEventType } from '../access.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { listed } from '../responses.ts';
import { eventTypeBody, listedEventType } from '../show.ts';
import { eventTypes } from '../store/lists.ts';
import { baseOf, lastPart } from '../uris.ts';

export const eventTypeHandlers = (deps: Deps): Handlers<RequiredSchedulingEventTypesHandlers<Caller>> => ({
  async listEventTypes({ query }, context) {
    const { filters, requireAsked } = await eventTypesFor(deps.store.read, context.principal, query);
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
