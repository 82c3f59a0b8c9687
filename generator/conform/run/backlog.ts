// Keeps exchanges until the next request is under way, and judges them then: the time in which the service works is used.

export interface Backlog<T> {
  add(item: T): void;
  /**
   * Handles all items that wait. Needed before anything is read that handling changes, so that a run does not depend on the time.
   * @throws what the handling of an item has thrown since.
   */
  clear(): void;
}

/** More items are handled at once: a handler in the same process may answer without giving other work its turn. */
const MOST = 32;

/** `handle` sees the items in their order. */
export function createBacklog<T>(handle: (item: T) => void): Backlog<T> {
  const waiting: T[] = [];
  const thrown: unknown[] = [];

  function handleAll(): void {
    try {
      for (const item of waiting.splice(0)) handle(item);
    } catch (error) {
      thrown.push(error);
    }
  }

  function clear(): void {
    handleAll();
    if (thrown.length > 0) throw thrown[0];
  }

  return {
    add(item) {
      // The next request is written before immediate callbacks run.
      if (waiting.push(item) === 1) setImmediate(handleAll);
      if (waiting.length >= MOST) clear();
    },
    clear,
  };
}
