// Handlers of the operations tagged 'Balance transactions' and 'Data exports'.

import type {
  RequiredInstalmentsBalanceTransactionsHandlers,
  RequiredInstalmentsDataExportsHandlers,
} from '@octavo/interfaces/f-instalments';
import { write } from '../../platform/unit.ts';
import type { Caller, Deps } from '../deps.ts';
import { createExport } from '../exports.ts';
import { listed } from '../lists.ts';
import { rangeOf } from '../rules/dates.ts';
import { exportInFormat, exportRecord, transactionRecord } from '../show.ts';
import { transactions } from '../store/lists.ts';
import { requireRow } from '../store/rows.ts';

type All = RequiredInstalmentsBalanceTransactionsHandlers<Caller> & RequiredInstalmentsDataExportsHandlers<Caller>;

export const accountsHandlers = (deps: Deps): All => ({
  async listBalanceTransactions({ query }, { principal: { shop } }) {
    return listed(deps, transactions, query, { shop: shop.id, ...rangeOf(query) }, transactionRecord);
  },
  async createDataExport({ body }, { principal: { shop }, url }) {
    return { status: 200, body: exportRecord(await write(deps, (unit) => createExport(unit, shop.id, body)), new URL(url).origin) };
  },
  async getDataExport({ path: { id }, query }, { principal: { shop }, url }) {
    const row = await requireRow(deps.store.read, 'f_exports', id, (one) => one.shop === shop.id);
    return { status: 200, body: exportInFormat(row, new URL(url).origin, query?.format) };
  },
});
