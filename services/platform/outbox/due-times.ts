// Knows when the next delivery to each target is due, so that the store need not be asked for that each time.

import type { Store } from '../store/store.ts';
import { isSending, nextDue, releaseExpired, waitingTargets } from './rows.ts';
import type { OutboxTables } from './tables.ts';

/** How often the store is asked what other processes have added, and whose leases have ended. */
const LOOK_MILLISECONDS = 1_000;

export class DueTimes {
  readonly #store: Store<OutboxTables>;
  /** When the first delivery to a target is due, for all targets that are known to wait. */
  readonly #due = new Map<string, number>();
  /** Targets that were added to since the store was last asked. */
  readonly #added = new Set<string>();
  #nextLook = 0;

  constructor(store: Store<OutboxTables>) {
    this.#store = store;
  }

  /** Notes a delivery that was added. */
  add(target: string, due: number): void {
    this.#added.add(target);
    this.keep(target, due);
  }

  /** Notes when a delivery is due that the store knows of. */
  keep(target: string, due: number): void {
    this.#due.set(target, Math.min(due, this.#due.get(target) ?? due));
  }

  /** Has the next `look` ask the store. */
  forget(): void {
    this.#nextLook = 0;
  }

  /** Learns now and then what waits, other processes included, and releases what processes were sending that have died. */
  async look(): Promise<void> {
    if (performance.now() < this.#nextLook) return;
    if (await isSending(this.#store.read, Date.now())) await this.#store.write((tables) => releaseExpired(tables, Date.now()));
    this.beginTurn();
    const found = await waitingTargets(this.#store.read);
    for (const target of this.#due.keys()) if (!this.#added.has(target)) this.#due.delete(target);
    for (const { target, due } of found) {
      if (this.#added.has(target)) this.keep(target, due);
      else this.#due.set(target, due);
    }
    this.#nextLook = performance.now() + LOOK_MILLISECONDS;
  }

  /** A turn that begins now may miss deliveries that are added from now on, so these are collected anew. */
  beginTurn(): void {
    this.#added.clear();
  }

  /** Nothing more was due for a target in this turn: learns when it will be, unless something was added meanwhile. */
  async learn(target: string): Promise<void> {
    if (this.#added.has(target)) return;
    const due = await nextDue(this.#store.read, target);
    if (this.#added.has(target)) return;
    if (due === undefined) this.#due.delete(target);
    else this.#due.set(target, due);
  }

  /** Targets for which something is due, those that are due first at the beginning. */
  dueTargets(now: number, isOwn: (target: string) => boolean): readonly string[] {
    const targets = [...this.#due].filter(([target, due]) => due <= now && isOwn(target));
    return targets.sort(([, one], [, other]) => one - other).map(([target]) => target);
  }

  /** Milliseconds until the next delivery is due that is not due yet. */
  wait(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const due of this.#due.values()) if (due > now && due < next) next = due;
    return next - now;
  }
}
