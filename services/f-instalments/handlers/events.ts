// Handlers of the operations tagged 'Events'.

import type { RequiredInstalmentsEventsHandlers } from '@octavo/interfaces/f-instalments';
import type { Caller, Deps } from '../deps.ts';
import { listed } from '../lists.ts';
import { events } from '../store/lists.ts';

export const eventsHandlers = (deps: Deps): RequiredInstalmentsEventsHandlers<Caller> => ({
  async listEvents({ query }, { principal: { shop } }) {
    return listed(deps, events, query, { shop: shop.id, type: query.type, payment: query.payment }, ({ body }) => body);
  },
});
