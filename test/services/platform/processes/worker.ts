// A process of its own that sends deliveries and runs due work of a store on PostgreSQL, until it is killed.

import { TransportError } from '@octavo/runtime';
import { guardedFetch } from '@octavo/runtime/node';
import { createDue } from '../../../../services/platform/due/stored-due.ts';
import { createOutbox } from '../../../../services/platform/outbox/stored-outbox.ts';
import { openStore } from '../../../../services/platform/store/open.ts';
import type { Store } from '../../../../services/platform/store/store.ts';
import { withAfterCommit } from '../../../../services/platform/work/after-commit.ts';
import { EVENT, LEASE_MILLISECONDS, NOTE, type WorkTables } from './work.ts';

const [url = '', name = ''] = process.argv.slice(2);
const store = withAfterCommit(await openStore<WorkTables>({ postgres: url })) as Store<unknown>;
const clock = { now: () => Date.now() };
const common = { clock, warn: (message: string) => console.error(`${name}: ${message}`), leaseMilliseconds: LEASE_MILLISECONDS };

const outbox = createOutbox({
  ...common,
  store: store as Store<WorkTables> as Parameters<typeof createOutbox>[0]['store'],
  network: { fetch: guardedFetch({ allowPrivate: 'loopback' }), allowPrivate: 'loopback' },
  mostPerTarget: 8,
});
outbox.handle<string, WorkTables>(EVENT, {
  schedule: [60],
  async post({ id, url: target, payload }, { fetch }, { signal, onAnswer }) {
    const headers = { 'webhook-id': id, 'x-process': name };
    const init = { method: 'POST', body: payload, headers, redirect: 'manual', signal: signal ?? null } as const;
    const response = await fetch(target, init).catch((error: unknown) => {
      throw new TransportError('note', undefined, error);
    });
    onAnswer?.({ status: response.status, retryAfter: undefined });
  },
});

const due = createDue({ ...common, store: store as Store<WorkTables> as Parameters<typeof createDue>[0]['store'] });
due.handle<string, WorkTables>(NOTE, async ({ id, payload }, tables) => {
  // The test kills it there, in the middle of a unit of work.
  if (name === 'victim' && payload === '20') await new Promise(() => {});
  const { written } = await tables
    .selectFrom('notes')
    .select((row) => row.fn.countAll<number>().as('written'))
    .executeTakeFirstOrThrow();
  await tables
    .insertInto('notes')
    .values({ id, text: payload, position: Number(written), process: name })
    .execute();
});

outbox.start();
due.start();
console.log('ready');
// The loops let a process end that has nothing else to do.
setInterval(() => {}, 60_000);
