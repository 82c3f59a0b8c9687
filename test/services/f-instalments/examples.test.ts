// Computes the amounts, plans and dates in the examples of the document anew, by the rules that its description states: nothing here calls the
// service, whose answers some of the examples were taken from.

import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

interface Part {
  readonly due_date: number;
  readonly purchase_amount: number;
  readonly original_purchase_amount?: number;
  readonly customer_fee: number;
  readonly customer_interest?: number;
  readonly total_amount: number;
}

interface Plan {
  readonly purchase_amount: number;
  readonly installments_count: number;
  readonly deferred_days: number;
  readonly deferred_months: number;
  readonly customer_fee: number;
  readonly payment_plan: readonly Part[];
}

interface ExamplePayment extends Plan {
  readonly id: string;
  readonly created: number;
  readonly refunds: readonly { readonly amount: number }[];
}

interface Eligibility extends Plan {
  readonly customer_total_cost_amount: number;
  readonly customer_total_cost_bps: number;
  readonly annual_interest_rate: number;
}

interface Entry {
  readonly type: string;
  readonly amount: number;
  readonly created: number;
}

const document = load(readFileSync('specs/f-instalments.yaml', 'utf8')) as Json;

/** All objects in a value that have a field. */
function having(value: Json, field: string): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = (Array.isArray(value) ? value : Object.values(value)).flatMap((one: Json) => having(one, field));
  return Object.hasOwn(value, field) ? [value, ...inside] : inside;
}

/** The values of examples, with the path of each: schemas also have fields of these names. */
function examplesHaving<Value>(field: string): Value[] {
  const named = having(document, 'examples').flatMap((one) => Object.values((one as { examples: { [name: string]: Json } }).examples));
  return named.flatMap((example) => having(example, field)) as unknown as Value[];
}

const payments = examplesHaving<ExamplePayment>('payment_plan').filter((one) => one.id !== undefined);
const eligible = examplesHaving<Eligibility>('annual_interest_rate');
const plans: Plan[] = [...payments, ...eligible];
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Seconds since 1970 of the same day and time in a later month, or of its last day where it is shorter. */
function monthsLater(seconds: number, months: number): number {
  const from = new Date(seconds * 1_000);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const day = Math.min(from.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return Date.UTC(year, month, day, from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()) / 1_000;
}

test('there are examples to compute', () => {
  expect([payments.length, eligible.length]).toEqual([7, 3]);
});

describe.each(plans.map((plan, index) => [`plan ${index} of ${plan.purchase_amount} cents in ${plan.installments_count}`, plan] as const))(
  '%s',
  (_name, plan) => {
    const { purchase_amount, installments_count: count, deferred_days, deferred_months, customer_fee, payment_plan } = plan;

    test('has equal parts, the first with the cents that cannot be divided', () => {
      const part = Math.floor(purchase_amount / count);
      // One instalment that was changed before it was charged shows what it was.
      const originals = payment_plan.map((one) =>
        count === 1 ? one.purchase_amount : (one.original_purchase_amount ?? one.purchase_amount),
      );
      expect(originals).toEqual([purchase_amount - (count - 1) * part, ...Array.from({ length: count - 1 }, () => part)]);
    });

    test('has a fee of 1.5 per cent with four instalments only, on the first', () => {
      const fee = count === 4 ? Math.round(purchase_amount * 0.015) : 0;
      expect(customer_fee).toBe(fee);
      expect(payment_plan.map((one) => one.customer_fee)).toEqual([fee, ...payment_plan.slice(1).map(() => 0)]);
      for (const one of payment_plan) expect(one.total_amount).toBe(one.purchase_amount + one.customer_fee + (one.customer_interest ?? 0));
    });

    test('is due on the same day of each month', () => {
      const [first] = payment_plan;
      const begin = 'created' in plan ? (plan as ExamplePayment).created : (first?.due_date ?? 0) - deferred_days * 86_400;
      const dates = payment_plan.map((_, index) => monthsLater(begin + deferred_days * 86_400, deferred_months + index));
      expect(payment_plan.map((one) => one.due_date)).toEqual(dates);
    });
  },
);

test.each(payments.map((one, index) => [index, one.id, one] as const))(
  'payment %d, %s, is reduced by its refunds, from the last instalment on',
  (_index, _id, payment) => {
    const { purchase_amount, refunds, payment_plan } = payment;
    const refunded = sum(refunds.map(({ amount }) => amount));
    expect(sum(payment_plan.map((one) => one.purchase_amount))).toBe(purchase_amount - refunded);
    const last = payment_plan.at(-1);
    if (refunds.length > 0) expect(last?.purchase_amount).toBe((last?.original_purchase_amount ?? 0) - refunded);
  },
);

test.each(eligible.map((one) => [one.installments_count, one] as const))(
  'the cost of %d instalments is their fee, and the rate that of their dates',
  (_count, one) => {
    const { purchase_amount, customer_total_cost_amount, customer_total_cost_bps, annual_interest_rate, payment_plan } = one;
    const cost = sum(payment_plan.map((part) => part.total_amount)) - purchase_amount;
    expect(customer_total_cost_amount).toBe(cost);
    expect(customer_total_cost_bps).toBe(Math.round((cost / purchase_amount) * 10_000));
    const begin = payment_plan[0]?.due_date ?? 0;
    // What all instalments are worth at the beginning, at a rate in basis points a year of 365 days.
    const worth = (bps: number) =>
      sum(payment_plan.map((part) => part.total_amount * (1 + bps / 10_000) ** -((part.due_date - begin) / 31_536_000)));
    if (cost === 0) expect(annual_interest_rate).toBe(0);
    else
      expect([worth(annual_interest_rate - 0.5) > purchase_amount, worth(annual_interest_rate + 0.5) < purchase_amount]).toEqual([
        true,
        true,
      ]);
  },
);

test('the shop pays 2.9 per cent, and a payout is what was left', () => {
  const lists = having(document, 'data').filter((one) => JSON.stringify(one).includes('balance_transaction_'));
  const entries = (lists[0] as unknown as { data: Entry[] }).data.toReversed();
  const [payment, fee, refund, payout] = entries;
  expect(entries.map(({ type }) => type)).toEqual(['payment', 'fee', 'refund', 'payout']);
  expect(payment?.amount).toBe(payments.find(({ id }) => id === 'payment_11wTq8RkZ2bVnD')?.purchase_amount);
  expect(fee?.amount).toBe(-Math.floor((payment?.amount ?? 0) * 0.029));
  expect(payout?.amount).toBe(-((payment?.amount ?? 0) + (fee?.amount ?? 0) + (refund?.amount ?? 0)));
  expect(entries.map(({ created }) => created)).toEqual(entries.map(({ created }) => created).toSorted((left, right) => left - right));
});

test('events have the amounts of what they tell of', () => {
  const armchair = payments.find(({ id, refunds }) => id === 'payment_11wTq8RkZ2bVnD' && refunds.length > 0);
  const [first, , last] = armchair?.payment_plan ?? [];
  const amounts = Object.fromEntries(
    examplesHaving<{ type: string; payment: string; data: { amount: number } }>('type')
      .filter((one) => one.payment === armchair?.id && one.data?.amount !== undefined)
      .map((one) => [one.type, one.data.amount]),
  );
  expect(amounts).toEqual({
    'payment.created': armchair?.purchase_amount,
    'payment.scored': armchair?.purchase_amount,
    'payment.in_progress': first?.total_amount,
    'payment.late': last?.total_amount,
    'payment.refunded': armchair?.refunds[0]?.amount,
  });
});
