// Both sides of webhooks: a receiver, which verifies over the raw bytes, validates, and then calls; and a sender, which signs and posts.
import { queryPairs } from './decode.ts';
import { ConfigurationError, TransportError, UnexpectedResponseError, UnreadableResponseError } from './errors.ts';
import { fault, invalidRequest } from './fault.ts';
import { readResult } from './incoming.ts';
import type { Issue } from './issue.ts';
import type { Operation } from './operation.ts';
import { encodeRequest, type InputParts } from './outgoing.ts';
import { readParameters } from './receive.ts';
import { BodyTooLarge, requestFacade, type ServerRequest } from './request.ts';
import { type ServerAnswer, toResponse } from './respond.ts';
import { type Fetch, tryFetch } from './send.ts';
import {
  createCore,
  type FetchHandler,
  type Prepared,
  prepare,
  type Route,
  receiveBody,
  type ServerContext,
  type ServerOptions,
} from './server.ts';
import { recurse } from './validation.ts';
import { type Signer, signerOf, type WebhookSecrets, type WebhookSignature } from './webhook-signature.ts';

/** One webhook of a document: a route without a path, since the receiver decides where it is. */
export interface WebhookRoute extends Route {
  /** Absent: the document declares none, and nothing is verified. */
  readonly signature?: WebhookSignature;
}

/** What a webhook handler gets beside its input. */
export type WebhookContext = Omit<ServerContext, 'principal' | 'principals'>;

export interface WebhookReceiverOptions extends Pick<ServerOptions, 'validateResponses' | 'errors' | 'onError' | 'maxBodyBytes'> {
  /** The secrets that signatures are made with. Needed where the document declares a signature. */
  readonly secrets?: WebhookSecrets;
}

/** A receiver for all webhooks of a service at one address, whatever its path. Mount it where the sender was told. */
export function createWebhookReceiver(
  routes: readonly WebhookRoute[],
  handlers: object,
  options: WebhookReceiverOptions = {},
): FetchHandler {
  if (options.secrets === undefined && routes.some((route) => route.signature !== undefined)) {
    throw new ConfigurationError('These webhooks are signed; set secrets.');
  }
  const core = createCore({ id: 'webhooks', servers: [] }, handlers, options);
  const targets = routes.map((route) => ({
    ...prepare(route, handlers),
    signer: route.signature === undefined ? undefined : signerOf(route.signature),
  }));
  const limit = options.maxBodyBytes ?? 1024 * 1024;

  async function answer(request: ServerRequest): Promise<ServerAnswer> {
    const requestId = crypto.randomUUID();
    const candidates = targets.filter((target) => target.route.operation.method === request.method.toUpperCase());
    if (candidates.length === 0) {
      const allow = [...new Set(routes.map((route) => route.operation.method))].join(', ');
      return core.refuse(request, fault('method-not-allowed', `Webhooks come by ${allow}.`, { requestId, headers: { allow } }));
    }
    const operation = candidates.length === 1 ? candidates[0]?.route.operation : undefined;
    try {
      const body = await request.bytes(limit);
      const verified = await verifiedOf(candidates, body, request);
      if (verified.length === 0) {
        const headers = { 'www-authenticate': 'Signature' };
        return core.refuse(request, fault('unauthorized', 'The signature is missing or wrong.', { requestId, operation, headers }));
      }
      return await dispatch(verified, request, requestId);
    } catch (error) {
      if (error instanceof BodyTooLarge)
        return core.refuse(request, fault('payload-too-large', `A body may have up to ${limit} bytes.`, { requestId, operation }));
      return core.failed(request, error, { requestId, operation });
    }
  }

  async function verifiedOf(
    candidates: readonly (Prepared & { signer: Signer | undefined })[],
    body: Uint8Array<ArrayBuffer>,
    request: ServerRequest,
  ) {
    const verified: Prepared[] = [];
    for (const candidate of candidates) {
      const { signer } = candidate;
      if (signer === undefined || (await signer.verify(body, (name) => request.header(name), options.secrets ?? [])))
        verified.push(candidate);
    }
    return verified;
  }

  /** The first webhook whose input the request is. With one candidate, its issues are told; with several, those of the one with the fewest. */
  async function dispatch(candidates: readonly Prepared[], request: ServerRequest, requestId: string): Promise<ServerAnswer> {
    let fewest: { operation: Operation; issues: Issue[] } | undefined;
    const mark = request.target.indexOf('?');
    const query = queryPairs(mark === -1 ? '' : request.target.slice(mark + 1)) ?? new Map<string, string[]>();
    for (const target of candidates) {
      const { operation, input: validate } = target.route;
      const facts = { requestId, operation };
      const issues: Issue[] = [];
      const input = readParameters({ operation, request, path: new Map(), query }, target.known, issues);
      const body = operation.body === undefined ? { ok: {} } : await receiveBody(operation, request, () => request.bytes(limit), facts);
      if ('fault' in body) {
        if (candidates.length === 1) return core.refuse(request, body.fault);
        continue;
      }
      Object.assign(input, body.ok);
      if (issues.length === 0 && recurse(validate, input, issues)) {
        if (target.handler === undefined) return core.refuse(request, fault('not-implemented', 'This webhook is not implemented.', facts));
        const context: ServerContext = { operation, requestId, signal: request.signal, principal: undefined, principals: {}, request };
        return core.run(target, request, input, context);
      }
      if (fewest === undefined || issues.length < fewest.issues.length) fewest = { operation, issues };
    }
    return core.refuse(request, invalidRequest(fewest?.issues ?? [], { requestId, operation: fewest?.operation }));
  }

  return Object.assign(async (request: Request) => toResponse(await answer(requestFacade(request))), { answer });
}

