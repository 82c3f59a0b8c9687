// Handlers of the operations tagged 'Orders'.

import type { NewOrders, Order, OrderDetails, RequiredInstalmentsOrdersHandlers } from '@octavo/interfaces/f-instalments';
import type { Caller, Deps } from '../deps.ts';
import { addOrders, addShipment, namedOrder, setStatus } from '../orders.ts';
import { ordersOf, requirePayment, type Unit } from '../payments.ts';
import { notFound } from '../problems.ts';
import { orderRecord } from '../records.ts';
import type { OrderRow } from '../tables.ts';

export const ordersHandlers = (deps: Deps): RequiredInstalmentsOrdersHandlers<Caller> => {
  const { store, clock } = deps;

  async function change(act: (unit: Unit) => Promise<OrderRow>): Promise<Order> {
    const at = clock.now();
    return orderRecord(await store.write((tables) => act({ deps, tables, at })));
  }

  return {
    async createOrder({ path, body }, { principal: { shop } }) {
      const at = clock.now();
      const rows = await store.write(async (tables) => {
        const row = await requirePayment(tables, shop.id, path.payment_id);
        return addOrders({ deps, tables, at }, row, await ordersOf(tables, row.id), ordersIn(body));
      });
      return { status: 200, body: rows.map(orderRecord) };
    },

    async updateOrderStatus({ path, body }, { principal: { shop } }) {
      const order = await change(async (unit) => {
        const row = await requirePayment(unit.tables, shop.id, path.payment_id);
        return setStatus(unit, await namedOrder(unit, row.id, body), body.status, body.is_shipped ?? undefined);
      });
      return { status: 200, body: order };
    },

    async sendShipmentInfo({ path: { payment_id }, body }, { principal: { shop } }) {
      const { carrier, tracking_number, tracking_url } = body;
      const shipment = { carrier, tracking_number, ...(tracking_url === undefined ? {} : { tracking_url }) };
      const order = await change(async (unit) => {
        // The older path names the order in place of the payment.
        if (payment_id.startsWith('order_')) return addShipment(unit, await requireOrder(unit, shop.id, payment_id), shipment);
        const row = await requirePayment(unit.tables, shop.id, payment_id);
        return addShipment(unit, await namedOrder(unit, row.id, body), shipment);
      });
      return { status: 200, body: order };
    },
  };
};

/** The orders of a request in one of its three forms. */
function ordersIn(body: NewOrders): readonly OrderDetails[] {
  if ('orders' in body) return body.orders;
  return 'order' in body ? [body.order] : [body];
}

async function requireOrder({ tables }: Unit, shop: string, id: string): Promise<OrderRow> {
  const row = await tables.selectFrom('f_orders').selectAll().where('shop', '=', shop).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('order', id);
  return row;
}
