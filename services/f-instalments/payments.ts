// Reads payments with all that belongs to them, and moves them from state to state.

import type { EventType, Payment, PaymentState } from '@octavo/interfaces/f-instalments';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Context, Tables, Unit } from './deps.ts';
import { callBack, record } from './events.ts';
import { notFound } from './problems.ts';
import { mayFollow } from './rules/states.ts';
import { OF_CUSTOMER, type PaymentWithCustomer, paymentRecord } from './show.ts';
import { among, change, changeAll, revise } from './store/rows.ts';
import type { Row } from './tables.ts';

/**
 * A payment and its instalments in their order. What changes a payment in a unit of work returns it as it is afterwards, so that nothing is read
 * twice in one unit.
 */
export interface Loaded {
  readonly row: PaymentWithCustomer;
  readonly instalments: readonly Row<'f_instalments'>[];
  /** Present where the unit has read or written them all. */
  readonly orders?: readonly Row<'f_orders'>[];
}

/** Payments, each with what answers show of its customer, which one query reads faster than two. */
export function paymentsWithCustomers(tables: Tables) {
  return tables
    .selectFrom('f_payments')
    .leftJoin('f_customers', 'f_customers.id', 'f_payments.customer')
    .selectAll('f_payments')
    .select(OF_CUSTOMER.map((name) => `f_customers.${name} as customer_${name}` as const))
    .$castTo<PaymentWithCustomer>();
}

const paymentById = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  paymentsWithCustomers(tables).where('f_payments.id', '=', given('id')),
);

/** Payments have refunds only where an amount was refunded, so for the others none are read. */
function refundsOf(tables: Tables, rows: readonly Row<'f_payments'>[]): Promise<readonly Row<'f_refunds'>[]> {
  const refunded = rows.filter(({ refunded_amount }) => refunded_amount > 0).map(({ id }) => id);
  return among(tables, 'f_refunds', 'payment', refunded, ['position']);
}

function byPayment<Part extends { readonly payment: string }>(parts: readonly Part[]) {
  const found = Map.groupBy(parts, ({ payment }) => payment);
  return (payment: string): readonly Part[] => found.get(payment) ?? [];
}

/** A payment without its instalments. @throws the refusal 404 where the shop has no such payment */
export async function requirePayment(tables: Tables, shop: string, id: string): Promise<PaymentWithCustomer> {
  const row = await paymentById.first(tables, { id });
  if (row === undefined || row.shop !== shop) throw notFound('payment', id);
  return row;
}

/** @throws the refusal 404 where the shop has no such payment */
export async function loadPayment(tables: Tables, shop: string, id: string): Promise<Loaded> {
  return withInstalments(tables, await requirePayment(tables, shop, id));
}

/** A payment by its identifier alone, for pages and jobs. */
export async function findPayment(tables: Tables, id: string): Promise<Loaded | undefined> {
  const row = await paymentById.first(tables, { id });
  return row === undefined ? undefined : withInstalments(tables, row);
}

async function withInstalments(tables: Tables, row: PaymentWithCustomer): Promise<Loaded> {
  return { row, instalments: await among(tables, 'f_instalments', 'payment', [row.id], ['number']) };
}

/** A payment with the columns of its customer. */
export function withCustomer(row: Row<'f_payments'>, customer: Row<'f_customers'> | undefined): PaymentWithCustomer {
  const columns = Object.fromEntries(OF_CUSTOMER.map((name) => [`customer_${name}`, customer?.[name] ?? null]));
  return { ...row, customer: customer?.id ?? null, ...columns } as PaymentWithCustomer;
}

/** The orders of a payment, in the order in which they were added. */
export function ordersOf(tables: Tables, payment: string): Promise<readonly Row<'f_orders'>[]> {
  return among(tables, 'f_orders', 'payment', [payment], ['position']);
}

/** The payment as the document describes it. */
export async function described(
  { tables }: Pick<Unit, 'tables'>,
  { row, instalments, orders: known }: Loaded,
  context: Context,
): Promise<Payment> {
  const orders = known ?? (await ordersOf(tables, row.id));
  const refunds = await refundsOf(tables, [row]);
  return paymentRecord(row, { instalments, orders, refunds }, context.principal.shop, new URL(context.url).origin);
}

/** Payments as the document describes them, with their parts read in one query for each table. */
export async function describeAll(tables: Tables, rows: readonly PaymentWithCustomer[], context: Context): Promise<Payment[]> {
  const payments = rows.map(({ id }) => id);
  // In the order of the key, so that nothing is sorted.
  const instalments = byPayment(await among(tables, 'f_instalments', 'payment', payments, ['payment', 'number']));
  const orders = byPayment(await among(tables, 'f_orders', 'payment', payments, ['position']));
  const refunds = byPayment(await refundsOf(tables, rows));
  const { origin } = new URL(context.url);
  return rows.map((row) => {
    const parts = { instalments: instalments(row.id), orders: orders(row.id), refunds: refunds(row.id) };
    return paymentRecord(row, parts, context.principal.shop, origin);
  });
}

type PaymentEventType = Extract<EventType, `payment.${string}`>;

/** A state that a payment enters, and the event of that. */
export interface Step {
  readonly state: PaymentState;
  readonly type: PaymentEventType;
  /** Of the event, in cents. */
  readonly amount: number;
}

/**
 * Moves a payment to a state, and from there to others; records the events, and has the address of the payment requested for each.
 * @param changes further columns that change with the state
 * @throws {Error} for a state that may not follow
 */
export async function moveTo(unit: Unit, loaded: Loaded, steps: readonly Step[], changes: PaymentChanges = {}): Promise<Loaded> {
  const { id: payment, shop } = loaded.row;
  let { state } = loaded.row;
  for (const step of steps) {
    if (!mayFollow(state, step.state)) throw new Error(`A payment that is ${state} cannot become ${step.state}.`);
    state = step.state;
  }
  const after = await update(unit, loaded, { ...changes, state });
  const events = steps.map(({ type, amount, state: entered }) => ({ type, payment, data: { state: entered, amount } }));
  await record(unit, shop, events);
  const { ipn_callback_url: url } = loaded.row.details;
  if (url !== undefined) for (const _ of steps) await callBack(unit, { shop, payment, url });
  return after;
}

type PaymentChanges = Partial<Omit<Row<'f_payments'>, 'id' | 'customer'>>;

export async function update({ tables }: Unit, loaded: Loaded, changes: PaymentChanges): Promise<Loaded> {
  return { ...loaded, row: { ...loaded.row, ...(await revise(tables, 'f_payments', loaded.row, changes)) } };
}

/** Says whose payment it is, or that the details of the customer have changed. */
export async function setCustomer({ tables }: Unit, loaded: Loaded, customer: Row<'f_customers'>): Promise<Loaded> {
  const { row } = loaded;
  if (row.customer !== customer.id) await change(tables, 'f_payments', row.id, { customer: customer.id });
  return { ...loaded, row: withCustomer(row, customer) };
}

export async function updateInstalment(
  { tables }: Unit,
  loaded: Loaded,
  { payment, number }: Pick<Row<'f_instalments'>, 'payment' | 'number'>,
  changes: Partial<Omit<Row<'f_instalments'>, 'payment' | 'number'>>,
): Promise<Loaded> {
  await changeAll(tables, 'f_instalments', { payment, number }, changes);
  return { ...loaded, instalments: loaded.instalments.map((one) => (one.number === number ? { ...one, ...changes } : one)) };
}
