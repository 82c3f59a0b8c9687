// Refunds captured payments.

import type { NewRefund } from '@octavo/interfaces/f-instalments';
import { refuse } from '@octavo/runtime';
import { endIfPaid } from './charges.ts';
import type { Unit } from './deps.ts';
import { record } from './events.ts';
import { listedAs } from './identifiers.ts';
import { enter } from './ledger.ts';
import { type Loaded, update, updateInstalment } from './payments.ts';
import { refusedValue } from './problems.ts';
import { divideRefund } from './rules/refunds.ts';
import { add } from './store/rows.ts';
import type { Row } from './tables.ts';

/**
 * Refunds a part of a payment, or all that is left.
 * @throws the refusal 400 where the payment is not captured, or less is left
 */
export async function refund(unit: Unit, loaded: Loaded, given: Omit<NewRefund, 'payment_id'>): Promise<Row<'f_refunds'>> {
  const { deps, tables, at } = unit;
  const { id: payment, shop, captured_at, captured_amount, refunded_amount } = loaded.row;
  if (captured_at === null) throw refuse(400, { code: 'not_captured', detail: 'Only a captured payment can be refunded.' });
  const left = captured_amount - refunded_amount;
  const amount = given.amount ?? left;
  if (amount > left || left === 0)
    throw refusedValue('amount_too_high', '/body/amount', `must be at most ${left}, which is left to refund`);
  const { reason = null, merchant_reference = null, comment = null } = given;
  const asked = { payment, amount, reason, merchant_reference, comment };
  const row = await add(tables, 'f_refunds', { ...listedAs(deps, 'refund', shop, at), ...asked });
  await enter(unit, shop, [{ type: 'refund', amount: -amount, payment, refund: row.id }]);
  const after = await reduceOpen(unit, loaded, amount, amount === left, { refunded_amount: refunded_amount + amount });
  const { state } = loaded.row;
  await record(unit, shop, [{ type: 'payment.refunded', payment, data: { state, amount, refund: row.id } }]);
  await endIfPaid(unit, after);
  return row;
}

/**
 * Reduces the open instalments. Where all is refunded, open fees are waived.
 * @param changes of the payment
 */
async function reduceOpen(
  unit: Unit,
  loaded: Loaded,
  amount: number,
  isAll: boolean,
  changes: Pick<Row<'f_payments'>, 'refunded_amount'>,
): Promise<Loaded> {
  const { instalments } = loaded;
  const isSettled = (state: string) => state === 'paid' || state === 'covered';
  const parts = instalments.map(({ number, purchase_amount, state }) => ({
    number,
    purchaseAmount: purchase_amount,
    isPaid: isSettled(state),
  }));
  const { reduced } = divideRefund(amount, parts);
  let after = loaded;
  for (const one of instalments) {
    if (isSettled(one.state)) continue;
    const purchase_amount = reduced.get(one.number) ?? one.purchase_amount;
    const customer_fee = isAll ? 0 : one.customer_fee;
    const state = purchase_amount + customer_fee === 0 ? 'paid' : one.state;
    // What is refunded reduces the last instalments first, so others often stay as they are.
    if (purchase_amount !== one.purchase_amount || customer_fee !== one.customer_fee || state !== one.state)
      after = await updateInstalment(unit, after, one, { purchase_amount, customer_fee, state });
  }
  if (!isAll) return update(unit, after, changes);
  const customer_fee = instalments.reduce((sum, one) => sum + (isSettled(one.state) ? one.customer_fee : 0), 0);
  return update(unit, after, { ...changes, customer_fee });
}
