// The server of the scheduling service: its operations with their limits, its pages for people, and what clients send that the document does not
// describe.

import { createSchedulingServer, type RequiredSchedulingHandlers, type SchedulingServerOptions } from '@octavo/interfaces/e-scheduling';
import { combineHandlers, type FetchHandler } from '@octavo/runtime';
import { withPages } from '../platform/pages/with-pages.ts';
import type { Platform } from '../platform/service.ts';
import { handleDeletions } from './deletion.ts';
import { handleDeliveries } from './deliveries.ts';
import type { Caller } from './deps.ts';
import { withDialect } from './dialect.ts';
import { complianceHandlers } from './handlers/compliance.ts';
import { eventTypeHandlers } from './handlers/event-types.ts';
import { eventHandlers } from './handlers/events.ts';
import { formHandlers } from './handlers/forms.ts';
import { invitationHandlers } from './handlers/invitations.ts';
import { linkHandlers } from './handlers/links.ts';
import { membershipHandlers } from './handlers/memberships.ts';
import { subscriptionHandlers } from './handlers/subscriptions.ts';
import { userHandlers } from './handlers/users.ts';
import { bookingPages } from './pages/pages.ts';
import { counter } from './rates.ts';
import { security } from './security.ts';
import type { SchedulingTables } from './tables.ts';
import { PAGES } from './uris.ts';

export function schedulingServer(platform: Platform<SchedulingTables>): FetchHandler {
  handleDeliveries(platform);
  handleDeletions(platform);
  const rates = counter(platform);
  const handlers: RequiredSchedulingHandlers<Caller> = combineHandlers({
    users: userHandlers(platform),
    memberships: membershipHandlers(platform),
    invitations: invitationHandlers(platform),
    eventTypes: eventTypeHandlers(platform),
    links: linkHandlers(platform),
    events: eventHandlers(platform),
    forms: formHandlers(platform),
    subscriptions: subscriptionHandlers(platform),
    compliance: complianceHandlers(platform),
  });
  const options: SchedulingServerOptions<Caller> = {
    security: security(platform),
    async around(context, next) {
      await rates.count(context);
      return next();
    },
    onAnswer: (answer, _request, context) => rates.complete(answer, context),
  };
  const server = createSchedulingServer(handlers, platform.serverOptions(options));
  return withPages(withDialect(server), [PAGES], bookingPages(platform));
}
