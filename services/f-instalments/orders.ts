// Keeps the orders of payments, their status and their shipments.

import type { NewOrders, NewShipment, OrderDetails, OrderStatus } from '@octavo/interfaces/f-instalments';
import { refuse } from '@octavo/runtime';
import type { Unit } from './deps.ts';
import { record } from './events.ts';
import { listedAs } from './identifiers.ts';
import { ordersOf, requirePayment } from './payments.ts';
import { refusedValue } from './problems.ts';
import { add, requireRow, revise } from './store/rows.ts';
import type { Row } from './tables.ts';

/** Adds the orders of a request, in one of its three forms. */
export async function addOrdersOf(unit: Unit, shop: string, payment: string, body: NewOrders): Promise<readonly Row<'f_orders'>[]> {
  const row = await requirePayment(unit.tables, shop, payment);
  const given = 'orders' in body ? body.orders : 'order' in body ? [body.order] : [body];
  return addOrders(unit, row, await ordersOf(unit.tables, row.id), given);
}

/**
 * Adds orders to a payment. An order with a known reference is updated.
 * @param before the orders that the payment has
 * @returns those that it has then
 */
export async function addOrders(
  { deps, tables, at }: Unit,
  { id: payment, shop }: Row<'f_payments'>,
  before: readonly Row<'f_orders'>[],
  given: readonly OrderDetails[],
): Promise<readonly Row<'f_orders'>[]> {
  const orders = [...before];
  for (const { merchant_reference: reference = null, ...details } of given) {
    const place = reference === null ? -1 : orders.findIndex((one) => one.reference === reference);
    const known = orders[place];
    if (known !== undefined)
      orders[place] = await revise(tables, 'f_orders', known, { details: { ...known.details, ...details }, updated_at: at });
    else {
      const row = { ...listedAs(deps, 'order', shop, at), payment, reference, details, is_shipped: false, shipments: [] };
      orders.push(await add(tables, 'f_orders', row));
    }
  }
  return orders;
}

const REFERENCE = '/body/merchant_order_reference';

/** How a request names one of the orders of a payment. */
interface NamedOrder {
  readonly merchant_order_reference?: string;
  readonly merchant_reference?: string;
  readonly order_id?: string;
}

/** @throws the refusal 400 where the payment has no such order, or several and none is named */
async function namedOrder({ tables }: Unit, payment: string, named: NamedOrder): Promise<Row<'f_orders'>> {
  const { order_id, merchant_reference, merchant_order_reference: reference = merchant_reference } = named;
  const orders = await ordersOf(tables, payment);
  const found = orders.filter(
    (one) => (order_id === undefined || one.id === order_id) && (reference === undefined || one.reference === reference),
  );
  const [order] = found;
  if (order !== undefined && (found.length === 1 || order_id !== undefined || reference !== undefined)) return order;
  if (order_id !== undefined) throw refusedValue('unknown_order', '/body/order_id', 'is not an order of the payment');
  if (reference !== undefined) throw refusedValue('unknown_order', REFERENCE, 'is not the reference of an order of the payment');
  if (orders.length === 0) throw refuse(400, { code: 'no_order', detail: 'The payment has no order.' });
  throw refusedValue('order_not_named', REFERENCE, 'is required, since the payment has several orders');
}

export async function setStatus(unit: Unit, shop: string, payment: string, given: OrderStatus): Promise<Row<'f_orders'>> {
  const { id } = await requirePayment(unit.tables, shop, payment);
  const order = await namedOrder(unit, id, given);
  const is_shipped = given.is_shipped ?? order.is_shipped;
  return changeOrder(unit, order, { status: given.status, is_shipped }, 'order.status_updated');
}

/** @param payment the older path names the order in its place */
export async function addShipment(unit: Unit, shop: string, payment: string, given: NewShipment): Promise<Row<'f_orders'>> {
  const isOrder = payment.startsWith('order_');
  const order = isOrder
    ? await requireRow(unit.tables, 'f_orders', payment, (one) => one.shop === shop)
    : await namedOrder(unit, (await requirePayment(unit.tables, shop, payment)).id, given);
  const { carrier, tracking_number, tracking_url } = given;
  const shipments = [...order.shipments, { carrier, tracking_number, ...(tracking_url === undefined ? {} : { tracking_url }) }];
  return changeOrder(unit, order, { shipments, is_shipped: true }, 'order.shipped');
}

async function changeOrder(
  unit: Unit,
  order: Row<'f_orders'>,
  changes: Partial<Row<'f_orders'>>,
  type: 'order.status_updated' | 'order.shipped',
): Promise<Row<'f_orders'>> {
  const after: Row<'f_orders'> = { ...order, ...(await revise(unit.tables, 'f_orders', order, { ...changes, updated_at: unit.at })) };
  const { id, payment, reference: merchant_reference, status, is_shipped } = after;
  await record(unit, order.shop, [{ type, payment, data: { order: id, merchant_reference, status, is_shipped } }]);
  return after;
}
