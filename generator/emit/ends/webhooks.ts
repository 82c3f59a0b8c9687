// Prints `webhooks.ts`: handlers and a receiver for applications that receive webhooks, a sender for those that send them, and one row per webhook
// for both.
import type { Service, Webhook } from '../../model/service.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { type EventKind, emitEvents } from './events.ts';

export function emitWebhooks(service: Service, options: EmitOptions, folder: Folder = wholeOf(service, options)): string {
  const kind: EventKind<Webhook> = {
    word: 'Webhook',
    noun: 'webhooks',
    events: service.webhooks,
    createReceiver: 'createWebhookReceiver',
    handlersDoc: `Handlers of webhooks of ${service.title}. A webhook without a handler answers 501.`,
    senderDoc: `Sends webhooks of ${service.title} to one receiver, without retries.`,
    createSender: 'createWebhookSender',
    senderOptions: 'WebhookSenderOptions',
    send: 'sendWebhook',
    exchange: () => [],
    constants: () => '',
  };
  return emitEvents(kind, service, options, folder);
}
