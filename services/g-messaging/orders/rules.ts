// Decides what an order becomes by a change, and which orders count.

import type { Order, OrderItem, OrderStatus } from '@octavo/interfaces/g-messaging';
import type { Order as MarketingOrder } from '@octavo/interfaces/g-messaging-marketing';
import type { KeptOrder, OrderRow } from './tables.ts';

/** An order as either document has it. */
export type GivenOrder = Order | MarketingOrder;

const STATUSES: readonly OrderStatus[] = ['INITIALIZED', 'IN_PROGRESS', 'CANCELLED', 'DELIVERED', 'ABANDONED_SHOPPING_CART'];

/** Neither a cart that was left nor a cancelled order is something that a contact has bought. */
export const NOT_BOUGHT: readonly OrderStatus[] = ['ABANDONED_SHOPPING_CART', 'CANCELLED'];

/** What is wrong with an order, in a sentence. */
export function orderFault({ externalOrderId, externalCustomerId, email, phone, status }: GivenOrder): string | undefined {
  if (!externalCustomerId && !email && !phone) return `Order ${externalOrderId} has no buyer.`;
  if (status !== undefined && !STATUSES.some((known) => known === status))
    return `The status of order ${externalOrderId} must be one of ${STATUSES.join(', ')}, not ${status}.`;
  return undefined;
}

/** An order after a change: fields that are absent stay as they are, and so does its buyer. @param at when it was made, where it is given */
export function changedOrder(before: OrderRow, given: GivenOrder, at: number | undefined): OrderRow {
  const { externalOrderId: _id, totalCost: total = before.total, status = before.status, date: _date, ...details } = given;
  const kept = { ...before.details, ...details } as KeptOrder;
  return { ...before, total, status: status as OrderStatus, at: at ?? before.at, details: kept };
}

export function newOrder(account: number, id: string, contact: number | null, at: number): OrderRow {
  return { account, id, contact, status: 'INITIALIZED', total: 0, at, details: null };
}

/** The products of an order with their quantities, each once. */
export function itemsOf({ details }: OrderRow): readonly { readonly item: string; readonly quantity: number }[] {
  const quantities = new Map<string, number>();
  for (const { externalItemId: item = '', quantity = 1 } of (details?.items ?? []) as readonly Partial<OrderItem>[])
    if (item !== '') quantities.set(item, (quantities.get(item) ?? 0) + quantity);
  return [...quantities].map(([item, quantity]) => ({ item, quantity }));
}
