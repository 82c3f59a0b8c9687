// The sending side of webhooks: encodes a webhook, signs it, and posts it once to an allowed address. Redirects are not followed.

import { type AnyInput, encodeRequest } from '../client/encode-request.ts';
import { readResult } from '../client/incoming.ts';
import { tryFetch } from '../client/send.ts';
import type { Clock } from '../contract/clock.ts';
import { ConfigurationError, TransportError } from '../contract/errors.ts';
import type { Operation, ServiceInfo } from '../contract/operation.ts';
import type { Send, SendInit } from '../contract/request.ts';
import type { AnyResult } from '../contract/result.ts';
import { queryPairs } from '../wire/pairs.ts';
import { type AllowPrivate, BLOCKED, BlockedAddressError, checkTarget } from './address-guard.ts';
import { type Bytes, signedBytes, type WebhookSignature, type WebhookSigning } from './signature.ts';

/** How webhooks are signed and sent, whatever their address. */
export interface PosterOptions {
  /**
   * The secret to sign with; several while secrets are rotated. Required where webhooks are signed. `null`: this receiver has none, and gets them
   * unsigned.
   */
  readonly secret?: string | readonly string[] | null;
  /** Names the secret, where the scheme has keys. */
  readonly key?: string;
  /** Replaces the signature scheme of the document. */
  readonly signature?: WebhookSignature;
  /** Sends requests. In Node, `guardedFetch()` of the entry `/node` also refuses names that resolve to private addresses. Default: the platform's. */
  readonly fetch?: Send;
  /** How long to wait for the whole response. Default: 15,000. */
  readonly timeoutMilliseconds?: number;
  /** Whether private addresses may be called; `loopback`: only those of this machine. Default: no. */
  readonly allowPrivate?: AllowPrivate;
  /** The clock that signatures have their time from. Default: `Date.now`. */
  readonly now?: Clock;
}

export interface WebhookSenderOptions extends PosterOptions {
  /** Where the receiver is: http or https, without credentials. */
  readonly url: string;
}

/** Options of one attempt. `deliver` and `attemptDelivery` pass them on. */
export interface SendOptions {
  /** The event's identifier, the same in each attempt, where the signature scheme has one. Default: a new one. */
  readonly id?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the response's status before its body is read. */
  readonly onAnswer?: ((answer: SendAnswer) => void) | undefined;
  /** Called with what is signed before it is sent, for tools that show how a signature is made. It has the secrets, so do not log it. */
  readonly onSign?: ((signed: SignedWebhook) => void) | undefined;
}

/** The parts from which a webhook's signature is made. */
export interface SignedWebhook {
  readonly signature: WebhookSignature;
  /** The bytes that are signed, before a scheme adds its identifier and time: the body, or the value of a query parameter. */
  readonly content: Bytes;
  readonly signing: WebhookSigning;
}

export interface SendAnswer {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter: string | undefined;
}

/** Posts webhooks. The secrets are in a closure, so that printing it shows none. */
export interface Poster {
  /** @throws {BlockedAddressError} for a URL that may not be called. */
  readonly target: (url: string) => URL;
  readonly post: (
    url: URL,
    operation: Operation,
    signature: WebhookSignature | undefined,
    input: AnyInput | undefined,
    options: SendOptions,
  ) => Promise<unknown>;
}

/** Posts webhooks to one receiver. */
export interface WebhookSender {
  readonly poster: Poster;
  readonly url: URL;
}

/** The largest body of a receiver's response. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** @throws {BlockedAddressError} for a URL that may not be called. */
export function createWebhookSender(service: ServiceInfo, options: WebhookSenderOptions): WebhookSender {
  const poster = createPoster(service, options);
  return Object.freeze({ poster, url: poster.target(options.url) });
}

/** Posts to an address that is given with each call, as callbacks need it. */
export function createPoster(service: ServiceInfo, options: PosterOptions): Poster {
  const { secret, key, timeoutMilliseconds = 15_000, signature: own, now } = options;
  const fetch: Send = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const secrets = (typeof secret === 'string' ? [secret] : (secret ?? [])).filter((text) => text !== '');
  async function post(
    url: URL,
    operation: Operation,
    declared: WebhookSignature | undefined,
    input: AnyInput | undefined,
    { id, signal, onAnswer, onSign }: SendOptions,
  ): Promise<AnyResult> {
    const request = encodeRequest(operation, input);
    const encoded = new Response(request.body ?? null);
    const type = encoded.headers.get('content-type');
    const body = new Uint8Array(await encoded.arrayBuffer());
    const headers = new Headers(request.headers);
    if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
    if (request.cookies.length > 0) headers.set('cookie', request.cookies.join('; '));
    const signature = secret === null ? undefined : (own ?? declared);
    if (signature !== undefined) {
      if (secrets.length === 0)
        throw new ConfigurationError(`${service.id}: its webhooks are signed; set the option secret.`, operation.id);
      const signed = signedBytes(signature, body, queryPairs(request.query.join('&')));
      if (signed === undefined)
        throw new ConfigurationError(`${operation.id}: pass the query parameter ${signature.query}, whose value is signed.`, operation.id);
      const signing = { secrets, key, id, now };
      onSign?.({ signature, content: signed, signing });
      for (const [name, value] of Object.entries(await signature.sign(signed, signing))) headers.set(name, value);
    }
    const limit = AbortSignal.timeout(timeoutMilliseconds);
    const within = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    const init: SendInit = {
      method: operation.method,
      headers: Object.fromEntries(headers),
      body: request.body === undefined ? null : body,
      redirect: 'manual',
      signal: within,
    };
    const response = await tryFetch(withQuery(url, request.query).href, init, fetch, operation, secrets).catch(throwAsBlocked);
    onAnswer?.({ status: response.status, retryAfter: response.headers.get('retry-after') ?? undefined });
    return readResult({ operation, maxResponseBytes: MAX_RESPONSE_BYTES }, secrets, response, within);
  }

  return Object.freeze({
    target: (url: string) => checkTarget(url, options.allowPrivate),
    post(url, operation, signature, input, sendOptions) {
      const act = (wire: unknown) => post(url, operation, signature, wire as AnyInput | undefined, sendOptions);
      return operation.conversion?.around(operation, input, act) ?? act(input);
    },
  } satisfies Poster);
}

/** Throws the `BlockedAddressError` that `guardedFetch` failed with, as `checkTarget` would have thrown it. */
function throwAsBlocked(error: unknown): never {
  if (!(error instanceof TransportError) || error.code !== BLOCKED) throw error;
  throw error.cause instanceof BlockedAddressError ? error.cause : new BlockedAddressError('may not be called');
}

/** The address with the webhook's own query parameters added. */
function withQuery(url: URL, query: readonly string[]): URL {
  if (query.length === 0) return url;
  const full = new URL(url);
  full.search = [...(url.search === '' ? [] : [url.search.slice(1)]), ...query].join('&');
  return full;
}

/** Signs one webhook and posts it once. */
export function sendWebhook<Input, Result>(
  sender: WebhookSender,
  operation: Operation<Input, Result>,
  signature: WebhookSignature | undefined,
  input: Input,
  options: SendOptions = {},
): Promise<Result> {
  return sender.poster.post(sender.url, operation, signature, input as AnyInput | undefined, options) as Promise<Result>;
}
