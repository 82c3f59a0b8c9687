// Sends deliveries that are due, each under a lease, as many at once as their receivers bear. Attempts that end while a unit of work runs are recorded
// together in the next one, which also claims what may be sent instead.

import { randomUUID } from 'node:crypto';
import { TransportError } from '@octavo/runtime';
import type { SandboxClock } from '../clock/clock.ts';
import type { Warn } from '../redis.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { type AnyHandler, ATTEMPT_MILLISECONDS, type Attempted, attempt, deliveryOf } from './attempt.ts';
import type { Network, SettledDeliveries } from './outbox.ts';
import { Pace, type PaceOptions, type Place } from './pace.ts';
import { removeOld } from './reports.ts';
import { isSending, nextDue, releaseExpired, waitingTargets } from './rows.ts';
import type { DeliveryRow, OutboxTables } from './tables.ts';
import { type Attempt, type Claim, type Ended, type Lease, type TurnResult, takeTurn } from './turn.ts';

export interface SenderOptions extends PaceOptions {
  readonly store: Store<OutboxTables>;
  readonly clock: SandboxClock;
  readonly network: Network;
  readonly warn: Warn;
  /** Wall time after which another process sends what one that died had begun. Default: 30 s. */
  readonly leaseMilliseconds?: number;
  /** How many deliveries that have ended are kept for the operator. Default: 10,000. */
  readonly kept?: number;
  /** How many attempts `settle` makes, and for how long in wall time. Default: 10,000 and 30 s. */
  readonly mostSettled?: number;
  readonly settleMilliseconds?: number;
}

/** How long attempts may go on when the sandbox is closed. */
const CLOSING_MILLISECONDS = 1_000;

/** How often the store is asked what other processes have added, and whose leases have ended. */
const LOOK_MILLISECONDS = 1_000;

/** How long deliveries that were read ahead may be sent: what a service takes out of a payload must not go out much later. */
const AHEAD_MILLISECONDS = 100;

/** When those of a sequence that have ended are recorded, while the next ones are sent. */
const RECORD_MILLISECONDS = 10;

/** After how many deliveries that have ended the oldest are removed. */
const REMOVE_EVERY = 500;

/** What is sent one after the other in one place: a delivery, and those behind it in its sequence that were read ahead. */
interface Run {
  place: Place;
  ahead: readonly DeliveryRow[];
  readonly aheadUntil: number;
  /** Those that were sent, or are being sent, since the last turn: their lease is taken with the next one. */
  unleased: string[];
}

interface EndedRun extends Ended {
  readonly run: Run;
  readonly leaseUntil: number;
  /** What came of it, for the handler; absent where that was tried and failed. */
  step: Attempted['step'] | undefined;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly #handlers = new Map<string, AnyHandler<OutboxTables>>();
  readonly #services = new Set<string>();
  readonly #holder = randomUUID();
  readonly #ending = new AbortController();
  readonly #pace: Pace;
  readonly #underWay = new Set<Promise<void>>();
  readonly #runs = new Set<Run>();
  readonly #wake: () => void;
  /** When the first delivery to a target is due, for all targets that are known to wait. */
  readonly #due = new Map<string, number>();
  /** Targets that were added to since the store was last asked. */
  readonly #added = new Set<string>();
  #ended: EndedRun[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #nextLook = 0;
  /** Rises when what was read ahead may have changed. */
  #version = 0;
  #isClosing = false;
  #isWakeSet = false;
  #settling = 0;
  #made = 0;
  #toRemove = 0;

  /** @param wake Called when an attempt has ended, so that `begin` is called. */
  constructor(options: SenderOptions, wake: () => void) {
    this.#options = options;
    this.#pace = new Pace(options);
    this.#wake = wake;
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
    this.#added.add(target);
    this.#keepDue(target, due);
  }

