// The server of the scheduling service: its operations with their limits, its pages for people, and what clients send that the document does not
// describe.

import { createSchedulingServer, type RequiredSchedulingHandlers, type SchedulingServerOptions } from '@octavo/interfaces/e-scheduling';
import { rateLimits } from '@octavo/interfaces/e-scheduling/rate-limits';
import { combineHandlers, type FetchHandler } from '@octavo/runtime';
import { createRates } from '../platform/limits/rates.ts';
import { withPages } from '../platform/pages/with-pages.ts';
import type { Platform } from '../platform/service.ts';
import { handleDeletions } from './deletion.ts';
import { handleDeliveries } from './deliveries.ts';
import type { Caller, Handlers } from './deps.ts';
import { withDialect } from './dialect.ts';
import { complianceHandlers } from './handlers/compliance.ts';
import { eventTypeHandlers } from './handlers/event-types.ts';
import { eventHandlers } from './handlers/events.ts';
import { formHandlers } from './handlers/forms.ts';
import { linkHandlers } from './handlers/links.ts';
import { memberHandlers } from './handlers/members.ts';
import { subscriptionHandlers } from './handlers/subscriptions.ts';
import { userHandlers } from './handlers/users.ts';
import { bookingPages } from './pages/pages.ts';
import { security } from './security.ts';
import type { SchedulingTables } from './tables.ts';
import { PAGES } from './uris.ts';

export function schedulingServer(platform: Platform<SchedulingTables>): FetchHandler {
  handleDeliveries(platform);
  handleDeletions(platform);
  const handlers: Handlers<RequiredSchedulingHandlers<Caller>> = combineHandlers({
    users: userHandlers(platform),
    members: memberHandlers(platform),
    eventTypes: eventTypeHandlers(platform),
    links: linkHandlers(platform),
    events: eventHandlers(platform),
    forms: formHandlers(platform),
    subscriptions: subscriptionHandlers(platform),
    compliance: complianceHandlers(platform),
  });
  const rates = createRates<Caller>(platform, {
    service: 'e-scheduling',
    limits: rateLimits,
    callerOf: ({ token }) => token,
    status: 429,
    headers: ({ limit, remaining }, seconds) => ({
      'X-RateLimit-Limit': limit,
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': seconds,
    }),
  });
  const options: SchedulingServerOptions<Caller> = { security: security(platform), ...rates.hooks };
  const server = createSchedulingServer(handlers as RequiredSchedulingHandlers<Caller>, platform.serverOptions(options));
  return withPages(withDialect(server), [PAGES], bookingPages(platform));
}
