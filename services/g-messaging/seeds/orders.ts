// The order of Lena, and the cart that Pavel has left.

import type { Story } from '../../platform/service.ts';
import type { Tables } from '../deps.ts';
import { insert } from '../store.ts';
import { LENA, PAVEL } from './contacts.ts';

export async function seedOrders(tables: Tables, account: number, story: Story): Promise<void> {
  const books = [
    {
      externalItemId: 'PB-B-1874',
      name: 'Sea Glass: Collected Poems',
      category: 'Poetry',
      quantity: 1,
      cost: 24,
      url: 'https://papaver-books.example/books/sea-glass',
      imageUrl: 'https://papaver-books.example/covers/1874.jpg',
      description: 'Forty years of poems about the sea.',
    },
    { externalItemId: 'PB-B-2036', name: 'A Field Guide to Slow Mornings', category: 'Poetry', quantity: 1, cost: 18.5 },
  ];
  await insert(tables, 'g_orders', [
    {
      account,
      id: 'PB-7781',
      contact: LENA,
      status: 'DELIVERED',
      total: 42.5,
      at: story('2026-11-12T17:40:00Z'),
      details: {
        externalCustomerId: 'PB-C-1001',
        email: 'lena.hoffmann@example.com',
        phone: '491713920042',
        currency: 'EUR',
        deliveryAddress: 'Papaver Books, Kastanienallee 8, Berlin',
        items: books,
      },
    },
    {
      account,
      id: 'PB-CART-5512',
      contact: PAVEL,
      status: 'ABANDONED_SHOPPING_CART',
      total: 21.5,
      at: story('2026-11-14T20:10:00Z'),
      details: { email: 'pavel.novak@example.com', restoreUrl: 'https://papaver-books.example/cart/5512' },
    },
  ]);
  await insert(
    tables,
    'g_order_items',
    books.map(({ externalItemId: item, quantity }) => ({ account, order: 'PB-7781', item, quantity })),
  );
}
