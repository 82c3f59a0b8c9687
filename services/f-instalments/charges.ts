// Charges instalments: the first on the page or by capture, the others as they fall due; and follows those that fail.

import type { PaymentState } from '@octavo/interfaces/f-instalments';
import { refuse } from '@octavo/runtime';
import type { JobKind } from '../platform/due/due.ts';
import type { Platform } from '../platform/service.ts';
import { customerById } from './customers.ts';
import { record } from './events.ts';
import { enter } from './ledger.ts';
import { findPayment, type Loaded, moveTo, reload, type Unit, update, updateInstalment } from './payments.ts';
import { invalidField } from './problems.ts';
import { keptDetails } from './records.ts';
import { DAY, dayOf, momentOf, seconds } from './rules/dates.ts';
import { shopFee } from './rules/plans.ts';
import { isLate, LATE_STEPS, mayFollow } from './rules/states.ts';
import type { InstalmentRow, InstalmentsTables } from './tables.ts';

interface InstalmentJob {
  readonly payment: string;
  readonly number: number;
}

const isInstalmentJob = (value: unknown): value is InstalmentJob =>
  typeof value === 'object' && value !== null && 'payment' in value && typeof value.payment === 'string' && 'number' in value;

const CHARGE: JobKind<InstalmentJob> = { service: 'f-instalments', name: 'charge-instalment', accepts: isInstalmentJob };
const OVERDUE: JobKind<InstalmentJob> = { service: 'f-instalments', name: 'follow-overdue-instalment', accepts: isInstalmentJob };
const EXPIRE: JobKind<{ payment: string }> = {
  service: 'f-instalments',
  name: 'expire-payment',
  accepts: (value): value is { payment: string } =>
    typeof value === 'object' && value !== null && 'payment' in value && typeof value.payment === 'string',
};

/** Says what happens when instalments fall due or stay overdue, and when pages expire. */
export function handleCharges(deps: Platform<InstalmentsTables>): void {
  deps.due.handle(CHARGE, async ({ at, payload: { payment, number } }, tables) => {
    const loaded = await findPayment(tables, payment);
    const instalment = loaded?.instalments[number];
    if (loaded === undefined || instalment?.state !== 'pending' || !isCollecting(loaded.row.state)) return;
    await chargeDue({ deps, tables, at }, loaded, instalment);
  });
  deps.due.handle(OVERDUE, async ({ at, payload: { payment, number } }, tables) => {
    const loaded = await findPayment(tables, payment);
    const instalment = loaded?.instalments[number];
    if (loaded === undefined || instalment === undefined || instalment.state === 'paid' || !isLate(loaded.row.state)) return;
    await followOverdue({ deps, tables, at }, loaded, instalment);
  });
  deps.due.handle(EXPIRE, async ({ at, payload }, tables) => {
    const loaded = await findPayment(tables, payload.payment);
    if (loaded === undefined || !isOpen(loaded)) return;
    await expire({ deps, tables, at }, loaded);
  });
}

/** Whether the shopper may still pay on the page. */
export function isOpen({ row }: Loaded): boolean {
  const { state, expired_at, capture_method } = row;
  if (expired_at !== null) return false;
  return state === 'not_started' || state === 'scored_maybe' || (state === 'scored_yes' && capture_method === 'automatic');
}

export async function scheduleExpiry({ deps, tables, at }: Unit, payment: string, afterSeconds: number): Promise<void> {
  await deps.due.schedule(tables, EXPIRE, { at: momentOf(seconds(at) + afterSeconds), payload: { payment } });
}

async function expire(unit: Unit, { row }: Loaded): Promise<void> {
  const { deps, tables, at } = unit;
  const { id: payment, shop, state, purchase_amount: amount } = row;
  await update(unit, payment, { expired_at: at });
  await record(deps, tables, shop, at, { type: 'payment.expired', payment, data: { state, amount } });
}

