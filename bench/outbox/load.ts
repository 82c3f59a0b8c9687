// Adds 250 deliveries a second for one quick receiver, as units of work of 24 writers, and looks whether the outbox keeps up: nothing is given up,
// and the oldest delivery that waits at the end is not older than ten seconds. `node bench/outbox/load.ts 240` takes 240
// seconds, the most; default: 60. With `postgres`, on PostgreSQL.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSchedulingWebhookSender, type InviteeCreated } from '@octavo/interfaces/e-scheduling';
import { exampleInviteeCreatedInput } from '@octavo/interfaces/e-scheduling/examples';
import { guardedFetch } from '@octavo/runtime/node';
import type { DeliveryKind } from '../../services/platform/outbox/outbox.ts';
import { createOutbox } from '../../services/platform/outbox/stored-outbox.ts';
import { type OutboxTables, outboxPart } from '../../services/platform/outbox/tables.ts';
import { openStore } from '../../services/platform/store/open.ts';
import { withAfterCommit } from '../../services/platform/work/after-commit.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { quick } from '../effort.ts';
import { startReceiver } from './receiver.ts';

const WRITERS = 24;
const RATE = 250;
const MOST_SECONDS = 240;
const OLDEST_SECONDS = 10;

const given = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? (quick ? 2 : 60));
const seconds = Math.min(given, MOST_SECONDS);

const EVENT: DeliveryKind<InviteeCreated> = {
  service: 'e-scheduling',
  event: 'invitee.created',
  accepts: (value): value is InviteeCreated => typeof value === 'object',
};

const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-load-'));
const receiver = await startReceiver();
const postgres = process.argv.includes('postgres') ? await startPostgres() : undefined;
const opened = await openStore<OutboxTables>(
  postgres === undefined ? { file: join(folder, 'load.sqlite') } : { postgres: await postgres.newDatabase() },
);
const store = withAfterCommit(opened);
await opened.migrate(outboxPart);
const allowPrivate = 'loopback';
const network = { allowPrivate, fetch: guardedFetch({ allowPrivate, keepAliveMilliseconds: 4_000 }) } as const;
const outbox = createOutbox({ store, clock: { now: () => Date.now() }, network, warn: console.warn, kept: Number.MAX_SAFE_INTEGER });
outbox.handle<InviteeCreated, OutboxTables>(EVENT, {
  schedule: [60],
  post: ({ url, payload }, own, options) =>
    createSchedulingWebhookSender({ url, secret: 'the key', ...own }).inviteeCreated({ body: payload }, options),
});
outbox.start();

const { body } = exampleInviteeCreatedInput();
const begin = performance.now();
let added = 0;
async function write(): Promise<void> {
  for (;;) {
    const elapsed = (performance.now() - begin) / 1_000;
    if (elapsed >= seconds) return;
    if (added < elapsed * RATE) {
      added += 1;
      await store.write((tables) => outbox.add(tables, EVENT, { url: receiver.url, payload: body }));
    } else await new Promise((resolve) => setTimeout(resolve, 4));
  }
}
await Promise.all(Array.from({ length: WRITERS }, write));
const count = async (state: string) =>
  Number(
    (
      await store.read
        .selectFrom('platform_deliveries')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('state', '=', state)
        .executeTakeFirstOrThrow()
    ).count,
  );
const { due } = await store.read
  .selectFrom('platform_deliveries')
  .select((row) => row.fn.min('due').as('due'))
  .where('state', 'in', ['waiting', 'sending'])
  .executeTakeFirstOrThrow();
const oldest = due === null ? 0 : (Date.now() - Number(due)) / 1_000;
const [arrived, gaveUp, waiting] = [await count('delivered'), await count('gave-up'), await count('waiting')];
await outbox.settle();
const late = (await count('delivered')) + (await count('gave-up'));
console.log('### The outbox under load\n');
console.log(`| | |\n|---|---:|
| seconds | ${seconds} |
| deliveries added | ${added} |
| arrived by then, a second | ${(arrived / seconds).toFixed(0)} |
| waiting by then | ${waiting} |
| given up | ${gaveUp} |
| the oldest that was due, seconds | ${oldest.toFixed(1)} |
| ended once those that waited were sent | ${late} |
| load | ${loadavg()[0]?.toFixed(1)} |`);
await outbox.close();
await opened.close();
await postgres?.stop();
await receiver.stop();
rmSync(folder, { recursive: true, force: true });
if (!quick && (gaveUp > 0 || oldest > OLDEST_SECONDS)) {
  console.error('The outbox does not keep up.');
  process.exitCode = 1;
}
