// Handlers of the operations tagged 'Eligibility'.

import type {
  CheckEligibilityBody,
  Eligibility,
  EligibilityQuery,
  OlderEligibilityCheck,
  RequiredInstalmentsEligibilityHandlers,
} from '@octavo/interfaces/f-instalments';
import type { Caller, Deps } from '../deps.ts';
import { seconds } from '../rules/dates.ts';
import { annualRate, basisPoints, boundsOf, instalmentsOf, OFFERED, type Plan, reasonsAgainst, shopperFee } from '../rules/plans.ts';

export const eligibilityHandlers = ({ clock }: Deps): RequiredInstalmentsEligibilityHandlers<Caller> => ({
  checkEligibility({ body }) {
    const now = clock.now();
    if (isOlder(body)) {
      const { purchase_amount, installments_count, deferred_days } = body.payment;
      const checked = (count: number) =>
        eligibility(
          purchase_amount,
          planOf(deferred_days === undefined ? { installments_count: count } : { installments_count: count, deferred_days }),
          now,
        );
      if (typeof installments_count === 'number') return { status: 200, body: checked(installments_count) };
      if (installments_count !== undefined) return { status: 200, body: installments_count.map(checked) };
      return { status: 200, body: available(purchase_amount, now) };
    }
    const { purchase_amount, queries, installments_counts } = body;
    const asked = queries ?? installments_counts?.map((installments_count): EligibilityQuery => ({ installments_count }));
    if (asked === undefined) return { status: 200, body: available(purchase_amount, now) };
    return { status: 200, body: asked.map((query) => eligibility(query.purchase_amount ?? purchase_amount, planOf(query), now)) };
  },
});

function isOlder(body: CheckEligibilityBody): body is OlderEligibilityCheck {
  return 'payment' in body && !('purchase_amount' in body);
}

function planOf({ installments_count = 1, deferred_days = 0, deferred_months = 0 }: EligibilityQuery): Plan {
  return { count: installments_count, deferredDays: deferred_days, deferredMonths: deferred_months };
}

function available(amount: number, now: number): Eligibility[] {
  return OFFERED.map((plan) => eligibility(amount, plan, now)).filter(({ eligible }) => eligible);
}

function eligibility(amount: number, plan: Plan, now: number): Eligibility {
  const { count: installments_count, deferredDays: deferred_days, deferredMonths: deferred_months } = plan;
  const named = { installments_count, deferred_days, deferred_months, purchase_amount: amount };
  const reasons = { ...reasonsAgainst(amount, plan) };
  if (Object.keys(reasons).length > 0) return { eligible: false, ...named, reasons, constraints: { purchase_amount: { ...boundsOf() } } };
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
