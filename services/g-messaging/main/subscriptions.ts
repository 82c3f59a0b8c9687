// Handlers of the operations of the main document tagged 'Subscriptions'.

import type { RequiredMessagingSubscriptionsHandlers } from '@octavo/interfaces/g-messaging';
import { requireContact } from '../contacts/find.ts';
import { addUnsubscribed, categoriesOf, removeUnsubscribed, setSubscriptions, subscribe, subscriptionsOf } from '../contacts/subscribe.ts';
import type { Caller, Deps } from '../deps.ts';
import { write } from '../store.ts';

export const subscriptionHandlers = (deps: Deps): RequiredMessagingSubscriptionsHandlers<Caller> => {
  const { read } = deps.store;
  return {
    async subscribeContact({ body }, { principal: { account } }) {
      return { status: 200, body: { id: await write(deps, (unit) => subscribe(unit, account, body)) } };
    },
    async getContactSubscriptions({ path }, { principal: { account } }) {
      await requireContact(read, account, path.contactId);
      return { status: 200, body: { subscriptions: await subscriptionsOf(read, path.contactId) } };
    },
    async updateContactSubscriptions({ path, body }, { principal: { account } }) {
      const subscriptions = await write(deps, (unit) => setSubscriptions(unit, account, path.contactId, body.subscriptions));
      return { status: 200, body: { subscriptions } };
    },
    async addUnsubscribedEmails({ body }, { principal: { account } }) {
      await write(deps, (unit) => addUnsubscribed(unit, account, body.emails));
      return { status: 200 };
    },
    async removeUnsubscribedEmails({ body }, { principal: { account } }) {
      await write(deps, ({ tables }) => removeUnsubscribed(tables, account, body.emails));
      return { status: 200 };
    },
    async listSubscriptionCategories(_input, { principal: { account } }) {
      return { status: 200, body: await categoriesOf(read, account) };
    },
  };
};
