// Serves the messaging service. Prints its address, and says whether jobs or deliveries wait when it is asked. With a third argument, it adds as many
// contacts to a group before, sets the webhook of the second one, prints what a broadcast needs, and ends.

import { createMessagingClient } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { createSandbox } from '../../../services/index.ts';
import { waitingJobs } from '../../../services/platform/due/rows.ts';
import type { DueTables } from '../../../services/platform/due/tables.ts';
import type { OutboxTables } from '../../../services/platform/outbox/tables.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import type { Store } from '../../../services/platform/store/store.ts';

/** What one request may import. */
const MOST_AT_ONCE = 3_000;
const GROUP = 'Readers';
/** Milliseconds within which all jobs of the broadcast fall due. Those of the broadcast that the examples have fall due later. */
const SOON = 60_000;

const [place = '', webhook = '', contacts] = process.argv.slice(2);
const sandbox = await createSandbox({
  services: ['g-messaging'],
  store: JSON.parse(place) as StorePlace,
  network: { allowPrivate: 'loopback' },
});
if (contacts === undefined) await serve();
else {
  console.log(JSON.stringify(await prepare(Number(contacts))));
  await sandbox.close();
}

async function serve(): Promise<void> {
  const { store } = sandbox.platformOf('g-messaging');
  const { baseUrl } = await sandbox.listen('g-messaging');
  const open = (store as Store<OutboxTables>).read
    .selectFrom('platform_deliveries')
    .select('id')
    .where('state', 'in', ['queued', 'waiting', 'sending'])
    .limit(1);
  process.on('message', async () => {
    const [[job], [delivery]] = await Promise.all([waitingJobs((store as Store<DueTables>).read, 1), open.execute()]);
    process.send?.(delivery !== undefined || (job !== undefined && job.at < sandbox.clock.now() + SOON));
  });
  console.log(JSON.stringify({ baseUrl }));
}

async function prepare(count: number): Promise<{ readonly messageId: number; readonly groupIds: [number] }> {
  const client = createMessagingClient({ fetch: sandbox.fetch('g-messaging'), credentials: { basic: users.papaver } });
  for (let start = 0; start < count; start += MOST_AT_ONCE) {
    const size = Math.min(MOST_AT_ONCE, count - start);
    const batch = Array.from({ length: size }, (_, index) => ({
      firstName: `Reader ${start + index}`,
      channels: [{ type: 'email', value: `reader-${start + index}@example.com` }],
    }));
    const body = { contacts: batch, dedupeOn: 'email', groupNames: [GROUP] };
    const { asyncSessionId = '' } = unwrap(await client.importContacts({ body: body as never }), 200);
    const status = async () => unwrap(await client.getContactImportStatus({ path: { sessionId: asyncSessionId } }), 200).status;
    while ((await status()) === 'IN_PROGRESS') await sandbox.moveClock(sandbox.clock.now());
  }
  const groups = unwrap(await client.listGroups({}), 200);
  const { id: messageId } = unwrap(
    await client.createEmailMessage({
      body: {
        name: 'Letter',
        from: 'Papaver Books <letters@papaver-books.example>',
        subject: 'New books for {{ firstName }}',
        htmlText: '<p>Dear {{ firstName }},</p><p>these <a href="https://papaver-books.example/new">books</a> are new.</p>',
      },
    }),
    200,
  );
  await act('set-webhook', { url: webhook });
  const rules = { email: { bounced: 2, read: 30, clicked: 17, deliveredAfter: 1, readAfter: 3 } };
  await act('set-behaviour', { rules: JSON.stringify(rules) });
  return { messageId, groupIds: [groups.find(({ name }) => name === GROUP)?.id ?? 0] };
}

async function act(action: string, body: Record<string, string>): Promise<void> {
  unwrap(await sandbox.control.runAction({ path: { service: 'g-messaging', action }, body }), 200);
}
