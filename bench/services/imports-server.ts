// Serves the messaging service to a shop that imports contacts, and to other shops, whose requests have limits of their own. Prints its address and
// the credentials of the others, and its most memory when it is asked.

import { passwordHash } from '../../services/g-messaging/security.ts';
import type { MessagingTables } from '../../services/g-messaging/tables.ts';
import { createSandbox } from '../../services/index.ts';
import type { StorePlace } from '../../services/platform/store/open.ts';
import type { Store } from '../../services/platform/store/store.ts';

const [place = '', shops = '0'] = process.argv.slice(2);
const sandbox = await createSandbox({
  services: ['g-messaging'],
  store: JSON.parse(place) as StorePlace,
  network: { allowPrivate: 'loopback' },
});
const store = sandbox.platformOf('g-messaging').store as Store<MessagingTables>;
const others = Array.from({ length: Number(shops) }, (_, index) => ({ username: `shop-${index}@example.com`, password: `Door-${index}` }));
await store.write(async (tables) => {
  for (const [index, { username, password }] of others.entries()) {
    const id = 10_000 + index;
    await tables
      .insertInto('g_accounts')
      .values({ id, name: `Shop ${index}`, balance: 0, credit: 0, currency: 'EUR', bonus_emails: 0, bonus_smses: 0 })
      .execute();
    await tables
      .insertInto('g_users')
      .values({ id, account: id, name: 'A user', email: username, password_hash: passwordHash(username, password) })
      .execute();
  }
});
const { baseUrl } = await sandbox.listen('g-messaging');
process.on('message', () => process.send?.(process.resourceUsage().maxRSS));
console.log(JSON.stringify({ baseUrl, others }));
