// The server of the email service: its security, and its limits.

import { createEmailServer, type EmailServerOptions, type RequiredEmailHandlers } from '@octavo/interfaces/h-email';
import { combineHandlers, type FetchHandler, refuse } from '@octavo/runtime';
import type { Platform } from '../platform/service.ts';
import type { Caller } from './deps.ts';
import { accountHandlers } from './handlers/account.ts';
import { discoveryHandlers } from './handlers/discovery.ts';
import { verificationHandlers } from './handlers/verification.ts';
import { secondsUntil } from './rules/periods.ts';
import { windowsOf } from './rules/rates.ts';
import { security } from './security.ts';
import type { EmailTables } from './tables.ts';

export function emailServer(platform: Platform<EmailTables>): FetchHandler {
  const { limits, clock } = platform;
  const handlers: RequiredEmailHandlers<Caller> = combineHandlers({
    discovery: discoveryHandlers(platform),
    verification: verificationHandlers(platform),
    account: accountHandlers(platform),
  });

  /** @throws the refusal 403 for a caller that is too fast */
  async function limit(operation: string, account: Caller['account']): Promise<void> {
    const windows = windowsOf(operation);
    if (windows.length === 0) return;
    const taken = await limits.take(`h-email:${operation}:${account}`, windows);
    if (taken.allowed) return;
    // Where both windows refuse, the caller has to wait for the longer one.
    const { windows: usages } = taken;
    throw refuse(403, {
      code: 'rate_limit_exceeded',
      detail: `Too many requests in this ${usages.at(-1)?.allowed === false ? 'minute' : 'second'}.`,
      headers: { 'retry-after': String(secondsUntil(taken.resetAt, clock.now())) },
    });
  }

  const options: EmailServerOptions<Caller> = {
    security: security(platform),
    async around({ operation, principal }, next) {
      await limit(operation.id, principal.account);
      return next();
    },
  };
  return createEmailServer(handlers, platform.serverOptions(options));
}
