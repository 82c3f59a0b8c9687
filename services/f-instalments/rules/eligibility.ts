// Says for which plans a basket is eligible, and what they cost.

import type { CheckEligibilityBody, Eligibility, EligibilityQuery, OlderEligibilityCheck } from '@octavo/interfaces/f-instalments';
import { seconds } from './dates.ts';
import { annualRate, BOUNDS, basisPoints, instalmentsOf, OFFERED, type Plan, planOf, reasonsAgainst, shopperFee } from './plans.ts';

/** What is asked for, in either form: of one plan where the older form names one, otherwise of each. */
export function eligibilityOf(body: CheckEligibilityBody, now: number): Eligibility | Eligibility[] {
  if (!isOlder(body)) {
    const { purchase_amount, installments_counts } = body;
    const queries = body.queries ?? installments_counts?.map((installments_count): EligibilityQuery => ({ installments_count }));
    return (
      queries?.map((query) => eligibility(query.purchase_amount ?? purchase_amount, planOf(query), now)) ?? available(purchase_amount, now)
    );
  }
  const { purchase_amount, installments_count, deferred_days = 0 } = body.payment;
  const checked = (count: number) => eligibility(purchase_amount, planOf({ installments_count: count, deferred_days }), now);
  if (installments_count === undefined) return available(purchase_amount, now);
  return typeof installments_count === 'number' ? checked(installments_count) : installments_count.map(checked);
}

function isOlder(body: CheckEligibilityBody): body is OlderEligibilityCheck {
  return 'payment' in body && !('purchase_amount' in body);
}

function available(amount: number, now: number): Eligibility[] {
  return OFFERED.map((plan) => eligibility(amount, plan, now)).filter(({ eligible }) => eligible);
}

function eligibility(amount: number, plan: Plan, now: number): Eligibility {
  const { count: installments_count, deferredDays: deferred_days, deferredMonths: deferred_months } = plan;
  const named = { installments_count, deferred_days, deferred_months, purchase_amount: amount };
  const reasons = { ...reasonsAgainst(amount, plan) };
  if (Object.keys(reasons).length > 0) return { eligible: false, ...named, reasons, constraints: { purchase_amount: { ...BOUNDS } } };
  const instalments = instalmentsOf(amount, plan, now);
  const fee = shopperFee(amount, plan);
  return {
    eligible: true,
    ...named,
    payment_plan: instalments.map(({ dueAt, purchaseAmount, fee: customer_fee }) => ({
      due_date: seconds(dueAt),
      purchase_amount: purchaseAmount,
      customer_fee,
      customer_interest: 0,
      total_amount: purchaseAmount + customer_fee,
    })),
    customer_fee: fee,
    customer_total_cost_amount: fee,
    customer_total_cost_bps: basisPoints(fee, amount),
    annual_interest_rate: annualRate(amount, instalments, now),
  };
}
