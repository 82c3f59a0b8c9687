// Handlers of the operations tagged 'Orders'.

import type { RequiredInstalmentsOrdersHandlers } from '@octavo/interfaces/f-instalments';
import { write } from '../../platform/unit.ts';
import type { Caller, Deps } from '../deps.ts';
import { addOrdersOf, addShipment, setStatus } from '../orders.ts';
import { orderRecord } from '../show.ts';

export const ordersHandlers = (deps: Deps): RequiredInstalmentsOrdersHandlers<Caller> => ({
  async createOrder({ path, body }, { principal: { shop } }) {
    const rows = await write(deps, (unit) => addOrdersOf(unit, shop.id, path.payment_id, body));
    return { status: 200, body: rows.map(orderRecord) };
  },
  async updateOrderStatus({ path, body }, { principal: { shop } }) {
    return { status: 200, body: orderRecord(await write(deps, (unit) => setStatus(unit, shop.id, path.payment_id, body))) };
  },
  async sendShipmentInfo({ path, body }, { principal: { shop } }) {
    return { status: 200, body: orderRecord(await write(deps, (unit) => addShipment(unit, shop.id, path.payment_id, body))) };
  },
});
