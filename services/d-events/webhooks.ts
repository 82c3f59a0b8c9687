// Webhooks: what happened on a channel of an app, in one delivery for each unit of work, signed with the secret of the app.

import { createEventsWebhookSender, validateWebhookDelivery, type WebhookDelivery, type WebhookEvent } from '@octavo/interfaces/d-events';
import type { Kysely } from 'kysely';
import type { DeliveryKind } from '../platform/outbox/outbox.ts';
import type { Deps } from './deps.ts';
import type { EventsTables } from './tables.ts';

interface Payload {
  readonly app: string;
  readonly body: WebhookDelivery;
}

const CHANNEL_EVENTS: DeliveryKind<Payload> = {
  service: 'd-events',
  event: 'channelEvents',
  accepts: (value): value is Payload => {
    const { app, body } = value as Partial<Payload>;
    return typeof app === 'string' && validateWebhookDelivery(body, []);
  },
};

/** Seconds before each further attempt: five minutes in all. */
const SCHEDULE = [1, 2, 5, 12, 30, 70, 180];

/** Events in one delivery. */
const MOST_EVENTS = 100;

/** Says how webhooks are sent. */
export function handleWebhooks({ store, outbox }: Deps): void {
  outbox.handle(CHANNEL_EVENTS, {
    schedule: SCHEDULE,
    secretName: ({ payload: { app } }) => `secret of app ${app}`,
    async post({ url, payload: { app, body } }, network, options) {
      const found = store.read.selectFrom('d_apps').select(['key', 'secret']).where('id', '=', app);
      const { key, secret } = await found.executeTakeFirstOrThrow();
      return await createEventsWebhookSender({ url, key, secret, ...network }).channelEvents({ body }, options);
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
    for (const [channel, own] of byChannel(events)) {
      for (let from = 0; from < own.length; from += MOST_EVENTS) {
        const body = { time_ms: clock.now(), events: own.slice(from, from + MOST_EVENTS) };
        await outbox.add(tables, CHANNEL_EVENTS, { url, payload: { app, body }, sequence: `${app} ${channel}` });
      }
    }
  }
}

function byChannel(events: readonly WebhookEvent[]): ReadonlyMap<string, readonly WebhookEvent[]> {
  const channels = new Map<string, WebhookEvent[]>();
  for (const event of events) {
    const own = channels.get(event.channel);
    if (own === undefined) channels.set(event.channel, [event]);
    else own.push(event);
  }
  return channels;
}
