// Handlers of the operations tagged 'Balance transactions'.

import type { InstalmentsBalanceTransactionsHandlers } from '@octavo/interfaces/f-instalments';
import type { Caller, Deps } from '../deps.ts';
import { rangeOf } from '../exports.ts';
import { listOf, pageOf } from '../lists.ts';
import { transactionRecord } from '../records.ts';

export const balanceHandlers = ({ store }: Deps): InstalmentsBalanceTransactionsHandlers<Caller> => ({
  async listBalanceTransactions({ query = {} }, { principal: { shop } }) {
    const page = await pageOf(store.read, 'f_transactions', shop.id, query);
    const { start_at, end_at } = rangeOf(query);
    let rows = store.read.selectFrom('f_transactions').selectAll().where('shop', '=', shop.id);
    if (start_at !== null) rows = rows.where('created_at', '>=', start_at);
    if (end_at !== null) rows = rows.where('created_at', '<=', end_at);
    return { status: 200, body: await listOf(rows, page, transactionRecord) };
  },
});
