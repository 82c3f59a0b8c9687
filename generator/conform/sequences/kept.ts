// Keeps what takes requests to find or to make, so that it is done once in a run.
import { AsyncLocalStorage } from 'node:async_hooks';

export class Kept<T> {
  readonly #known = new Map<string, Promise<T>>();
  /** The keys whose values are being made around a step. */
  readonly #around = new AsyncLocalStorage<readonly string[]>();

  /** The value of a key. `undefined` where the making of the value itself asks for it: it would wait for itself, and the run would never end. */
  of(key: string, make: () => Promise<T>): Promise<T> | undefined {
    const around = this.#around.getStore() ?? [];
    if (around.includes(key)) return undefined;
    const known = this.#known.get(key) ?? this.#around.run([...around, key], make);
    this.#known.set(key, known);
    return known;
  }

  /** The value of a key; `undefined` where it was not made yet. Not for the making of the value itself. */
  made(key: string): Promise<T> | undefined {
    return this.#around.getStore()?.includes(key) === true ? undefined : this.#known.get(key);
  }

  forget(isMeant: (key: string) => boolean): void {
    for (const key of [...this.#known.keys()]) if (isMeant(key)) this.#known.delete(key);
  }
}
