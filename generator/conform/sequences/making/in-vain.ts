// Counts what was tried in vain for the same reason, so that it ends.
import type { Operation } from '../../../model/service.ts';

export class InVain {
  readonly #most: number;
  readonly #times = new Map<Operation, Map<string, number>>();

  /** `most`: so many times in vain are enough. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether an operation was tried in vain often enough for a reason. */
  has(operation: Operation, reason: string): boolean {
    return (this.#times.get(operation)?.get(reason) ?? 0) >= this.#most;
  }

  note(operation: Operation, reason: string): void {
    const times = this.#times.get(operation) ?? new Map<string, number>();
    this.#times.set(operation, times.set(reason, (times.get(reason) ?? 0) + 1));
  }

  /** What has succeeded may do so again; without an operation, everything. */
  forget(operation?: Operation): void {
    if (operation === undefined) this.#times.clear();
    else this.#times.delete(operation);
  }
}
