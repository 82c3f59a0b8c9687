// Sends deliveries that are due, each under a lease, as many at once as their receivers bear. Attempts that end while a unit of work runs are
// recorded together in the next one, which also claims what may be sent instead.

import { randomUUID } from 'node:crypto';
import { ATTEMPT_MILLISECONDS, type Network } from '@octavo/runtime/conformance';
import type { SandboxClock } from '../clock/clock.ts';
import type { Warn } from '../redis.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import type { Tracing } from '../tracing.ts';
import { type AnyHandler, deliveryOf } from './attempt.ts';
import { DueTimes } from './due-times.ts';
import type { SettledDeliveries } from './outbox.ts';
import { Pace, type PaceOptions } from './pace.ts';
import { removeOld } from './reports.ts';
import { isSending, waitingTargets } from './rows.ts';
import { type EndedRun, type Run, Runs } from './runs.ts';
import type { DeliveryRow, OutboxTables } from './tables.ts';
import { type Claim, type Lease, type TurnInput, type TurnResult, takeTurn } from './turn.ts';

export interface SenderOptions extends PaceOptions {
  readonly store: Store<OutboxTables>;
  readonly clock: SandboxClock;
  readonly network: Network;
  readonly warn: Warn;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** Wall time after which another process sends what one that died had begun. Default: 30 s. */
  readonly leaseMilliseconds?: number;
  /** How many deliveries that have ended are kept for the operator. Default: 10,000. */
  readonly kept?: number;
  /** How many attempts `settle` makes, and for how long in wall time. Default: 10,000 and 30 s. */
  readonly mostSettled?: number;
  readonly settleMilliseconds?: number;
}

/** After how many deliveries that have ended the oldest are removed. */
const REMOVE_EVERY = 500;

type TurnOfRuns = Omit<TurnInput<EndedRun>, 'follow'>;

export class Sender {
  readonly #options: SenderOptions;
  readonly #handlers = new Map<string, AnyHandler<OutboxTables>>();
  readonly #services = new Set<string>();
  readonly #holder = randomUUID();
  readonly #pace: Pace;
  readonly #runs: Runs;
  readonly #times: DueTimes;
  #turn: Promise<unknown> = Promise.resolve();
  /** Rises when what was read ahead may have changed. */
  #version = 0;
  #isClosing = false;
  #settling = 0;
  #toRemove = 0;

