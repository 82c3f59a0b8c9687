// Checks what holds for a shop at every moment, by what its own interface shows. The rules are written from the record, not taken from the service.

import type { BalanceTransaction, Event, InstalmentsClient, Payment, PaymentState } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';

/** What the service has answered with 200. */
export interface Accepted {
  readonly payments: string[];
  /** The amount of each accepted capture by its payment; `undefined`: the whole first instalment. */
  readonly captures: Map<string, number | undefined>;
  /** By the identifier of the refund. */
  readonly refunds: Map<string, { readonly payment: string; readonly amount: number }>;
  /** Reports of orders. */
  statuses: number;
  shipments: number;
}

/** Which states may follow which, in the table of the document's description. */
export const NEXT: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  not_ready: ['not_started'],
  not_started: ['scored_yes', 'scored_maybe', 'scored_no', 'stopped'],
  scored_maybe: ['scored_yes', 'scored_no', 'stopped'],
  scored_no: [],
  scored_yes: ['in_progress', 'stopped'],
  in_progress: ['paid', 'late_dunning', 'stopped'],
  paid: [],
  late_dunning: ['in_progress', 'late_contact_customer'],
  late_contact_customer: ['in_progress', 'default'],
  default: ['collection_done'],
  collection_done: [],
  stopped: [],
};

/** The states into which an event of a kind brings a payment. */
const INTO: Readonly<Record<string, readonly PaymentState[]>> = {
  'payment.created': ['not_started'],
  'payment.scored': ['scored_yes', 'scored_maybe', 'scored_no'],
  'payment.in_progress': ['in_progress'],
  'payment.captured': ['in_progress'],
  'payment.paid': ['paid', 'collection_done'],
  'payment.late': ['late_dunning', 'late_contact_customer', 'default'],
  'payment.canceled': ['stopped'],
};

/**
 * @returns the states that the payments have
 * @throws {Error} that says what does not hold
 */
export async function checkShop(client: InstalmentsClient, accepted: Accepted): Promise<PaymentState[]> {
  const payments = await all(async (query) => unwrap(await client.listPayments({ query }), 200));
  const transactions = await all(async (query) => unwrap(await client.listBalanceTransactions({ query }), 200));
  const events = (await all(async (query) => unwrap(await client.listEvents({ query }), 200))).toReversed();
  same(payments.map(({ id }) => id).toReversed(), accepted.payments, 'payments');
  for (const payment of payments) {
    const { id } = payment;
    const own = transactions.filter((one) => one.payment === id);
    checkPlan(payment);
    checkMoney(payment, own, accepted);
    checkEvents(
      payment,
      events.filter((one) => 'payment' in one && one.payment === id),
      accepted,
    );
  }
  const kinds = (type: string) => events.filter((one) => one.type === type).length;
  same([kinds('order.status_updated'), kinds('order.shipped')], [accepted.statuses, accepted.shipments], 'events of orders');
  const expected = payments.reduce((sum, one) => {
    const captured = capturedOf(one, accepted);
    return sum + captured - shopFeeOf(captured) - sumOf(one.refunds ?? []);
  }, 0);
  same(sumOf(transactions), expected, 'the balance: payments minus refunds minus fees');
  return payments.map(({ state }) => state);
}

/** All items of a list, from its pages. */
async function all<Item extends { readonly id: string }>(
  list: (query: { limit: number; starting_after?: string }) => Promise<{ data: Item[]; has_more?: boolean }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const last = items.at(-1);
    const { data, has_more } = await list({ limit: 100, ...(last === undefined ? {} : { starting_after: last.id }) });
    items.push(...data);
    if (has_more !== true) return items;
  }
}

/** The parts of a plan are equal, and the first has what cannot be divided and the fee; they change with captures and refunds only. */
function checkPlan(payment: Payment): void {
  const { purchase_amount, installments_count, payment_plan: plan, customer_fee } = payment;
  for (const one of plan) same(one.total_amount, (one.purchase_amount ?? 0) + (one.customer_fee ?? 0), 'the total of an instalment');
  same(sum(plan.map((one) => one.customer_fee ?? 0)), customer_fee, 'the fees of the plan');
  if (isCaptured(payment)) return;
  const part = Math.floor(purchase_amount / installments_count);
  const parts = [firstPartOf(payment), ...Array.from({ length: installments_count - 1 }, () => part)];
  same(
    plan.map((one) => one.purchase_amount),
    parts,
    'the parts of the plan',
  );
  same(
    plan.map((one) => one.customer_fee),
    [feeOf(payment), ...parts.slice(1).map(() => 0)],
    'the fees of the parts',
  );
}

