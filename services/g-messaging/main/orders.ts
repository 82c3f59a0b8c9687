// Handlers of the operations of the main document tagged 'Orders'.

import type { RequiredMessagingOrdersHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { addOrders } from '../orders/save.ts';
import { deleteOrders } from '../orders/summaries.ts';
import { write } from '../store.ts';

export const orderHandlers = (deps: Deps): RequiredMessagingOrdersHandlers<Caller> => ({
  async addOrders({ body }, { principal: { account } }) {
    return { status: 200, body: await write(deps, (unit) => addOrders(unit, account, body.orders)) };
  },
  async deleteOrders({ query }, { principal: { account } }) {
    return { status: 200, body: { asyncSessionId: await write(deps, (unit) => deleteOrders(unit, account, query)) } };
  },
});
