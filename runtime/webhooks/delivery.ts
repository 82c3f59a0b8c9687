// Delivers a webhook over several attempts: what comes after each is one pure step, so that a service can keep its queue where it wants.

import { sleep } from '../client/sleep.ts';
import { TransportError, UnexpectedResponseError, UnreadableResponseError } from '../contract/errors.ts';
import { BlockedAddressError } from './address-guard.ts';
import type { SendAnswer, SendOptions } from './sender.ts';
import { newDeliveryId } from './standard.ts';

/** Seconds to wait before each attempt but the first: the example schedule of Standard Webhooks, three days and four hours in all. */
export const standardSchedule: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** What an attempt came to. `error` is what it threw; it holds no secret. */
export type DeliveryStep =
  | { readonly outcome: 'delivered'; readonly status: number }
  | { readonly outcome: 'retry'; readonly afterSeconds: number; readonly status?: number; readonly error?: unknown }
  | {
      readonly outcome: 'gave-up';
      /** `gone`: the receiver answered 410 and wants no more, so disable it. `blocked`: its address may not be called. `exhausted`: that was the last attempt. */
      readonly reason: 'gone' | 'blocked' | 'exhausted';
      readonly status?: number;
      readonly error?: unknown;
    };

export interface ScheduleOptions {
  /** Seconds before each attempt but the first; as many attempts as it has entries, and one. Default: `standardSchedule`. */
  readonly schedule?: readonly number[];
  /** From 0 to below 1: each wait is made longer by up to a tenth, so that many do not come back at once. Default: `Math.random`. */
  readonly random?: () => number;
}

export interface AttemptOptions extends ScheduleOptions {
  /** Identifies the event; the same at each attempt. */
  readonly id: string;
  /** 1 is the first. */
  readonly attempt: number;
  readonly signal?: AbortSignal;
}

/** Posts once: `(options) => sender.petCame(input, options)`. */
export type Post = (options: SendOptions) => Promise<unknown>;

/**
 * One attempt. It keeps nothing: save `{ id, input, attempt }`, and come back after `afterSeconds` with the next number.
 * @throws what `post` throws for an input or options that cannot be sent at all, and for an abort of `signal`.
 */
export async function attemptDelivery(post: Post, options: AttemptOptions): Promise<DeliveryStep> {
  const { id, attempt, signal } = options;
  let answer: SendAnswer | undefined;
  let error: unknown;
  try {
    await post({
      id,
      signal,
      onAnswer: (given) => {
        answer = given;
      },
    });
  } catch (thrown) {
    signal?.throwIfAborted();
    if (!isOfReceiver(thrown)) throw thrown;
    error = thrown;
  }
  return stepAfter(attempt, answer, error, options);
}

/** What follows from an answer, or from none; pure but for `random`. */
export function stepAfter(attempt: number, answer: SendAnswer | undefined, error: unknown, options: ScheduleOptions = {}): DeliveryStep {
  const { schedule = standardSchedule, random = Math.random } = options;
  const facts = { ...(answer === undefined ? {} : { status: answer.status }), ...(error === undefined ? {} : { error }) };
  // A declared status decides, whether or not the body behind it could be read.
  if (answer !== undefined && answer.status >= 200 && answer.status < 300) return { outcome: 'delivered', status: answer.status };
  if (answer?.status === 410) return { outcome: 'gave-up', reason: 'gone', ...facts };
  if (error instanceof BlockedAddressError) return { outcome: 'gave-up', reason: 'blocked', ...facts };
  const wait = schedule[attempt - 1];
  if (wait === undefined) return { outcome: 'gave-up', reason: 'exhausted', ...facts };
  const asked = secondsOf(answer?.retryAfter);
  return { outcome: 'retry', afterSeconds: Math.max(wait * (1 + random() / 10), asked), ...facts };
}

const DAY = 86_400;

/** `Retry-After` in seconds (RFC 9110 section 10.2.3), a number or a date; a day at most, 0 for what is neither. */
function secondsOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const seconds = /^[0-9]+$/.test(text) ? Number(text) : /^[A-Za-z]/.test(text) ? (Date.parse(text) - Date.now()) / 1000 : 0;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), DAY);
}

/** Whether an error is the receiver's or the network's, so that another attempt may do better. */
function isOfReceiver(error: unknown): boolean {
  if (error instanceof TransportError || error instanceof UnexpectedResponseError || error instanceof UnreadableResponseError) return true;
  return error instanceof BlockedAddressError || (error instanceof Error && error.name === 'TimeoutError');
}

export interface DeliveryOptions extends ScheduleOptions {
  /** Default: a new one. */
  readonly id?: string;
  readonly signal?: AbortSignal;
  /** Told of each attempt, the last too. */
  readonly onAttempt?: (attempt: number, step: DeliveryStep) => void;
}

/**
 * All attempts, one after the other, in this process: what is still to be sent is lost with it. See `attemptDelivery` for a queue that lasts.
 * @throws as `attemptDelivery` does.
 */
export async function deliver(post: Post, options: DeliveryOptions = {}): Promise<Exclude<DeliveryStep, { outcome: 'retry' }>> {
  const { id = newDeliveryId(), onAttempt, ...rest } = options;
  for (let attempt = 1; ; attempt++) {
    const step = await attemptDelivery(post, { ...rest, id, attempt });
    onAttempt?.(attempt, step);
    if (step.outcome !== 'retry') return step;
    await sleep(step.afterSeconds * 1000, options.signal);
  }
}
