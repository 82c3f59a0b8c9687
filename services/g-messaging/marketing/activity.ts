// Handlers of the operations of the marketing document tagged 'Activity'.

import type { RequiredMessagingMarketingActivityHandlers } from '@octavo/interfaces/g-messaging-marketing';
import type { Caller, Deps } from '../deps.ts';
import { allActivityOf } from '../sends/activity.ts';
import { asInvalid } from '../store.ts';

export const activityHandlers = ({ store }: Deps): RequiredMessagingMarketingActivityHandlers<Caller> => ({
  async getContactActivity({ path }, { principal: { account } }) {
    return { status: 200, body: await asInvalid(allActivityOf(store.read, account, path.contactId)) };
  },
});
