// Keeps rows in memory that are read with every request, such as whose key it is, until a process of the sandbox says that they changed.

import type { Bus, Channel } from './bus/bus.ts';

/** Values by their keys. A key without a value is not kept, so a value that any process adds is found at once. */
export interface Cache<Value> {
  /** The value of a key: at once if it is kept, otherwise from `load`. */
  get(key: string, load: () => Promise<Value | undefined>): Value | undefined | Promise<Value | undefined>;
}

/** Tells all processes which keys changed: `bus.publish(KEYS, hash)`, after the commit of the change. */
type Changed = Channel<string>;

/** @param name such as `h-email/keys` */
export function changedKeys(name: string): Changed {
  return { name, accepts: (value) => typeof value === 'string' };
}

interface CacheOptions {
  /** How many values are kept; then a new one replaces the oldest. Default: 10,000. */
  readonly most?: number;
  /**
   * How long a value is kept, in milliseconds of wall time. It bounds how long another process may go on with a value while Redis is down, as
   * messages are lost then. Default: 10,000.
   */
  readonly milliseconds?: number;
}

interface Kept<Value> {
  readonly value: Value;
  readonly until: number;
}

export function createCache<Value>(
  bus: Pick<Bus, 'subscribe'>,
  changed: Changed,
  { most = 10_000, milliseconds = 10_000 }: CacheOptions = {},
): Cache<Value> {
  const kept = new Map<string, Kept<Value>>();
  // Counts what was forgotten, so that a value that was read before is not kept after it.
  let forgotten = 0;
  bus.subscribe(
    changed,
    (key) => {
      forgotten += 1;
      kept.delete(key);
    },
    () => {
      forgotten += 1;
      kept.clear();
    },
  );

  async function read(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const before = forgotten;
    const value = await load();
    if (value === undefined || before !== forgotten) return value;
    if (kept.size >= most) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
    kept.set(key, { value, until: Date.now() + milliseconds });
    return value;
  }

  return {
    get(key, load) {
      const found = kept.get(key);
      if (found !== undefined && Date.now() < found.until) return found.value;
      kept.delete(key);
      return read(key, load);
    },
  };
}
