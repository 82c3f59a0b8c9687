// Records events in the unit of work of the change, and delivers them to webhooks and to the address of the payment.

import {
  createInstalmentsCallbackSender,
  createInstalmentsWebhookSender,
  type DataExportEvent,
  type Event,
  type InstalmentsWebhookSender,
  type OrderEvent,
  type PaymentEvent,
  validateEvent,
} from '@octavo/interfaces/f-instalments';
import { announcementsOf } from '../platform/announce.ts';
import type { JobKind } from '../platform/due/due.ts';
import type { DeliveryKind } from '../platform/outbox/outbox.ts';
import { isOf } from '../platform/payload.ts';
import type { Platform } from '../platform/service.ts';
import type { Unit } from './deps.ts';
import { listedAs } from './identifiers.ts';
import { SECOND, seconds } from './rules/dates.ts';
import { signingKey } from './shops.ts';
import { all, insert } from './store/rows.ts';
import type { InstalmentsTables, Row } from './tables.ts';

const SERVICE = 'f-instalments';

/** Seconds before each attempt after the first: a minute to a day. */
const SCHEDULE = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];

/** The address of a payment is requested this long after the change. */
const CALLBACK_DELAY = 60 * SECOND;

const { kind, announce, handle } = announcementsOf<InstalmentsWebhookSender>()(SERVICE, 'shop');
const EVENT = kind('event', validateEvent, (sender, body, options) => {
  if (body.type === 'data_export.completed') return sender.dataExportEvent({ body }, options);
  return isOfOrder(body) ? sender.orderEvent({ body }, options) : sender.paymentEvent({ body }, options);
});

/** Addresses the callback of a payment. */
interface CallbackDelivery {
  readonly shop: string;
  readonly payment: string;
  readonly url: string;
}

const accepts = isOf({ shop: 'string', payment: 'string', url: 'string' });
const PAYMENT_CHANGED: DeliveryKind<CallbackDelivery> = { service: SERVICE, event: 'paymentChanged', accepts };
const CALL_BACK: JobKind<CallbackDelivery> = { service: SERVICE, name: 'call-back', accepts };

/** Says how events are delivered. Both kinds of delivery are signed with the shop's API key. */
export function handleEvents({ store, seal, due, outbox }: Platform<InstalmentsTables>): void {
  const keyOf = (shop: string) => signingKey(store.read, seal, shop);
  const secretName = (shop: string) => `newest API key of shop ${shop}`;
  handle(outbox, {
    schedule: SCHEDULE,
    secretName,
    senderOf: async (shop, url, network) => createInstalmentsWebhookSender({ url, secret: await keyOf(shop), ...network }),
  });
  outbox.handle(PAYMENT_CHANGED, {
    schedule: SCHEDULE,
    secretName: ({ payload: { shop } }) => secretName(shop),
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

/** Records events in their order and adds their deliveries, in the unit of work of the change. */
export async function record({ deps, tables, at }: Unit, shop: string, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map((event): Row<'f_events'> => {
    const listed = listedAs(deps, 'event', shop, at);
    const body: Event = { id: listed.id, created: seconds(at), ...event };
    return { ...listed, type: body.type, payment: 'payment' in body ? body.payment : null, body };
  });
  await insert(tables, 'f_events', rows);
  const webhooks = await all(tables, 'f_webhooks', { shop, type: 'events' }, ['id']);
  const receivers = rows.flatMap(({ body }) => {
    const wanting = webhooks.filter(({ events: wanted }) => wanted === null || wanted.includes(body.type));
    return wanting.map(({ id, url }) => ({ id: shop, url, body, sequence: `webhook:${id}:${subjectOf(body)}`, at }));
  });
  await announce(deps.outbox, tables, EVENT, receivers);
}

/** Has the address of a payment requested a minute after a change of its state. */
export async function callBack({ deps, tables, at }: Unit, payload: CallbackDelivery): Promise<void> {
  await deps.due.schedule(tables, CALL_BACK, { at: at + CALLBACK_DELAY, payload });
}

/**
 * What an event is about: events of one subject arrive in order. The document promises none between subjects; it even says that events can arrive
 * late or twice.
 */
function subjectOf(event: Event): string {
  if (event.type === 'data_export.completed') return event.data.data_export;
  return isOfOrder(event) ? event.data.order : event.payment;
}

function isOfOrder(event: Event): event is OrderEvent {
  return event.type === 'order.status_updated' || event.type === 'order.shipped';
}
