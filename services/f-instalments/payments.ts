// Reads payments with all that belongs to them, and moves them from state to state.

import type { EventType, Payment, PaymentState } from '@octavo/interfaces/f-instalments';
import type { Kysely } from 'kysely';
import { customerById } from './customers.ts';
import type { Deps } from './deps.ts';
import { callBack, record } from './events.ts';
import { notFound } from './problems.ts';
import { keptDetails, paymentRecord } from './records.ts';
import { mayFollow } from './rules/states.ts';
import type { InstalmentRow, InstalmentsTables, PaymentRow, ShopRow } from './tables.ts';

/** A unit of work on payments, and its present. */
export interface Unit {
  readonly deps: Deps;
  readonly tables: Kysely<InstalmentsTables>;
  readonly at: number;
}

/** A payment and its instalments in their order. */
export interface Loaded {
  readonly row: PaymentRow;
  readonly instalments: readonly InstalmentRow[];
}

/** @throws the refusal 404 where the shop has no such payment */
export async function loadPayment(tables: Kysely<InstalmentsTables>, shop: string, id: string): Promise<Loaded> {
  const row = await tables.selectFrom('f_payments').selectAll().where('id', '=', id).where('shop', '=', shop).executeTakeFirst();
  if (row === undefined) throw notFound('payment', id);
  return withInstalments(tables, row);
}

/** A payment by its identifier alone, for pages and jobs. */
export async function findPayment(tables: Kysely<InstalmentsTables>, id: string): Promise<Loaded | undefined> {
  const row = await tables.selectFrom('f_payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : withInstalments(tables, row);
}

/** As it is now in the unit. */
export function reload({ tables }: Unit, { row }: Loaded): Promise<Loaded> {
  return loadPayment(tables, row.shop, row.id);
}

async function withInstalments(tables: Kysely<InstalmentsTables>, row: PaymentRow): Promise<Loaded> {
  const instalments = await tables.selectFrom('f_instalments').selectAll().where('payment', '=', row.id).orderBy('number').execute();
  return { row, instalments };
}

/** The payment as the document describes it. */
export async function describe(
  tables: Kysely<InstalmentsTables>,
  { row, instalments }: Loaded,
  shop: ShopRow,
  origin: string,
): Promise<Payment> {
  const orders = await tables.selectFrom('f_orders').selectAll().where('payment', '=', row.id).orderBy('position').execute();
  const refunds = await tables.selectFrom('f_refunds').selectAll().where('payment', '=', row.id).orderBy('position').execute();
  const customer = await customerById(tables, row.customer);
  return paymentRecord(row, { instalments, orders, refunds, customer }, shop, origin);
}

/** Payments as the document describes them, read in one query for each table. */
export async function describeAll(
  tables: Kysely<InstalmentsTables>,
  rows: readonly PaymentRow[],
  shop: ShopRow,
  origin: string,
): Promise<Payment[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const customers = rows.flatMap(({ customer }) => (customer === null ? [] : [customer]));
  const instalments = await tables.selectFrom('f_instalments').selectAll().where('payment', 'in', ids).orderBy('number').execute();
  const orders = await tables.selectFrom('f_orders').selectAll().where('payment', 'in', ids).orderBy('position').execute();
  const refunds = await tables.selectFrom('f_refunds').selectAll().where('payment', 'in', ids).orderBy('position').execute();
  const people = customers.length === 0 ? [] : await tables.selectFrom('f_customers').selectAll().where('id', 'in', customers).execute();
  return rows.map((row) => {
    const own = <Part extends { readonly payment: string }>(parts: readonly Part[]) => parts.filter(({ payment }) => payment === row.id);
    const customer = people.find(({ id }) => id === row.customer);
    return paymentRecord(row, { instalments: own(instalments), orders: own(orders), refunds: own(refunds), customer }, shop, origin);
  });
}

type PaymentEventType = Extract<EventType, `payment.${string}`>;

/**
 * Moves a payment to a state, records the event, and has the address of the payment requested.
 * @param amount of the event, in cents
 * @throws {Error} for a state that may not follow
 */
export async function moveTo(unit: Unit, { row }: Loaded, state: PaymentState, type: PaymentEventType, amount: number): Promise<void> {
  if (!mayFollow(row.state, state)) throw new Error(`A payment that is ${row.state} cannot become ${state}.`);
  const { deps, tables, at } = unit;
  await update(unit, row.id, { state });
  await record(deps, tables, row.shop, at, { type, payment: row.id, data: { state, amount } });
  const { ipn_callback_url: url } = keptDetails(row);
  if (url !== undefined) await callBack(deps, tables, at, { shop: row.shop, payment: row.id, url });
}

export async function update({ tables }: Unit, id: string, changes: Partial<Omit<PaymentRow, 'id'>>): Promise<void> {
  await tables.updateTable('f_payments').set(changes).where('id', '=', id).execute();
}

export async function updateInstalment(
  { tables }: Unit,
  { payment, number }: Pick<InstalmentRow, 'payment' | 'number'>,
  changes: Partial<Omit<InstalmentRow, 'payment' | 'number'>>,
): Promise<void> {
  await tables.updateTable('f_instalments').set(changes).where('payment', '=', payment).where('number', '=', number).execute();
}
