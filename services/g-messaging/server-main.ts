// The server of the main document.

import { createMessagingServer, type MessagingServerOptions, type RequiredMessagingHandlers } from '@octavo/interfaces/g-messaging';
import { rateLimits } from '@octavo/interfaces/g-messaging/rate-limits';
import { combineHandlers, cors, type FetchHandler } from '@octavo/runtime';
import { withPages } from '../platform/pages/with-pages.ts';
import type { Caller, MessagingPlatform } from './deps.ts';
import { withUploadDialect } from './imports/dialect.ts';
import { withReports } from './imports/report.ts';
import { accountRates, MOST_IMPORT_BYTES } from './limits.ts';
import { accountHandlers } from './main/account.ts';
import { activityHandlers } from './main/activity.ts';
import { addressBookHandlers } from './main/address-books.ts';
import { appInboxHandlers } from './main/app-inbox.ts';
import { appHandlers } from './main/apps.ts';
import { broadcastHandlers } from './main/broadcasts.ts';
import { contactHandlers } from './main/contacts.ts';
import { emailHandlers } from './main/email.ts';
import { eventHandlers } from './main/events.ts';
import { groupHandlers } from './main/groups.ts';
import { messageHandlers } from './main/messages.ts';
import { mobilePushHandlers } from './main/mobile-push.ts';
import { orderHandlers } from './main/orders.ts';
import { preprocessorHandlers } from './main/preprocessor.ts';
import { productFeedHandlers } from './main/product-feeds.ts';
import { promoCodeHandlers } from './main/promo-codes.ts';
import { siteHandlers } from './main/sites.ts';
import { smsHandlers } from './main/sms.ts';
import { subscriptionHandlers } from './main/subscriptions.ts';
import { telegramHandlers } from './main/telegram.ts';
import { viberHandlers } from './main/viber.ts';
import { webPushHandlers } from './main/web-push.ts';
import { workflowHandlers } from './main/workflows.ts';
import { PEOPLE_FOLDERS, peoplePages } from './people-pages.ts';
import { security } from './security.ts';
import { withSendDialect } from './sends/dialect.ts';

export function messagingServer(platform: MessagingPlatform): FetchHandler {
  const handlers: RequiredMessagingHandlers<Caller> = combineHandlers({
    contacts: contactHandlers(platform),
    addressBooks: addressBookHandlers(platform),
    subscriptions: subscriptionHandlers(platform),
    groups: groupHandlers(platform),
    workflows: workflowHandlers(platform),
    events: eventHandlers(platform),
    orders: orderHandlers(platform),
    email: emailHandlers(platform),
    sms: smsHandlers(platform),
    mobilePush: mobilePushHandlers(platform),
    viber: viberHandlers(platform),
    telegram: telegramHandlers(platform),
    appInbox: appInboxHandlers(platform),
    messages: messageHandlers(platform),
    broadcasts: broadcastHandlers(platform),
    activity: activityHandlers(platform),
    account: accountHandlers(platform),
    promoCodes: promoCodeHandlers(platform),
    productFeeds: productFeedHandlers(platform),
    sites: siteHandlers(platform),
    webPush: webPushHandlers(platform),
    apps: appHandlers(platform),
    preprocessor: preprocessorHandlers(platform),
  });
  const options: MessagingServerOptions<Caller> = {
    security: security(platform),
    maxBodyBytes: { importContacts: MOST_IMPORT_BYTES },
    ...accountRates(platform, rateLimits).hooks,
  };
  // Pages of the shop report events with tokens from wherever they are.
  const server = cors(createMessagingServer(handlers, platform.serverOptions(options, 'g-messaging')), { origins: '*' });
  const withImports = withReports(withUploadDialect(withSendDialect(server), MOST_IMPORT_BYTES), platform);
  return withPages(withImports, PEOPLE_FOLDERS, peoplePages(platform));
}
