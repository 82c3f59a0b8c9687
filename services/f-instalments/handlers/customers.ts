// Handlers of the operations tagged 'Customers'.

import type { RequiredInstalmentsCustomersHandlers } from '@octavo/interfaces/f-instalments';
import { write } from '../../platform/unit.ts';
import { keepCustomer } from '../customers.ts';
import type { Caller, Deps } from '../deps.ts';
import { listed } from '../lists.ts';
import { customerRecord } from '../records.ts';
import { customers } from '../store/lists.ts';

export const customersHandlers = (deps: Deps): RequiredInstalmentsCustomersHandlers<Caller> => ({
  async createCustomer({ body }, { principal: { shop } }) {
    return { status: 200, body: customerRecord(await write(deps, (unit) => keepCustomer(unit, shop.id, body))) };
  },
  async listCustomers({ query }, { principal: { shop } }) {
    return listed(deps, customers, query, { shop: shop.id, email_key: query.email?.toLowerCase() }, customerRecord);
  },
});
