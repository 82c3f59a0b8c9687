// Delivers a webhook in several attempts. What follows an attempt is a pure function of its outcome, so that a service can keep its own queue.

import { sleep } from '../client/sleep.ts';
import type { Clock } from '../contract/clock.ts';
import { TransportError, UnexpectedResponseError, UnreadableResponseError } from '../contract/errors.ts';
import { BlockedAddressError } from './address-guard.ts';
import type { SendAnswer, SendOptions } from './sender.ts';
import { newDeliveryId } from './standard.ts';

/** Seconds to wait before each attempt after the first: the example schedule of Standard Webhooks, three days and four hours in all. */
export const standardSchedule: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** The outcome of an attempt. `error` is what it threw; it holds no secret. */
export type DeliveryStep =
  | { readonly outcome: 'delivered'; readonly status: number }
  | { readonly outcome: 'retry'; readonly afterSeconds: number; readonly status?: number; readonly error?: unknown }
  | {
      readonly outcome: 'gave-up';
      /** `gone`: the receiver answered 410, so disable it. `blocked`: its address may not be called. `exhausted`: that was the last attempt. */
      readonly reason: 'gone' | 'blocked' | 'exhausted';
      readonly status?: number;
      readonly error?: unknown;
    };

export interface ScheduleOptions {
  /** Seconds to wait before each attempt after the first: with n entries there are n + 1 attempts. Default: `standardSchedule`. */
  readonly schedule?: readonly number[];
  /**
   * A number from 0 to below 1. It lengthens each wait by up to a tenth, so that many deliveries are not repeated at once. Default: `Math.random`.
   */
  readonly random?: () => number;
  /** The clock that the date in `Retry-After` is compared with. Default: `Date.now`. */
  readonly now?: Clock;
}

export interface AttemptOptions extends ScheduleOptions {
  /** The event's identifier, the same in each attempt. */
  readonly id: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly signal?: AbortSignal;
}

/** Posts once: `(options) => sender.petCame(input, options)`. */
export type Post = (options: SendOptions) => Promise<unknown>;

/**
 * Makes one attempt. It stores nothing: save `{ id, input, attempt }` yourself, and call it again after `afterSeconds` with the next number.
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
    if (!isDeliveryFailure(thrown)) throw thrown;
    error = thrown;
  }
  return stepAfter(attempt, answer, error, options);
}

/** Decides what follows an attempt, by its response or error. Pure, except for `random` and `now`. */
export function stepAfter(attempt: number, answer: SendAnswer | undefined, error: unknown, options: ScheduleOptions = {}): DeliveryStep {
  const { schedule = standardSchedule, random = Math.random, now = Date.now } = options;
  const facts = { ...(answer === undefined ? {} : { status: answer.status }), ...(error === undefined ? {} : { error }) };
  // The status decides, whether or not the body could be read.
  if (answer !== undefined && answer.status >= 200 && answer.status < 300) return { outcome: 'delivered', status: answer.status };
  if (answer?.status === 410) return { outcome: 'gave-up', reason: 'gone', ...facts };
  if (error instanceof BlockedAddressError) return { outcome: 'gave-up', reason: 'blocked', ...facts };
  const wait = schedule[attempt - 1];
  if (wait === undefined) return { outcome: 'gave-up', reason: 'exhausted', ...facts };
  const asked = secondsOf(answer?.retryAfter, now);
  return { outcome: 'retry', afterSeconds: Math.max(wait * (1 + random() / 10), asked), ...facts };
}

const DAY = 86_400;

/** `Retry-After`, a number or a date, in seconds (RFC 9110 section 10.2.3): at most a day, and 0 where it is neither. */
function secondsOf(text: string | undefined, now: Clock): number {
  if (text === undefined) return 0;
  const seconds = /^[0-9]+$/.test(text) ? Number(text) : /^[A-Za-z]/.test(text) ? (Date.parse(text) - now()) / 1000 : 0;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), DAY);
}

/** Whether the receiver or the network caused an error, so that another attempt may succeed. */
function isDeliveryFailure(error: unknown): boolean {
  if (error instanceof TransportError || error instanceof UnexpectedResponseError || error instanceof UnreadableResponseError) return true;
  return error instanceof BlockedAddressError || (error instanceof Error && error.name === 'TimeoutError');
}

export interface DeliveryOptions extends ScheduleOptions {
  /** Default: a new one. */
  readonly id?: string;
  readonly signal?: AbortSignal;
  /** Called after each attempt, the last one included. */
  readonly onAttempt?: (attempt: number, step: DeliveryStep) => void;
}

/**
 * Makes all attempts, one after the other, in this process: pending attempts are lost when it ends. For a durable queue, use `attemptDelivery`.
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
