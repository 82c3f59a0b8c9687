// Declares the rows of orders.

import type { Order, OrderStatus } from '@octavo/interfaces/g-messaging';
import { double, integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

/** The fields of an order that the service only keeps. */
export type KeptOrder = Omit<Order, 'externalOrderId' | 'totalCost' | 'status' | 'date'>;

const orders = table(
  'g_orders',
  {
    account: key(integer),
    /** Identifier in the shop. */
    id: key(text),
    /** The buyer. Null where the contact was erased. */
    contact: nullable(integer),
    status: textOf<OrderStatus>(),
    total: double,
    /** When it was made. */
    at: integer,
    details: nullable(json<KeptOrder>()),
  },
  { indexes: { contact: ['contact', 'at'], at: ['account', 'at'] } },
);

/** The products of an order, by which products are recommended. */
const items = table(
  'g_order_items',
  { account: key(integer), order: key(text), item: key(text), quantity: integer },
  { indexes: { item: ['account', 'item'] } },
);

export const orderTables = [orders, items] as const;

export type OrderRow = RowOf<typeof orders>;
