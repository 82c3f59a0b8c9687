// The server of the instalment service: its operations, its pages, and what it does as time goes by.

import { createInstalmentsServer, type InstalmentsServerOptions, type RequiredInstalmentsHandlers } from '@octavo/interfaces/f-instalments';
import { combineHandlers, type FetchHandler } from '@octavo/runtime';
import { withPages } from '../platform/pages/with-pages.ts';
import type { Platform } from '../platform/service.ts';
import { repeatable } from './answers.ts';
import { handleCharges } from './charges.ts';
import type { Caller } from './deps.ts';
import { withDialect } from './dialect.ts';
import { handleEvents } from './events.ts';
import { handleExports } from './exports.ts';
import { accountsHandlers } from './handlers/accounts.ts';
import { customersHandlers } from './handlers/customers.ts';
import { eventsHandlers } from './handlers/events.ts';
import { ordersHandlers } from './handlers/orders.ts';
import { paymentsHandlers } from './handlers/payments.ts';
import { refundsHandlers } from './handlers/refunds.ts';
import { PAGES, paymentPages } from './pages/pages.ts';
import { security } from './security.ts';
import type { InstalmentsTables } from './tables.ts';

export function instalmentsServer(platform: Platform<InstalmentsTables>): FetchHandler {
  handleEvents(platform);
  handleCharges(platform);
  handleExports(platform);
  const handlers: RequiredInstalmentsHandlers<Caller> = combineHandlers({
    payments: paymentsHandlers(platform),
    refunds: refundsHandlers(platform),
    orders: ordersHandlers(platform),
    customers: customersHandlers(platform),
    accounts: accountsHandlers(platform),
    events: eventsHandlers(platform),
  });
  const options: InstalmentsServerOptions<Caller> = {
    security: security(platform),
    around: (context, next, input) => repeatable(platform, context, next, input),
  };
  const server = createInstalmentsServer(handlers, platform.serverOptions(options));
  return withPages(withDialect(server), PAGES, paymentPages(platform));
}
