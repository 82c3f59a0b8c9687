// Makes one attempt of a delivery, and says what follows from it.

import { attemptDelivery, type DeliveryStep, stepAfter, TransportError } from '@octavo/runtime';
import { faultName, placeFacts, type Span, type Tracing } from '../tracing.ts';
import { toDigest } from './digest.ts';
import type { DeliveryHandler, Network, ReceivedAnswer, Unsendable } from './outbox.ts';
import { readAnswer } from './received-answer.ts';
import { hideSecrets, shownHeaders } from './secret-headers.ts';
import type { DeliveryRow } from './tables.ts';
import type { Attempt } from './turn.ts';

/** How one kind of delivery is sent, without the type of its payload. */
export type AnyHandler<Tables> = DeliveryHandler<unknown, Tables> & { accepts(payload: unknown): boolean };

/** Ends an attempt, however it is made: well before its lease ends, so that no other process begins one meanwhile. */
export const ATTEMPT_MILLISECONDS = 20_000;

/** How long the answer of a receiver is waited for once the outcome of the attempt is known. */
const ANSWER_MILLISECONDS = 500;

export interface Attempted {
  readonly step: DeliveryStep | Unsendable;
  /** In wall time. */
  readonly milliseconds: number;
  /** The headers that were sent, by name in lower case. Absent where nothing was sent. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The digest of the address and the body that were sent. */
  readonly digest: string | undefined;
  readonly answer: ReceivedAnswer | undefined;
}

/** @throws the reason of `ending` where that ends the attempt */
export async function attempt<Tables>(
  row: DeliveryRow,
  handler: AnyHandler<Tables> | undefined,
  network: Network,
  ending: AbortSignal,
  tracing?: Tracing,
): Promise<Attempted> {
  const span = tracing && beginSpan(tracing, row);
  const begin = performance.now();
  let headers: Attempted['headers'];
  let digest: Attempted['digest'];
  let reading: ReturnType<typeof readAnswer> | undefined;
  const seen: Network = {
    ...network,
    async fetch(url, given) {
      // No signature covers these headers.
      const init = span === undefined ? given : { ...given, headers: { ...given.headers, ...span.headers() } };
      headers = shownHeaders(init);
      digest = await toDigest(url, init.body);
      const response = await network.fetch(url, init);
      // To clone a response costs more than all else here, and one without a body can be read twice.
      reading = readAnswer(response.body === null ? response : response.clone(), (text) => hideSecrets(init, text));
      return response;
    },
  };
  const send = () => stepOf(row, handler, seen, ending);
  const step = await (span === undefined ? send() : sendIn(span, send));
  const milliseconds = Math.round(performance.now() - begin);
  return { step, milliseconds, headers, digest, answer: await reading?.(ANSWER_MILLISECONDS) };
}

function beginSpan(tracing: Tracing, { id, service, event, url, tries }: DeliveryRow): Span {
  const facts = { 'octavo.service': service, 'octavo.event': event, 'octavo.delivery': id };
  const again = tries === 0 ? {} : { 'http.request.resend_count': tries };
  // The request that has caused it ended long ago, and may have been another process's.
  return tracing.begin({ name: `deliver ${event}`, kind: 'client', facts: { ...facts, ...again, ...placeFacts(url) }, parent: 'none' });
}

async function sendIn(span: Span, send: () => Promise<Attempted['step']>): Promise<Attempted['step']> {
  try {
    const step = await span.run(send);
    const status = 'status' in step ? step.status : undefined;
    const fault = status === undefined && 'error' in step ? faultName(step.error) : String(status);
    span.end({ 'http.response.status_code': status, 'octavo.outcome': step.outcome }, step.outcome === 'delivered' ? undefined : fault);
    return step;
  } catch (error) {
    span.end({}, faultName(error));
    throw error;
  }
}

async function stepOf<Tables>(
  row: DeliveryRow,
  handler: AnyHandler<Tables> | undefined,
  network: Network,
  ending: AbortSignal,
): Promise<Attempted['step']> {
  const limit = limitOf(ending);
  // Waits exactly as long as the service's document says: retries that come together do no harm in a sandbox, and its clock shows them.
  const schedule = { schedule: handler?.schedule ?? [], random: () => 0 };
  try {
    if (handler === undefined) throw new Error(`The service ${row.service} sends no ${row.event}.`);
    const delivery = deliveryOf(row);
    if (!handler.accepts(delivery.payload)) throw new Error('The payload is not what this version expects.');
    const post = (options: Parameters<AnyHandler<Tables>['post']>[2]) => handler.post(delivery, network, options);
    const attempt = row.tries + 1;
    const step = await attemptDelivery(post, { id: row.id, attempt, signal: limit.signal, ...schedule });
    return isRefused(step, handler) ? { ...stepAfter(attempt, undefined, undefined, schedule), status: step.status } : step;
  } catch (error) {
    ending.throwIfAborted();
    if (limit.signal.aborted) return stepAfter(row.tries + 1, undefined, error, schedule);
    return { outcome: 'gave-up', reason: 'unsendable', error };
  } finally {
    limit.release();
  }
}

/**
 * A signal that ends an attempt when its time is over, or with `ending`. `AbortSignal.timeout` would keep all that an attempt has in memory until its
 * time is over, and `AbortSignal.any` a trace of each attempt as long as the sandbox is open.
 */
function limitOf(ending: AbortSignal): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const end = () => controller.abort(ending.reason);
  if (ending.aborted) end();
  ending.addEventListener('abort', end);
  const timer = setTimeout(() => controller.abort(new DOMException('The attempt took too long.', 'TimeoutError')), ATTEMPT_MILLISECONDS);
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      ending.removeEventListener('abort', end);
    },
  };
}

/** Whether a status that ends a delivery of other kinds does not end one of this kind. */
function isRefused<Tables>(step: DeliveryStep, { accepted }: AnyHandler<Tables>): step is DeliveryStep & { readonly status: number } {
  const isEnd = step.outcome === 'delivered' || (step.outcome === 'gave-up' && step.reason === 'gone');
  return isEnd && accepted !== undefined && step.status !== undefined && !accepted.includes(step.status);
}

export function deliveryOf({ id, event, url, payload, sequence }: DeliveryRow) {
  return { id, event, url, payload: JSON.parse(payload) as unknown, sequence: sequence ?? undefined };
}

/** The record of an attempt that was made at a moment of the sandbox clock. */
export function attemptOf(row: DeliveryRow, { step, milliseconds, headers, digest, answer }: Attempted, at: number): Attempt {
  const status = 'status' in step ? (step.status ?? null) : null;
  const error = 'error' in step && step.error !== undefined ? failureText(step.error) : null;
  const reason = step.outcome === 'gave-up' ? step.reason : null;
  const due = step.outcome === 'retry' ? at + Math.ceil(step.afterSeconds * 1000) : row.due;
  return { at, milliseconds, outcome: step.outcome, status, error, reason, due, headers, digest, answer };
}

/** Why an attempt got no answer, for people who read the log of deliveries, which already names the event. */
function failureText(error: unknown): string {
  if (error instanceof TransportError) return error.code === undefined ? 'No response.' : `No response: ${error.code}.`;
  return String(error);
}
