// Looks for payments and refunds that were acknowledged and are lost, and holds the balance against them.

import { shopFee } from '../../../../services/f-instalments/rules/plans.ts';
import type { Row } from '../../../../services/f-instalments/tables.ts';
import type { Note } from './notes.ts';
import type { Rows } from './sandbox.ts';

export interface Money {
  readonly payments: readonly Row<'f_payments'>[];
  readonly refunds: readonly Row<'f_refunds'>[];
  readonly transactions: readonly Row<'f_transactions'>[];
  readonly events: readonly Row<'f_events'>[];
}

export async function readMoney(rows: Rows): Promise<Money> {
  return {
    payments: await rows.selectFrom('f_payments').selectAll().execute(),
    refunds: await rows.selectFrom('f_refunds').selectAll().execute(),
    transactions: await rows.selectFrom('f_transactions').selectAll().execute(),
    events: await rows.selectFrom('f_events').selectAll().execute(),
  };
}

/** A sentence for each fault. */
export function moneyFaults(money: Money, notes: readonly Note[]): string[] {
  const payments = new Map(money.payments.map((payment) => [payment.id, payment]));
  const refunds = new Set(money.refunds.map(({ id }) => id));
  const isThere: Record<Note['kind'], (id: string) => boolean> = {
    payment: (id) => payments.has(id),
    capture: (id) => payments.get(id)?.captured_at != null,
    refund: (id) => refunds.has(id),
    booking: () => true,
    cancellation: () => true,
  };
  return [
    ...notes.filter(({ kind, id }) => !isThere[kind](id)).map(({ kind, id }) => `The ${kind} ${id} was acknowledged and is lost.`),
    ...money.payments.flatMap((payment) => ledgerFaults(payment, money)),
    ...balanceFaults(money),
    ...eventFaults(money),
  ];
}

/** Each capture, fee and refund of a payment is one transaction. */
function ledgerFaults(
  { id, captured_at, captured_amount, refunded_amount }: Row<'f_payments'>,
  { refunds, transactions }: Money,
): string[] {
  const amounts = (type: Row<'f_transactions'>['type']) =>
    transactions.filter((row) => row.payment === id && row.type === type).map(({ amount }) => amount);
  const own = refunds.filter(({ payment }) => payment === id).map(({ amount }) => amount);
  const fee = shopFee(captured_amount);
  const isCaptured = captured_at !== null;
  const checks: readonly [what: string, found: readonly number[], wanted: readonly number[]][] = [
    ['captures', amounts('payment'), isCaptured ? [captured_amount] : []],
    ['fees', amounts('fee'), isCaptured && fee > 0 ? [-fee] : []],
    ['refunds', amounts('refund').toSorted(), own.map((amount) => -amount).toSorted()],
    ['refunded cents', [sum(own)], [refunded_amount]],
  ];
  return checks
    .filter(([, found, wanted]) => found.join() !== wanted.join())
    .map(([what, found, wanted]) => `The payment ${id} has the ${what} [${found.join()}], not [${wanted.join()}].`);
}

function balanceFaults({ payments, refunds, transactions }: Money): string[] {
  const balance = sum(transactions.filter(({ type }) => type !== 'payout').map(({ amount }) => amount));
  const captured = payments.filter(({ captured_at }) => captured_at !== null).map(({ captured_amount }) => captured_amount);
  const wanted = sum(captured) - sum(captured.map(shopFee)) - sum(refunds.map(({ amount }) => amount));
  return balance === wanted ? [] : [`The balance is ${balance}, but payments less refunds and fees are ${wanted}.`];
}

/** Each change that happens once has one event. */
function eventFaults({ payments, refunds, events }: Money): string[] {
  const counts = new Map<string, number>();
  for (const { type, payment, body } of events) {
    const { data } = body as { data: { refund?: string } };
    const key = `${type} ${data.refund ?? payment}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const wanted = [
    ...payments.map(({ id }) => `payment.created ${id}`),
    ...payments
      .filter(({ captured_at, capture_method }) => captured_at !== null && capture_method === 'automatic')
      .map(({ id }) => `payment.in_progress ${id}`),
    ...refunds.map(({ id }) => `payment.refunded ${id}`),
    ...payments.filter(({ state }) => state === 'paid').map(({ id }) => `payment.paid ${id}`),
  ];
  return wanted.filter((key) => counts.get(key) !== 1).map((key) => `There are ${counts.get(key) ?? 0} events ${key}.`);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
