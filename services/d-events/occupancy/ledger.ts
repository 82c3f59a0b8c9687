// Keeps the rows of what is subscribed: changes that come together share a unit of work, in the order in which they came.

import { StoreUnavailable } from '../../platform/store/store.ts';
import type { Deps } from '../deps.ts';
import type { SocketLimits } from '../limits.ts';
import { type Message, messages } from '../messages.ts';
import { addWebhooks } from '../webhooks.ts';
import { end, isDue, sayAlive, settle } from './processes.ts';
import { type Change, Queue, type Waiting } from './queue.ts';
import type { Unit } from './unit.ts';

const TICK_MILLISECONDS = 1_000;
const RETRY_MILLISECONDS = 500;

export class Ledger {
  readonly #deps: Deps;
  readonly #limits: SocketLimits;
  readonly #process: string;
  readonly #lost: () => void;
  readonly #queue = new Queue();
  /** Whether changes were left out since the queue was last empty. */
  #isFull = false;
  #flushing: Promise<void> | undefined;
  #ticking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #aliveAt = 0;
  #isEnded = false;

  /**
   * @param process names this process among those of the service
   * @param lost is called when the others have counted this process as dead: what its connections were subscribed to is gone
   */
  constructor(deps: Deps, limits: SocketLimits, process: string, lost: () => void) {
    this.#deps = deps;
    this.#limits = limits;
    this.#process = process;
    this.#lost = lost;
  }

  /** Begins to look after the other processes, and to say that this one is alive once it holds something. */
  start(): void {
    this.#timer = setInterval(() => this.#tick(), Math.min(TICK_MILLISECONDS, this.#limits.graceSeconds * 500));
    this.#timer.unref();
    this.#tick();
  }

  /**
   * Makes a change, and sends what follows from it once it is committed.
   * @throws {StoreUnavailable}
   */
  make<Result>(change: Change<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => this.#add({ change, resolve, reject }));
  }

  /** Makes a change that must not be left out: again and again until it is made, or the process ends. */
  insist(change: Change<unknown>): void {
    this.#add({ change, resolve: () => {} });
  }

  /**
   * Makes a change as soon as the store is there, unless too many wait for it already: then it is left out, with a line for the operator.
   * @param bytes how much memory it takes
   */
  keep(change: Change<unknown>, bytes: number): void {
    if (this.#queue.bytes + bytes > this.#limits.waitingBytes) {
      if (!this.#isFull)
        this.#deps.warn(`Webhooks of client events are lost until the store answers: ${this.#queue.bytes} bytes of them wait already.`);
      this.#isFull = true;
      return;
    }
    this.#add({ change, resolve: () => {}, bytes });
  }

  /** Ends what this process holds. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#isEnded = true;
    await this.#ticking;
    await this.#flushing;
    await this.#unit([{ change: (unit) => end(unit, this.#process), resolve: () => {} }]).catch(() => {});
  }

  #add(waiting: Waiting): void {
    if (this.#isEnded) {
      waiting.reject?.(new StoreUnavailable('The process ends.'));
      return;
    }
    this.#queue.add(waiting);
    this.#flushing ??= this.#flush();
  }

  async #flush(): Promise<void> {
    // Changes that come in the same turn go together.
    await undefined;
    while (!this.#queue.isEmpty) {
      const changes = this.#queue.take();
      try {
        this.#queue.made(changes, await this.#unit(changes));
      } catch (error) {
        if (error instanceof StoreUnavailable) {
          this.#queue.keep(changes, error);
          if (!this.#isEnded && !this.#queue.isEmpty) await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
        } else {
          const fault = this.#queue.separate(changes, error);
          if (fault !== undefined) this.#deps.warn(`The event service could not note a change: ${String(fault)}`);
        }
        if (this.#isEnded) return;
      }
    }
    this.#isFull = false;
    // In the same turn, so that the next change begins another flush.
    this.#flushing = undefined;
  }

  /** @returns the results of the changes */
  async #unit(changes: readonly Waiting[]): Promise<readonly unknown[]> {
    const { store, bus } = this.#deps;
    const { results, sent } = await store.write(async (tables) => {
      const unit: Unit = {
        tables,
        process: this.#process,
        now: Date.now(),
        limits: this.#limits,
        messages: [],
        happened: new Map(),
      };
      if (this.#aliveAt === 0) await sayAlive(unit);
      const made: unknown[] = [];
      for (const { change } of changes) made.push(await change(unit));
      await addWebhooks(this.#deps, tables, unit.happened);
      return { results: made, sent: unit.messages };
    });
    if (this.#aliveAt === 0) this.#aliveAt = Date.now();
    for (const part of parts(sent)) void bus.publish(messages, part);
    return results;
  }

  #tick(): void {
    this.#ticking ??= this.#step()
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) this.#deps.warn(`The event service could not look after its channels: ${String(error)}`);
      })
      .finally(() => {
        this.#ticking = undefined;
      });
  }

  async #step(): Promise<void> {
    const now = Date.now();
    // A process that holds nothing yet says so with its first change.
    if (this.#aliveAt > 0 && now - this.#aliveAt >= (this.#limits.aliveSeconds * 1000) / 3) {
      // Not by the queue: a thousand connections that come or go at once may take the store longer than others wait for a sign of life.
      const [isKnown] = await this.#unit([{ change: sayAlive, resolve: () => {} }]);
      this.#aliveAt = now;
      if (isKnown !== true) this.#lost();
    }
    if (await isDue(this.#deps.store.read, now, this.#limits)) await this.make(settle);
  }
}

/** Messages of the bus have a size. */
function parts(all: readonly Message[]): Message[][] {
  const made: Message[][] = [];
  for (let from = 0; from < all.length; from += 50) made.push(all.slice(from, from + 50));
  return made;
}
