// Recommends products to a contact: first those that others have ordered together with what it ordered, then those that it has viewed.

import type { Product } from '@octavo/interfaces/g-messaging';
import { sql } from 'kysely';
import type { Tables } from '../deps.ts';

/** How many products are recommended. */
const MOST_PRODUCTS = 10;
/** How many of the newest orders and views of a contact count. */
const MOST_LOOKED_AT = 100;

/** The best first; none where nothing is known of the contact. What it has ordered already is left out. */
export async function recommended(tables: Tables, account: number, contact: number): Promise<Product[]> {
  const ordered = await orderedItems(tables, account, contact);
  const candidates = [...(await orderedWith(tables, account, contact, ordered)), ...(await viewedItems(tables, account, contact))];
  const wanted = [...new Set(candidates)].filter((item) => !ordered.includes(item));
  const products = await productsOf(tables, account, wanted);
  return wanted.flatMap((item) => products.get(item) ?? []).slice(0, MOST_PRODUCTS);
}

const ordersOf = (tables: Tables, account: number) =>
  tables
    .selectFrom('g_orders')
    .innerJoin('g_order_items', (join) =>
      join.onRef('g_order_items.account', '=', 'g_orders.account').onRef('g_order_items.order', '=', 'g_orders.id'),
    )
    .where('g_orders.account', '=', account)
    .where('g_orders.status', 'not in', ['CANCELLED', 'ABANDONED_SHOPPING_CART']);

async function orderedItems(tables: Tables, account: number, contact: number): Promise<readonly string[]> {
  const rows = ordersOf(tables, account).select('item').where('contact', '=', contact).orderBy('at', 'desc').limit(MOST_LOOKED_AT);
  return [...new Set((await rows.execute()).map(({ item }) => item))];
}

/** What others have ordered together with some products, that which came most often first. */
async function orderedWith(tables: Tables, account: number, contact: number, items: readonly string[]): Promise<readonly string[]> {
  if (items.length === 0) return [];
  const together = tables.selectFrom('g_order_items').select('order').where('account', '=', account).where('item', 'in', items);
  const rows = ordersOf(tables, account)
    .select(['item', sql<number>`count(*)`.as('times')])
    .where('g_orders.id', 'in', together)
    .where((order) => order.or([order('contact', '<>', contact), order('contact', 'is', null)]))
    .where('item', 'not in', items)
    .groupBy('item')
    .orderBy('times', 'desc')
    .orderBy('item')
    .limit(MOST_LOOKED_AT);
  return (await rows.execute()).map(({ item }) => item);
}

/** What a contact has viewed, the last first. */
async function viewedItems(tables: Tables, account: number, contact: number): Promise<readonly string[]> {
  const views = await tables
    .selectFrom('g_events')
    .select('params')
    .where('account', '=', account)
    .where('contact', '=', contact)
    .where('type', '=', 'productViewed')
    .orderBy('at', 'desc')
    .orderBy('position', 'desc')
    .limit(MOST_LOOKED_AT)
    .execute();
  const keys = views.flatMap(({ params }) => params.filter(({ name }) => name === 'productKey'));
  return keys.map(({ value }) => String(value));
}

/** The products of the feeds with these identifiers. Where several feeds have one, the first in the list of feeds counts. */
async function productsOf(tables: Tables, account: number, items: readonly string[]): Promise<ReadonlyMap<string, Product>> {
  if (items.length === 0) return new Map();
  const rows = await tables
    .selectFrom('g_feeds')
    .innerJoin('g_products', (join) => join.onRef('g_products.feed', '=', 'g_feeds.id').onRef('g_products.version', '=', 'g_feeds.version'))
    .select(['item', 'product'])
    .where('g_feeds.account', '=', account)
    .where('item', 'in', items)
    .orderBy('g_feeds.position', 'desc')
    .execute();
  return new Map(rows.map(({ item, product }) => [item, product]));
}
