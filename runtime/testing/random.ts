// A random source that gives the same numbers for the same seed on every platform.

export interface Random {
  /** A whole number from `least` to `most`, both included; they must be less than 2^53 apart. */
  integer(least: number, most: number): number;
  /** One of the items; `undefined` without items. */
  pick<T>(items: readonly T[]): T | undefined;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
}

/** Always chooses the first item, the number next to 0 or 1, and what is likely; what is as likely as not only with 1. */
export function plainly(number: 0 | 1): Random {
  return {
    integer: (least, most) => Math.min(most, Math.max(least, number)),
    pick: ([first]) => first,
    chance: (probability) => probability > 0.5 || (probability === 0.5 && number === 1),
  };
}

/**
 * xoshiro128** 1.1 of Blackman and Vigna, with its state filled from the seed by splitmix32. Uses 32-bit operations only, which are the same on all
 * platforms. Not for secrets.
 */
export function createRandom(seed: number): Random {
  let filling = (Math.trunc(seed) ^ Math.trunc(seed / 2 ** 32)) | 0;
  const splitmix = (): number => {
    filling = (filling + 0x9e3779b9) | 0;
    let mixed = filling ^ (filling >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
  let a = splitmix();
  let b = splitmix();
  let c = splitmix();
  let d = splitmix();
  const next = (): number => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
  /** 53 random bits as a fraction of 1, less than 1. */
  const fraction = (): number => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
  const integer = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1));
  return {
    integer,
    pick: (items) => (items.length === 0 ? undefined : items[integer(0, items.length - 1)]),
    chance: (probability) => fraction() < probability,
  };
}
