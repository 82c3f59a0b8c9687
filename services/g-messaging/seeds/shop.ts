// What the examples tell of the shop: its promo codes, feeds, websites, app and files.

import type { Story } from '../../platform/service.ts';
import type { Tables } from '../deps.ts';
import { insert } from '../store.ts';
import { LENA } from './contacts.ts';

const BOOKS_FEED = 41;

export async function seedShop(tables: Tables, account: number, story: Story): Promise<void> {
  await seedCatalogue(tables, account, story);
  await insert(tables, 'g_sites', { id: 'st-4E0B71', account, domain: 'papaver-books.example', position: 0 });
  await insert(tables, 'g_push_sites', {
    id: 731,
    account,
    domain: 'https://papaver-books.example',
    worker_name: 'push-sw.js',
    worker_path: '/',
    worker_scope: '/',
  });
  await insert(tables, 'g_apps', { account, id: 'com.papaverbooks.reader' });
  await insert(tables, 'g_files', {
    account,
    name: 'readings.csv',
    status: 'READY',
    updated_at: story('2026-11-05T09:20:31Z'),
    position: 0,
    content: 'date,title\n2026-11-27,Poems by candlelight\n',
  });
}

async function seedCatalogue(tables: Tables, account: number, story: Story): Promise<void> {
  const code = { account, type: 'autumnPoetry', discount: 10, expires_at: story('2026-11-30T23:00:00Z') };
  await insert(tables, 'g_promo_codes', [
    { ...code, code: 'POETRY-7K2Q', position: 0, contact: LENA },
    { ...code, code: 'POETRY-9M4X', position: 1 },
  ]);
  const version = 'story';
  const books = [
    {
      externalItemId: 'PB-B-1874',
      name: 'Sea Glass: Collected Poems',
      category: 'Poetry',
      cost: 24,
      url: 'https://papaver-books.example/books/sea-glass',
      imageUrl: 'https://papaver-books.example/covers/1874.jpg',
      description: 'Forty years of poems about the sea.',
    },
    { externalItemId: 'PB-B-2036', name: 'A Field Guide to Slow Mornings', category: 'Poetry', cost: 18.5 },
    {
      externalItemId: 'PB-B-2210',
      name: 'Letters to a Lighthouse',
      category: 'Poetry',
      cost: 21.5,
      url: 'https://papaver-books.example/books/letters-to-a-lighthouse',
      imageUrl: 'https://papaver-books.example/covers/2210.jpg',
    },
  ];
  await insert(tables, 'g_feeds', {
    id: BOOKS_FEED,
    account,
    position: 0,
    name: 'Books',
    url: 'https://papaver-books.example/feeds/books.csv',
    format: 'csv',
    is_active: true,
    version,
    read_at: story('2026-11-21T04:00:00Z'),
    products: books.length,
    refused: 0,
  });
  await insert(
    tables,
    'g_products',
    books.map((product) => ({ feed: BOOKS_FEED, version, item: product.externalItemId, product })),
  );
  await seedEarlierOrder(tables, account, story);
}

/** An order of a contact that was erased since. It shows which books are bought together. */
async function seedEarlierOrder(tables: Tables, account: number, story: Story): Promise<void> {
  const order = 'PB-7012';
  await insert(tables, 'g_orders', {
    account,
    id: order,
    status: 'DELIVERED',
    total: 45.5,
    at: story('2026-07-30T11:05:00Z'),
  });
  await insert(
    tables,
    'g_order_items',
    ['PB-B-1874', 'PB-B-2210'].map((item) => ({ account, order, item, quantity: 1 })),
  );
}
