// Finds which webhook a verified delivery is, by its content, and calls that webhook's handler.
import { json } from '../body/body.ts';
import type { Issue } from '../contract/issue.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { parseStrictJson } from '../json/strict.ts';
import type { Core } from '../server/core.ts';
import { type Fault, fault, invalidRequest } from '../server/faults/fault.ts';
import type { Prepared } from '../server/prepare.ts';
import { readParameters } from '../server/receive.ts';
import { receiveBody } from '../server/receive-body.ts';
import type { ServerAnswer } from '../server/respond.ts';
import { convertInput } from '../server/steps.ts';
import { recurse } from '../validate/report.ts';
import { isJson } from '../wire/media-type.ts';
import { queryPairs } from '../wire/pairs.ts';
import type { UnknownWebhook, WebhookContext, WebhookReceiverOptions } from './receiver-options.ts';
import type { Bytes, VerifiedWebhook } from './signature.ts';

/** A webhook that a delivery may be: its signature is valid. */
export interface Candidate {
  readonly target: Prepared;
  readonly verified: VerifiedWebhook;
}

/** A request whose body was read. */
export interface Delivery {
  readonly request: ServerRequest;
  readonly body: Bytes;
  readonly requestId: string;
  /** From the option `tolerance`. */
  readonly lenient: boolean;
}

/**
 * Calls the handler of the first webhook for which the request is a valid input. Where there is none, the response lists the issues of the
 * webhook with the fewest.
 */
export async function dispatch(
  delivery: Delivery,
  candidates: readonly Candidate[],
  core: Core,
  onUnknown: WebhookReceiverOptions['onUnknown'],
): Promise<ServerAnswer> {
  const { request, requestId } = delivery;
  let nearest: Invalid | undefined;
  for (const { target, verified } of candidates) {
    const { operation } = target.route;
    const input = await readInput(target, delivery);
    if (input instanceof Invalid) {
      if (nearest === undefined || input.issues < nearest.issues) nearest = input;
      continue;
    }
    const context = contextOf(delivery, verified, core);
    if (target.handler !== undefined)
      return core.run(target, request, input.value, { ...context, operation, principal: undefined, principals: {} });
    const missing = fault('not-implemented', 'This webhook is not implemented.', { requestId, operation });
    return withoutHandler({ ...context, webhook: target.route.name }, delivery, missing, core, onUnknown);
  }
  const fallback = nearest?.fault ?? invalidRequest([], { requestId, operation: undefined });
  return withoutHandler(contextOf(delivery, candidates[0]?.verified ?? {}, core), delivery, fallback, core, onUnknown);
}

/** An input that is not valid for a webhook, with the number of its issues. */
class Invalid {
  readonly issues: number;
  readonly fault: Fault;

  constructor(issues: number, fault: Fault) {
    this.issues = issues;
    this.fault = fault;
  }
}

async function readInput(
  target: Prepared,
  { request, body, requestId, lenient }: Delivery,
): Promise<{ readonly value: unknown } | Invalid> {
  const { operation, checks } = target.route;
  const facts = { requestId, operation };
  const issues: Issue[] = [];
  const query = queryOf(request) ?? new Map<string, string[]>();
  const input = readParameters({ operation, request, path: new Map(), query, lenient }, target.known, issues);
  const received = operation.body === undefined ? { ok: {} } : receiveBody(target, request, facts, lenient);
  const read = typeof received === 'function' ? await received(body) : received;
  if ('fault' in read) return new Invalid(Number.POSITIVE_INFINITY, read.fault);
  Object.assign(input, read.ok);
  const isValid = issues.length === 0 && recurse(checks.input, input, issues);
  const value = isValid ? convertInput(operation, input, issues) : undefined;
  return issues.length === 0 ? { value } : new Invalid(issues.length, invalidRequest(issues, facts));
}

async function withoutHandler(
  event: Omit<UnknownWebhook, 'body'>,
  { body, request }: Delivery,
  fallback: Fault,
  core: Core,
  onUnknown: WebhookReceiverOptions['onUnknown'],
): Promise<ServerAnswer> {
  if (onUnknown === undefined) return core.refuse(request, fallback);
  await onUnknown({ ...event, body: jsonOrBytes(body, request) });
  return noContent();
}

function contextOf({ request, requestId }: Delivery, { id }: VerifiedWebhook, core: Core): Omit<WebhookContext, 'operation'> {
  const url = core.originOf(request) + request.target;
  const context = { requestId, method: request.method.toUpperCase(), url, signal: request.signal, request };
  return id === undefined ? context : { ...context, deliveryId: id };
}

/** Senders accept any status from 200 to 299, whatever the document lists for the webhook. */
export function noContent(): ServerAnswer {
  return { status: 204, headers: {}, body: null };
}

export function queryOf({ target }: ServerRequest): Map<string, string[]> | undefined {
  const mark = target.indexOf('?');
  return queryPairs(mark === -1 ? '' : target.slice(mark + 1));
}

function jsonOrBytes(body: Bytes, request: ServerRequest): unknown {
  const type = request.header('content-type') ?? '';
  if (!isJson(type)) return body;
  try {
    return json.decode(body, type, parseStrictJson);
  } catch {
    return body;
  }
}
