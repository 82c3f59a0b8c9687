// What happens to plans, coupons, subscriptions and invoices.
import { gap } from '../clock.ts';
import { dayOf, daysAfter, monthsAfter } from './days.ts';
import {
  type Account,
  type Behind,
  type Coupon,
  type CouponInput,
  type Invoice,
  type Line,
  newId,
  type Plan,
  type PlanInput,
  type Subscription,
  type SubscriptionInput,
} from './store.ts';

/** An error as the service answers it. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Has = (fault: string) => boolean;

const conflict = (code: string, message: string): Failure => new Failure(409, code, message);
const wrong = (code: string, message: string): Failure => new Failure(422, code, message);

export class Billing {
  readonly account: Account;
  readonly #has: Has;

  constructor(account: Account, has: Has) {
    this.account = account;
    this.#has = has;
  }

  createPlan(input: PlanInput, id = newId('pln')): Plan {
    const plan: Plan = { ...input, id, archived: false, createdAt: this.account.clock.now() };
    this.account.plans.set(id, plan);
    return plan;
  }

  createCoupon(input: CouponInput): Coupon {
    const code = input.code.toUpperCase();
    if (this.account.coupons.has(code)) throw conflict('code_taken', 'There is a coupon with this code.');
    const coupon: Coupon = { ...input, code, redemptions: 0, createdAt: this.account.clock.now() };
    this.account.coupons.set(code, coupon);
    return coupon;
  }

  #planToTake(id: string): Plan {
    const plan = this.account.plans.get(id);
    if (plan === undefined) throw wrong('unknown_plan', 'There is no such plan.');
    if (plan.archived) throw conflict('plan_archived', 'The plan is archived.');
    return plan;
  }

  #couponToRedeem(code: string, startsOn: string): Coupon {
    const coupon = this.account.coupons.get(code.toUpperCase());
    if (coupon === undefined) throw wrong('unknown_coupon', 'There is no such coupon.');
    if (coupon.expiresOn !== null && startsOn > coupon.expiresOn) throw conflict('coupon_expired', 'The coupon is expired.');
    const { maxRedemptions } = coupon;
    if (maxRedemptions !== null && coupon.redemptions >= maxRedemptions) throw conflict('coupon_used_up', 'The coupon is used up.');
    return coupon;
  }

  async subscribe(input: SubscriptionInput, id = newId('sub')): Promise<Subscription> {
    const { subscriptions, behind, clock } = this.account;
    const plan = this.#planToTake(input.planId);
    const startsOn = input.startsOn ?? clock.now().slice(0, 10);
    if (startsOn < '2020-01-01' || startsOn > '2099-12-31') throw wrong('start_out_of_range', 'The start is out of range.');
    const referenceOf = (text: string): string => (this.#has('customer-ref-folded') ? text.toLowerCase() : text);
    const earlier = [...subscriptions.values()].filter(({ customerRef }) => referenceOf(customerRef) === referenceOf(input.customerRef));
    if (earlier.some(({ status }) => status !== 'canceled')) throw conflict('already_subscribed', 'The customer has a subscription.');
    const coupon = input.couponCode === null ? undefined : this.#couponToRedeem(input.couponCode, startsOn);
    if (this.#has('last-coupon-at-once')) await gap();
    if (coupon !== undefined) coupon.redemptions += 1;
    const tried = earlier.filter((one) => this.#behind(one).hadTrial);
    const hadTrial = tried.some(({ planId }) => planId === plan.id || !this.#has('trial-per-plan'));
    const isTrial = plan.trialDays > 0 && !hadTrial;
    const subscription: Subscription = {
      ...input,
      id,
      startsOn,
      couponCode: coupon?.code ?? null,
      createdAt: clock.now(),
      scheduledPlanId: null,
      status: isTrial ? 'trialing' : 'active',
      periodStart: startsOn,
      periodEnd: isTrial ? daysAfter(startsOn, plan.trialDays) : startsOn,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      usage: 0,
    };
    subscriptions.set(id, subscription);
    behind.set(subscription, { anchor: 0, paidPeriods: 0, hadTrial: isTrial, events: new Map() });
    if (!isTrial) this.#open(subscription, []);
    return subscription;
  }

  #behind(subscription: Subscription): Behind {
    const found = this.account.behind.get(subscription);
    if (found === undefined) throw new Error(`${subscription.id} is not of this account.`);
    return found;
  }

  #planOf({ planId }: Subscription): Plan {
    const found = this.account.plans.get(planId);
    if (found === undefined) throw new Error(`There is no plan ${planId}.`);
    return found;
  }

  #issue({ id, customerRef }: Subscription, { currency }: Plan, lines: readonly Line[]): void {
    const { invoices, clock } = this.account;
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    const issuedAt = clock.now();
    const number = `INV-${String(invoices.size + 1).padStart(5, '0')}`;
    const paid = total === 0 ? ({ status: 'paid', paidAt: issuedAt } as const) : ({ status: 'open', paidAt: null } as const);
    const invoice: Invoice = { id: newId('inv'), number, subscriptionId: id, customerRef, currency, lines, total, issuedAt, ...paid };
    invoices.set(invoice.id, invoice);
  }

  /** Opens a paid period, and issues its invoice with the lines of the period before. */
  #open(subscription: Subscription, earlier: readonly Line[]): void {
    const behind = this.#behind(subscription);
    const plan = this.#planOf(subscription);
    subscription.status = 'active';
    subscription.usage = 0;
    subscription.periodStart = subscription.periodEnd;
    if (behind.paidPeriods === 0 || this.#has('month-end-drifts')) behind.anchor = dayOf(subscription.periodStart);
    subscription.periodEnd = monthsAfter(subscription.periodStart, plan.interval === 'month' ? 1 : 12, behind.anchor);
    const price = plan.price * subscription.seats;
    const coupon = this.account.coupons.get(subscription.couponCode ?? '');
    const isReduced = coupon !== undefined && (behind.paidPeriods < (coupon.periods ?? Infinity) || this.#has('discount-for-ever'));
    const discount: Line[] = isReduced ? [{ kind: 'discount', amount: 0 - Math.floor((price * coupon.percentOff) / 100) }] : [];
    behind.paidPeriods += 1;
    this.#issue(subscription, plan, [...earlier, { kind: 'plan', amount: price }, ...discount]);
  }

  #requireLive({ status }: Subscription): void {
    if (status === 'canceled') throw conflict('subscription_canceled', 'The subscription is canceled.');
  }

  switchTo(subscription: Subscription, planId: string): Subscription {
    this.#requireLive(subscription);
    if (subscription.cancelAtPeriodEnd) throw conflict('subscription_ending', 'The subscription is set to end.');
    if (planId === subscription.planId) throw conflict('same_plan', 'The subscription has this plan.');
    const next = this.#planToTake(planId);
    const now = this.#planOf(subscription);
    if (next.currency !== now.currency || next.interval !== now.interval)
      throw wrong('plans_differ', 'The plan has another currency or interval.');
    const isUpgrade = next.price > now.price;
    if (subscription.status === 'active' && !isUpgrade) subscription.scheduledPlanId = planId;
    else {
      subscription.planId = planId;
      if (!this.#has('upgrade-keeps-downgrade')) subscription.scheduledPlanId = null;
      if (subscription.status === 'active')
        this.#issue(subscription, next, [{ kind: 'upgrade', amount: (next.price - now.price) * subscription.seats }]);
    }
    return subscription;
  }

  #usageOf(subscription: Subscription): Line[] {
    const { unitPrice, includedUnits } = this.#planOf(subscription);
    const isFree = subscription.status === 'trialing' && !this.#has('trial-usage-charged');
    const units = Math.max(0, subscription.usage - includedUnits);
    return unitPrice === null || units === 0 || isFree ? [] : [{ kind: 'usage', amount: units * unitPrice }];
  }

  #openInvoicesOf({ id }: Subscription): Invoice[] {
    return [...this.account.invoices.values()].filter(({ subscriptionId, status }) => subscriptionId === id && status === 'open');
  }

  renew(subscription: Subscription): Subscription {
    this.#requireLive(subscription);
    if (this.#openInvoicesOf(subscription).length > 0 && !this.#has('renewed-while-open'))
      throw conflict('invoice_open', 'An invoice of the subscription is open.');
    const usage = this.#usageOf(subscription);
    if (subscription.cancelAtPeriodEnd) {
      if (usage.length > 0) this.#issue(subscription, this.#planOf(subscription), usage);
      return this.#end(subscription);
    }
    subscription.planId = subscription.scheduledPlanId ?? subscription.planId;
    subscription.scheduledPlanId = null;
    this.#open(subscription, usage);
    return subscription;
  }

  #end(subscription: Subscription): Subscription {
    const coupon = this.account.coupons.get(subscription.couponCode ?? '');
    const isUnused = this.#behind(subscription).paidPeriods === 0;
    if (coupon !== undefined && isUnused && !this.#has('redemption-kept')) coupon.redemptions -= 1;
    subscription.status = 'canceled';
    subscription.cancelAtPeriodEnd = false;
    subscription.scheduledPlanId = null;
    subscription.canceledAt = this.account.clock.now();
    return subscription;
  }

  cancel(subscription: Subscription, mode: string): Subscription {
    this.#requireLive(subscription);
    if (mode === 'periodEnd') {
      subscription.cancelAtPeriodEnd = true;
      subscription.scheduledPlanId = null;
      return subscription;
    }
    for (const invoice of this.#openInvoicesOf(subscription)) invoice.status = 'void';
    return this.#end(subscription);
  }

  /** The report as it was counted, and whether that was now. */
  report(subscription: Subscription, eventId: string, quantity: number): { isNew: boolean; quantity: number } {
    this.#requireLive(subscription);
    if (this.#planOf(subscription).unitPrice === null) throw conflict('not_metered', 'The plan is not metered.');
    const { events } = this.#behind(subscription);
    const counted = events.get(eventId);
    if (counted === undefined || this.#has('event-counted-again')) subscription.usage += quantity;
    if (counted !== undefined) return { isNew: false, quantity: counted };
    events.set(eventId, quantity);
    return { isNew: true, quantity };
  }

  pay(invoice: Invoice): Invoice {
    if (invoice.status !== 'open') throw conflict('invoice_closed', `The invoice is ${invoice.status}.`);
    invoice.status = 'paid';
    invoice.paidAt = this.account.clock.now();
    return invoice;
  }
}