/** Charges the first instalment of an accepted payment if it is due, and credits the shop with the payment. */
export async function begin(unit: Unit, loaded: Loaded): Promise<void> {
  const [first] = loaded.instalments;
  const { row } = loaded;
  const isDue = first !== undefined && first.due_at <= unit.at && row.has_trigger === 0;
  if (isDue) {
    await requireCard(unit, loaded);
    await updateInstalment(unit, first, { state: 'paid' });
  }
  await credit(unit, loaded);
  await moveTo(unit, loaded, 'in_progress', 'payment.in_progress', isDue ? totalOf(first) : 0);
  if (row.has_trigger === 0) await scheduleCharges(unit, await reload(unit, loaded));
}

/**
 * Captures an accepted payment: charges its first instalment, or a part of it, whose rest is cancelled.
 * @throws the refusal 400 where the payment cannot be captured, or not with this amount
 */
export async function capture(unit: Unit, loaded: Loaded, amount: number | undefined): Promise<void> {
  const { row, instalments } = loaded;
  const [first] = instalments;
  if (row.captured_at !== null && row.capture_method === 'manual')
    throw refuse(400, { code: 'already_captured', detail: `The payment was captured on ${dayOf(row.captured_at)}.` });
  if (row.capture_method === 'automatic') throw refuse(400, { code: 'not_capturable', detail: 'The payment is captured automatically.' });
  if (row.state !== 'scored_yes' || first === undefined)
    throw refuse(400, { code: 'not_capturable', detail: `Only an accepted payment can be captured. This one is ${row.state}.` });
  const charged = amount ?? totalOf(first);
  if (charged > totalOf(first)) throw invalidField('amount', `At most ${totalOf(first)} cents can be captured.`, charged);
  await requireCard(unit, loaded);
  const customer_fee = Math.min(first.customer_fee, charged);
  await updateInstalment(unit, first, { state: 'paid', customer_fee, purchase_amount: charged - customer_fee });
  await credit(unit, await reload(unit, loaded));
  await moveTo(unit, loaded, 'in_progress', 'payment.captured', charged);
  await scheduleCharges(unit, await reload(unit, loaded));
  await endIfPaid(unit, await reload(unit, loaded));
}

/** Begins the instalments of a payment whose first instalment waited for the shop. */
export async function trigger(unit: Unit, { row, instalments }: Loaded): Promise<void> {
  const { at } = unit;
  const delay = at - (instalments[0]?.due_at ?? at);
  await update(unit, row.id, { triggered_at: at, has_trigger: 1 });
  for (const one of instalments) await updateInstalment(unit, one, { due_at: one.due_at + Math.max(0, delay) });
  const loaded = await findPayment(unit.tables, row.id);
  if (loaded !== undefined) await scheduleCharges(unit, loaded);
}

/** Charges all that is overdue, once the card of the shopper works again. */
export async function chargeOverdue(unit: Unit, loaded: Loaded): Promise<void> {
  for (const { number, state } of loaded.instalments) if (state === 'incident') await payOverdue(unit, await reload(unit, loaded), number);
}

/** Credits the shop with the parts of all instalments, and charges its fee. */
async function credit(unit: Unit, { row, instalments }: Loaded): Promise<void> {
  const { id: payment, shop } = row;
  const captured_amount = instalments.reduce((sum, { purchase_amount }) => sum + purchase_amount, 0);
  await update(unit, payment, { captured_at: unit.at, captured_amount });
  await enter(unit, shop, { type: 'payment', amount: captured_amount, payment });
  const fee = shopFee(captured_amount);
  if (fee > 0) await enter(unit, shop, { type: 'fee', amount: -fee, payment });
}

/** Has the open instalments charged when they fall due. */
export async function scheduleCharges({ deps, tables, at }: Unit, { row, instalments }: Loaded): Promise<void> {
  for (const { number, due_at, state } of instalments)
    if (state === 'pending') await deps.due.schedule(tables, CHARGE, { at: Math.max(at, due_at), payload: { payment: row.id, number } });
}

