// Handlers of the operations of the marketing document tagged 'Events'.

import type { RequiredMessagingMarketingEventsHandlers } from '@octavo/interfaces/g-messaging-marketing';
import type { Caller, Deps } from '../deps.ts';
import { triggerEvent } from '../events/events.ts';
import { write } from '../store.ts';

export const eventHandlers = (deps: Deps): RequiredMessagingMarketingEventsHandlers<Caller> => ({
  async triggerEvent({ body }, { principal }) {
    await write(deps, (unit) => triggerEvent(unit, principal, body));
    return { status: 200 };
  },
});
