// The receiving side of webhooks: verifies over the raw bytes, only then reads and validates, and calls the handler of the webhook that it is.
import { json } from '../body/body.ts';
import { ConfigurationError } from '../contract/errors.ts';
import type { Issue } from '../contract/issue.ts';
import type { ServiceInfo } from '../contract/operation.ts';
import { parseStrictJson } from '../json/strict.ts';
import { createCore, heldInput, type Prepared, prepare, type Route, type ServerOptions } from '../server/core.ts';
import { type Fault, fault, invalidRequest } from '../server/fault.ts';
import type { ServerContext } from '../server/handler-context.ts';
import { readParameters } from '../server/receive.ts';
import { bodyFault, receiveBody } from '../server/receive-body.ts';
import { requestFacade, type ServerRequest } from '../server/request.ts';
import { nextRequestId } from '../server/request-id.ts';
import { type ServerAnswer, toResponse } from '../server/respond.ts';
import type { FetchHandler } from '../server/server.ts';
import { recurse } from '../validate/report.ts';
import { queryPairs } from '../wire/decode.ts';
import { essenceOf } from '../wire/media-type.ts';
import { type Bytes, signedBytes, type VerifiedWebhook, type WebhookSecrets, type WebhookSignature } from './signature.ts';

/** One webhook of a document: a route without a path, since the receiver decides where it is. */
export interface WebhookRoute extends Route {
  /** Absent: the document declares none, and nothing is verified. */
  readonly signature?: WebhookSignature;
}

/** What a webhook handler gets beside its input. */
export interface WebhookContext extends Omit<ServerContext, 'principal' | 'principals'> {
  /** Identifies the event, the same when it is delivered again, where the signature scheme signs one (`webhook-id` of Standard Webhooks). */
  readonly deliveryId?: string;
}

/** An event that is signed as it should be, and that no handler is for: one that the document does not have, or whose handler is left out. */
export interface UnknownWebhook extends Omit<WebhookContext, 'operation'> {
  /** The webhook that it is, by its handler's name, where the document has it. */
  readonly webhook?: string;
  /** The JSON value, or the bytes of what is not JSON. Not validated. */
  readonly body: unknown;
}

export interface WebhookReceiverOptions extends Pick<ServerOptions, 'validateResponses' | 'errors' | 'onError' | 'maxBodyBytes'> {
  /** The secrets that signatures are made with, or a function that finds those of a key. Needed where there is a signature. */
  readonly secrets?: WebhookSecrets;
  /** How requests are signed, in place of what the document declares. */
  readonly signature?: WebhookSignature;
  /** Takes events that no handler is for, which are then answered 204. Default: they are answered 400 or 501. */
  readonly onUnknown?: (event: UnknownWebhook) => void | Promise<void>;
  /**
   * Whether a delivery was handled before; it is then answered 204, and no handler is called. Asked only: note the identifier where you
   * handle the event, in the same transaction, or one whose handling failed would never come again.
   */
  readonly seen?: (deliveryId: string) => boolean | Promise<boolean>;
}

/** A webhook whose signature is right. */
interface Candidate {
  readonly target: Prepared;
  readonly verified: VerifiedWebhook;
}

