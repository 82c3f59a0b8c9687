// Counts rate limits in the memory of one process.

import type { SandboxClock } from '../clock/clock.ts';
import {
  type Counter,
  counterNames,
  isOver,
  type LimitEntry,
  type Limits,
  MOST_COUNTERS,
  type Taken,
  takenOf,
  type Window,
} from './limits.ts';

export interface MemoryLimits extends Limits {
  take(key: string, windows: readonly Window[], units?: number): Taken;
  read(entries: readonly LimitEntry[]): readonly Taken[];
}

/** How many ended windows of each length a request removes: more than it opens, so that they do not pile up. */
const SWEEP = 4;

/** @param most How many counters are kept. Above it, those that end first are dropped. */
export function createMemoryLimits(clock: SandboxClock, most: number = MOST_COUNTERS): MemoryLimits {
  // By the length of the window. A counter that begins goes to the end, so each map is in the order in which its windows end.
  const lengths = new Map<number, Map<string, Counter>>();
  let size = 0;

  function drop(counters: Map<string, Counter>, name: string): void {
    if (counters.delete(name)) size -= 1;
  }

  function sweep(now: number): void {
    for (const [milliseconds, counters] of lengths) {
      let left = SWEEP;
      for (const [name, { start }] of counters) {
        if (left-- === 0 || !isOver(start, milliseconds, now)) break;
        drop(counters, name);
      }
      if (counters.size === 0) lengths.delete(milliseconds);
    }
  }

  function dropFirstToEnd(): void {
    let found: { counters: Map<string, Counter>; name: string; end: number } | undefined;
    for (const [milliseconds, counters] of lengths) {
      const [first] = counters;
      if (first === undefined) continue;
      const end = first[1].start + milliseconds;
      if (found === undefined || end < found.end) found = { counters, name: first[0], end };
    }
    if (found !== undefined) drop(found.counters, found.name);
  }

  const limits: MemoryLimits = {
    read: (entries) => entries.map(({ key, windows }) => limits.take(key, windows, 0)),
    take(key, windows, units = 1) {
      const names = counterNames(key, windows);
      const now = clock.now();
      sweep(now);
      const counters = windows.map(({ milliseconds }, index) => {
        const counter = lengths.get(milliseconds)?.get(names[index] ?? '');
        return counter === undefined || isOver(counter.start, milliseconds, now) ? undefined : counter;
      });
      const taken = takenOf(windows, counters, units, now);
      if (!taken.allowed || units === 0) return taken;
      for (const [index, { milliseconds }] of windows.entries()) {
        const name = names[index] ?? '';
        const counter = counters[index];
        const ofLength = lengths.get(milliseconds) ?? new Map<string, Counter>();
        lengths.set(milliseconds, ofLength);
        if (counter === undefined) drop(ofLength, name);
        if (!ofLength.has(name)) size += 1;
        ofLength.set(name, { start: counter?.start ?? now, count: (counter?.count ?? 0) + units });
      }
      while (size > most) dropFirstToEnd();
      return taken;
    },
  };
  return limits;
}
