// Keeps the worlds of all documents and the clock as they were at moments, in memory.
import type { ClockState } from './clock.ts';

/** All things at a moment, by document. */
export interface Taken {
  readonly images: ReadonlyMap<string, string>;
  readonly clock: ClockState;
  /** What the clock showed. */
  readonly shown: number;
}

export interface Snapshot extends Taken {
  readonly name: string;
  readonly takenAt: number;
  readonly bytes: number;
}

const MOST = 20;
const MOST_BYTES = 128 * 1024 * 1024;

export class Snapshots {
  readonly #all = new Map<string, Snapshot>();

  /** The newest first. */
  list(): readonly Snapshot[] {
    return [...this.#all.values()].reverse();
  }

  find(name: string): Snapshot | undefined {
    return this.#all.get(name);
  }

  /** Replaces the snapshot that has the name. Returns why it is not kept, as the end of a sentence. */
  keep(name: string, taken: Taken): Snapshot | string {
    const bytes = [...taken.images.values()].reduce((sum, image) => sum + image.length, 0);
    const others = this.list().filter((one) => one.name !== name);
    if (others.length >= MOST) return `there are ${MOST} already; remove one first`;
    const all = others.reduce((sum, one) => sum + one.bytes, bytes);
    if (all > MOST_BYTES)
      return `all snapshots together may have ${MOST_BYTES / 1024 / 1024} MiB, and would have ${Math.ceil(all / 1024 / 1024)}`;
    const snapshot = { ...taken, name, takenAt: Date.now(), bytes };
    this.#all.delete(name);
    this.#all.set(name, snapshot);
    return snapshot;
  }

  remove(name: string): boolean {
    return this.#all.delete(name);
  }
}
