// Declares what a webhook receiver is created from (the webhooks of a document and options), and what its handlers get.

import type { ServerContext } from '../server/handler-context.ts';
import type { Route, ServerOptions } from '../server/options.ts';
import type { WebhookSecrets, WebhookSignature } from './signature.ts';

/** One webhook of a document: a route without a path, since the receiver decides where it is. */
export interface WebhookRoute extends Route {
  /** Absent: the document declares none, and nothing is verified. */
  readonly signature?: WebhookSignature;
}

/** The context that a webhook handler gets besides its input. */
export interface WebhookContext extends Omit<ServerContext, 'principal' | 'principals'> {
  /** The event's identifier, the same each time it is delivered, where the signature covers one (`webhook-id` of Standard Webhooks). */
  readonly deliveryId?: string;
}

/** An event with a valid signature and no handler: the document has no such webhook, or its handler is left out. */
export interface UnknownWebhook extends Omit<WebhookContext, 'operation'> {
  /** The webhook's handler name, where the document has the webhook. */
  readonly webhook?: string;
  /** The JSON value, or the bytes of a body that is not JSON. Not validated. */
  readonly body: unknown;
}

export interface WebhookReceiverOptions
  extends Pick<ServerOptions, 'validateResponses' | 'errors' | 'onError' | 'tolerance' | 'trustedProxies' | 'now'> {
  /** The largest delivery that is read, in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** The secrets that deliveries are signed with, or a function that finds those of a key. Required where webhooks are signed. */
  readonly secrets?: WebhookSecrets;
  /** Replaces the signature scheme of the document. */
  readonly signature?: WebhookSignature;
  /** Gets events without a handler, which are then answered with a 204. Default: they are answered with a 400 or 501. */
  readonly onUnknown?: (event: UnknownWebhook) => void | Promise<void>;
  /**
   * Whether a delivery was handled before; it is then answered with a 204, and no handler is called. It should only look: store the identifier
   * in the transaction that handles the event, since an event stored before its handling failed would never be delivered again.
   */
  readonly seen?: (deliveryId: string) => boolean | Promise<boolean>;
}
