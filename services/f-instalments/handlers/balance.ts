// Handlers of the operations tagged 'Balance transactions'.

import type { RequiredInstalmentsBalanceTransactionsHandlers } from '@octavo/interfaces/f-instalments';
import type { Kysely } from 'kysely';
import type { Given } from '../../platform/store/prepare.ts';
import type { Caller, Deps } from '../deps.ts';
import { rangeOf } from '../exports.ts';
import { type Listed, listIn, pageOf } from '../lists.ts';
import { transactionRecord } from '../records.ts';
import type { InstalmentsTables } from '../tables.ts';

interface Span {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const list = listIn('f_transactions', (tables: Kysely<InstalmentsTables>, given: Given<Span & Listed>) => {
  let rows = tables.selectFrom('f_transactions').selectAll().where('shop', '=', given('shop'));
  if (given.has('from')) rows = rows.where('created_at', '>=', given('from'));
  if (given.has('to')) rows = rows.where('created_at', '<=', given('to'));
  return rows;
});

export const balanceHandlers = ({ store }: Deps): RequiredInstalmentsBalanceTransactionsHandlers<Caller> => ({
  async listBalanceTransactions({ query }, { principal: { shop } }) {
    const { start_at, end_at } = rangeOf(query);
    const span = { from: start_at ?? undefined, to: end_at ?? undefined };
    const { rows, has_more } = await pageOf(list, store.read, shop.id, query, span);
    return { status: 200, body: { data: rows.map(transactionRecord), has_more } };
  },
});
