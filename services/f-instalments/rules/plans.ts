// Computes plans: which instalments an amount is paid in, what they cost, and for which amounts they are available. All amounts are cents.

import { addMonths, DAY } from './dates.ts';

export interface Plan {
  readonly count: number;
  readonly deferredDays: number;
  readonly deferredMonths: number;
}

/** As requests name a plan. */
interface NamedPlan {
  readonly installments_count?: number;
  readonly deferred_days?: number;
  readonly deferred_months?: number;
}

export function planOf({ installments_count = 1, deferred_days = 0, deferred_months = 0 }: NamedPlan): Plan {
  return { count: installments_count, deferredDays: deferred_days, deferredMonths: deferred_months };
}

export interface PlannedInstalment {
  readonly dueAt: number;
  readonly purchaseAmount: number;
  readonly fee: number;
}

/** The amounts for which plans are available. */
export const BOUNDS = { minimum: 5_000, maximum: 300_000 } as const;
const MOST_DEFERRED_DAYS = 90;
const MOST_DEFERRED_MONTHS = 3;

/** What shoppers pay for a plan, by its number of instalments, in basis points of the amount. */
const SHOPPER_BPS: Readonly<Record<number, number>> = { 4: 150 };
/** What shops pay for each payment. */
const SHOP_BPS = 290;

/** Plans that a basket is checked for where the caller names none. */
export const OFFERED: readonly Plan[] = [
  { count: 1, deferredDays: 30, deferredMonths: 0 },
  { count: 2, deferredDays: 0, deferredMonths: 0 },
  { count: 3, deferredDays: 0, deferredMonths: 0 },
  { count: 4, deferredDays: 0, deferredMonths: 0 },
];

/** Why a plan is not available; an empty object if it is. */
export interface Reasons {
  readonly purchase_amount?: 'invalid_value';
  readonly installments_count?: 'invalid_value';
  readonly deferred_days?: 'invalid_value';
  readonly deferred_months?: 'invalid_value';
}

export function reasonsAgainst(amount: number, { count, deferredDays, deferredMonths }: Plan): Reasons {
  const isCount = Number.isInteger(count) && count >= 1 && count <= 4;
  // One instalment that is due at once is no plan, but an ordinary payment.
  const isDeferred = deferredDays > 0 || deferredMonths > 0;
  return {
    ...(amount < BOUNDS.minimum || amount > BOUNDS.maximum ? { purchase_amount: 'invalid_value' } : {}),
    ...(!isCount || (count === 1 && !isDeferred) ? { installments_count: 'invalid_value' } : {}),
    ...(deferredDays < 0 || deferredDays > MOST_DEFERRED_DAYS ? { deferred_days: 'invalid_value' } : {}),
    ...(deferredMonths < 0 || deferredMonths > MOST_DEFERRED_MONTHS ? { deferred_months: 'invalid_value' } : {}),
  };
}

/**
 * The instalments of a plan that begins at a moment: all parts are equal, and the first also has the cents that are left and the fee.
 * The parts add up to `amount`, and the fees to `shopperFee`.
 */
export function instalmentsOf(amount: number, plan: Plan, from: number): PlannedInstalment[] {
  const { count, deferredDays, deferredMonths } = plan;
  const part = Math.floor(amount / count);
  const start = from + deferredDays * DAY;
  return Array.from({ length: count }, (_, number) => ({
    dueAt: addMonths(start, deferredMonths + number),
    purchaseAmount: number === 0 ? amount - part * (count - 1) : part,
    fee: number === 0 ? shopperFee(amount, plan) : 0,
  }));
}

/** What the shopper pays for the plan, rounded to the nearest cent. */
export function shopperFee(amount: number, { count }: Plan): number {
  return Math.floor((amount * (SHOPPER_BPS[count] ?? 0) + 5_000) / 10_000);
}

/** What the shop pays for a payment that it is credited, rounded down. */
export function shopFee(amount: number): number {
  return Math.floor((amount * SHOP_BPS) / 10_000);
}

/** A cost in basis points of an amount, rounded to the nearest. */
export function basisPoints(cost: number, amount: number): number {
  return amount === 0 ? 0 : Math.floor((cost * 20_000 + amount) / (2 * amount));
}

/**
 * The effective annual rate in basis points at which the instalments are worth the amount on the day of the purchase (directive 2008/48/EC,
 * annex I, with years of 365 days). It is for information, and no amount follows from it.
 */
export function annualRate(amount: number, instalments: readonly PlannedInstalment[], from: number): number {
  if (instalments.every(({ fee }) => fee === 0)) return 0;
  const worth = (rate: number) =>
    instalments.reduce(
      (sum, { dueAt, purchaseAmount, fee }) => sum + (purchaseAmount + fee) / (1 + rate) ** ((dueAt - from) / (365 * DAY)),
      0,
    );
  let low = 0;
  let high = 100;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (worth(middle) > amount) low = middle;
    else high = middle;
  }
  return Math.round(low * 10_000);
}
