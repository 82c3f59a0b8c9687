// Charges instalments: the first on the page or by capture, the others as they fall due; and follows those that fail.

import type { PaymentState } from '@octavo/interfaces/f-instalments';
import { refuse } from '@octavo/runtime';
import { isOf } from '../platform/payload.ts';
import type { Platform } from '../platform/service.ts';
import type { Unit } from './deps.ts';
import { record } from './events.ts';
import { enter } from './ledger.ts';
import { findPayment, type Loaded, moveTo, type Step, update, updateInstalment } from './payments.ts';
import { refusedValue } from './problems.ts';
import { DAY, dayOf, momentOf, seconds } from './rules/dates.ts';
import { shopFee } from './rules/plans.ts';
import { isLate, LATE_STEPS, mayFollow } from './rules/states.ts';
import type { InstalmentsTables, Row } from './tables.ts';

const service = 'f-instalments';
const ofInstalment = isOf({ payment: 'string', number: 'number' });
const CHARGE = { service, name: 'charge-instalment', accepts: ofInstalment };
const OVERDUE = { service, name: 'follow-overdue-instalment', accepts: ofInstalment };
const EXPIRE = { service, name: 'expire-payment', accepts: isOf({ payment: 'string' }) };

/** Says what happens when instalments fall due or stay overdue, and when pages expire. */
export function handleCharges(deps: Platform<InstalmentsTables>): void {
  const handle = (kind: typeof CHARGE, act: (unit: Unit, loaded: Loaded, instalment: Row<'f_instalments'>) => Promise<void>) =>
    deps.due.handle(kind, async ({ at, payload: { payment, number } }, tables) => {
      const loaded = await findPayment(tables, payment);
      const instalment = loaded?.instalments[number];
      if (loaded !== undefined && instalment !== undefined) await act({ deps, tables, at }, loaded, instalment);
    });
  handle(CHARGE, async (unit, loaded, instalment) => {
    if (instalment.state === 'pending' && isCollecting(loaded.row.state)) await chargeDue(unit, loaded, instalment);
  });
  handle(OVERDUE, async (unit, loaded, instalment) => {
    if (instalment.state !== 'paid' && isLate(loaded.row.state)) await followOverdue(unit, loaded, instalment);
  });
  deps.due.handle(EXPIRE, async ({ at, payload: { payment } }, tables) => {
    const loaded = await findPayment(tables, payment);
    if (loaded === undefined || !isOpen(loaded)) return;
    const { shop, state, purchase_amount: amount } = loaded.row;
    await update({ deps, tables, at }, loaded, { expired_at: at });
    await record({ deps, tables, at }, shop, [{ type: 'payment.expired', payment, data: { state, amount } }]);
  });
}

/** Whether the shopper may still pay on the page. */
export function isOpen({ row }: Loaded): boolean {
  const { state, expired_at, capture_method } = row;
  if (expired_at !== null) return false;
  return state === 'not_started' || state === 'scored_maybe' || (state === 'scored_yes' && capture_method === 'automatic');
}

/** The state in a word for people. */
export function stateOf({ row }: Loaded): string {
  return row.expired_at === null ? row.state : 'expired';
}

export async function scheduleExpiry({ deps, tables, at }: Unit, payment: string, afterSeconds: number): Promise<void> {
  await deps.due.schedule(tables, EXPIRE, { at: momentOf(seconds(at) + afterSeconds), payload: { payment } });
}

/** Charges the first instalment of an accepted payment if it is due, and credits the shop with the payment. */
export async function begin(unit: Unit, loaded: Loaded): Promise<Loaded> {
  const [first] = loaded.instalments;
  const { row } = loaded;
  const isDue = first !== undefined && first.due_at <= unit.at && !row.has_trigger;
  if (isDue) requireCard(loaded);
  const charged = isDue ? await updateInstalment(unit, loaded, first, { state: 'paid' }) : loaded;
  const amount = isDue ? totalOf(first) : 0;
  const after = await moveTo(unit, charged, [{ state: 'in_progress', type: 'payment.in_progress', amount }], await credit(unit, charged));
  if (!row.has_trigger) await scheduleCharges(unit, after);
  return after;
}

