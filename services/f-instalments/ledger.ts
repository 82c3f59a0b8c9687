// Keeps the balance of a shop: each capture, refund, fee and payout is a transaction, and none is ever changed.

import type { Unit } from './deps.ts';
import { listedAs } from './identifiers.ts';
import { insert } from './store/rows.ts';
import type { Row } from './tables.ts';

type Entry = Pick<Row<'f_transactions'>, 'type' | 'amount'> & Partial<Row<'f_transactions'>>;

/** Adds transactions in the unit of work of what causes them. */
export async function enter({ deps, tables, at }: Unit, shop: string, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(({ payment = null, refund = null, payout = null, ...entry }) => {
    return { ...listedAs(deps, 'balance_transaction', shop, at), ...entry, payment, refund, payout };
  });
  await insert(tables, 'f_transactions', rows);
}
