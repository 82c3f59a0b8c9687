// The rows that the examples of the documents tell of: a shop for books, its customers Lena and Pavel, and a second account without contacts.

import { hashOf } from '../platform/secrets.ts';
import type { MessagingPlatform, Tables } from './deps.ts';
import { passwordHash } from './security.ts';
import { seedContacts } from './seeds/contacts.ts';
import { PAPAVER_KEY, users } from './seeds/credentials.ts';
import { seedOrders } from './seeds/orders.ts';

const PAPAVER = 8840;
const HARBOUR = 8841;

export async function seed(tables: Tables, { story }: MessagingPlatform): Promise<void> {
  await tables
    .insertInto('g_accounts')
    .values([
      { id: PAPAVER, name: 'Papaver Books', balance: 864_000 },
      { id: HARBOUR, name: 'Harbour Tea', balance: 0 },
    ])
    .execute();
  const user = (id: number, account: number, name: string, { username, password }: { username: string; password: string }) => ({
    id,
    account,
    name,
    email: username,
    password_hash: passwordHash(username, password),
  });
  await tables
    .insertInto('g_users')
    .values([user(1207, PAPAVER, 'Jonas Reuter', users.papaver), user(1208, HARBOUR, 'Mara Lind', users.harbour)])
    .execute();
  await tables
    .insertInto('g_keys')
    .values({ hash: hashOf(PAPAVER_KEY), user: 1207 })
    .execute();
  await seedContacts(tables, PAPAVER, story);
  await seedOrders(tables, PAPAVER, story);
}