/**
 * Captures an accepted payment: charges its first instalment, or a part of it, whose rest is cancelled.
 * @throws the refusal 400 where the payment cannot be captured, or not with this amount
 */
export async function capture(unit: Unit, loaded: Loaded, amount: number | undefined): Promise<Loaded> {
  const { row, instalments } = loaded;
  const [first] = instalments;
  if (row.captured_at !== null && row.capture_method === 'manual')
    throw refuse(400, { code: 'already_captured', detail: `The payment was captured on ${dayOf(row.captured_at)}.` });
  if (row.capture_method === 'automatic') throw refuse(400, { code: 'not_capturable', detail: 'The payment is captured automatically.' });
  if (row.state !== 'scored_yes' || first === undefined)
    throw refuse(400, { code: 'not_capturable', detail: `Only an accepted payment can be captured. This one is ${row.state}.` });
  const charged = amount ?? totalOf(first);
  if (charged > totalOf(first))
    throw refusedValue('amount_too_high', '/body/amount', `must be at most ${totalOf(first)}, the first instalment`);
  requireCard(loaded);
  const customer_fee = Math.min(first.customer_fee, charged);
  const paid = await updateInstalment(unit, loaded, first, { state: 'paid', customer_fee, purchase_amount: charged - customer_fee });
  const fees = { customer_fee: row.customer_fee - first.customer_fee + customer_fee };
  const captured: Step = { state: 'in_progress', type: 'payment.captured', amount: charged };
  const after = await moveTo(unit, paid, [captured, ...stepsToEnd(paid, captured.state)], { ...fees, ...(await credit(unit, paid)) });
  await scheduleCharges(unit, after);
  return after;
}

/** Begins the instalments of a payment whose first instalment waited for the shop. */
export async function trigger(unit: Unit, loaded: Loaded): Promise<Loaded> {
  const { at } = unit;
  const { instalments } = loaded;
  const delay = Math.max(0, at - (instalments[0]?.due_at ?? at));
  let after = await update(unit, loaded, { triggered_at: at });
  for (const one of instalments) after = await updateInstalment(unit, after, one, { due_at: one.due_at + delay });
  await scheduleCharges(unit, after);
  return after;
}

/** Charges all that is overdue, once the card of the shopper works again. */
export async function chargeOverdue(unit: Unit, loaded: Loaded): Promise<Loaded> {
  let after = loaded;
  for (const { number, state } of loaded.instalments) if (state === 'incident') after = await payOverdue(unit, after, number);
  return after;
}

/** Credits the shop with the parts of all instalments, and charges its fee. Gives the columns of the payment that say so. */
async function credit(unit: Unit, { row, instalments }: Loaded): Promise<Pick<Row<'f_payments'>, 'captured_at' | 'captured_amount'>> {
  const { id: payment, shop } = row;
  const captured_amount = instalments.reduce((sum, { purchase_amount }) => sum + purchase_amount, 0);
  const fee = shopFee(captured_amount);
  await enter(unit, shop, [
    { type: 'payment', amount: captured_amount, payment },
    ...(fee > 0 ? [{ type: 'fee', amount: -fee, payment } as const] : []),
  ]);
  return { captured_at: unit.at, captured_amount };
}

/** Has the open instalments charged when they fall due. */
export async function scheduleCharges({ deps, tables, at }: Unit, { row, instalments }: Loaded): Promise<void> {
  for (const { number, due_at, state } of instalments)
    if (state === 'pending') await deps.due.schedule(tables, CHARGE, { at: Math.max(at, due_at), payload: { payment: row.id, number } });
}