async function chargeDue(unit: Unit, loaded: Loaded, instalment: InstalmentRow): Promise<void> {
  const { deps, tables, at } = unit;
  if (await hasCard(unit, loaded)) {
    await updateInstalment(unit, instalment, { state: 'paid' });
    await endIfPaid(unit, await reload(unit, loaded));
    return;
  }
  const { payment, number } = instalment;
  await updateInstalment(unit, instalment, { state: 'incident' });
  if (loaded.row.state === 'in_progress') await moveTo(unit, loaded, 'late_dunning', 'payment.late', totalOf(instalment));
  for (const { days } of LATE_STEPS) await deps.due.schedule(tables, OVERDUE, { at: at + days * DAY, payload: { payment, number } });
}

/** Tries the card again, and otherwise moves the payment on, as long as its instalment is overdue. */
async function followOverdue(unit: Unit, loaded: Loaded, instalment: InstalmentRow): Promise<void> {
  const { row } = loaded;
  if (instalment.state === 'incident' && (await hasCard(unit, loaded))) return payOverdue(unit, loaded, instalment.number);
  const days = Math.round((unit.at - instalment.due_at) / DAY);
  const step = LATE_STEPS.findLast((one) => one.days <= days);
  if (step === undefined || !mayFollow(row.state, step.state)) return;
  const amount = loaded.instalments
    .filter(({ state }) => state !== 'paid' && state !== 'pending')
    .reduce((sum, one) => sum + totalOf(one), 0);
  // From the default on, the whole rest is owed.
  const owed = step.state === 'default' ? 'claimed' : step.state === 'collection_done' ? 'covered' : undefined;
  if (owed !== undefined)
    for (const one of loaded.instalments) if (one.state !== 'paid') await updateInstalment(unit, one, { state: owed });
  await moveTo(unit, loaded, step.state, step.state === 'collection_done' ? 'payment.paid' : 'payment.late', amount);
}

async function payOverdue(unit: Unit, loaded: Loaded, number: number): Promise<void> {
  const instalment = loaded.instalments[number];
  if (instalment === undefined) return;
  await updateInstalment(unit, instalment, { state: 'paid' });
  const after = await reload(unit, loaded);
  if (after.instalments.some(({ state }) => state === 'incident')) return;
  await moveTo(unit, after, 'in_progress', 'payment.in_progress', totalOf(instalment));
  await endIfPaid(unit, await reload(unit, after));
}

/** Ends a payment of which nothing is owed any more. */
export async function endIfPaid(unit: Unit, loaded: Loaded): Promise<void> {
  const { row, instalments } = loaded;
  if (instalments.some(({ state }) => state !== 'paid')) return;
  if (row.state === 'default') return moveTo(unit, loaded, 'collection_done', 'payment.paid', row.purchase_amount);
  if (isLate(row.state)) await moveTo(unit, loaded, 'in_progress', 'payment.in_progress', 0);
  const after = await reload(unit, loaded);
  if (after.row.state === 'in_progress') await moveTo(unit, after, 'paid', 'payment.paid', row.purchase_amount);
}

function isCollecting(state: PaymentState): boolean {
  return state === 'in_progress' || state === 'late_dunning' || state === 'late_contact_customer';
}

async function hasCard({ tables }: Unit, { row }: Loaded): Promise<boolean> {
  return (await customerById(tables, row.customer))?.card_works !== 0;
}

async function requireCard(unit: Unit, loaded: Loaded): Promise<void> {
  if (!(await hasCard(unit, loaded))) throw refuse(400, { code: 'charge_failed', detail: 'The card of the shopper was declined.' });
}

export function totalOf({ purchase_amount, customer_fee }: Pick<InstalmentRow, 'purchase_amount' | 'customer_fee'>): number {
  return purchase_amount + customer_fee;
}

/** Where a shopper goes from the page, as the shop registered it. */
export function returnAddresses({ row }: Loaded): { readonly done: string; readonly cancelled: string; readonly refused: string } {
  const { return_url: done, customer_cancel_url: cancelled = done, failure_return_url: refused = cancelled } = keptDetails(row);
  return { done, cancelled, refused };
}
