// Handlers of the operations tagged 'Scheduled events' and 'Invitees'.

import type { RequiredSchedulingInviteesHandlers, RequiredSchedulingScheduledEventsHandlers } from '@octavo/interfaces/e-scheduling';
import { eventsFor, requireEvent, requireInvitee } from '../access.ts';
import { cancelByHost } from '../cancellations.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { listed, shown } from '../responses.ts';
import { eventBody, inviteeBody } from '../show.ts';
import { events, invitees } from '../store/lists.ts';

type All = RequiredSchedulingScheduledEventsHandlers<Caller> & RequiredSchedulingInviteesHandlers<Caller>;

export const eventHandlers = (deps: Deps): Handlers<All> => ({
  async listScheduledEvents({ query }, context) {
    return listed(deps, context, events, query, await eventsFor(deps.store.read, context.principal, query), eventBody);
  },
  async getScheduledEvent({ path }, context) {
    return shown(200, context, eventBody, await requireEvent(deps.store.read, context.principal, path.uuid, 'see'));
  },
  async cancelScheduledEvent({ path, body }, context) {
    return { status: 201, body: { resource: await cancelByHost(deps, context.principal, path.uuid, body?.reason ?? null) } };
  },
  async listInvitees({ path, query }, context) {
    const { id: event_id } = await requireEvent(deps.store.read, context.principal, path.uuid, 'see');
    const { status, email } = query;
    return listed(deps, context, invitees, query, { event_id, status, email }, inviteeBody);
  },
  async getInvitee({ path }, context) {
    return shown(200, context, inviteeBody, await requireInvitee(deps.store.read, context.principal, path.event_uuid, path.invitee_uuid));
  },
});
