// Handlers of the operations tagged 'Customers'.

import type { InstalmentsCustomersHandlers } from '@octavo/interfaces/f-instalments';
import { keepCustomer } from '../customers.ts';
import type { Caller, Deps } from '../deps.ts';
import { listOf, pageOf } from '../lists.ts';
import { customerRecord } from '../records.ts';

export const customersHandlers = (deps: Deps): InstalmentsCustomersHandlers<Caller> => {
  const { store, clock } = deps;
  return {
    async createCustomer({ body }, { principal: { shop } }) {
      const at = clock.now();
      const row = await store.write((tables) => keepCustomer(deps, tables, shop.id, at, body));
      return { status: 200, body: customerRecord(row) };
    },

    async listCustomers({ query = {} }, { principal: { shop } }) {
      const page = await pageOf(store.read, 'f_customers', shop.id, query);
      let rows = store.read.selectFrom('f_customers').selectAll().where('shop', '=', shop.id);
      if (query.email !== undefined) rows = rows.where('email_key', '=', query.email.toLowerCase());
      return { status: 200, body: await listOf(rows, page, customerRecord) };
    },
  };
};
