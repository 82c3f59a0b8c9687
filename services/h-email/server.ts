// The server of the email service: its security, and its limits.

import { createEmailServer, type EmailServerOptions, type RequiredEmailHandlers } from '@octavo/interfaces/h-email';
import { rateLimits } from '@octavo/interfaces/h-email/rate-limits';
import { combineHandlers, type FetchHandler } from '@octavo/runtime';
import { createRates } from '../platform/limits/rates.ts';
import type { Platform } from '../platform/service.ts';
import type { Caller } from './deps.ts';
import { accountHandlers } from './handlers/account.ts';
import { discoveryHandlers } from './handlers/discovery.ts';
import { verificationHandlers } from './handlers/verification.ts';
import { security } from './security.ts';
import type { EmailTables } from './tables.ts';

export function emailServer(platform: Platform<EmailTables>): FetchHandler {
  const handlers: RequiredEmailHandlers<Caller> = combineHandlers({
    discovery: discoveryHandlers(platform),
    verification: verificationHandlers(platform),
    account: accountHandlers(platform),
  });
  const rates = createRates<Caller>(platform, {
    service: 'h-email',
    limits: rateLimits,
    callerOf: ({ account }) => String(account),
    status: 403,
    code: 'rate_limit_exceeded',
    detail: (_limit, period) => `Too many requests in this ${period}.`,
  });
  const options: EmailServerOptions<Caller> = { security: security(platform), ...rates.hooks };
  return createEmailServer(handlers, platform.serverOptions(options));
}
