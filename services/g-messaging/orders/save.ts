// Saves orders, and finds their buyers or makes them contacts.

import type { FailedOrder, OrderImportResult } from '@octavo/interfaces/g-messaging';
import { findKeys, keyText } from '../contacts/keys.ts';
import { channelsOf, type GivenContact, keysOf } from '../contacts/rules.ts';
import { saveContacts } from '../contacts/save.ts';
import type { Tables, Unit } from '../deps.ts';
import { beginSession, endSession } from '../sessions/sessions.ts';
import { insert, invalid } from '../store.ts';
import { findTime } from '../times.ts';
import { changedOrder, type GivenOrder, itemsOf, newOrder, orderFault } from './rules.ts';
import type { OrderRow } from './tables.ts';

/** Saves orders in a session. Those that cannot be saved are listed, and keep no other from being saved. */
export async function addOrders(unit: Unit, account: number, orders: readonly GivenOrder[]): Promise<OrderImportResult> {
  const { created, updated, failedOrders } = await saveOrders(unit, account, orders);
  const counts = { created, updated, failed: failedOrders.length };
  const session = await beginSession(unit, account, 'orders', orders.length, counts);
  await endSession(unit, session, 'FINISHED');
  return { asyncSessionId: session, failedOrders };
}

/** Saves all orders, or none. @throws the refusal 400 that names the first that is wrong */
export async function addAllOrders(unit: Unit, account: number, orders: readonly GivenOrder[] = []): Promise<void> {
  const { failedOrders } = await saveOrders(unit, account, orders);
  for (const { message } of failedOrders) throw invalid(message);
}

async function saveOrders(unit: Unit, account: number, orders: readonly GivenOrder[]) {
  const { tables } = unit;
  const known = await findOrders(tables, account, orders);
  const created = new Set<string>();
  const updated = new Set<string>();
  const failedOrders: FailedOrder[] = [];
  const buyers = await buyersOf(unit, account, orders, known);
  for (const [index, order] of orders.entries()) {
    const id = order.externalOrderId;
    const before = known.get(id);
    const buyer = before === undefined ? buyers[index] : before.contact;
    const at = order.date === undefined ? undefined : findTime(order.date);
    const failed = orderFault(order) ?? (typeof buyer === 'string' ? buyer : dateFault(order, at));
    if (failed !== undefined || typeof buyer === 'string') {
      failedOrders.push({ externalOrderId: id, message: failed ?? '' });
      continue;
    }
    (before === undefined ? created : updated).add(id);
    known.set(id, changedOrder(before ?? newOrder(account, id, buyer ?? null, unit.at), order, at));
  }
  const changed = new Set([...created, ...updated]);
  await writeOrders(
    tables,
    account,
    [...known.values()].filter(({ id }) => changed.has(id)),
  );
  return { created: created.size, updated: changed.size - created.size, failedOrders };
}

/** What is wrong with the date of an order, in a sentence. @param at as it was read */
function dateFault({ externalOrderId, date }: GivenOrder, at: number | undefined): string | undefined {
  return date !== undefined && at === undefined ? `The date of order ${externalOrderId} is not a time: ${date}.` : undefined;
}

async function findOrders(tables: Tables, account: number, orders: readonly GivenOrder[]): Promise<Map<string, OrderRow>> {
  const ids = [...new Set(orders.map(({ externalOrderId }) => externalOrderId))];
  if (ids.length === 0) return new Map();
  const rows = await tables.selectFrom('g_orders').selectAll().where('account', '=', account).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The contact of each order that is new, or why there is none. A known one stays with its buyer, or without one where that was erased. */
async function buyersOf(unit: Unit, account: number, orders: readonly GivenOrder[], known: ReadonlyMap<string, OrderRow>) {
  const contacts = orders.map((order) =>
    known.has(order.externalOrderId) || orderFault(order) !== undefined ? undefined : contactOf(order),
  );
  const keys = contacts.map((contact) => (contact === undefined ? [] : keysOf(contact)));
  const found = await findKeys(unit.tables, account, keys.flat());
  const buyers = keys.map((own): number | string | undefined => own.flatMap((key) => found.get(keyText(key))?.id ?? []).at(0));
  const missing = buyers.flatMap((buyer, index) => (buyer === undefined && contacts[index] !== undefined ? [index] : []));
  const canBeMade = missing.filter((index) => channelsOf(contacts[index] ?? {}).length > 0);
  const saved = await saveContacts(
    unit,
    account,
    canBeMade.flatMap((index) => contacts[index] ?? []),
  );
  for (const index of missing) buyers[index] = `The contact ${contacts[index]?.externalCustomerId} does not exist.`;
  for (const [place, index] of canBeMade.entries()) {
    const one = saved[place];
    buyers[index] = one !== undefined && 'id' in one ? one.id : one?.failed;
  }
  return buyers;
}

/** The buyer of an order, as a contact. */
function contactOf(order: GivenOrder): GivenContact {
  const { externalCustomerId = '', email = '', phone = '' } = order;
  const names = 'firstName' in order || 'lastName' in order ? { firstName: order.firstName ?? '', lastName: order.lastName ?? '' } : {};
  const channels = [
    { type: 'email' as const, value: email },
    { type: 'sms' as const, value: phone },
  ];
  return { ...names, externalCustomerId, channels: channels.filter(({ value }) => value !== '') };
}

async function writeOrders(tables: Tables, account: number, rows: readonly OrderRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tables.deleteFrom('g_order_items').where('account', '=', account).where('order', 'in', ids).execute();
  await tables.deleteFrom('g_orders').where('account', '=', account).where('id', 'in', ids).execute();
  await insert(tables, 'g_orders', rows);
  const items = rows.flatMap((row) => itemsOf(row).map((item) => ({ account, order: row.id, ...item })));
  await insert(tables, 'g_order_items', items);
}
