// Both sides of webhooks: a receiver, which verifies over the raw bytes, validates, and then calls; and a sender, which signs and posts.
import { queryPairs } from './decode.ts';
import { ConfigurationError } from './errors.ts';
import { fault, invalidRequest } from './fault.ts';
import { readResult } from './incoming.ts';
import type { Issue } from './issue.ts';
import type { Operation, ServiceInfo } from './operation.ts';
import { encodeRequest, type InputParts } from './outgoing.ts';
import { readParameters } from './receive.ts';
import { requestFacade, type ServerRequest } from './request.ts';
import { type ServerAnswer, toResponse } from './respond.ts';
import { type Send, tryFetch } from './send.ts';
import {
  bodyFault,
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
import type { WebhookSecrets, WebhookSignature } from './webhook-signature.ts';

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
  service: ServiceInfo,
  routes: readonly WebhookRoute[],
  handlers: object,
  options: WebhookReceiverOptions = {},
): FetchHandler {
  if (options.secrets === undefined && routes.some((route) => route.signature !== undefined)) {
    throw new ConfigurationError(`${service.id}: its webhooks are signed; set secrets.`);
  }
  const core = createCore(service, handlers, options);
  const targets = routes.map((route) => ({ ...prepare(route, handlers), signature: route.signature }));
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
      const broken = bodyFault(error, limit, { requestId, operation });
      if (broken !== undefined) return core.refuse(request, broken);
      return core.failed(request, error, { requestId, operation });
    }
  }

  async function verifiedOf(
    candidates: readonly (Prepared & { signature: WebhookSignature | undefined })[],
    body: Uint8Array<ArrayBuffer>,
    request: ServerRequest,
  ) {
    const verified: Prepared[] = [];
    for (const candidate of candidates) {
      const { signature } = candidate;
      if (signature === undefined || (await signature.verify(body, (name) => request.header(name), options.secrets ?? [])))
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
      const { operation, checks } = target.route;
      const facts = { requestId, operation };
      const issues: Issue[] = [];
      const input = readParameters({ operation, request, path: new Map(), query }, target.known, issues);
      const body =
        operation.body === undefined
          ? { ok: {} }
          : await receiveBody(operation, request, () => request.bytes(limit), facts, target.route.checks.items);
      if ('fault' in body) {
        if (candidates.length === 1) return core.refuse(request, body.fault);
        continue;
      }
      Object.assign(input, body.ok);
      if (issues.length === 0 && recurse(checks.input, input, issues)) {
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
  /** Where the receiver is: http or https, without credentials. */
  readonly url: string;
  /** Signs. Needed where the document declares a signature. */
  readonly secret?: string;
  /** Names the secret, where the scheme has keys. */
  readonly key?: string;
  readonly fetch?: Send;
  /** How long to wait for an answer, in milliseconds. Default: 15,000. */
  readonly timeoutMilliseconds?: number;
}

/** What posts webhooks to one receiver. The secret is in a closure. */
export interface WebhookSender {
  readonly service: ServiceInfo;
  readonly post: (
    operation: Operation,
    signature: WebhookSignature | undefined,
    input: InputParts | undefined,
    signal: AbortSignal | undefined,
  ) => Promise<unknown>;
}

/** @throws {ConfigurationError} for a URL that is not http(s) or has credentials; the message does not quote it. */
export function createWebhookSender(service: ServiceInfo, options: WebhookSenderOptions): WebhookSender {
  const fetch: Send = options.fetch ?? ((request) => globalThis.fetch(request));
  const { secret, key, url, timeoutMilliseconds = 15_000 } = options;
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target === undefined || !/^https?:$/.test(target.protocol) || target.username !== '' || target.password !== '') {
    throw new ConfigurationError(`${service.id}: the receiver's URL must be http or https, without credentials.`);
  }
  return Object.freeze({
    service,
    async post(
      operation: Operation,
      signature: WebhookSignature | undefined,
      input: InputParts | undefined,
      signal: AbortSignal | undefined,
    ) {
      const parts = encodeRequest(operation, input);
      const encoded = new Response(parts.body ?? null);
      const type = encoded.headers.get('content-type');
      const body = new Uint8Array(await encoded.arrayBuffer());
      const headers = new Headers(parts.headers);
      if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
      if (signature !== undefined) {
        if (secret === undefined || secret === '') throw new ConfigurationError(`${service.id}: its webhooks are signed; set secret.`);
        for (const [name, value] of Object.entries(await signature.sign(body, { secret, key }))) headers.set(name, value);
      }
      const limit = AbortSignal.timeout(timeoutMilliseconds);
      const request = new Request(target, {
        method: operation.method,
        headers,
        body,
        redirect: 'manual',
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      const secrets = secret === undefined ? [] : [secret];
      return readResult(operation, await tryFetch(request, fetch, operation, secrets), secrets, request.signal, 64 * 1024);
    },
  });
}

/** Signs one webhook and posts it, once. A redirect is not followed. */
export function sendWebhook<Input, Result>(
  sender: WebhookSender,
  operation: Operation<Input, Result>,
  signature: WebhookSignature | undefined,
  input: Input,
  options?: { readonly signal?: AbortSignal },
): Promise<Result> {
  return sender.post(operation, signature, input as InputParts | undefined, options?.signal) as Promise<Result>;
}
