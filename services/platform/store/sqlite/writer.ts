// Runs units of work on SQLite one after another, and lets those that wait share a transaction: group commit.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { assertInsideUnit, assertOutsideUnit, runUnit } from '../unit.ts';
import type { SqliteConnection } from './connection.ts';
import { queriesOn } from './dialect.ts';

/** A transaction takes more units for this long; then requests and reads have their turn. Milliseconds. */
const SLICE = 4;

/** Milliseconds that work may take for which all units wait: migrations, snapshots. */
const LONGEST_ALONE = 600_000;

/** Makes commits durable. */
export interface Durability {
  /** Resolves when all commits until now are on disk. @throws {StoreUnavailable} */
  sync(): Promise<void>;
  /** Runs between two transactions, which wait for it. */
  betweenTransactions(): Promise<void>;
}

interface Job<Tables> {
  /** Rejects if the unit fails; its caller is not answered yet. */
  run(tables: Kysely<Tables>): Promise<void>;
  succeed(): void;
  fail(error: unknown): void;
  /** Runs outside a transaction. */
  readonly isAlone: boolean;
}

export class Writer<Tables> {
  readonly #connection: SqliteConnection;
  readonly #tables: Kysely<Tables>;
  readonly #durability: Durability;
  readonly #waiting: Job<Tables>[] = [];
  #running: Promise<void> | undefined;

  readonly #longest: number | undefined;

  /** Called before units run, after a time in which none did. */
  onBusy: () => void = () => {};

  /** @param longest Milliseconds that a unit may take. */
  constructor(connection: SqliteConnection, durability: Durability, longest?: number) {
    this.#connection = connection;
    this.#tables = queriesOn(connection, () => assertInsideUnit(this));
    this.#durability = durability;
    this.#longest = longest;
  }

  /** Runs a unit in a savepoint, and resolves when its transaction is on disk. */
  async write<T>(unit: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
    assertOutsideUnit(this);
    return await this.#enqueue((tables) => runUnit(this, unit, tables, this.#longest), false);
  }

  /** Runs work that opens its own transactions, while no other does. Resolves when its commits are on disk. */
  alone<T>(work: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.#enqueue((tables) => runUnit(this, work, tables, LONGEST_ALONE), true);
  }

  /** Whether no unit waits or runs. */
  get isIdle(): boolean {
    return this.#running === undefined;
  }

  /** Resolves when no unit waits or runs. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
    await this.#durability.sync().catch(() => {});
  }

  #enqueue<T>(work: (tables: Kysely<Tables>) => Promise<T>, isAlone: boolean): Promise<T> {
    // The unit runs in the asynchronous context of its own caller, not in that of the unit before it.
    const inContext = AsyncLocalStorage.snapshot();
    return new Promise((resolve, reject) => {
      let result: T;
      this.#waiting.push({
        isAlone,
        run: async (tables) => {
          result = await inContext(work, tables);
        },
        succeed: () => resolve(result),
        fail: reject,
      });
      if (this.#running !== undefined) return;
      this.onBusy();
      this.#running = this.#run();
    });
  }

  async #run(): Promise<void> {
    // Units that are handed in during this turn of the event loop join the first transaction.
    await setImmediate();
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      const done = job.isAlone ? await this.#runAlone(job) : await this.#transaction(job);
      if (done.length > 0) void this.#answer(done);
      await this.#durability.betweenTransactions();
      await setImmediate();
    }
    this.#running = undefined;
  }

  async #answer(jobs: readonly Job<Tables>[]): Promise<void> {
    try {
      await this.#durability.sync();
    } catch (error) {
      for (const job of jobs) job.fail(error);
      return;
    }
    for (const job of jobs) job.succeed();
  }

  async #runAlone(job: Job<Tables>): Promise<readonly Job<Tables>[]> {
    try {
      await job.run(this.#tables);
      return [job];
    } catch (error) {
      job.fail(error);
      return [];
    }
  }

  /** Runs a unit and those that wait behind it, and commits. Gives the units that succeeded. */
  async #transaction(first: Job<Tables>): Promise<readonly Job<Tables>[]> {
    const kept: Job<Tables>[] = [];
    let job: Job<Tables> | undefined = first;
    try {
      this.#rollBack();
      this.#connection.run('begin immediate', []);
      const end = performance.now() + SLICE;
      while (job !== undefined) {
        if (await this.#savepoint(job)) kept.push(job);
        job = performance.now() < end && this.#waiting[0]?.isAlone === false ? this.#waiting.shift() : undefined;
      }
      this.#connection.run('commit', []);
      return kept;
    } catch (error) {
      job?.fail(error);
      for (const one of kept) one.fail(error);
      return [];
    } finally {
      this.#rollBack();
    }
  }

  /** Ends a transaction that was not committed. If that fails now, the next transaction tries again. */
  #rollBack(): void {
    try {
      if (this.#connection.isInTransaction) this.#connection.run('rollback', []);
    } catch {}
  }

  /**
   * Runs one unit. If it fails, its changes are rolled back and its caller is answered.
   * @returns whether it succeeded
   * @throws {StoreUnavailable} if SQLite has rolled back the whole transaction, as it does when the disk is full
   */
  async #savepoint(job: Job<Tables>): Promise<boolean> {
    const connection = this.#connection;
    connection.run('savepoint unit', []);
    connection.failure = undefined;
    try {
      await job.run(this.#tables);
      if (connection.failure !== undefined) throw connection.failure;
    } catch (error) {
      if (!connection.isInTransaction) throw connection.failure ?? error;
      connection.run('rollback to unit', []);
      connection.run('release unit', []);
      job.fail(error);
      return false;
    }
    connection.run('release unit', []);
    return true;
  }
}
