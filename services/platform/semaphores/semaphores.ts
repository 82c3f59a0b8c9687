// Declares semaphores: how many of something all processes of a sandbox hold at a time, such as the open connections of an app.

export interface Semaphores {
  /**
   * Takes one unit, unless all processes together hold `limit` units of the key.
   * @param key what is held, and whose it is: `d-events:connections:<app>`
   * @returns whether it was taken. Each unit that was is given back with `release`
   */
  acquire(key: string, limit: number): Promise<boolean>;
  release(key: string): void;
  /** Gives back all units of this process. */
  close(): Promise<void>;
}

/** The units of one process by key. Keys without units are not kept. */
export class Held extends Map<string, number> {
  /** @returns the units of the key from now on */
  change(key: string, by: number): number {
    const count = Math.max(0, (this.get(key) ?? 0) + by);
    if (count === 0) this.delete(key);
    else this.set(key, count);
    return count;
  }
}
