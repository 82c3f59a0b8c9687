// Handlers of the operations tagged 'Customers'.

import type { RequiredInstalmentsCustomersHandlers } from '@octavo/interfaces/f-instalments';
import type { Kysely } from 'kysely';
import type { Given } from '../../platform/store/prepare.ts';
import { keepCustomer } from '../customers.ts';
import type { Caller, Deps } from '../deps.ts';
import { type Listed, listIn, pageOf } from '../lists.ts';
import { customerRecord } from '../records.ts';
import type { InstalmentsTables } from '../tables.ts';

const list = listIn('f_customers', (tables: Kysely<InstalmentsTables>, given: Given<{ readonly email: string | undefined } & Listed>) => {
  const rows = tables.selectFrom('f_customers').selectAll().where('shop', '=', given('shop'));
  return given.has('email') ? rows.where('email_key', '=', given('email')) : rows;
});

export const customersHandlers = (deps: Deps): RequiredInstalmentsCustomersHandlers<Caller> => {
  const { store, clock } = deps;
  return {
    async createCustomer({ body }, { principal: { shop } }) {
      const at = clock.now();
      const row = await store.write((tables) => keepCustomer(deps, tables, shop.id, at, body));
      return { status: 200, body: customerRecord(row) };
    },

    async listCustomers({ query }, { principal: { shop } }) {
      const { rows, has_more } = await pageOf(list, store.read, shop.id, query, { email: query.email?.toLowerCase() });
      return { status: 200, body: { data: rows.map(customerRecord), has_more } };
    },
  };
};
