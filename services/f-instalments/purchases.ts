// Creates and changes payments until the shopper has paid the first instalment.

import type { NewPayment, PaymentChange } from '@octavo/interfaces/f-instalments';
import { refuse } from '@octavo/runtime';
import { DELIVERABLE, isDeliverable } from '../platform/announce.ts';
import { messagesIn } from '../platform/messages/messages.ts';
import { isWebAddress } from '../platform/pages/web-address.ts';
import { scheduleExpiry, stateOf } from './charges.ts';
import { customerById, keepCustomer, keptAddress } from './customers.ts';
import type { Context, Unit } from './deps.ts';
import { record } from './events.ts';
import { listedAs } from './identifiers.ts';
import { addOrders } from './orders.ts';
import { type Loaded, moveTo, ordersOf, requirePayment, setCustomer, update, withCustomer } from './payments.ts';
import { invalidField, refusedValues } from './problems.ts';
import { BOUNDS, instalmentsOf, type Plan, planOf, reasonsAgainst, shopperFee } from './rules/plans.ts';
import { mayFollow } from './rules/states.ts';
import { add, insert, remove } from './store/rows.ts';
import { KEPT, type KeptDetails, type Row } from './tables.ts';

/** @throws the refusal 400 where the plan is not available for the amount, or an address is not one of the web */
export async function createPayment(
  unit: Unit,
  shop: string,
  { payment: given, customer, order, orders = [] }: NewPayment,
): Promise<Loaded> {
  const { deps, tables, at } = unit;
  const plan = planOf(given);
  requireWebAddresses(given);
  requireAvailable(given.purchase_amount, plan, given.deferred === 'trigger');
  const person = customer === undefined ? undefined : await keepCustomer(unit, shop, customer);
  const row = await add(tables, 'f_payments', {
    ...listedAs(deps, 'payment', shop, at),
    customer: person?.id ?? null,
    state: 'not_started',
    purchase_amount: given.purchase_amount,
    customer_fee: shopperFee(given.purchase_amount, plan),
    installments_count: plan.count,
    deferred_days: plan.deferredDays,
    deferred_months: plan.deferredMonths,
    capture_method: given.capture_method ?? 'automatic',
    has_trigger: given.deferred === 'trigger',
    captured_amount: 0,
    refunded_amount: 0,
    details: kept(unit, given),
  });
  const instalments = await writePlan(unit, row, plan);
  await record(unit, shop, [{ type: 'payment.created', payment: row.id, data: { state: row.state, amount: row.purchase_amount } }]);
  const ordered = await addOrders(unit, row, [], order === undefined ? orders : [order, ...orders]);
  if (given.expires_after !== undefined) await scheduleExpiry(unit, row.id, Math.max(0, given.expires_after));
  return { row: withCustomer(row, person), instalments, orders: ordered };
}

/**
 * Changes the given fields.
 * @throws the refusal 400 for an amount or plan after the first charge, or one that is not available
 */
export async function changePayment(unit: Unit, loaded: Loaded, change: PaymentChange): Promise<Loaded> {
  const { row } = loaded;
  const { tables } = unit;
  let after = loaded;
  const amount = change.payment?.purchase_amount ?? change.purchase_amount ?? row.purchase_amount;
  const count = change.payment?.installments_count ?? row.installments_count;
  if (amount !== row.purchase_amount || count !== row.installments_count) after = await changePlan(unit, loaded, amount, count);
  const custom_data = change.payment?.custom_data ?? change.custom_data;
  if (custom_data !== undefined) {
    const details: KeptDetails = { ...row.details, custom_data };
    after = await update(unit, after, { details });
  }
  if (change.customer !== undefined) {
    const person = await keepCustomer(unit, row.shop, change.customer, await customerById(tables, row.customer));
    after = await setCustomer(unit, after, person);
  }
  if (change.orders === undefined || change.orders.length === 0) return after;
  return { ...after, orders: await addOrders(unit, row, await ordersOf(tables, row.id), change.orders) };
}

/**
 * Cancels a payment; one that is cancelled stays as it is.
 * @throws the refusal 400 where the first instalment has been charged, or the payment has ended otherwise
 */
export async function cancelPayment(unit: Unit, loaded: Loaded): Promise<Loaded> {
  const { row } = loaded;
  if (row.state === 'stopped') return loaded;
  if (row.captured_at !== null)
    throw refuse(400, { code: 'already_charged', detail: 'The payment cannot be cancelled after the first charge; refund it.' });
  if (!mayFollow(row.state, 'stopped')) throw refuse(400, { code: 'already_ended', detail: `The payment has ended: it is ${row.state}.` });
  return moveTo(unit, loaded, [{ state: 'stopped', type: 'payment.canceled', amount: row.purchase_amount }]);
}

