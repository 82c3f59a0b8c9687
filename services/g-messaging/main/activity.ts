// Handlers of the operations of the main document tagged 'Activity'.

import type { RequiredMessagingActivityHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { activityOf, reportInteraction } from '../sends/activity.ts';
import { messagesOf, setTokenActivity, tokenActivity } from '../sends/list.ts';
import { write } from '../store.ts';

export const activityHandlers = (deps: Deps): RequiredMessagingActivityHandlers<Caller> => {
  const { read } = deps.store;
  return {
    async getContactActivity({ path, query }, { principal: { account } }) {
      const unit = { tables: read, at: deps.clock.now() };
      return { status: 200, body: await activityOf(unit, account, path.contactId, query) };
    },
    async listContactMessages({ path, query }, { principal: { account } }) {
      return { status: 200, body: await messagesOf(read, account, path.contactId, query) };
    },
    async getTokenActivity({ path }, { principal: { account } }) {
      return { status: 200, body: await tokenActivity(read, account, path.token) };
    },
    async updateTokenActivity({ path, body }, { principal: { account } }) {
      return { status: 200, body: await write(deps, (unit) => setTokenActivity(unit, account, path.token, body.active)) };
    },
    async updateInteractionStatus({ body }, { principal: { account } }) {
      await write(deps, (unit) => reportInteraction(unit, account, body));
      return { status: 200 };
    },
  };
};
