// Queues changes until the store makes them: which of them share a unit of work, and which wait while the store is away.

import type { Unit } from './unit.ts';

export type Change<Result> = (unit: Unit) => Promise<Result>;

export interface Waiting {
  readonly change: Change<unknown>;
  readonly resolve: (result: never) => void;
  /** Absent: the change is tried again, however long the store is away. */
  readonly reject?: (error: unknown) => void;
  /** How much memory it takes, where that is bounded. */
  readonly bytes?: number;
}

/** Changes in one unit of work. */
const MOST_CHANGES = 200;

export class Queue {
  #waiting: Waiting[] = [];
  /** How many of the next changes get a unit of work of their own. */
  #alone = 0;
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** The sum of `bytes` of the changes that are neither made nor given up. */
  get bytes(): number {
    return this.#bytes;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#bytes += waiting.bytes ?? 0;
  }

  /** Takes the changes of the next unit of work. */
  take(): readonly Waiting[] {
    const changes = this.#waiting.splice(0, this.#alone > 0 ? 1 : MOST_CHANGES);
    this.#alone = Math.max(0, this.#alone - 1);
    return changes;
  }

  /** After a unit of work that was made. */
  made(changes: readonly Waiting[], results: readonly unknown[]): void {
    this.#forget(changes);
    for (const [index, { resolve }] of changes.entries()) resolve(results[index] as never);
  }

  /** After a unit of work for which the store was away: keeps what must be made, and refuses the rest at once, also what has not been tried. */
  keep(changes: readonly Waiting[], error: Error): void {
    const all = [...changes, ...this.#waiting];
    this.#waiting = all.filter(({ reject }) => reject === undefined);
    for (const { reject } of all) reject?.(error);
  }

  /**
   * After a unit of work that failed by one of its changes: each gets a unit of its own, so that the fault of one connection costs no other.
   * @returns the fault of a change that was alone already, and is given up
   */
  separate(changes: readonly Waiting[], error: unknown): unknown {
    if (changes.length > 1) {
      this.#alone = changes.length;
      this.#waiting.unshift(...changes);
      return undefined;
    }
    this.#forget(changes);
    for (const { reject } of changes) reject?.(error);
    return error;
  }

  #forget(changes: readonly Waiting[]): void {
    for (const { bytes = 0 } of changes) this.#bytes -= bytes;
  }
}