async function changePlan(unit: Unit, loaded: Loaded, amount: number, count: number): Promise<Loaded> {
  const { row, instalments } = loaded;
  if (row.captured_at !== null) throw refuse(400, { code: 'already_charged', detail: 'The amount cannot change after the first charge.' });
  if (row.state === 'stopped' || row.state === 'scored_no' || row.expired_at !== null)
    throw refuse(400, { code: 'already_ended', detail: `The payment has ended: it is ${stateOf(loaded)}.` });
  const plan: Plan = { count, deferredDays: row.deferred_days, deferredMonths: row.deferred_months };
  requireAvailable(amount, plan, row.has_trigger);
  const after = await update(unit, loaded, { purchase_amount: amount, customer_fee: shopperFee(amount, plan), installments_count: count });
  await remove(unit.tables, 'f_instalments', { payment: row.id });
  const originals = instalments.length === count ? instalments.map(({ original_amount }) => original_amount) : [];
  return { ...after, instalments: await writePlan(unit, after.row, plan, originals) };
}

async function writePlan(
  { tables }: Unit,
  row: Row<'f_payments'>,
  plan: Plan,
  originals: readonly number[] = [],
): Promise<readonly Row<'f_instalments'>[]> {
  const rows = instalmentsOf(row.purchase_amount, plan, row.created_at).map(({ dueAt, purchaseAmount, fee }, number) => ({
    payment: row.id,
    number,
    due_at: dueAt,
    purchase_amount: purchaseAmount,
    original_amount: originals[number] ?? purchaseAmount,
    customer_fee: fee,
    state: 'pending' as const,
  }));
  await insert(tables, 'f_instalments', rows);
  return rows;
}

/** @throws the refusal 400 for an address that a page cannot link, or that cannot be requested */
function requireWebAddresses(given: NewPayment['payment']): void {
  for (const field of ['return_url', 'customer_cancel_url', 'failure_return_url'] as const) {
    const address = given[field];
    if (address !== undefined && !isWebAddress(address)) throw invalidField(`/body/payment/${field}`, 'must be an http or https URL');
  }
  const callback = given.ipn_callback_url;
  if (callback !== undefined && !isDeliverable(callback)) throw invalidField('/body/payment/ipn_callback_url', DELIVERABLE);
}

function requireAvailable(amount: number, plan: Plan, hasTrigger: boolean): void {
  const { minimum, maximum } = BOUNDS;
  const issues = Object.keys(reasonsAgainst(amount, plan))
    .filter((field) => !hasTrigger || field !== 'installments_count')
    .map((field) => ({
      pointer: `/body/payment/${field}`,
      detail: field === 'purchase_amount' ? `must be from ${minimum} to ${maximum} for this plan` : 'is not available',
    }));
  if (issues.length > 0) throw refusedValues('plan_not_available', issues);
}

/** What the service only keeps of a request, without what is absent. */
function kept(unit: Unit, given: NewPayment['payment']): KeptDetails {
  const { billing_address: billing, shipping_address: shipping } = given;
  return {
    ...(Object.fromEntries(KEPT.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))) as object as KeptDetails),
    ...(billing && { billing_address: keptAddress(unit, billing) }),
    ...(shipping && { shipping_address: keptAddress(unit, shipping) }),
  };
}

/**
 * Sends a shopper the link to the page.
 * @throws the refusals 404, and 400 where there is no telephone number
 */
export async function sendLink(
  { deps, tables, at }: Unit,
  { principal: { shop }, url }: Context,
  id: string,
  channel: Row<'f_messages'>['channel'],
  given: string | undefined,
): Promise<void> {
  const { customer_details: details } = await requirePayment(tables, shop.id, id);
  const address = given ?? details?.phone;
  if (address == null) throw invalidField('/body/phone', 'is required, since the customer has no telephone number');
  const text = `${shop.name} asks you to confirm your payment: ${new URL(url).origin}/pay/${id}`;
  await insert(tables, 'f_messages', { ...listedAs(deps, 'message', shop.id, at), payment: id, channel, address, text });
}

/** The links that shoppers were sent. */
export const links = messagesIn({ table: 'f_messages', kind: 'payment', about: 'payment', key: 'id' });
