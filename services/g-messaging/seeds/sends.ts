// The messages that the shop has sent, what happened to them, and what was paid.

import type { Story } from '../../platform/service.ts';
import type { Tables } from '../deps.ts';
import { insert } from '../store.ts';
import { LENA } from './contacts.ts';

export async function seedSends(tables: Tables, account: number, story: Story): Promise<void> {
  const newsletter = '9021-104729';
  const push = '2420-104729';
  await insert(tables, 'g_sends', [
    {
      id: 'rq-7b1f0d52',
      request: 'rq-7b1f0d52',
      account,
      contact: LENA,
      channel: 'sms',
      locator: '491713920042',
      content: { from: 'PapaverBks', text: 'Order PB-7781 is waiting' },
      status: 'DELIVERED',
      position: 1,
      sent_at: story('2026-11-13T10:15:30Z'),
    },
    {
      id: newsletter,
      request: newsletter,
      account,
      contact: LENA,
      channel: 'email',
      locator: 'lena.hoffmann@example.com',
      message: 2417,
      name: 'Autumn poetry letter',
      broadcast: 9021,
      content: {
        from: '"Papaver Books" <letters@papaver-books.example>',
        subject: 'Four new books of poems',
        html: '<p>Dear reader, the leaves are falling, and four new books have come.</p>',
      },
      status: 'CLICKED',
      position: 2,
      sent_at: story('2026-11-20T09:00:01Z'),
    },
    {
      id: push,
      request: push,
      account,
      contact: LENA,
      channel: 'mobilepush',
      locator: 'pt-lena-phone-6Xk2Vq',
      message: 2420,
      name: 'New in poetry',
      content: {
        subject: 'Vier neue Gedichtbände',
        text: 'In der App zum Blättern.',
        image: 'https://papaver-books.example/covers/autumn.jpg',
        link: 'papaverbooks://shelf/poetry',
      },
      status: 'DELIVERED',
      position: 3,
      sent_at: story('2026-11-21T07:00:01Z'),
    },
  ]);
  const happened = { account, contact: LENA, send: newsletter };
  await insert(tables, 'g_activity', [
    { ...happened, position: 1, status: 'SENT', at: story('2026-11-20T09:00:01Z') },
    { ...happened, position: 2, status: 'DELIVERED', at: story('2026-11-20T09:00:04Z') },
    { ...happened, position: 3, status: 'READ', at: story('2026-11-20T18:31:44Z') },
    {
      ...happened,
      position: 4,
      status: 'CLICKED',
      at: story('2026-11-20T18:32:10Z'),
      link: 'https://papaver-books.example/books/sea-glass',
    },
    { ...happened, send: push, position: 5, status: 'SENT', at: story('2026-11-21T07:00:01Z') },
    { ...happened, send: push, position: 6, status: 'DELIVERED', at: story('2026-11-21T07:00:04Z') },
  ]);
  await insert(tables, 'g_ledger', [
    { position: 1, account, at: story('2026-10-01T08:00:00Z'), type: 'PAYMENT', amount: 64_800, description: 'Bank transfer' },
    { position: 2, account, at: story('2026-11-02T08:00:00Z'), type: 'PAYMENT', amount: 800_000, description: 'Bank transfer' },
    { position: 3, account, at: story('2026-11-13T10:15:30Z'), type: 'SMS', amount: -800, description: 'Order PB-7781 is waiting' },
  ]);
}
