// Opens the services whose process is killed, and has them send their events.

import { createSchedulingClient } from '@octavo/interfaces/e-scheduling';
import { createInstalmentsClient } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { tokens } from '../../../../services/e-scheduling/seed.ts';
import type { SchedulingTables } from '../../../../services/e-scheduling/tables.ts';
import { keys } from '../../../../services/f-instalments/seeds/seed.ts';
import type { InstalmentsTables } from '../../../../services/f-instalments/tables.ts';
import { type ControlledSandbox, createSandbox } from '../../../../services/index.ts';
import type { OutboxTables } from '../../../../services/platform/outbox/tables.ts';
import { forgetLeases } from '../../../../services/platform/sandbox/leases.ts';
import type { SandboxTables } from '../../../../services/platform/sandbox/tables.ts';
import { openStore, type StorePlace } from '../../../../services/platform/store/open.ts';

/** The rows that are looked at. */
export type Rows = Kysely<SchedulingTables & InstalmentsTables & OutboxTables>;

export function openServices(place: StorePlace): Promise<ControlledSandbox> {
  return createSandbox({
    services: ['e-scheduling', 'f-instalments'],
    store: place,
    network: { allowPrivate: 'loopback' },
    // A loss of the database is what the test is about.
    warn: () => {},
  });
}

export function rowsOf(sandbox: ControlledSandbox): Rows {
  return sandbox.platformOf('e-scheduling').store.read as unknown as Rows;
}

/** Ends what the killed process had begun. On PostgreSQL another process would wait until its leases end, since it may still run. */
export async function endLeases(place: StorePlace): Promise<void> {
  const store = await openStore<SandboxTables>(place);
  await store.write(forgetLeases);
  await store.close();
}

/** Subscribes an address to all bookings, cancellations and payments. Those of the seeds do not exist, and retries would take long. */
export async function subscribe(sandbox: ControlledSandbox, url: string): Promise<void> {
  const scheduling = createSchedulingClient({ fetch: sandbox.fetch('e-scheduling'), credentials: { personalToken: tokens.owner } });
  const { current_organization: organization } = unwrap(await scheduling.getCurrentUser(), 200).resource;
  const { collection } = unwrap(await scheduling.listWebhookSubscriptions({ query: { organization, scope: 'organization' } }), 200);
  for (const { uri } of collection)
    await scheduling.deleteWebhookSubscription({ path: { webhook_uuid: uri.slice(uri.lastIndexOf('/') + 1) } });
  const events = ['invitee.created', 'invitee.canceled'] as const;
  unwrap(await scheduling.createWebhookSubscription({ body: { url, organization, scope: 'organization', events: [...events] } }), 201);
  // The other shop of the seeds has a webhook.
  const shop = createInstalmentsClient({ fetch: sandbox.fetch('f-instalments'), credentials: { InstalmentsAuth: keys.saltWind } });
  unwrap(await shop.configureWebhook({ body: { url } }), 200);
}
