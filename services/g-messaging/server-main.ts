// The server of the main document.

import { createMessagingServer, type MessagingHandlers, type MessagingServerOptions } from '@octavo/interfaces/g-messaging';
import { rateLimits } from '@octavo/interfaces/g-messaging/rate-limits';
import { combineHandlers, type FetchHandler } from '@octavo/runtime';
import type { Caller, MessagingPlatform } from './deps.ts';
import { accountRates } from './limits.ts';
import { accountHandlers } from './main/account.ts';
import { security } from './security.ts';

/** Operations without a handler answer 501. */
export function messagingServer(platform: MessagingPlatform): FetchHandler {
  const handlers: MessagingHandlers<Caller> = combineHandlers({
    account: accountHandlers(platform),
  });
  const options: MessagingServerOptions<Caller> = { security: security(platform), ...accountRates(platform, rateLimits).hooks };
  return createMessagingServer(handlers, platform.serverOptions(options, 'g-messaging'));
}
