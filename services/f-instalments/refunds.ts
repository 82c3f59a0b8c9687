// Refunds captured payments.

import type { NewRefund } from '@octavo/interfaces/f-instalments';
import { refuse } from '@octavo/runtime';
import { endIfPaid } from './charges.ts';
import { record } from './events.ts';
import { listedAs } from './identifiers.ts';
import { enter } from './ledger.ts';
import { type Loaded, reload, type Unit, update, updateInstalment } from './payments.ts';
import { invalidField } from './problems.ts';
import { divideRefund } from './rules/refunds.ts';
import type { RefundRow } from './tables.ts';

/**
 * Refunds a part of a payment, or all that is left.
 * @throws the refusal 400 where the payment is not captured, or less is left
 */
export async function refund(unit: Unit, loaded: Loaded, given: Omit<NewRefund, 'payment_id'>): Promise<RefundRow> {
  const { deps, tables, at } = unit;
  const { id: payment, shop, captured_at, captured_amount, refunded_amount } = loaded.row;
  if (captured_at === null) throw refuse(400, { code: 'not_captured', detail: 'Only a captured payment can be refunded.' });
  const left = captured_amount - refunded_amount;
  const amount = given.amount ?? left;
  if (amount > left || left === 0) throw invalidField('amount', `At most ${left} cents can be refunded.`, given.amount);
  const { reason = null, merchant_reference = null, comment = null } = given;
  const row: RefundRow = { ...listedAs(deps, 'refund', shop, at), payment, amount, reason, merchant_reference, comment };
  await tables.insertInto('f_refunds').values(row).execute();
  await enter(unit, shop, { type: 'refund', amount: -amount, payment, refund: row.id });
  await update(unit, payment, { refunded_amount: refunded_amount + amount });
  await reduceOpen(unit, loaded, amount, amount === left);
  const { state } = loaded.row;
  await record(deps, tables, shop, at, { type: 'payment.refunded', payment, data: { state, amount, refund: row.id } });
  await endIfPaid(unit, await reload(unit, loaded));
  return row;
}

/** Reduces the open instalments. Where all is refunded, open fees are waived. */
async function reduceOpen(unit: Unit, { instalments }: Loaded, amount: number, isAll: boolean): Promise<void> {
  const isSettled = (state: string) => state === 'paid' || state === 'covered';
  const parts = instalments.map(({ number, purchase_amount, state }) => ({
    number,
    purchaseAmount: purchase_amount,
    isPaid: isSettled(state),
  }));
  const { reduced } = divideRefund(amount, parts);
  for (const one of instalments) {
    if (isSettled(one.state)) continue;
    const purchase_amount = reduced.get(one.number) ?? one.purchase_amount;
    const customer_fee = isAll ? 0 : one.customer_fee;
    const state = purchase_amount + customer_fee === 0 ? 'paid' : one.state;
    await updateInstalment(unit, one, { purchase_amount, customer_fee, state });
  }
}
