// The rows that the examples of the documents tell of: a shop for books, its customers Lena and Pavel, and a second account without contacts.

import { hashOf } from '../platform/secrets.ts';
import type { MessagingPlatform, Tables } from './deps.ts';
import { passwordHash } from './security.ts';
import { seedBroadcasts } from './seeds/broadcasts.ts';
import { seedContacts } from './seeds/contacts.ts';
import { PAPAVER_KEY, users } from './seeds/credentials.ts';
import { seedMessages } from './seeds/messages.ts';
import { seedOrders } from './seeds/orders.ts';
import { seedSends } from './seeds/sends.ts';
import { seedShop } from './seeds/shop.ts';
import { seedWorkflows } from './seeds/workflows.ts';
import { insert } from './store.ts';

const PAPAVER = 8840;
const HARBOUR = 8841;

export async function seed(tables: Tables, platform: MessagingPlatform): Promise<void> {
  const { story } = platform;
  const paid = { credit: 0, currency: 'EUR', bonus_smses: 0 };
  await insert(tables, 'g_accounts', [
    { ...paid, id: PAPAVER, name: 'Papaver Books', balance: 864_000, bonus_emails: 1000 },
    { ...paid, id: HARBOUR, name: 'Harbour Tea', balance: 0, bonus_emails: 0 },
  ]);
  const user = (id: number, account: number, name: string, { username, password }: { username: string; password: string }) => ({
    id,
    account,
    name,
    email: username,
    password_hash: passwordHash(username, password),
  });
  await insert(tables, 'g_users', [user(1207, PAPAVER, 'Jonas Reuter', users.papaver), user(1208, HARBOUR, 'Mara Lind', users.harbour)]);
  await insert(tables, 'g_keys', { hash: hashOf(PAPAVER_KEY), user: 1207 });
  await seedContacts(tables, PAPAVER, story);
  await seedOrders(tables, PAPAVER, story);
  await seedSends(tables, PAPAVER, story);
  await seedMessages(tables, PAPAVER, story('2026-11-02T08:00:00Z'));
  await seedBroadcasts(tables, PAPAVER, platform);
  const counts = { total: 2, created: 1, updated: 1, failed: 0 };
  const session = {
    id: '5d0c7c1e-8a2b-4b43-9d0f-6f1f3a52c7e9',
    account: PAPAVER,
    kind: 'contacts',
    created_at: story('2026-11-02T08:16:00Z'),
  };
  await insert(tables, 'g_sessions', { ...session, ...counts, status: 'FINISHED' });
  await seedShop(tables, PAPAVER, story);
  await seedWorkflows(tables, PAPAVER);
}
