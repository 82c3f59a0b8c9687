// Keeps the orders of payments, their status and their shipments.

import type { OrderDetails, Shipment } from '@octavo/interfaces/f-instalments';
import { refuse } from '@octavo/runtime';
import { record } from './events.ts';
import { listedAs } from './identifiers.ts';
import { ordersOf, type Unit } from './payments.ts';
import { refusedValue } from './problems.ts';
import type { OrderRow, PaymentRow } from './tables.ts';

/**
 * Adds orders to a payment. An order with a known reference is updated.
 * @param before the orders that the payment has
 * @returns those that it has then
 */
export async function addOrders(
  { deps, tables, at }: Unit,
  { id: payment, shop }: PaymentRow,
  before: readonly OrderRow[],
  given: readonly OrderDetails[],
): Promise<readonly OrderRow[]> {
  const orders = [...before];
  for (const { merchant_reference: reference = null, ...details } of given) {
    const place = reference === null ? -1 : orders.findIndex((one) => one.reference === reference);
    const known = orders[place];
    if (known === undefined) {
      const row: OrderRow = {
        ...listedAs(deps, 'order', shop, at),
        payment,
        updated_at: null,
        reference,
        details: JSON.stringify(details),
        status: null,
        is_shipped: 0,
        shipments: '[]',
      };
      await tables.insertInto('f_orders').values(row).execute();
      orders.push(row);
    } else {
      const changes = { details: JSON.stringify({ ...(JSON.parse(known.details) as OrderDetails), ...details }), updated_at: at };
      await tables.updateTable('f_orders').set(changes).where('id', '=', known.id).execute();
      orders[place] = { ...known, ...changes };
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
export async function namedOrder({ tables }: Unit, payment: string, named: NamedOrder): Promise<OrderRow> {
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

export async function setStatus(unit: Unit, order: OrderRow, status: string, isShipped: boolean | undefined): Promise<OrderRow> {
  const is_shipped = isShipped === undefined ? order.is_shipped : isShipped ? 1 : 0;
  return change(unit, order, { status, is_shipped }, 'order.status_updated');
}

export async function addShipment(unit: Unit, order: OrderRow, shipment: Shipment): Promise<OrderRow> {
  const shipments = JSON.stringify([...(JSON.parse(order.shipments) as Shipment[]), shipment]);
  return change(unit, order, { shipments, is_shipped: 1 }, 'order.shipped');
}

async function change(
  { deps, tables, at }: Unit,
  order: OrderRow,
  changes: Partial<OrderRow>,
  type: 'order.status_updated' | 'order.shipped',
): Promise<OrderRow> {
  const after: OrderRow = { ...order, ...changes, updated_at: at };
  await tables
    .updateTable('f_orders')
    .set({ ...changes, updated_at: at })
    .where('id', '=', order.id)
    .execute();
  const { id, payment, reference: merchant_reference, status, is_shipped } = after;
  await record(deps, tables, order.shop, at, [
    { type, payment, data: { order: id, merchant_reference, status, is_shipped: is_shipped === 1 } },
  ]);
  return after;
}
