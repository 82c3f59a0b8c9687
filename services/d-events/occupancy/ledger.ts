// Keeps the rows of what is subscribed: changes that come together share a unit of work, in the order in which they came.

import { StoreUnavailable } from '../../platform/store/store.ts';
import type { Deps } from '../deps.ts';
import type { SocketLimits } from '../limits.ts';
import { type Message, messages } from '../messages.ts';
import { addWebhooks } from '../webhooks.ts';
import { end, isDue, sayAlive, settle } from './processes.ts';
import type { Unit } from './unit.ts';

type Change<Result> = (unit: Unit) => Promise<Result>;

interface Waiting {
  readonly change: Change<unknown>;
  readonly resolve: (result: never) => void;
  /** Absent: the change is tried again, however long the store is away. */
  readonly reject?: (error: unknown) => void;
}

/** Changes in one unit of work. */
const MOST_CHANGES = 200;
const TICK_MILLISECONDS = 1_000;
const RETRY_MILLISECONDS = 500;

export class Ledger {
  readonly #deps: Deps;
  readonly #limits: SocketLimits;
  readonly #process: string;
  readonly #lost: () => void;
  #waiting: Waiting[] = [];
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

  /** Begins to say that this process is alive, and to look after the others. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#tick(), Math.min(TICK_MILLISECONDS, this.#limits.graceSeconds * 500));
    this.#timer.unref();
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
    this.start();
    this.#waiting.push(waiting);
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
  }

  async #flush(): Promise<void> {
    // Changes that come in the same turn go together.
    await undefined;
    while (this.#waiting.length > 0) {
      const changes = this.#waiting.splice(0, MOST_CHANGES);
      try {
        await this.#unit(changes);
      } catch (error) {
        for (const { reject } of changes) reject?.(error);
        const again = changes.filter(({ reject }) => reject === undefined);
        if (!(error instanceof StoreUnavailable)) this.#deps.warn(`The event service could not note a change: ${String(error)}`);
        else if (again.length > 0 && !this.#isEnded) {
          this.#waiting.unshift(...again);
          await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
        }
        if (this.#isEnded) return;
      }
    }
  }

  async #unit(changes: readonly Waiting[]): Promise<void> {
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
      if (this.#aliveAt === 0) await sayAlive(unit, true);
      const made: unknown[] = [];
      for (const { change } of changes) made.push(await change(unit));
      await addWebhooks(this.#deps, tables, unit.happened);
      return { results: made, sent: unit.messages };
    });
    if (this.#aliveAt === 0) this.#aliveAt = Date.now();
    for (const part of parts(sent)) void bus.publish(messages, part);
    for (const [index, { resolve }] of changes.entries()) resolve(results[index] as never);
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
    if (now - this.#aliveAt >= (this.#limits.aliveSeconds * 1000) / 3) {
      const isKnown = await this.make((unit) => sayAlive(unit, this.#aliveAt === 0));
      this.#aliveAt = now;
      if (!isKnown) this.#lost();
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
