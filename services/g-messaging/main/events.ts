// Handlers of the operations of the main document tagged 'Events'.

import type { RequiredMessagingEventsHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { addPastEvents, deleteEvents, triggerEvent } from '../events/events.ts';
import { createEventToken } from '../events/tokens.ts';
import { write } from '../store.ts';

export const eventHandlers = (deps: Deps): RequiredMessagingEventsHandlers<Caller> => ({
  async triggerEvent({ body }, { principal }) {
    await write(deps, (unit) => triggerEvent(unit, principal, body));
    return { status: 200 };
  },
  async addPastEvents({ body }, { principal: { account } }) {
    return { status: 200, body: { asyncSessionId: await write(deps, (unit) => addPastEvents(unit, account, body.events)) } };
  },
  async deleteEvents({ query }, { principal: { account } }) {
    return { status: 200, body: { asyncSessionId: await write(deps, (unit) => deleteEvents(unit, account, query)) } };
  },
  async createEventToken({ body }, { principal: { account } }) {
    return { status: 200, body: { token: await write(deps, (unit) => createEventToken(unit, account, body)) } };
  },
});