async function chargeDue(unit: Unit, loaded: Loaded, instalment: Row<'f_instalments'>): Promise<void> {
  const { deps, tables, at } = unit;
  if (hasCard(loaded)) {
    await endIfPaid(unit, await updateInstalment(unit, loaded, instalment, { state: 'paid' }));
    return;
  }
  const { payment, number } = instalment;
  const after = await updateInstalment(unit, loaded, instalment, { state: 'incident' });
  if (after.row.state === 'in_progress')
    await moveTo(unit, after, [{ state: 'late_dunning', type: 'payment.late', amount: totalOf(instalment) }]);
  for (const { days } of LATE_STEPS) await deps.due.schedule(tables, OVERDUE, { at: at + days * DAY, payload: { payment, number } });
}

/** Tries the card again, and otherwise moves the payment on, as long as its instalment is overdue. */
async function followOverdue(unit: Unit, loaded: Loaded, instalment: Row<'f_instalments'>): Promise<void> {
  const { row } = loaded;
  if (instalment.state === 'incident' && hasCard(loaded)) {
    await payOverdue(unit, loaded, instalment.number);
    return;
  }
  const days = Math.round((unit.at - instalment.due_at) / DAY);
  const step = LATE_STEPS.findLast((one) => one.days <= days);
  if (step === undefined || !mayFollow(row.state, step.state)) return;
  const amount = loaded.instalments
    .filter(({ state }) => state !== 'paid' && state !== 'pending')
    .reduce((sum, one) => sum + totalOf(one), 0);
  // From the default on, the whole rest is owed.
  const owed = step.state === 'default' ? 'claimed' : step.state === 'collection_done' ? 'covered' : undefined;
  let after = loaded;
  if (owed !== undefined)
    for (const one of loaded.instalments) if (one.state !== 'paid') after = await updateInstalment(unit, after, one, { state: owed });
  await moveTo(unit, after, [{ state: step.state, type: step.state === 'collection_done' ? 'payment.paid' : 'payment.late', amount }]);
}

async function payOverdue(unit: Unit, loaded: Loaded, number: number): Promise<Loaded> {
  const instalment = loaded.instalments[number];
  if (instalment === undefined) return loaded;
  const after = await updateInstalment(unit, loaded, instalment, { state: 'paid' });
  if (after.instalments.some(({ state }) => state === 'incident')) return after;
  const resumed: Step = { state: 'in_progress', type: 'payment.in_progress', amount: totalOf(instalment) };
  return moveTo(unit, after, [resumed, ...stepsToEnd(after, resumed.state)]);
}

/** Ends a payment of which nothing is owed any more. */
export async function endIfPaid(unit: Unit, loaded: Loaded): Promise<Loaded> {
  const steps = stepsToEnd(loaded, loaded.row.state);
  return steps.length === 0 ? loaded : moveTo(unit, loaded, steps);
}

/** How a payment ends of which nothing is owed any more: none where something is, or where it has ended. */
function stepsToEnd({ row, instalments }: Loaded, from: PaymentState): readonly Step[] {
  if (instalments.some(({ state }) => state !== 'paid')) return [];
  const end: Step = { state: 'paid', type: 'payment.paid', amount: row.purchase_amount };
  if (from === 'default') return [{ ...end, state: 'collection_done' }];
  if (isLate(from)) return [{ state: 'in_progress', type: 'payment.in_progress', amount: 0 }, end];
  return from === 'in_progress' ? [end] : [];
}

function isCollecting(state: PaymentState): boolean {
  return state === 'in_progress' || state === 'late_dunning' || state === 'late_contact_customer';
}

function hasCard({ row }: Loaded): boolean {
  return row.customer_card_works !== false;
}

function requireCard(loaded: Loaded): void {
  if (!hasCard(loaded)) throw refuse(400, { code: 'charge_failed', detail: 'The card was declined.' });
}

export function totalOf({ purchase_amount, customer_fee }: Pick<Row<'f_instalments'>, 'purchase_amount' | 'customer_fee'>): number {
  return purchase_amount + customer_fee;
}

/** Where a shopper goes from the page, as the shop registered it. */
export function returnAddresses({ row }: Loaded): { readonly done: string; readonly cancelled: string; readonly refused: string } {
  const { return_url: done, customer_cancel_url: cancelled = done, failure_return_url: refused = cancelled } = row.details;
  return { done, cancelled, refused };
}
