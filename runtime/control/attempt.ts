// Makes one attempt of a delivery, records what was sent and answered, and says what follows from it.
import { TransportError } from '../contract/errors.ts';
import { attemptDelivery, type DeliveryStep, stepAfter } from '../webhooks/delivery.ts';
import type { SendOptions } from '../webhooks/sender.ts';
import type { AttemptReport, ReceivedAnswer, Unsendable } from './delivery-report.ts';
import { toDigest } from './digest.ts';
import { readAnswer } from './received-answer.ts';
import { hideSecrets, type Network, shownHeaders } from './secret-headers.ts';

/** Ends an attempt, however it is made: well before its lease ends, so that no other process begins one meanwhile. */
export const ATTEMPT_MILLISECONDS = 20_000;

/** How long the answer of a receiver is waited for once the outcome of the attempt is known. */
const ANSWER_MILLISECONDS = 500;

/** A delivery that can be posted, now or again. */
export interface Sendable {
  readonly id: string;
  /** Signs and posts once. @throws where nothing can be sent */
  post(network: Network, options: SendOptions): Promise<unknown>;
}

export interface AttemptPlan {
  /** Its place in the schedule, from 1. */
  readonly number: number;
  /** Seconds before each attempt after the first. It waits exactly as long: retries that come together do no harm here, and the clock shows them. */
  readonly schedule: readonly number[];
  /** The statuses that accept the delivery; after any other it is sent again. Default: 200 to 299, and 410 gives it up. */
  readonly accepted?: readonly number[] | undefined;
  /** Headers besides, which no signature covers. */
  headers?(): Readonly<Record<string, string>>;
}

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
export async function attempt(sendable: Sendable, plan: AttemptPlan, network: Network, ending: AbortSignal): Promise<Attempted> {
  const begin = performance.now();
  let headers: Attempted['headers'];
  let digest: Attempted['digest'];
  let reading: ReturnType<typeof readAnswer> | undefined;
  const seen: Network = {
    ...network,
    async fetch(url, given) {
      const init = plan.headers === undefined ? given : { ...given, headers: { ...given.headers, ...plan.headers() } };
      headers = shownHeaders(init);
      digest = await toDigest(url, init.body);
      const response = await network.fetch(url, init);
      // To clone a response costs more than all else here, and one without a body can be read twice.
      reading = readAnswer(response.body === null ? response : response.clone(), (text) => hideSecrets(init, text));
      return response;
    },
  };
  const step = await stepOf(sendable, plan, seen, ending);
  const milliseconds = Math.round(performance.now() - begin);
  return { step, milliseconds, headers, digest, answer: await reading?.(ANSWER_MILLISECONDS) };
}

async function stepOf(
  { id, post }: Sendable,
  { number, schedule, accepted }: AttemptPlan,
  network: Network,
  ending: AbortSignal,
): Promise<Attempted['step']> {
  const limit = limitOf(ending);
  const exactly = { schedule, random: () => 0 };
  try {
    const step = await attemptDelivery((options) => post(network, options), { id, attempt: number, signal: limit.signal, ...exactly });
    return isRefused(step, accepted) ? { ...stepAfter(number, undefined, undefined, exactly), status: step.status } : step;
  } catch (error) {
    ending.throwIfAborted();
    if (limit.signal.aborted) return stepAfter(number, undefined, error, exactly);
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

/** Whether a status that ends a delivery of other kinds does not end this one. */
function isRefused(step: DeliveryStep, accepted: readonly number[] | undefined): step is DeliveryStep & { readonly status: number } {
  const isEnd = step.outcome === 'delivered' || (step.outcome === 'gave-up' && step.reason === 'gone');
  return isEnd && accepted !== undefined && step.status !== undefined && !accepted.includes(step.status);
}

/** An attempt as it is recorded, and what follows from it. */
export interface AttemptRecord
  extends Omit<AttemptReport, 'number' | 'headers' | 'digest' | 'answer'>,
    Omit<Attempted, 'step' | 'milliseconds'> {
  readonly reason: Extract<Attempted['step'], { outcome: 'gave-up' }>['reason'] | null;
  /** When the next attempt is due, where there is one. */
  readonly due: number;
}

/**
 * @param due when this attempt was due
 * @param at when it was made, on the clock of the sandbox
 */
export function attemptRecord({ step, ...attempted }: Attempted, due: number, at: number): AttemptRecord {
  const status = 'status' in step ? (step.status ?? null) : null;
  const error = 'error' in step && step.error !== undefined ? failureText(step.error) : null;
  const reason = step.outcome === 'gave-up' ? step.reason : null;
  const next = step.outcome === 'retry' ? at + Math.ceil(step.afterSeconds * 1000) : due;
  return { ...attempted, at, outcome: step.outcome, status, error, reason, due: next };
}

/** Why an attempt got no answer, for people who read the log of deliveries, which already names the event. */
function failureText(error: unknown): string {
  if (error instanceof TransportError) return error.code === undefined ? 'No response.' : `No response: ${error.code}.`;
  return String(error);
}
