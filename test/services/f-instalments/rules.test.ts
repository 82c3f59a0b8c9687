// Tests the rules of the instalment service: plans, fees, dates, refunds, scores, states and CSV.

import type { PaymentState } from '@octavo/interfaces/f-instalments';
import { describe, expect, test } from 'vitest';
import { addMonths } from '../../../services/f-instalments/rules/dates.ts';
import { annualRate, instalmentsOf, reasonsAgainst, shopFee, shopperFee } from '../../../services/f-instalments/rules/plans.ts';
import { divideRefund } from '../../../services/f-instalments/rules/refunds.ts';
import { scoreOf } from '../../../services/f-instalments/rules/scoring.ts';
import { mayFollow } from '../../../services/f-instalments/rules/states.ts';
import { csv } from '../../../services/platform/csv.ts';

const plan = (count: number, deferredDays = 0, deferredMonths = 0) => ({ count, deferredDays, deferredMonths });
const day = (text: string) => Date.parse(`${text}T09:00:00Z`);

describe('plans', () => {
  test('the first instalment has the cents that cannot be divided', () => {
    expect(instalmentsOf(200_000, plan(3), 0).map(({ purchaseAmount }) => purchaseAmount)).toEqual([66_668, 66_666, 66_666]);
  });

  test('parts add up to the amount, and fees to the fee, for every amount of a range', () => {
    for (let amount = 5_000; amount <= 300_000; amount += 97) {
      for (const count of [1, 2, 3, 4]) {
        const parts = instalmentsOf(amount, plan(count), 0);
        expect(parts.reduce((sum, one) => sum + one.purchaseAmount, 0)).toBe(amount);
        expect(parts.reduce((sum, one) => sum + one.fee, 0)).toBe(shopperFee(amount, plan(count)));
      }
    }
  });

  test('only four instalments cost the shopper a fee', () => {
    expect([1, 2, 3, 4].map((count) => shopperFee(45_900, plan(count)))).toEqual([0, 0, 0, 689]);
    expect(shopFee(45_900)).toBe(1_331);
  });

  test('the annual rate is that at which the instalments are worth the amount', () => {
    const from = day('2026-03-02');
    const parts = instalmentsOf(45_900, plan(4), from);
    const rate = annualRate(45_900, parts, from) / 10_000;
    const worth = parts.reduce((sum, one) => sum + (one.purchaseAmount + one.fee) / (1 + rate) ** ((one.dueAt - from) / 31_536_000_000), 0);
    expect(Math.abs(worth - 45_900)).toBeLessThan(1);
    expect(annualRate(45_900, instalmentsOf(45_900, plan(3), from), from)).toBe(0);
  });

  test.each([
    [4_999, plan(3), { purchase_amount: 'invalid_value' }],
    [5_000, plan(3), {}],
    [300_000, plan(4), {}],
    [300_001, plan(4), { purchase_amount: 'invalid_value' }],
    [10_000, plan(5), { installments_count: 'invalid_value' }],
    [10_000, plan(1), { installments_count: 'invalid_value' }],
    [10_000, plan(1, 30), {}],
    [10_000, plan(1, 91), { deferred_days: 'invalid_value' }],
    [10_000, plan(1, 0, 4), { deferred_months: 'invalid_value' }],
  ])('%d cents with %j are refused for %j', (amount, asked, reasons) => expect(reasonsAgainst(amount, asked)).toEqual(reasons));
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-03-02', 1, '2026-04-02'],
])('%s and %d months are %s', (from, months, to) => expect(addMonths(day(from), months)).toBe(day(to)));

test.each([
  [5_900, { 2: 9_400 }, 0],
  [15_300, { 2: 0 }, 0],
  [20_000, { 2: 0, 1: 10_600 }, 0],
  [45_900, { 2: 0, 1: 0 }, 15_300],
])('a refund of %d cents leaves %j open and pays %d back', (amount, open, paidBack) => {
  const parts = [0, 1, 2].map((number) => ({ number, purchaseAmount: 15_300, isPaid: number === 0 }));
  const divided = divideRefund(amount, parts);
  expect(Object.fromEntries(divided.reduced)).toEqual(open);
  expect(divided.paidBack).toBe(paidBack);
});

describe('scores', () => {
  const camille = { first_name: 'Camille', last_name: 'Roussel', email: 'camille@example.com', phone: '+33639981204' };
  test.each([
    [camille, false, 'scored_yes'],
    [{ ...camille, phone: null }, false, 'scored_maybe'],
    [undefined, false, 'scored_maybe'],
    [{ ...camille, email: 'camille+refused@example.com' }, false, 'scored_no'],
    [camille, true, 'scored_no'],
  ])('%j, late: %s, is %s', (details, late, score) => expect(scoreOf(details, late)).toBe(score));
});

test.each<[PaymentState, PaymentState, boolean]>([
  ['not_started', 'scored_yes', true],
  ['not_started', 'in_progress', false],
  ['scored_no', 'scored_yes', false],
  ['in_progress', 'late_dunning', true],
  ['late_dunning', 'default', false],
  ['default', 'collection_done', true],
  ['paid', 'stopped', false],
])('after %s may come %s: %s', (from, to, may) => expect(mayFollow(from, to)).toBe(may));

test('CSV quotes commas and quotes, and disarms formulas', () => {
  expect(csv([['a', 'b,c', 'd"e', '=1+1', -5]])).toBe('a,"b,c","d""e",\'=1+1,-5\r\n');
});
