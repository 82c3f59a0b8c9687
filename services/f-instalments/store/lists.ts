// The lists of a shop, the newest rows first, each with the filters that callers may leave out.

import type { PaymentState } from '@octavo/interfaces/f-instalments';
import { defineList, equal, listsOf } from '../../platform/lists.ts';
import type { Given } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import { paymentsWithCustomers } from '../payments.ts';
import type { InstalmentsTables } from '../tables.ts';

const listOf = listsOf<InstalmentsTables>();

/** By the time that items show; of one time, by the order in which they were written. */
const CREATED = ['created_at', 'position'] as const;

export const customers = listOf('f_customers', CREATED, ['shop', 'email_key']);
export const events = listOf('f_events', CREATED, ['shop', 'type', 'payment']);

interface TransactionFilters {
  readonly shop: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export const transactions = defineList('f_transactions', CREATED, (tables: Tables, given: Given<TransactionFilters>) => {
  let rows = equal(tables.selectFrom('f_transactions').selectAll(), given, ['shop']);
  if (given.has('from')) rows = rows.where('created_at', '>=', given('from'));
  return given.has('to') ? rows.where('created_at', '<=', given('to')) : rows;
});

interface PaymentFilters {
  readonly shop: string;
  readonly states: readonly PaymentState[] | undefined;
  readonly email: string | undefined;
}

export const payments = defineList('f_payments', CREATED, (tables: Tables, given: Given<PaymentFilters>) => {
  let rows = paymentsWithCustomers(tables).where('f_payments.shop', '=', given('shop'));
  if (given.has('states')) rows = rows.where('state', 'in', given.list('states'));
  // A payment and its customer are of one shop. With the shop, the index of email addresses finds the customer.
  return given.has('email') ? rows.where('f_customers.shop', '=', given('shop')).where('email_key', '=', given('email')) : rows;
});
