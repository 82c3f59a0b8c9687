// Sends what living mocks have to say to receivers on this machine, again where that fails, and keeps the last deliveries.
import { randomUUID } from 'node:crypto';
import {
  type AttemptReport,
  attempt,
  attemptRecord,
  checkSignature,
  type DeliveryReport,
  type Network,
  type Signable,
  type SignatureReport,
  secretsOf,
} from '@octavo/runtime/conformance';
import { guardedFetch } from '@octavo/runtime/node';
import type { Delivered } from '../commands.ts';
import { signableOf } from './posting.ts';

type Clock = () => number;

interface Kept {
  readonly signable: Signable;
  report: DeliveryReport;
  log: readonly AttemptReport[];
  /** Attempts since it was added or sent again: its place in the schedule. */
  tries: number;
  timer?: NodeJS.Timeout;
}

interface Filter {
  readonly service?: string | undefined;
  readonly state?: string | undefined;
  /** Only those that were added before this position. */
  readonly before?: number | undefined;
  readonly most: number;
}

const MOST = 500;
/** Seconds before the second and the third attempt. A document seldom says how its service repeats a delivery. */
const SCHEDULE: readonly number[] = [5, 30];
const NETWORK: Network = { fetch: guardedFetch({ allowPrivate: 'loopback' }), allowPrivate: 'loopback' };

export class Outbox {
  readonly #now: Clock;
  /** The oldest first. */
  #all: Kept[] = [];
  #last = 0;
  #ending = new AbortController();

  /** @param now what the clock of the mock shows */
  constructor(now: Clock) {
    this.#now = now;
  }

  add(service: string, wishes: readonly Delivered[]): void {
    for (const wish of wishes) {
      const [id, now] = [randomUUID(), this.#now()];
      const { event, url, payload = null } = wish;
      this.#last += 1;
      const report: DeliveryReport = {
        ...{ id, service, event, url, payload, sequence: null, state: 'waiting', reason: null },
        ...{ created: now, due: now, attempts: 0, position: this.#last },
      };
      const kept: Kept = { signable: signableOf(id, wish), report, log: [], tries: 0 };
      this.#all.push(kept);
      void this.#attempt(kept);
    }
    for (const { timer } of this.#all.splice(0, this.#all.length - MOST)) clearTimeout(timer);
  }

  /** The newest first. */
  list({ service, state, before = Number.POSITIVE_INFINITY, most }: Filter): readonly DeliveryReport[] {
    const isWanted = (one: DeliveryReport): boolean =>
      one.position < before && one.service === (service ?? one.service) && one.state === (state ?? one.state);
    return this.#all
      .map(({ report }) => report)
      .filter(isWanted)
      .reverse()
      .slice(0, most);
  }

  one(id: string): (DeliveryReport & { readonly log: readonly AttemptReport[] }) | undefined {
    const kept = this.#find(id);
    return kept && { ...kept.report, log: kept.log };
  }

  /** `undefined` where there is no such delivery or attempt. */
  async checkSignature(id: string, number: number | undefined): Promise<SignatureReport | undefined> {
    const kept = this.#find(id);
    return kept && checkSignature(kept.signable, kept.log, number);
  }

  /** The secrets that a delivery is signed with. */
  async secrets(id: string): Promise<readonly string[] | undefined> {
    const kept = this.#find(id);
    return kept && secretsOf(kept.signable);
  }

  /** Sends a delivery again now, with its whole schedule. Returns false where it is being sent. */
  replay(id: string): boolean {
    const kept = this.#find(id);
    if (kept === undefined || kept.report.state === 'sending') return false;
    clearTimeout(kept.timer);
    kept.tries = 0;
    kept.report = { ...kept.report, reason: null, due: this.#now() };
    void this.#attempt(kept);
    return true;
  }

  /** Forgets all deliveries, and sends none of them again. */
  clear(): void {
    for (const { timer } of this.#all) clearTimeout(timer);
    this.#ending.abort(new Error('The deliveries of the mock are forgotten.'));
    this.#ending = new AbortController();
    this.#all = [];
  }

  #find(id: string): Kept | undefined {
    return this.#all.find(({ report }) => report.id === id);
  }

  async #attempt(kept: Kept): Promise<void> {
    const { signal } = this.#ending;
    kept.tries += 1;
    kept.report = { ...kept.report, state: 'sending' };
    const attempted = await attempt(kept.signable, { number: kept.tries, schedule: SCHEDULE }, NETWORK, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (attempted === undefined) return;
    const { reason, due, headers = null, digest = null, answer = null, ...made } = attemptRecord(attempted, kept.report.due, this.#now());
    const number = kept.report.attempts + 1;
    const isAgain = made.outcome === 'retry';
    kept.log = [...kept.log, { ...made, number, headers, digest, answer }];
    kept.report = { ...kept.report, state: made.outcome === 'retry' ? 'waiting' : made.outcome, reason, due, attempts: number };
    // One that was forgotten meanwhile is not sent again.
    if (isAgain && this.#all.includes(kept)) kept.timer = setTimeout(() => void this.#attempt(kept), due - made.at).unref();
  }
}