export interface WebhookSenderOptions {
  /** Signs. Needed where the document declares a signature. */
  readonly secret?: string;
  /** Names the secret, where the scheme has keys. */
  readonly key?: string;
  readonly fetch?: Fetch;
  /** How long to wait for an answer, in milliseconds. Default: 15,000. */
  readonly timeoutMilliseconds?: number;
}

/** What became of one attempt. It was taken when the receiver answered 200 to 299; `reason` says why not, for a log. */
export type WebhookDelivery<Result> =
  | { readonly delivered: true; readonly status: number; readonly result: Result }
  | { readonly delivered: false; readonly status: number | undefined; readonly result?: Result; readonly reason: string };

/**
 * One method per webhook: `(url, input)` signs and posts it, once, and tells what became of it. Redirects are not followed.
 * @throws {ConfigurationError} when webhooks are signed and there is no secret; a method throws it for a URL that is not http(s).
 */
export function createWebhookSender<Sender extends object>(routes: readonly WebhookRoute[], options: WebhookSenderOptions): Sender {
  const { secret } = options;
  if ((secret === undefined || secret === '') && routes.some((route) => route.signature !== undefined)) {
    throw new ConfigurationError('These webhooks are signed; set secret.');
  }
  const methods = routes.map(({ name, operation, signature }) => {
    const signer = signature === undefined ? undefined : signerOf(signature);
    return [name, (url: string, input: InputParts | undefined) => deliver(operation, signer, url, input, options)] as const;
  });
  return Object.fromEntries(methods) as unknown as Sender;
}

async function deliver(
  operation: Operation,
  signer: Signer | undefined,
  url: string,
  input: InputParts | undefined,
  options: WebhookSenderOptions,
): Promise<WebhookDelivery<unknown>> {
  const { secret = '', key, timeoutMilliseconds = 15_000, fetch = (request) => globalThis.fetch(request) } = options;
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target === undefined || !/^https?:$/.test(target.protocol) || target.username !== '' || target.password !== '') {
    throw new ConfigurationError(`${operation.id}: the receiver's URL must be http or https, without credentials.`);
  }
  const parts = encodeRequest(operation, input);
  const encoded = new Response(parts.body ?? null);
  const type = encoded.headers.get('content-type');
  const body = new Uint8Array(await encoded.arrayBuffer());
  const headers = new Headers(parts.headers);
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
  const signed = signer === undefined ? {} : await signer.sign(body, { secret, key });
  for (const [name, value] of Object.entries(signed)) headers.set(name, value);
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const request = new Request(target, { method: operation.method, headers, body, redirect: 'manual', signal });
  try {
    const result = await readResult(operation, await tryFetch(request, fetch, operation, [secret]), [secret]);
    const { status } = result;
    if (status >= 200 && status < 300) return { delivered: true, status, result };
    return { delivered: false, status, result, reason: `The receiver answered ${status}.` };
  } catch (error) {
    return undelivered(error, signal, timeoutMilliseconds);
  }
}

function undelivered(error: unknown, signal: AbortSignal, milliseconds: number): WebhookDelivery<unknown> {
  if (signal.aborted) return { delivered: false, status: undefined, reason: `The receiver did not answer within ${milliseconds} ms.` };
  if (error instanceof UnexpectedResponseError || error instanceof UnreadableResponseError) {
    const { status } = error;
    // The sender needs the status only: what else a receiver says is its own business.
    if (status >= 200 && status < 300) return { delivered: true, status, result: { status } };
    return { delivered: false, status, reason: `The receiver answered ${status}.` };
  }
  if (error instanceof TransportError) return { delivered: false, status: undefined, reason: error.message };
  throw error;
}
