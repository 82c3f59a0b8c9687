// The server of the marketing document.

import {
  createMessagingMarketingServer,
  type MessagingMarketingServerOptions,
  type RequiredMessagingMarketingHandlers,
} from '@octavo/interfaces/g-messaging-marketing';
import { rateLimits } from '@octavo/interfaces/g-messaging-marketing/rate-limits';
import { combineHandlers, type FetchHandler } from '@octavo/runtime';
import type { Caller, MessagingPlatform } from './deps.ts';
import { accountRates, MOST_IMPORT_BYTES } from './limits.ts';
import { activityHandlers } from './marketing/activity.ts';
import { contactHandlers } from './marketing/contacts.ts';
import { emailHandlers } from './marketing/email.ts';
import { eventHandlers } from './marketing/events.ts';
import { groupHandlers } from './marketing/groups.ts';
import { orderHandlers } from './marketing/orders.ts';
import { smsHandlers } from './marketing/sms.ts';
import { security } from './security.ts';

export function marketingServer(platform: MessagingPlatform): FetchHandler {
  const handlers: RequiredMessagingMarketingHandlers<Caller> = combineHandlers({
    contacts: contactHandlers(platform),
    groups: groupHandlers(platform),
    activity: activityHandlers(platform),
    email: emailHandlers(platform),
    sms: smsHandlers(platform),
    events: eventHandlers(platform),
    orders: orderHandlers(platform),
  });
  const options: MessagingMarketingServerOptions<Caller> = {
    security: security(platform),
    maxBodyBytes: { importContacts: MOST_IMPORT_BYTES },
    ...accountRates(platform, rateLimits).hooks,
  };
  return createMessagingMarketingServer(handlers, platform.serverOptions(options, 'g-messaging-marketing'));
}
