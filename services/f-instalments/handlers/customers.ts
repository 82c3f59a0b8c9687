// Handlers of the operations tagged 'Customers' and 'Eligibility'.

import type { RequiredInstalmentsCustomersHandlers, RequiredInstalmentsEligibilityHandlers } from '@octavo/interfaces/f-instalments';
import { write } from '../../platform/unit.ts';
import { keepCustomer } from '../customers.ts';
import type { Caller, Deps } from '../deps.ts';
import { listed } from '../lists.ts';
import { eligibilityOf } from '../rules/eligibility.ts';
import { customerRecord } from '../show.ts';
import { customers } from '../store/lists.ts';

type All = RequiredInstalmentsCustomersHandlers<Caller> & RequiredInstalmentsEligibilityHandlers<Caller>;

export const customersHandlers = (deps: Deps): All => ({
  checkEligibility({ body }) {
    return { status: 200, body: eligibilityOf(body, deps.clock.now()) };
  },
  async createCustomer({ body }, { principal: { shop } }) {
    return { status: 200, body: customerRecord(await write(deps, (unit) => keepCustomer(unit, shop.id, body))) };
  },
  async listCustomers({ query }, { principal: { shop } }) {
    return listed(deps, customers, query, { shop: shop.id, email_key: query.email?.toLowerCase() }, customerRecord);
  },
});
