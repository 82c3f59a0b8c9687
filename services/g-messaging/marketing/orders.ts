// Handlers of the operations of the marketing document tagged 'Orders'.

import type { RequiredMessagingMarketingOrdersHandlers } from '@octavo/interfaces/g-messaging-marketing';
import type { Caller, Deps } from '../deps.ts';
import { addAllOrders } from '../orders/save.ts';
import { write } from '../store.ts';

export const orderHandlers = (deps: Deps): RequiredMessagingMarketingOrdersHandlers<Caller> => ({
  async addOrders({ body }, { principal: { account } }) {
    await write(deps, (unit) => addAllOrders(unit, account, body.orders));
    return { status: 200 };
  },
});
