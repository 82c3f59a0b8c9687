// Keeps the balance of a shop: each capture, refund, fee and payout is a transaction, and none is ever changed.

import { listedAs } from './identifiers.ts';
import type { Unit } from './payments.ts';
import type { TransactionRow } from './tables.ts';

/** Adds a transaction in the unit of work of what causes it. */
export async function enter(
  { deps, tables, at }: Unit,
  shop: string,
  { payment = null, refund = null, payout = null, ...entry }: Pick<TransactionRow, 'type' | 'amount'> & Partial<TransactionRow>,
): Promise<void> {
  await tables
    .insertInto('f_transactions')
    .values({ ...listedAs(deps, 'balance_transaction', shop, at), ...entry, payment, refund, payout })
    .execute();
}
