// Sums up the orders of contacts, and deletes orders.

import type { DeleteOrdersInput, OrdersInfo } from '@octavo/interfaces/g-messaging';
import { sql } from 'kysely';
import type { Tables, Unit } from '../deps.ts';
import { beginDeletion } from '../sessions/deletions.ts';
import { invalid } from '../store.ts';
import { DAY, readRange } from '../times.ts';
import { NOT_BOUGHT } from './rules.ts';

/** How many orders contacts have made, and when the last one, by their identifiers. */
export async function orderSummaries(
  tables: Tables,
  contacts: readonly number[],
): Promise<ReadonlyMap<number, { count: number; last: number }>> {
  if (contacts.length === 0) return new Map();
  const rows = await tables
    .selectFrom('g_orders')
    .select(['contact', sql<number>`count(*)`.as('count'), sql<number>`max(at)`.as('last')])
    .where('contact', 'in', contacts)
    .where('status', 'not in', NOT_BOUGHT)
    .groupBy('contact')
    .execute();
  return new Map(rows.map(({ contact, count, last }) => [contact ?? 0, { count: Number(count), last: Number(last) }]));
}

/** What the shop has told of earlier orders, with those that it added since. @param show writes a time */
export function ordersInfo(
  earlier: OrdersInfo | null,
  since: { readonly count: number; readonly last: number } | undefined,
  show: (time: number) => string,
): OrdersInfo | null {
  if (since === undefined) return earlier;
  const before = earlier?.lastDate === undefined ? 0 : Date.parse(earlier.lastDate);
  const lastDate = earlier?.lastDate !== undefined && before > since.last ? earlier.lastDate : show(since.last);
  return { lastDate, count: (earlier?.count ?? 0) + since.count };
}

/** @returns the identifier of the session @throws the refusal 400 for half a range, or one that is too long */
export async function deleteOrders(unit: Unit, account: number, { externalOrderId, from, to }: DeleteOrdersInput['query']) {
  const range = readRange(from, to);
  if (range !== undefined && range.to - range.from > DAY) throw invalid('from and to must be at most 24 hours apart.');
  return beginDeletion(unit, account, 'orders', { name: externalOrderId, ...range });
}
