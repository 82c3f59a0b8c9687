// The receiving side of webhooks: verifies the signature over the raw bytes first, and only then parses, validates and calls a handler.
import { ConfigurationError } from '../contract/errors.ts';
import type { ServiceInfo } from '../contract/operation.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { BODY_BYTES } from '../server/body-limit.ts';
import { type Core, createCore } from '../server/core.ts';
import { fault } from '../server/faults/fault.ts';
import { prepare } from '../server/prepare.ts';
import { bodyFault } from '../server/receive-body.ts';
import { nextRequestId } from '../server/request-id.ts';
import type { ServerAnswer } from '../server/respond.ts';
import { respondTo } from '../server/respond-to.ts';
import type { FetchHandler } from '../server/server.ts';
import { type Candidate, type Delivery, dispatch, noContent, queryOf } from './dispatch.ts';
import type { WebhookReceiverOptions, WebhookRoute } from './receiver-options.ts';
import { type Bytes, signedBytes, type VerifiedWebhook, type WebhookSignature } from './signature.ts';

/** A webhook, and the scheme that its deliveries are signed with. */
interface Target {
  readonly target: Candidate['target'];
  readonly signature: WebhookSignature | undefined;
}

/** A receiver for all webhooks of a service at one address, whatever its path. Mount it at the address that you gave the sender. */
export function createWebhookReceiver(
  service: ServiceInfo,
  routes: readonly WebhookRoute[],
  handlers: object,
  options: WebhookReceiverOptions = {},
): FetchHandler {
  const targets = routes.map((route) => ({ target: prepare(route, handlers), signature: options.signature ?? route.signature }));
  if (options.secrets === undefined && targets.some(({ signature }) => signature !== undefined)) {
    throw new ConfigurationError(`${service.id}: its webhooks are signed; set the option secrets.`);
  }
  const core = createCore(service, handlers, options);
  const answer = (request: ServerRequest): Promise<ServerAnswer> => receive(request, targets, core, options);
  return Object.assign((request: Request) => respondTo(request, answer), { answer, refuse: core.refuseEarly });
}

async function receive(
  request: ServerRequest,
  targets: readonly Target[],
  core: Core,
  options: WebhookReceiverOptions,
): Promise<ServerAnswer> {
  const requestId = nextRequestId();
  const limit = options.maxBodyBytes ?? BODY_BYTES;
  const method = request.method.toUpperCase();
  const methodOf = ({ target }: Target): string => target.route.operation.method.toUpperCase();
  const fitting = targets.filter((target) => methodOf(target) === method);
  if (fitting.length === 0) {
    const allow = [...new Set(targets.map(methodOf))].join(', ');
    return core.refuse(request, fault('method-not-allowed', `Webhooks are received by ${allow}.`, { requestId, headers: { allow } }));
  }
  const operation = fitting.length === 1 ? fitting[0]?.target.route.operation : undefined;
  try {
    const body = await request.bytes(limit);
    const candidates = await verify(fitting, body, request, options);
    const [first] = candidates;
    if (first === undefined) {
      const headers = { 'www-authenticate': 'Signature' };
      return core.refuse(request, fault('unauthorized', 'The signature is missing or wrong.', { requestId, operation, headers }));
    }
    const { id } = first.verified;
    if (id !== undefined && options.seen !== undefined && (await options.seen(id))) return noContent();
    const delivery: Delivery = { request, body, requestId, lenient: options.tolerance !== 'strict' };
    return await dispatch(delivery, candidates, core, options.onUnknown);
  } catch (error) {
    const broken = bodyFault(error, limit, { requestId, operation });
    if (broken !== undefined) return core.refuse(request, broken);
    return core.failed(request, error, { requestId, operation });
  }
}

/** The webhooks whose signature is valid, or that have none. Each signature scheme verifies once, however many webhooks use it. */
async function verify(
  targets: readonly Target[],
  body: Bytes,
  request: ServerRequest,
  { secrets = [], now }: WebhookReceiverOptions,
): Promise<Candidate[]> {
  const verdicts = new Map<WebhookSignature, VerifiedWebhook | undefined>();
  const candidates: Candidate[] = [];
  for (const { target, signature } of targets) {
    if (signature === undefined) {
      candidates.push({ target, verified: {} });
      continue;
    }
    if (!verdicts.has(signature)) {
      const signed = signedBytes(signature, body, queryOf(request));
      verdicts.set(signature, signed && (await signature.verify(signed, (name) => request.header(name), secrets, now)));
    }
    const verified = verdicts.get(signature);
    if (verified !== undefined) candidates.push({ target, verified });
  }
  return candidates;
}