  /** @param wake Called when an attempt has ended, so that `begin` is called. */
  constructor(options: SenderOptions, wake: () => void) {
    this.#options = options;
    this.#pace = new Pace(options);
    this.#times = new DueTimes(options.store);
    const { clock, network, tracing } = options;
    this.#runs = new Runs({
      clock,
      network,
      tracing,
      pace: this.#pace,
      handlerOf: (row) => this.handlerOf(row),
      madeAt: ({ due }) => (this.#settling > 0 ? Math.min(due, clock.now()) : clock.now()),
      wake,
    });
  }

  handle(service: string, event: string, handler: AnyHandler<OutboxTables>): void {
    this.#services.add(service);
    this.#handlers.set(`${service} ${event}`, handler);
  }

  handlerOf({ service, event }: Pick<DeliveryRow, 'service' | 'event'>): AnyHandler<OutboxTables> | undefined {
    return this.#handlers.get(`${service} ${event}`);
  }

  /** Says that a delivery was added that is due then, so that `begin` need not look for it. */
  expect(target: string, due: number): void {
    this.#times.add(target, due);
  }

  /** Has the next `begin` look for what is due. */
  look(): void {
    this.#times.forget();
  }

  /** Sends nothing more of what was read ahead: the rows may have changed. */
  forgetAhead(): void {
    this.#version += 1;
    this.#runs.forgetAhead();
  }

  /**
   * Records the attempts that have ended, and begins attempts of what is due, as many as may be made at once. Calls wait for each other.
   * @returns milliseconds until the next delivery is due, if the clock runs
   */
  begin(): Promise<number> {
    const next = this.#turn.then(() => this.#begin());
    this.#turn = next.catch(() => {});
    return next;
  }

  /**
   * Makes attempts until none is due. From the beginning of `first`, an attempt that the clock was moved past counts as made at the moment at which
   * it was due.
   */
  async settle(first?: () => Promise<unknown>): Promise<SettledDeliveries> {
    const { store, clock, mostSettled = 10_000, settleMilliseconds = 30_000 } = this.#options;
    const { ended } = this.#runs;
    const before = this.#runs.made;
    this.#settling += 1;
    try {
      await first?.();
      const end = performance.now() + settleMilliseconds;
      for (;;) {
        if (!this.#runs.isSending) this.look();
        await this.begin();
        const attempts = this.#runs.made - before;
        const isMoreDue = this.#runs.isSending || ended.length > 0 || (await isSending(store.read)) || (await this.#isMoreDue(clock.now()));
        if (!isMoreDue || attempts >= mostSettled || performance.now() >= end) return { attempts, isMoreDue };
        if (ended.length > 0) continue;
        // Another process may be sending too, so the store is looked at again.
        await Promise.race([this.#runs.next(), new Promise((resolve) => setTimeout(resolve, 50))]);
      }
    } finally {
      this.#settling -= 1;
    }
  }

  /** Gives the attempts under way a moment, then breaks off those that have not ended: they are made again after the next start. */
  async end(): Promise<void> {
    this.#isClosing = true;
    this.forgetAhead();
    await this.#turn;
    await this.#runs.end();
    while (this.#runs.ended.length > 0) await this.begin().catch(() => new Promise((resolve) => setTimeout(resolve, 500)));
  }

  async #begin(): Promise<number> {
    try {
      if (!this.#isClosing) await this.#times.look();
      const now = this.#options.clock.now();
      // The deliveries behind them in their sequences begin in the same turn.
      const { ended } = this.#runs;
      for (const { row, run } of ended) if (row.sequence !== null && !this.#runs.has(run)) this.#times.keep(row.target, now);
      const claims = this.#isClosing
        ? []
        : this.#pace.shares(
            this.#times.dueTargets(now, (target) => this.#isOwn(target)),
            performance.now(),
          );
      if (ended.length > 0 || claims.length > 0) await this.#take(claims, now);
      if (this.#toRemove >= REMOVE_EVERY) {
        this.#toRemove = 0;
        await this.#options.store.write((tables) => removeOld(tables, this.#options.kept ?? 10_000));
      }
      return this.#times.wait(now);
    } catch (error) {
      this.look();
      throw error;
    }
  }

  async #isMoreDue(now: number): Promise<boolean> {
    return (await waitingTargets(this.#options.store.read)).some(({ target, due }) => due <= now && this.#isOwn(target));
  }

  /** Whether this process sends for the service of a target. */
  #isOwn(target: string): boolean {
    return this.#services.has(target.slice(0, target.indexOf(' ')));
  }

  /** Takes a turn. What has ended meanwhile is for the next one. */
  async #take(claims: readonly Claim[], now: number): Promise<void> {
    const ended = this.#runs.ended.splice(0);
    // Runs of which nothing has ended are where the last turn saw them.
    const runs = new Set(ended.map(({ run }) => run));
    const unleased = new Map([...runs].map((run) => [run, run.unleased.splice(0)]));
    this.#times.beginTurn();
    const version = this.#version;
    const lease = { holder: this.#holder, until: Date.now() + (this.#options.leaseMilliseconds ?? ATTEMPT_MILLISECONDS + 10_000) };
    let done: TurnResult;
    try {
      done = await this.#write({ ended, ahead: [...unleased.values()].flat(), claims, now, lease });
    } catch (error) {
      this.forgetAhead();
      if (error instanceof StoreUnavailable) {
        this.#runs.ended.unshift(...ended.filter((one) => this.#mayRecord(one, error)));
        for (const [run, ids] of unleased) run.unleased.unshift(...ids);
        throw error;
      }
      if (ended.length === 0) throw error;
      // One of them cannot be recorded, and must not keep the others from it.
      for (const [run, ids] of unleased)
        await this.#recordAlone(run, { ended: ended.filter((one) => one.run === run), ahead: ids, now, lease });
      return;
    }
    await this.#follow(version === this.#version ? done : { ...done, following: new Map() }, claims, ended, lease);
  }

  /** While the store is unavailable it tries again until the lease ends, since the delivery would be sent twice otherwise. */
  #mayRecord(one: EndedRun, error: unknown): boolean {
    if (Date.now() + 500 < one.leaseUntil) return true;
    this.#warnUnrecorded(one, error);
    return false;
  }

  async #recordAlone(run: Run, input: Omit<TurnOfRuns, 'claims'>): Promise<void> {
    const { ended, ahead, now } = input;
    try {
      const { begun, recorded } = await this.#write({ ...input, claims: [] });
      for (const target of begun) this.#times.keep(target, now);
      this.#count(ended, recorded);
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        this.#runs.ended.push(...ended.filter((one) => this.#mayRecord(one, error)));
        run.unleased.unshift(...ahead);
      } else for (const one of ended) this.#warnUnrecorded(one, error);
    }
  }

  #warnUnrecorded({ row }: EndedRun, error: unknown): void {
    this.#options.warn(
      `What came of the delivery ${row.id} of ${row.service} could not be recorded, so it is sent again: ${String(error)}`,
    );
  }

  /** Runs the unit of work of a turn, and again without what follows from an attempt where that fails. */
  async #write(input: TurnOfRuns): Promise<TurnResult> {
    for (;;) {
      let following: EndedRun | undefined;
      const follow = async (one: EndedRun, tables: Parameters<typeof takeTurn>[0]) => {
        const onAttempt = this.handlerOf(one.row)?.onAttempt;
        if (one.step === undefined || onAttempt === undefined) return;
        following = one;
        await onAttempt(deliveryOf(one.row), one.step, tables);
        following = undefined;
      };
      try {
        return await this.#options.store.write((tables) => {
          // The unit may run again after a conflict.
          following = undefined;
          return takeTurn(tables, { ...input, follow });
        });
      } catch (error) {
        const failed = following as EndedRun | undefined;
        if (failed === undefined || error instanceof StoreUnavailable) throw error;
        const { service, event, id } = failed.row;
        this.#options.warn(`What follows from a delivery of ${service} (${event}, ${id}) failed: ${String(error)}`);
        failed.step = undefined;
      }
    }
  }

  /** Sends what was claimed, and learns what waits now. */
  async #follow({ recorded, begun, claimed, following }: TurnResult, claims: readonly Claim[], ended: readonly EndedRun[], lease: Lease) {
    for (const { row, run, attempt: logged } of ended) {
      // Another process has it, and sends what is behind it.
      if (!recorded.has(row.id)) run.ahead = [];
      else if (logged === undefined || logged.outcome === 'retry') this.#times.keep(row.target, logged?.due ?? row.due);
    }
    this.#count(ended, recorded);
    const counts = new Map<string, number>();
    for (const row of claimed) {
      counts.set(row.target, (counts.get(row.target) ?? 0) + 1);
      this.#runs.send(row, following.get(row.sequence ?? '') ?? [], lease.until);
    }
    const asked = new Set(claims.map(({ target }) => target));
    for (const target of begun) if (!asked.has(target)) this.#times.keep(target, this.#options.clock.now());
    for (const { target, most } of claims) {
      const isFull = counts.get(target) === most;
      this.#pace.fill(target, isFull);
      if (!isFull) await this.#times.learn(target);
    }
  }

  #count(ended: readonly EndedRun[], recorded: ReadonlySet<string>): void {
    for (const { row, attempt: logged } of ended)
      if (recorded.has(row.id) && logged !== undefined && logged.outcome !== 'retry') this.#toRemove += 1;
  }
}
