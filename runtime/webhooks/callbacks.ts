// Both sides of OpenAPI callbacks: webhooks whose address comes from an earlier request or its response.

import type { AnyInput } from '../client/encode-request.ts';
import type { Operation, ServiceInfo } from '../contract/operation.ts';
import { prepare } from '../server/prepare.ts';
import type { FetchHandler } from '../server/server.ts';
import { type Exchange, fillTemplate, type Template, textOf } from '../wire/expression.ts';
import { percentEncode } from '../wire/text.ts';
import { BlockedAddressError } from './address-guard.ts';
import { createWebhookReceiver } from './receiver.ts';
import type { WebhookReceiverOptions, WebhookRoute } from './receiver-options.ts';
import type { Poster, SendOptions } from './sender.ts';
import type { WebhookSignature } from './signature.ts';

/**
 * A receiver for the callbacks at one address; mount one for each address that you give away. Callbacks are distinguished by their content, so
 * those without a handler are ignored: otherwise one of them might match first.
 */
export function createCallbackReceiver(
  service: ServiceInfo,
  routes: readonly WebhookRoute[],
  handlers: object,
  options: WebhookReceiverOptions = {},
): FetchHandler {
  const handled = routes.filter((route) => prepare(route, handlers).handler !== undefined);
  return createWebhookReceiver(service, handled.length === 0 ? routes : handled, handlers, options);
}

/**
 * Signs one callback and posts it once, to the address in the exchange.
 * @throws {ExpressionError} where the exchange has no address.
 * @throws {BlockedAddressError} for an address that may not be called.
 */
export async function sendCallback<Input, Result>(
  poster: Poster,
  address: Template,
  exchange: Exchange,
  operation: Operation<Input, Result>,
  signature: WebhookSignature | undefined,
  input: Input,
  options: SendOptions = {},
): Promise<Result> {
  const url = textOf(fillTemplate(address, exchange, operation.id, (text) => percentEncode(text) ?? ''));
  if (url === undefined) throw new BlockedAddressError('is not a URL');
  return poster.post(poster.target(url), operation, signature, input as AnyInput | undefined, options) as Promise<Result>;
}
