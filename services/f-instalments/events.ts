// Records events in the unit of work of the change, and delivers them to webhooks and to the address of the payment.

import {
  createInstalmentsCallbackSender,
  createInstalmentsWebhookSender,
  type DataExportEvent,
  type Event,
  type EventType,
  type OrderEvent,
  type PaymentEvent,
  validateEvent,
} from '@octavo/interfaces/f-instalments';
import type { Kysely } from 'kysely';
import type { JobKind } from '../platform/due/due.ts';
import type { DeliveryKind } from '../platform/outbox/outbox.ts';
import type { Platform } from '../platform/service.ts';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Deps } from './deps.ts';
import { listedAs } from './identifiers.ts';
import { SECOND, seconds } from './rules/dates.ts';
import { signingKey } from './shops.ts';
import type { InstalmentsTables } from './tables.ts';

const SERVICE = 'f-instalments';

/** Seconds before each attempt after the first: a minute to a day. */
const SCHEDULE = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];

/** The address of a payment is requested this long after the change. */
const CALLBACK_DELAY = 60 * SECOND;

interface EventDelivery {
  readonly shop: string;
  readonly body: Event;
}

/** Addresses the callback of a payment. */
interface CallbackDelivery {
  readonly shop: string;
  readonly payment: string;
  readonly url: string;
}

const EVENT: DeliveryKind<EventDelivery> = {
  service: SERVICE,
  event: 'event',
  accepts: (value): value is EventDelivery => hasTexts(value, ['shop']) && 'body' in value && validateEvent(value.body, []),
};
const acceptsCallback = (value: unknown): value is CallbackDelivery => hasTexts(value, ['shop', 'payment', 'url']);
const PAYMENT_CHANGED: DeliveryKind<CallbackDelivery> = { service: SERVICE, event: 'paymentChanged', accepts: acceptsCallback };
const CALL_BACK: JobKind<CallbackDelivery> = { service: SERVICE, name: 'call-back', accepts: acceptsCallback };

/** Says how events are delivered. Both kinds of delivery are signed with the shop's API key. */
export function handleEvents({ store, seal, due, outbox }: Platform<InstalmentsTables>): void {
  const keyOf = (shop: string) => signingKey(store.read, seal, shop);

  outbox.handle(EVENT, {
    schedule: SCHEDULE,
    secretName: ({ payload: { shop } }) => keyName(shop),
    async post({ url, payload: { shop, body } }, network, options) {
      const sender = createInstalmentsWebhookSender({ url, secret: await keyOf(shop), ...network });
      if (body.type === 'data_export.completed') return sender.dataExportEvent({ body }, options);
      if (isOfOrder(body)) return sender.orderEvent({ body }, options);
      return sender.paymentEvent({ body }, options);
    },
  });
  outbox.handle(PAYMENT_CHANGED, {
    schedule: SCHEDULE,
    secretName: ({ payload: { shop } }) => keyName(shop),
    async post({ payload: { shop, payment, url } }, network, options) {
      const sender = createInstalmentsCallbackSender({ secret: await keyOf(shop), ...network });
      // The sender takes the address from the request that created the payment. Only the address is kept.
      const request = { purchase_amount: 1, installments_count: 1, return_url: url, ipn_callback_url: url };
      return sender.paymentChanged({ input: { body: { payment: request } } }, { query: { pid: payment } }, options);
    },
  });
  due.handle(CALL_BACK, async ({ at, payload }, tables) => {
    await outbox.add(tables, PAYMENT_CHANGED, { url: payload.url, payload, sequence: `callback:${payload.payment}`, at });
  });
}

/** An event before it has its identifier. */
type NewEvent = Unmade<PaymentEvent> | Unmade<OrderEvent> | Unmade<DataExportEvent>;
type Unmade<E extends Event> = Omit<E, 'id' | 'created'>;

const eventWebhooks = prepare((tables: Kysely<InstalmentsTables>, given: Given<{ readonly shop: string }>) =>
  tables
    .selectFrom('f_webhooks')
    .select(['id', 'url', 'events'])
    .where('shop', '=', given('shop'))
    .where('type', '=', 'events')
    .orderBy('id'),
);

/** Records events in their order and adds their deliveries, in the unit of work of the change. */
export async function record(
  deps: Deps,
  tables: Kysely<InstalmentsTables>,
  shop: string,
  at: number,
  events: readonly NewEvent[],
): Promise<void> {
  const made = events.map((event) => {
    const row = listedAs(deps, 'event', shop, at);
    const body: Event = { id: row.id, created: seconds(at), ...event };
    return { row, body };
  });
  await tables
    .insertInto('f_events')
    .values(
      made.map(({ row, body }) => ({
        ...row,
        type: body.type,
        payment: 'payment' in body ? body.payment : null,
        body: JSON.stringify(body),
      })),
    )
    .execute();
  const webhooks = await eventWebhooks.all(tables, { shop });
  for (const { body } of made) {
    for (const { id, url, events: wanted } of webhooks) {
      if (wanted !== null && !(JSON.parse(wanted) as EventType[]).includes(body.type)) continue;
      await deps.outbox.add(tables, EVENT, { url, payload: { shop, body }, sequence: `webhook:${id}:${subjectOf(body)}`, at });
    }
  }
}

/** Has the address of a payment requested a minute after a change of its state. */
export async function callBack({ due }: Deps, tables: Kysely<InstalmentsTables>, at: number, payload: CallbackDelivery): Promise<void> {
  await due.schedule(tables, CALL_BACK, { at: at + CALLBACK_DELAY, payload });
}

/**
 * What an event is about: events of one subject arrive in order. The document promises none between subjects; it even says that events can arrive late
 * or twice.
 */
function subjectOf(event: Event): string {
  if (event.type === 'data_export.completed') return event.data.data_export;
  return isOfOrder(event) ? event.data.order : event.payment;
}

function keyName(shop: string): string {
  return `newest API key of shop ${shop}`;
}

function isOfOrder(event: Event): event is OrderEvent {
  return event.type === 'order.status_updated' || event.type === 'order.shipped';
}

function hasTexts(value: unknown, names: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof Object.getOwnPropertyDescriptor(value, name)?.value === 'string');
}