  #keepDue(target: string, due: number): void {
    this.#due.set(target, Math.min(due, this.#due.get(target) ?? due));
  }

  /** Has the next `begin` look for what is due. */
  look(): void {
    this.#nextLook = 0;
  }

  /** Sends nothing more of what was read ahead: the rows may have changed. */
  forgetAhead(): void {
    this.#version += 1;
    for (const run of this.#runs) run.ahead = [];
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
        if (this.#underWay.size === 0) this.look();
        await this.begin();
        const attempts = this.#made - before;
        const isMoreDue =
          this.#underWay.size > 0 || this.#ended.length > 0 || (await isSending(store.read)) || (await this.#isMoreDue(clock.now()));
        if (!isMoreDue || attempts >= mostSettled || performance.now() >= end) return { attempts, isMoreDue };
        if (this.#ended.length > 0) continue;
        // What another process sends is seen by looking again.
        await Promise.race([...this.#underWay, new Promise((resolve) => setTimeout(resolve, 50))]);
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
    const grace = setTimeout(() => this.#ending.abort(new Error('The sandbox is closing.')), CLOSING_MILLISECONDS);
    await Promise.all(this.#underWay);
    clearTimeout(grace);
    while (this.#ended.length > 0) await this.begin().catch(() => new Promise((resolve) => setTimeout(resolve, 500)));
  }

  async #begin(): Promise<number> {
    try {
      await this.#lookAround();
      const now = this.#options.clock.now();
      // What is behind them in their sequences begins in the same turn.
      for (const { row, run } of this.#ended) if (row.sequence !== null && !this.#runs.has(run)) this.#keepDue(row.target, now);
      const claims = this.#isClosing ? [] : this.#pace.shares(this.#dueTargets(now), performance.now());
      if (this.#ended.length > 0 || claims.length > 0) await this.#take(claims, now);
      if (this.#toRemove >= REMOVE_EVERY) {
        this.#toRemove = 0;
        await this.#options.store.write((tables) => removeOld(tables, this.#options.kept ?? 10_000));
      }
      return this.#wait(now);
    } catch (error) {
      this.look();
      throw error;
    }
  }

  /** Learns now and then what waits, other processes included, and releases what processes were sending that have died. */
  async #lookAround(): Promise<void> {
    const { store } = this.#options;
    if (this.#isClosing || performance.now() < this.#nextLook) return;
    if (await isSending(store.read, Date.now())) await store.write((tables) => releaseExpired(tables, Date.now()));
    this.#added.clear();
    const found = await waitingTargets(store.read);
    for (const target of this.#due.keys()) if (!this.#added.has(target)) this.#due.delete(target);
    for (const { target, due } of found) this.#due.set(target, this.#added.has(target) ? Math.min(due, this.#due.get(target) ?? due) : due);
    this.#nextLook = performance.now() + LOOK_MILLISECONDS;
  }

  async #isMoreDue(now: number): Promise<boolean> {
    return (await waitingTargets(this.#options.store.read)).some(({ target, due }) => due <= now && this.#isOwn(target));
  }

  /** Whether this process sends for the service of a target. */
  #isOwn(target: string): boolean {
    return this.#services.has(target.slice(0, target.indexOf(' ')));
  }

  /** Targets for which something is due that this process can send, those that are due first at the beginning. */
  #dueTargets(now: number): readonly string[] {
    const targets = [...this.#due].filter(([target, due]) => due <= now && this.#isOwn(target));
    return targets.sort(([, one], [, other]) => one - other).map(([target]) => target);
  }

  #wait(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const due of this.#due.values()) if (due > now && due < next) next = due;
    return next - now;
  }

  /** Takes a turn. What has ended meanwhile is for the next one. */
  async #take(claims: readonly Claim[], now: number): Promise<void> {
    const ended = this.#ended.splice(0);
    // Runs of which nothing has ended are where the last turn saw them.
    const runs = new Set(ended.map(({ run }) => run));
    const unleased = new Map([...runs].map((run) => [run, run.unleased.splice(0)]));
    this.#added.clear();
    const version = this.#version;
    try {
      const lease = { holder: this.#holder, until: Date.now() + (this.#options.leaseMilliseconds ?? ATTEMPT_MILLISECONDS + 10_000) };
      const done = await this.#write({ ended, ahead: [...unleased.values()].flat(), claims, now, lease });
      await this.#follow(version === this.#version ? done : { ...done, following: new Map() }, claims, ended, lease);
    } catch (error) {
      this.forgetAhead();
      if (error instanceof StoreUnavailable) {
        this.#ended.unshift(...ended.filter((one) => this.#mayRecord(one, error)));
        for (const [run, ids] of unleased) run.unleased.unshift(...ids);
        throw error;
      }
      // One of them cannot be recorded, and must not keep the others from it.
      if (ended.length === 0) throw error;
      for (const [run, ids] of unleased)
        await this.#recordAlone(
          run,
          ended.filter((one) => one.run === run),
          ids,
          now,
        );
    }
  }

  /** While the store is unavailable it tries again until the lease ends, since the delivery would be sent twice otherwise. */
  #mayRecord(one: EndedRun, error: unknown): boolean {
    if (Date.now() + 500 < one.leaseUntil) return true;
    this.#warnUnrecorded(one, error);
    return false;
  }

  async #recordAlone(run: Run, ended: readonly EndedRun[], ahead: readonly string[], now: number): Promise<void> {
    try {
      const { begun, recorded } = await this.#write({ ended, ahead, claims: [], now, lease: { holder: this.#holder, until: Date.now() } });
      for (const target of begun) this.expect(target, now);
      this.#count(ended, recorded);
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        this.#ended.push(...ended.filter((one) => this.#mayRecord(one, error)));
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
  async #write(input: {
    readonly ended: readonly EndedRun[];
    readonly ahead: readonly string[];
    readonly claims: readonly Claim[];
    readonly now: number;
    readonly lease: Lease;
  }): Promise<TurnResult> {
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
      else if (logged === undefined || logged.outcome === 'retry') this.#keepDue(row.target, logged?.due ?? row.due);
    }
    this.#count(ended, recorded);
    const counts = new Map<string, number>();
    for (const row of claimed) {
      counts.set(row.target, (counts.get(row.target) ?? 0) + 1);
      this.#send(row, following.get(row.sequence ?? '') ?? [], lease.until);
    }
    const asked = new Set(claims.map(({ target }) => target));
    for (const target of begun) if (!asked.has(target)) this.#keepDue(target, this.#options.clock.now());
    for (const { target, most } of claims) {
      const isFull = counts.get(target) === most;
      this.#pace.fill(target, isFull);
      if (!isFull) await this.#learnDue(target);
    }
  }

  #count(ended: readonly EndedRun[], recorded: ReadonlySet<string>): void {
    for (const { row, attempt: logged } of ended)
      if (recorded.has(row.id) && logged !== undefined && logged.outcome !== 'retry') this.#toRemove += 1;
  }

  /** Nothing more is due for a target: learns when it will be, unless something was added meanwhile. */
  async #learnDue(target: string): Promise<void> {
    if (this.#added.has(target)) return;
    const due = await nextDue(this.#options.store.read, target);
    if (this.#added.has(target)) return;
    if (due === undefined) this.#due.delete(target);
    else this.#due.set(target, due);
  }

  #send(row: DeliveryRow, ahead: readonly DeliveryRow[], leaseUntil: number): void {
    const began = performance.now();
    const run: Run = { place: this.#pace.begin(row.target, began), ahead, aheadUntil: began + AHEAD_MILLISECONDS, unleased: [] };
    this.#runs.add(run);
    const sent = this.#sendAll(run, row, leaseUntil).finally(() => {
      this.#pace.end(run.place);
      this.#runs.delete(run);
      this.#underWay.delete(sent);
      this.#wake();
    });
    this.#underWay.add(sent);
  }

  async #sendAll(run: Run, first: DeliveryRow, leaseUntil: number): Promise<void> {
    for (let row: DeliveryRow | undefined = first; row !== undefined; ) {
      const ended: EndedRun = await this.#sendOne(run, row, leaseUntil);
      this.#ended.push(ended);
      row = this.#nextOf(run, ended);
      if (row === undefined) return;
      run.unleased.push(row.id);
      run.place = this.#pace.follow(run.place, performance.now());
      this.#wakeSoon();
    }
  }

  /** Lets some of a run end before a turn records them: nothing waits for that but the log. */
  #wakeSoon(): void {
    if (this.#isWakeSet) return;
    this.#isWakeSet = true;
    setTimeout(() => {
      this.#isWakeSet = false;
      this.#wake();
    }, RECORD_MILLISECONDS).unref();
  }

  /** What may be sent behind a delivery at once, before it is recorded: its sequence is this process's as long as it holds that one. */
  #nextOf(run: Run, { attempt: logged }: EndedRun): DeliveryRow | undefined {
    const [next, ...others] = run.ahead;
    if (next === undefined || logged === undefined || logged.outcome === 'retry' || performance.now() > run.aheadUntil) return undefined;
    const due = Math.max(next.due, logged.at);
    // A sequence may have gone to another address.
    if (due > this.#options.clock.now() || next.target !== run.place.target) return undefined;
    run.ahead = others;
    return { ...next, due };
  }

  async #sendOne(run: Run, row: DeliveryRow, leaseUntil: number): Promise<EndedRun> {
    const { network, clock } = this.#options;
    const { place } = run;
    let attempted: Attempted;
    try {
      attempted = await attempt(row, this.handlerOf(row), network, this.#ending.signal);
    } catch {
      return { run, row, leaseUntil, attempt: undefined, step: undefined };
    }
    this.#made += 1;
    const { step } = attempted;
    const isService = step.outcome === 'gave-up' && step.reason === 'unsendable';
    if (!isService) this.#pace.learn(place, step.outcome === 'delivered', performance.now());
    const now = clock.now();
    const at = this.#settling > 0 ? Math.min(row.due, now) : now;
    return { run, row, leaseUntil, attempt: attemptOf(row, attempted, at), step };
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
