// Sends what was claimed: each delivery, and behind it those of its sequence that were read ahead.

import { type Attempted, attemptRecord, type Network } from '@octavo/runtime/conformance';
import type { SandboxClock } from '../clock/clock.ts';
import type { Tracing } from '../tracing.ts';
import { type AnyHandler, attempt } from './attempt.ts';
import type { Pace, Place } from './pace.ts';
import type { DeliveryRow, OutboxTables } from './tables.ts';
import type { Ended } from './turn.ts';

/** How long attempts may go on when the sandbox is closed. */
const CLOSING_MILLISECONDS = 1_000;

/** How long deliveries that were read ahead may be sent: what a service takes out of a payload must not go out much later. */
const AHEAD_MILLISECONDS = 100;

/** When those of a sequence that have ended are recorded, while the next ones are sent. */
const RECORD_MILLISECONDS = 10;

/** Deliveries that are sent one after the other in one place. */
export interface Run {
  place: Place;
  ahead: readonly DeliveryRow[];
  readonly aheadUntil: number;
  /** Those that were sent, or are being sent, since the last turn: their lease is taken with the next one. */
  unleased: string[];
}

export interface EndedRun extends Ended {
  readonly run: Run;
  readonly leaseUntil: number;
  /** The result, for the handler; absent where the handler has been called for it and failed. */
  step: Attempted['step'] | undefined;
}

interface RunsOptions {
  readonly clock: SandboxClock;
  readonly network: Network;
  readonly pace: Pace;
  readonly tracing: Tracing | undefined;
  handlerOf(row: DeliveryRow): AnyHandler<OutboxTables> | undefined;
  /** When an attempt that ends now was made, on the sandbox clock. */
  madeAt(row: DeliveryRow): number;
  /** Called when an attempt has ended. */
  wake(): void;
}

export class Runs {
  readonly #options: RunsOptions;
  readonly #ending = new AbortController();
  readonly #runs = new Set<Run>();
  readonly #sending = new Set<Promise<void>>();
  #isWakeSet = false;
  /** Attempts that have ended and are not recorded yet. */
  readonly ended: EndedRun[] = [];
  /** Attempts that were made. */
  made = 0;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  get isSending(): boolean {
    return this.#sending.size > 0;
  }

  /** Whether a run goes on. */
  has(run: Run): boolean {
    return this.#runs.has(run);
  }

  /** Ends with the first attempt that ends; never where none is under way. */
  async next(): Promise<void> {
    await Promise.race(this.#sending);
  }

  /** Sends nothing more of what was read ahead: the rows may have changed. */
  forgetAhead(): void {
    for (const run of this.#runs) run.ahead = [];
  }

  /** Gives the attempts under way a moment, then breaks off those that have not ended. */
  async end(): Promise<void> {
    const grace = setTimeout(() => this.#ending.abort(new Error('The sandbox is closing.')), CLOSING_MILLISECONDS);
    await Promise.all(this.#sending);
    clearTimeout(grace);
  }

  send(row: DeliveryRow, ahead: readonly DeliveryRow[], leaseUntil: number): void {
    const { pace, wake } = this.#options;
    const began = performance.now();
    const run: Run = { place: pace.begin(row.target, began), ahead, aheadUntil: began + AHEAD_MILLISECONDS, unleased: [] };
    this.#runs.add(run);
    const sent = this.#sendAll(run, row, leaseUntil).finally(() => {
      pace.end(run.place);
      this.#runs.delete(run);
      this.#sending.delete(sent);
      wake();
    });
    this.#sending.add(sent);
  }

  async #sendAll(run: Run, first: DeliveryRow, leaseUntil: number): Promise<void> {
    for (let row: DeliveryRow | undefined = first; row !== undefined; ) {
      const ended: EndedRun = await this.#sendOne(run, row, leaseUntil);
      this.ended.push(ended);
      row = this.#nextOf(run, ended);
      if (row === undefined) return;
      run.unleased.push(row.id);
      run.place = this.#options.pace.follow(run.place, performance.now());
      this.#wakeSoon();
    }
  }

  /** Lets some of a run end before a turn records them: nothing waits for that but the log. */
  #wakeSoon(): void {
    if (this.#isWakeSet) return;
    this.#isWakeSet = true;
    setTimeout(() => {
      this.#isWakeSet = false;
      this.#options.wake();
    }, RECORD_MILLISECONDS).unref();
  }

  /**
   * The delivery that may be sent behind another one at once, before that is recorded: its sequence is this process's as long as it holds that one.
   */
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
    const { network, pace, handlerOf, madeAt, tracing } = this.#options;
    const { place } = run;
    let attempted: Attempted;
    try {
      attempted = await attempt(row, handlerOf(row), network, this.#ending.signal, tracing);
    } catch {
      return { run, row, leaseUntil, attempt: undefined, step: undefined };
    }
    this.made += 1;
    const { step } = attempted;
    const isService = step.outcome === 'gave-up' && step.reason === 'unsendable';
    if (!isService) pace.learn(place, step.outcome === 'delivered', performance.now());
    return { run, row, leaseUntil, attempt: attemptRecord(attempted, row.due, madeAt(row)), step };
  }
}
