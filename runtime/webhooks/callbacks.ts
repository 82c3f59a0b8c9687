// Both sides of OpenAPI callbacks: webhooks whose address an earlier request, or its answer, gave.

import type { InputParts } from '../client/outgoing.ts';
import type { Operation, ServiceInfo } from '../contract/operation.ts';
import { prepare } from '../server/core.ts';
import type { FetchHandler } from '../server/server.ts';
import { type Exchange, fillTemplate, type Template, textOf } from '../wire/expression.ts';
import { percentEncode } from '../wire/text.ts';
import { BlockedAddressError } from './address-guard.ts';
import { createWebhookReceiver, type WebhookReceiverOptions, type WebhookRoute } from './receiver.ts';
import type { Poster, SendOptions } from './sender.ts';
import type { WebhookSignature } from './signature.ts';

/**
 * A receiver at one address for the callbacks that there are handlers for; mount one for each address that was given. What comes is told apart
 * by its content, so one that has no handler is not mistaken for another.
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
 * Signs one callback and posts it, once, to the address that the exchange gives.
 * @throws {ExpressionError} where the exchange has no address; {BlockedAddressError} for one that may not be called.
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
  return poster.post(poster.target(url), operation, signature, input as InputParts | undefined, options) as Promise<Result>;
}