/** Captured ≤ authorised, refunded ≤ captured, and each of them is in the balance once. */
function checkMoney(payment: Payment, transactions: readonly BalanceTransaction[], accepted: Accepted): void {
  const { id, purchase_amount, refunds = [], payment_plan: plan } = payment;
  const captured = capturedOf(payment, accepted);
  const refunded = sumOf(refunds);
  if (captured > purchase_amount) throw new Error(`${id}: ${captured} captured of ${purchase_amount} authorised.`);
  if (refunded > captured) throw new Error(`${id}: ${refunded} refunded of ${captured} captured.`);
  const entered = (type: string) => transactions.filter((one) => one.type === type).map(({ amount }) => amount);
  same(entered('payment'), isCaptured(payment) ? [captured] : [], 'payments in the balance');
  same(entered('fee'), shopFeeOf(captured) > 0 ? [-shopFeeOf(captured)] : [], 'fees in the balance');
  same(entered('refund').toSorted(byNumber), refunds.map(({ amount }) => -amount).toSorted(byNumber), 'refunds in the balance');
  const returned = [...accepted.refunds].filter(([, one]) => one.payment === id);
  same(refunds.map((one) => [one.id, one.amount]).toSorted(), returned.map(([refund, one]) => [refund, one.amount]).toSorted(), 'refunds');
  if (!isCaptured(payment)) return;
  const left = sum(plan.map((one) => one.purchase_amount ?? 0));
  const open = sum(plan.filter(({ state }) => state !== 'paid' && state !== 'covered').map((one) => one.total_amount ?? 0));
  // Refunds reduce what is open first. What is above that was paid back.
  if (left > captured || left < captured - refunded) throw new Error(`${id}: a plan of ${left} for ${captured} minus ${refunded}.`);
  if (left > captured - refunded && open > 0) throw new Error(`${id}: ${open} are open, though money was paid back.`);
  if (refunded === captured && open > 0) throw new Error(`${id}: ${open} are open, though all was refunded.`);
  if (payment.state === 'paid' && open > 0) throw new Error(`${id} is paid, and ${open} are open.`);
}

/** Each change has exactly one event, and the states follow each other as the record has them. */
function checkEvents(payment: Payment, events: readonly Event[], { captures }: Accepted): void {
  const { id, state, refunds = [], expired_at } = payment;
  const of = (type: string) => events.filter((one) => one.type === type).length;
  let now: PaymentState | undefined;
  for (const { type, data } of events) {
    const into = INTO[type];
    if (into === undefined || !('state' in data)) continue;
    const next = data.state;
    if (!into.includes(next)) throw new Error(`${id}: ${type} made it ${next}.`);
    if (now === undefined ? next !== 'not_started' : !NEXT[now].includes(next)) throw new Error(`${id}: ${next} followed ${now}.`);
    now = next;
  }
  same(now, state, 'the state after all events');
  const counts = ['payment.created', 'payment.captured', 'payment.refunded', 'payment.expired'].map(of);
  same(counts, [1, captures.has(id) ? 1 : 0, refunds.length, expired_at === null ? 0 : 1], 'events of changes');
}

/** What was captured, from what the shop asked for. */
function capturedOf(payment: Payment, { captures }: Accepted): number {
  const { id, purchase_amount } = payment;
  if (!isCaptured(payment)) return 0;
  const charged = captures.get(id);
  if (charged === undefined) return purchase_amount;
  // A part of the first instalment pays its fee first; the rest of the instalment is cancelled.
  return purchase_amount - firstPartOf(payment) + Math.max(0, charged - feeOf(payment));
}

function isCaptured({ state }: Payment): boolean {
  return !['not_ready', 'not_started', 'scored_yes', 'scored_maybe', 'scored_no', 'stopped'].includes(state);
}

function firstPartOf({ purchase_amount, installments_count }: Payment): number {
  return purchase_amount - Math.floor(purchase_amount / installments_count) * (installments_count - 1);
}

/** 1.5 % of payments in four instalments, to the nearest cent. */
function feeOf({ purchase_amount, installments_count }: Payment): number {
  return installments_count === 4 ? Math.floor((purchase_amount * 150 + 5_000) / 10_000) : 0;
}

/** 2.9 % of what the shop is credited, rounded down. */
function shopFeeOf(captured: number): number {
  return Math.floor((captured * 290) / 10_000);
}

function sumOf(items: readonly { readonly amount: number }[]): number {
  return sum(items.map(({ amount }) => amount));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

const byNumber = (left: number, right: number) => left - right;

function same(found: unknown, wanted: unknown, what: string): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (left !== right) throw new Error(`${what} should be ${right}, and are ${left}.`);
}
