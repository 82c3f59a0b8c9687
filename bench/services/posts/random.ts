// Numbers that look random and are the same in each run, for the rows of benchmarks.

/** @returns numbers from 0 on and below 1, which another seed makes others */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    // `mulberry32`: one multiplication more than a counter, and even enough for this.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Of `many` things, one of the first far more often than one of the last: its number by a cube law. */
export function byCube(random: Random, many: number): number {
  return Math.floor(many * random() ** 3);
}
