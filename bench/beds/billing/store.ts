// What an account of the billing service keeps.
import { randomBytes } from 'node:crypto';
import { Clock } from '../clock.ts';

export interface PlanInput {
  readonly currency: string;
  readonly interval: 'month' | 'year';
  readonly price: number;
  readonly trialDays: number;
  readonly includedUnits: number;
  readonly unitPrice: number | null;
  readonly features: readonly string[];
  name: string;
}

export interface Plan extends PlanInput {
  readonly id: string;
  readonly createdAt: string;
  archived: boolean;
}

export interface CouponInput {
  readonly code: string;
  readonly percentOff: number;
  readonly maxRedemptions: number | null;
  readonly periods: number | null;
  readonly expiresOn: string | null;
}

export interface Coupon extends CouponInput {
  readonly createdAt: string;
  redemptions: number;
}

export interface SubscriptionInput {
  readonly customerRef: string;
  readonly seats: number;
  readonly startsOn?: string;
  readonly couponCode: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  planId: string;
}

/** What a subscription keeps and does not show. */
export interface Behind {
  /** The day of the month on which its paid periods end, and how many of them it had. */
  anchor: number;
  paidPeriods: number;
  readonly hadTrial: boolean;
  readonly events: Map<string, number>;
}

export interface Subscription extends SubscriptionInput {
  readonly id: string;
  readonly startsOn: string;
  readonly createdAt: string;
  scheduledPlanId: string | null;
  status: 'trialing' | 'active' | 'canceled';
  periodStart: string;
  periodEnd: string;
  cancelAtPeriodEnd: boolean;
  canceledAt: string | null;
  usage: number;
}

export interface Line {
  readonly kind: 'plan' | 'discount' | 'usage' | 'upgrade';
  readonly amount: number;
}

export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly subscriptionId: string;
  readonly customerRef: string;
  readonly currency: string;
  readonly lines: readonly Line[];
  readonly total: number;
  readonly issuedAt: string;
  status: 'open' | 'paid' | 'void';
  paidAt: string | null;
}

/** An account. Its maps keep the order in which things were created. */
export interface Account {
  readonly clock: Clock;
  readonly plans: Map<string, Plan>;
  readonly coupons: Map<string, Coupon>;
  readonly subscriptions: Map<string, Subscription>;
  readonly behind: WeakMap<Subscription, Behind>;
  readonly invoices: Map<string, Invoice>;
}

export const createAccount = (): Account => ({
  clock: new Clock(),
  plans: new Map(),
  coupons: new Map(),
  subscriptions: new Map(),
  behind: new WeakMap(),
  invoices: new Map(),
});

export const newId = (prefix: string): string => `${prefix}_${randomBytes(6).toString('hex')}`;
