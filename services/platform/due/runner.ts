// Runs jobs in the order in which they fall due.
//
// One process at a time runs the jobs of a service, the one that holds its lease: only so can they run in order. Each job is one unit of work that
// renews the lease, does the work and removes the job. So if the process dies, nothing of a job is left behind, and another process takes over when
// the lease ends; a process that has lost its lease without noticing cannot commit.

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SandboxClock } from '../clock/clock.ts';
import type { Warn } from '../redis.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import type { Settled } from './due.ts';
import { isHeldByOther, nextJob, nextMoment, recordFailure, releaseLeases, removeJob, takeLease } from './rows.ts';
import type { DueRow, DueTables } from './tables.ts';

/** Wall time before a failed job is tried again; after the last it is left for the operator. */
const PAUSES: readonly number[] = [1_000, 5_000, 30_000, 120_000];

export interface RunnerOptions {
  readonly store: Store<DueTables>;
  readonly clock: SandboxClock;
  readonly warn: Warn;
  /** Wall time after which another process takes over from one that died. Default: 10 s. */
  readonly leaseMilliseconds?: number;
  /** How many jobs `settle` runs. Default: 10,000. */
  readonly mostJobs?: number;
  /** How long `settle` runs jobs, or waits for the process that does, in wall time. Default: 30 s. */
  readonly settleMilliseconds?: number;
}

/** The outcome of `run`; `other process`: the jobs that are due belong to services whose jobs another process runs. */
export type Outcome = 'ran' | 'failed' | 'none' | 'other process';

type Handler = (job: DueRow, tables: Kysely<DueTables>) => Promise<void>;

export class DueRunner {
  readonly #options: RunnerOptions;
  readonly #holder = randomUUID();
  /** By service, then by kind. */
  readonly #handlers = new Map<string, Map<string, Handler>>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** The table by whose name the jobs of a service take turns with other units. */
  readonly #turns = new Map<string, string>();

  takeTurns(service: string, table: string): void {
    this.#turns.set(service, table);
  }

  handle(service: string, kind: string, handler: Handler): void {
    const kinds = this.#handlers.get(service) ?? new Map<string, Handler>();
    this.#handlers.set(service, kinds.set(kind, handler));
  }

  /** Runs the job that is due next. Calls wait for each other. */
  run(): Promise<Outcome> {
    const next = this.#turn.then(() => this.#runOne());
    this.#turn = next.catch(() => {});
    return next;
  }

  async settle(): Promise<Settled> {
    const { mostJobs = 10_000, settleMilliseconds = 30_000 } = this.#options;
    const end = performance.now() + settleMilliseconds;
    for (let ran = 0; ; ) {
      const outcome = await this.run();
      if (outcome === 'none') return { ran, isMoreDue: false };
      if (outcome === 'ran') ran += 1;
      if (ran >= mostJobs || performance.now() >= end) return { ran, isMoreDue: true };
      if (outcome === 'other process') await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Milliseconds until the next job falls due, if the clock runs. */
  async wait(): Promise<number> {
    const now = this.#options.clock.now();
    return ((await nextMoment(this.#options.store.read, now)) ?? Number.POSITIVE_INFINITY) - now;
  }

  /** Waits for the job that runs, and lets another process take over at once. */
  async end(): Promise<void> {
    await this.#turn;
    await this.#options.store.write((tables) => releaseLeases(tables, this.#holder));
  }

  async #runOne(): Promise<Outcome> {
    const { store, clock } = this.#options;
    let services = [...this.#handlers.keys()];
    let isOthers = false;
    for (;;) {
      // Without this look, each check would write the lease.
      const job = await nextJob(store.read, services, clock.now());
      if (job === undefined) return isOthers ? 'other process' : 'none';
      const outcome = await this.#runOf(job.service);
      if (outcome === 'ran' || outcome === 'failed') return outcome;
      if (outcome === 'none') continue;
      isOthers = true;
      services = services.filter((service) => service !== job.service);
    }
  }

  /** Runs the next job of a service, if this process can get its lease. */
  async #runOf(service: string): Promise<Outcome> {
    const { store, clock, leaseMilliseconds = 10_000 } = this.#options;
    const lease = `due ${service}`;
    // A unit that waits for the one of the other process would only be in its way.
    if (await isHeldByOther(store.read, lease, this.#holder)) return 'other process';
    let job: DueRow | undefined;
    try {
      return await store.write(
        async (tables): Promise<Outcome> => {
          job = undefined;
          if (!(await takeLease(tables, lease, this.#holder, leaseMilliseconds))) return 'other process';
          job = await nextJob(tables, [service], clock.now());
          if (job === undefined) return 'none';
          await removeJob(tables, job.id);
          await this.#handlerOf(job)(job, tables);
          return 'ran';
        },
        this.#turns.get(service) as keyof DueTables | undefined,
      );
    } catch (error) {
      if (job === undefined || error instanceof StoreUnavailable) throw error;
      await this.#fail(job, error);
      return 'failed';
    }
  }

  #handlerOf({ service, kind }: DueRow): Handler {
    const handler = this.#handlers.get(service)?.get(kind);
    if (handler === undefined) throw new Error(`The service ${service} has no handler for jobs of the kind ${kind}.`);
    return handler;
  }

  async #fail(job: DueRow, error: unknown): Promise<void> {
    const pause = PAUSES[job.failures];
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const last = pause === undefined ? ' for the last time' : '';
    this.#options.warn(`A job of ${job.service} (${job.kind}, ${job.id}) failed${last}: ${text}`);
    await this.#options.store.write((tables) => recordFailure(tables, job, text, pause));
  }
}
