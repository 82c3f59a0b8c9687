// Sends deliveries that are due: some at a time, few to the same target, each under a lease.

import { randomUUID } from 'node:crypto';
import { TransportError } from '@octavo/runtime';
import type { SandboxClock } from '../clock/clock.ts';
import type { Warn } from '../redis.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { type AnyHandler, ATTEMPT_MILLISECONDS, type Attempted, attempt, deliveryOf } from './attempt.ts';
import type { Network, SettledDeliveries } from './outbox.ts';
import { dropExcess } from './overflow.ts';
import { removeOld } from './reports.ts';
import { type Attempt, claim, isSending, recordAttempt, release, releaseExpired, type Target, waitingTargets } from './rows.ts';
import type { DeliveryRow, OutboxTables } from './tables.ts';

export interface SenderOptions {
  readonly store: Store<OutboxTables>;
  readonly clock: SandboxClock;
  readonly network: Network;
  readonly warn: Warn;
  /** Wall time after which another process sends what one that died had begun. Default: 30 s. */
  readonly leaseMilliseconds?: number;
  /** Attempts at one target at once. Default: 4. */
  readonly mostPerTarget?: number;
  /** Attempts at once. Default: 64. */
  readonly most?: number;
  /** How many deliveries may wait for one target or in one sequence. Above it, the newest are given up. Default: 10,000. */
  readonly mostWaiting?: number;
  /** How many deliveries that have ended are kept for the operator. Default: 10,000. */
  readonly kept?: number;
  /** How many attempts `settle` makes, and for how long in wall time. Default: 10,000 and 30 s. */
  readonly mostSettled?: number;
  readonly settleMilliseconds?: number;
}

/** How long attempts may go on when the sandbox is closed. */
const CLOSING_MILLISECONDS = 1_000;

/** How often waiting deliveries are counted. */
const COUNT_MILLISECONDS = 10_000;

/** After how many deliveries that have ended the oldest are removed. */
const REMOVE_EVERY = 500;

export class Sender {
  readonly #options: SenderOptions;
  readonly #handlers = new Map<string, AnyHandler<OutboxTables>>();
  readonly #services = new Set<string>();
  readonly #holder = randomUUID();
  readonly #ending = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** Attempts under way by target. */
  readonly #active = new Map<string, number>();
  readonly #wake: () => void;
  #turn: Promise<unknown> = Promise.resolve();
  #settling = 0;
  #nextCount = 0;
  #made = 0;
  #ended = 0;

  /** @param wake Called when an attempt has ended. */
  constructor(options: SenderOptions, wake: () => void) {
    this.#options = options;
    this.#wake = wake;
  }

  handle(service: string, event: string, handler: AnyHandler<OutboxTables>): void {
    this.#services.add(service);
    this.#handlers.set(`${service} ${event}`, handler);
  }

  handlerOf({ service, event }: Pick<DeliveryRow, 'service' | 'event'>): AnyHandler<OutboxTables> | undefined {
    return this.#handlers.get(`${service} ${event}`);
  }

  /**
   * Begins attempts of what is due, as many as may be made at once. Calls wait for each other.
   * @returns milliseconds until the next delivery is due, if the clock runs
   */
  begin(): Promise<number> {
    const next = this.#turn.then(() => this.#begin());
    this.#turn = next.catch(() => {});
    return next;
  }

