// Webhooks: what happened on a channel of an app, in one delivery for each unit of work, signed with the secret of the app.

import { createEventsWebhookSender, validateWebhookDelivery, type WebhookEvent } from '@octavo/interfaces/d-events';
import type { Kysely } from 'kysely';
import { announcementsOf } from '../platform/announce.ts';
import type { Deps } from './deps.ts';
import type { EventsTables } from './tables.ts';

const { kind, announce, handle } = announcementsOf<ReturnType<typeof createEventsWebhookSender>>()('d-events', 'app');
const CHANNEL_EVENTS = kind('channelEvents', validateWebhookDelivery, (sender, body, options) => sender.channelEvents({ body }, options));

/** Seconds before each further attempt: five minutes in all. */
const SCHEDULE = [1, 2, 5, 12, 30, 70, 180];

/** Events in one delivery. */
const MOST_EVENTS = 100;

/** Says how webhooks are sent. */
export function handleWebhooks({ store, outbox }: Deps): void {
  handle(outbox, {
    schedule: SCHEDULE,
    secretName: (app) => `secret of app ${app}`,
    async senderOf(app, url, network) {
      const found = store.read.selectFrom('d_apps').select(['key', 'secret']).where('id', '=', app);
      return createEventsWebhookSender({ url, ...(await found.executeTakeFirstOrThrow()), ...network });
    },
  });
}

/**
 * Writes the webhooks of a unit of work for the apps that take any. Those of one channel arrive in the order of its events. The document promises no
 * order between channels: only within a delivery.
 */
export async function addWebhooks(
  { outbox, clock }: Deps,
  tables: Kysely<EventsTables>,
  happened: ReadonlyMap<string, readonly WebhookEvent[]>,
): Promise<void> {
  for (const [app, events] of happened) {
    const { webhook_url: url } = await tables.selectFrom('d_apps').select('webhook_url').where('id', '=', app).executeTakeFirstOrThrow();
    if (url === null) continue;
    const bodies = [...Map.groupBy(events, ({ channel }) => channel)].flatMap(([channel, own]) =>
      inParts(own).map((part) => ({ id: app, url, sequence: `${app} ${channel}`, body: { time_ms: clock.now(), events: part } })),
    );
    await announce(outbox, tables, CHANNEL_EVENTS, bodies);
  }
}

function inParts(events: readonly WebhookEvent[]): WebhookEvent[][] {
  return Array.from({ length: Math.ceil(events.length / MOST_EVENTS) }, (_, part) =>
    events.slice(part * MOST_EVENTS, (part + 1) * MOST_EVENTS),
  );
}
