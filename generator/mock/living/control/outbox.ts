// Sends what living mocks have to say to receivers on this machine, again where that fails, and keeps the last deliveries in the form in which control shows them.
import { randomUUID } from 'node:crypto';
import { BlockedAddressError, type DeliveryStep, stepAfter } from '@octavo/runtime';
import { guardedFetch } from '@octavo/runtime/node';
import { messageOf } from '../../../base/error.ts';
import { jsonText } from '../../../base/exact.ts';
import type { Delivered } from '../commands.ts';

interface Attempt {
  readonly number: number;
  readonly at: string;
  readonly milliseconds: number;
  readonly outcome: DeliveryStep['outcome'];
  readonly status?: number;
  readonly error?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A delivery with its attempts, as the interface of control has it. */
export interface LoggedDelivery {
  readonly id: string;
  readonly service: string;
  readonly event: string;
  readonly url: string;
  readonly payload: unknown;
  readonly state: 'waiting' | 'sending' | 'delivered' | 'gave-up';
  readonly reason?: 'gone' | 'blocked' | 'exhausted';
  readonly created: string;
  readonly due: string;
  readonly attempts: number;
  readonly log: readonly Attempt[];
}

interface Sending {
  readonly wish: Delivered;
  shown: LoggedDelivery;
  timer?: NodeJS.Timeout;
}

const MOST = 500;
const ATTEMPT_MILLISECONDS = 10_000;
/** Seconds before the second and the third attempt. A document seldom says how its service repeats a delivery. */
const SCHEDULE: readonly number[] = [5, 30];

export class Outbox {
  readonly #fetch = guardedFetch({ allowPrivate: 'loopback' });
  /** The oldest first. */
  #all: Sending[] = [];

  add(service: string, wishes: readonly Delivered[], now: () => number): void {
    for (const wish of wishes) {
      const at = new Date(now()).toISOString();
      const { event, url, payload } = wish;
      const shown = { id: randomUUID(), service, event, url, payload: payload ?? null, created: at, due: at, attempts: 0, log: [] };
      const sending: Sending = { wish, shown: { ...shown, state: 'sending' } };
      this.#all.push(sending);
      void this.#attempt(sending, now);
    }
    this.#all = this.#all.slice(-MOST);
  }

  /** The newest first. */
  list({ service, state }: { readonly service?: string | undefined; readonly state?: string | undefined }): readonly LoggedDelivery[] {
    const all = this.#all.map(({ shown }) => shown).reverse();
    return all.filter((one) => one.service === (service ?? one.service) && one.state === (state ?? one.state));
  }

  one(id: string): LoggedDelivery | undefined {
    return this.#all.find(({ shown }) => shown.id === id)?.shown;
  }

  /** Forgets all deliveries, and sends none of them again. */
  clear(): void {
    for (const { timer } of this.#all) clearTimeout(timer);
    this.#all = [];
  }

  async #attempt(sending: Sending, now: () => number): Promise<void> {
    const number = sending.shown.attempts + 1;
    const began = performance.now();
    const headers = headersOf(sending);
    const { step, status, error } = await this.#post(sending, headers, number);
    const at = new Date(now()).toISOString();
    const attempt: Attempt = {
      number,
      at,
      milliseconds: Math.round(performance.now() - began),
      outcome: step.outcome,
      ...(status === undefined ? {} : { status, headers }),
      ...(error === undefined ? {} : { error: messageOf(error) }),
    };
    const isAgain = step.outcome === 'retry';
    const wait = isAgain ? step.afterSeconds * 1000 : 0;
    sending.shown = {
      ...sending.shown,
      state: isAgain ? 'waiting' : step.outcome,
      ...(step.outcome === 'gave-up' ? { reason: step.reason } : {}),
      due: new Date(now() + wait).toISOString(),
      attempts: number,
      log: [...sending.shown.log, attempt],
    };
    // One that was forgotten meanwhile is not sent again.
    if (isAgain && this.#all.includes(sending)) sending.timer = setTimeout(() => void this.#attempt(sending, now), wait).unref();
  }

  async #post(
    { wish }: Sending,
    headers: Readonly<Record<string, string>>,
    number: number,
  ): Promise<{ readonly step: DeliveryStep; readonly status?: number; readonly error?: unknown }> {
    const again = { schedule: SCHEDULE, random: () => 0 };
    try {
      if (!isOnThisMachine(wish.url)) throw new BlockedAddressError('is on another machine, and a mock delivers to this one alone');
      const response = await this.#fetch(wish.url, {
        method: wish.method,
        headers: { ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(ATTEMPT_MILLISECONDS),
        ...(wish.payload === undefined ? {} : { body: jsonText(wish.payload) }),
      });
      await response.body?.cancel();
      return {
        step: stepAfter(
          number,
          { status: response.status, retryAfter: response.headers.get('retry-after') ?? undefined },
          undefined,
          again,
        ),
        status: response.status,
      };
    } catch (error) {
      return { step: stepAfter(number, undefined, error, again), error };
    }
  }
}

function headersOf({ wish, shown }: Sending): Readonly<Record<string, string>> {
  return { 'webhook-id': shown.id, ...(wish.contentType === undefined ? {} : { 'content-type': wish.contentType }) };
}

/** `URL` writes all spellings of an address of this machine in one way. */
function isOnThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname) || /(?:^|\.)localhost$/.test(hostname);
}