/** A receiver for all webhooks of a service at one address, whatever its path. Mount it where the sender was told. */
export function createWebhookReceiver(
  service: ServiceInfo,
  routes: readonly WebhookRoute[],
  handlers: object,
  options: WebhookReceiverOptions = {},
): FetchHandler {
  const targets = routes.map((route) => ({ target: prepare(route, handlers), signature: options.signature ?? route.signature }));
  if (options.secrets === undefined && targets.some(({ signature }) => signature !== undefined)) {
    throw new ConfigurationError(`${service.id}: its webhooks are signed; set secrets.`);
  }
  const core = createCore(service, handlers, options);
  const limit = options.maxBodyBytes ?? 1024 * 1024;

  async function answer(request: ServerRequest): Promise<ServerAnswer> {
    const requestId = nextRequestId();
    const method = request.method.toUpperCase();
    const fitting = targets.filter(({ target }) => target.route.operation.method.toUpperCase() === method);
    if (fitting.length === 0) {
      const allow = [...new Set(routes.map((route) => route.operation.method))].join(', ');
      return core.refuse(request, fault('method-not-allowed', `Webhooks come by ${allow}.`, { requestId, headers: { allow } }));
    }
    const operation = fitting.length === 1 ? fitting[0]?.target.route.operation : undefined;
    try {
      const body = await request.bytes(limit);
      const candidates = await verifiedOf(fitting, body, request);
      const [first] = candidates;
      if (first === undefined) {
        const headers = { 'www-authenticate': 'Signature' };
        return core.refuse(request, fault('unauthorized', 'The signature is missing or wrong.', { requestId, operation, headers }));
      }
      const { id } = first.verified;
      if (id !== undefined && options.seen !== undefined && (await options.seen(id))) return taken();
      return await dispatch(candidates, request, body, requestId);
    } catch (error) {
      const broken = bodyFault(error, limit, { requestId, operation });
      if (broken !== undefined) return core.refuse(request, broken);
      return core.failed(request, error, { requestId, operation });
    }
  }

  /** Each signature is verified once, however many webhooks have it. */
  async function verifiedOf(fitting: typeof targets, body: Bytes, request: ServerRequest): Promise<Candidate[]> {
    const verdicts = new Map<WebhookSignature, VerifiedWebhook | undefined>();
    const found: Candidate[] = [];
    for (const { target, signature } of fitting) {
      if (signature === undefined) {
        found.push({ target, verified: {} });
        continue;
      }
      if (!verdicts.has(signature)) {
        const signed = signedBytes(signature, body, queryOf(request));
        const verdict = signed && (await signature.verify(signed, (name) => request.header(name), options.secrets ?? []));
        verdicts.set(signature, verdict);
      }
      const verified = verdicts.get(signature);
      if (verified !== undefined) found.push({ target, verified });
    }
    return found;
  }

  /** The first webhook whose input the request is. With one candidate, its issues are told; with several, those of the one with the fewest. */
  async function dispatch(candidates: readonly Candidate[], request: ServerRequest, body: Bytes, requestId: string): Promise<ServerAnswer> {
    let nearest: { issues: number; fault: Fault } | undefined;
    const query = queryOf(request) ?? new Map<string, string[]>();
    for (const { target, verified } of candidates) {
      const { operation, checks } = target.route;
      const facts = { requestId, operation };
      const issues: Issue[] = [];
      const input = readParameters({ operation, request, path: new Map(), query }, target.known, issues);
      const read = operation.body === undefined ? { ok: {} } : await receiveBody(operation, request, async () => body, facts, checks.items);
      if ('fault' in read) {
        nearest ??= { issues: Number.POSITIVE_INFINITY, fault: read.fault };
        continue;
      }
      Object.assign(input, read.ok);
      const valid = issues.length === 0 && recurse(checks.input, input, issues);
      const held = valid ? heldInput(operation, input, issues) : undefined;
      if (issues.length === 0) {
        const context = { requestId, signal: request.signal, request, ...deliveryOf(verified) };
        if (target.handler !== undefined)
          return core.run(target, request, held, { ...context, operation, principal: undefined, principals: {} });
        const missing = fault('not-implemented', 'This webhook is not implemented.', facts);
        return unknown({ ...context, webhook: target.route.name }, body, missing);
      }
      if (nearest === undefined || issues.length < nearest.issues) {
        nearest = { issues: issues.length, fault: invalidRequest(issues, facts) };
      }
    }
    const [first] = candidates;
    const context = { requestId, signal: request.signal, request, ...deliveryOf(first?.verified ?? {}) };
    return unknown(context, body, nearest?.fault ?? invalidRequest([], { requestId, operation: undefined }));
  }

  async function unknown(event: Omit<UnknownWebhook, 'body'>, body: Bytes, otherwise: Fault): Promise<ServerAnswer> {
    if (options.onUnknown === undefined) return core.refuse(event.request, otherwise);
    await options.onUnknown({ ...event, body: jsonOrBytes(body, event.request) });
    return taken();
  }

  return Object.assign(async (request: Request) => toResponse(await answer(requestFacade(request))), { answer, refuse: core.refuseEarly });
}

function queryOf({ target }: ServerRequest): Map<string, string[]> | undefined {
  const mark = target.indexOf('?');
  return queryPairs(mark === -1 ? '' : target.slice(mark + 1));
}

/** Senders take any status from 200 to 299, whatever the document lists for the webhook. */
function taken(): ServerAnswer {
  return { status: 204, headers: {}, body: null };
}

function deliveryOf({ id }: VerifiedWebhook): { deliveryId?: string } {
  return id === undefined ? {} : { deliveryId: id };
}

function jsonOrBytes(body: Bytes, request: ServerRequest): unknown {
  const type = request.header('content-type') ?? '';
  if (!/[/+]json$/.test(essenceOf(type))) return body;
  try {
    return json.decode(body, type, parseStrictJson);
  } catch {
    return body;
  }
}
