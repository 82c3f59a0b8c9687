// Handlers of the operations tagged 'Balance transactions'.

import type { RequiredInstalmentsBalanceTransactionsHandlers } from '@octavo/interfaces/f-instalments';
import type { Caller, Deps } from '../deps.ts';
import { listed } from '../lists.ts';
import { transactionRecord } from '../records.ts';
import { rangeOf } from '../rules/dates.ts';
import { transactions } from '../store/lists.ts';

export const balanceHandlers = (deps: Deps): RequiredInstalmentsBalanceTransactionsHandlers<Caller> => ({
  async listBalanceTransactions({ query }, { principal: { shop } }) {
    return listed(deps, transactions, query, { shop: shop.id, ...rangeOf(query) }, transactionRecord);
  },
});