  /**
   * Makes attempts until none is due. From the beginning of `first`, an attempt that the clock was moved past counts as made at the moment at which it
   * was due.
   */
  async settle(first?: () => Promise<unknown>): Promise<SettledDeliveries> {
    const { store, clock, mostSettled = 10_000, settleMilliseconds = 30_000 } = this.#options;
    const before = this.#made;
    this.#settling += 1;
    try {
      await first?.();
      const end = performance.now() + settleMilliseconds;
      for (;;) {
        await this.begin();
        const attempts = this.#made - before;
        const isMoreDue =
          this.#underWay.size > 0 ||
          (await isSending(store.read)) ||
          this.#dueNow(await waitingTargets(store.read), clock.now()).length > 0;
        if (!isMoreDue || attempts >= mostSettled || performance.now() >= end) return { attempts, isMoreDue };
        // What another process sends is seen by looking again.
        await Promise.race([...this.#underWay, new Promise((resolve) => setTimeout(resolve, 50))]);
      }
    } finally {
      this.#settling -= 1;
    }
  }

  /** Gives the attempts under way a moment, then breaks off those that have not ended: they are made again after the next start. */
  async end(): Promise<void> {
    await this.#turn;
    const grace = setTimeout(() => this.#ending.abort(new Error('The sandbox is closing.')), CLOSING_MILLISECONDS);
    await Promise.all(this.#underWay);
    clearTimeout(grace);
  }

  async #begin(): Promise<number> {
    const { store, clock, leaseMilliseconds = ATTEMPT_MILLISECONDS + 10_000, mostPerTarget = 4, most = 64 } = this.#options;
    if (await isSending(store.read, Date.now())) await store.write((tables) => releaseExpired(tables, Date.now()));
    await this.#dropExcess();
    const now = clock.now();
    const claims: { target: string; most: number }[] = [];
    let free = most - this.#underWay.size;
    const waiting = await waitingTargets(store.read);
    for (const { target } of this.#dueNow(waiting, now)) {
      const share = Math.min(mostPerTarget - (this.#active.get(target) ?? 0), free);
      if (share > 0) claims.push({ target, most: share });
      free -= Math.max(share, 0);
    }
    if (claims.length > 0) {
      const lease = { holder: this.#holder, until: Date.now() + leaseMilliseconds };
      for (const row of await store.write((tables) => claim(tables, claims, now, lease))) this.#send(row, lease.until);
    }
    const left = claims.length > 0 ? await waitingTargets(store.read) : waiting;
    const next = left.find(({ due }) => due > now);
    return next === undefined ? Number.POSITIVE_INFINITY : next.due - now;
  }

  /** The bound need not be exact, and counting takes a while where much waits. */
  async #dropExcess(): Promise<void> {
    const { store, warn, mostWaiting = 10_000 } = this.#options;
    if (performance.now() < this.#nextCount) return;
    this.#nextCount = performance.now() + COUNT_MILLISECONDS;
    const dropped = await dropExcess(store, mostWaiting);
    if (dropped > 0) warn(`${dropped} deliveries were given up, since more than ${mostWaiting} waited for one receiver.`);
  }

  /** Targets for which something is due that this process can send. */
  #dueNow(targets: readonly Target[], now: number): readonly Target[] {
    return targets.filter(({ target, due }) => due <= now && this.#services.has(target.slice(0, target.indexOf(' '))));
  }

  #send(row: DeliveryRow, leaseUntil: number): void {
    this.#active.set(row.target, (this.#active.get(row.target) ?? 0) + 1);
    const sent = this.#sendAndRecord(row, leaseUntil)
      .catch((error: unknown) => {
        this.#options.warn(
          `What came of the delivery ${row.id} of ${row.service} could not be recorded, so it is sent again: ${String(error)}`,
        );
      })
      .finally(() => {
        const active = (this.#active.get(row.target) ?? 1) - 1;
        if (active === 0) this.#active.delete(row.target);
        else this.#active.set(row.target, active);
        this.#underWay.delete(sent);
        this.#wake();
      });
    this.#underWay.add(sent);
  }

  async #sendAndRecord(row: DeliveryRow, leaseUntil: number): Promise<void> {
    const handler = this.handlerOf(row);
    let attempted: Attempted;
    try {
      attempted = await attempt(row, handler, this.#options.network, this.#ending.signal);
    } catch {
      await this.#options.store.write((tables) => release(tables, row.id, this.#holder));
      return;
    }
    this.#made += 1;
    const now = this.#options.clock.now();
    const at = this.#settling > 0 ? Math.min(row.due, now) : now;
    await this.#record(row, attempted, at, leaseUntil, handler);
    if (attempted.step.outcome === 'retry') return;
    this.#ended += 1;
    if (this.#ended % REMOVE_EVERY === 0) await this.#options.store.write((tables) => removeOld(tables, this.#options.kept ?? 10_000));
  }

  /** Records an attempt. While the store is unavailable it tries again until the lease ends, since the delivery would be sent twice otherwise. */
  async #record(row: DeliveryRow, attempted: Attempted, at: number, leaseUntil: number, handler: AnyHandler<OutboxTables> | undefined) {
    const logged = attemptOf(row, attempted, at);
    const write = (onAttempt: AnyHandler<OutboxTables>['onAttempt']) =>
      this.#options.store.write(async (tables) => {
        if (await recordAttempt(tables, row, this.#holder, logged)) await onAttempt?.(deliveryOf(row), attempted.step, tables);
      });
    let onAttempt = handler?.onAttempt;
    for (;;) {
      try {
        return await write(onAttempt);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) {
          if (onAttempt === undefined) throw error;
          this.#options.warn(`What follows from a delivery of ${row.service} (${row.event}, ${row.id}) failed: ${String(error)}`);
          onAttempt = undefined;
        } else if (Date.now() + 500 >= leaseUntil) {
          throw error;
        } else {
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
      }
    }
  }
}

function attemptOf(row: DeliveryRow, { step, milliseconds, headers, digest, answer }: Attempted, at: number): Attempt {
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
