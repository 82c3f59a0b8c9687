// Numbers rows in the order in which they were made.

let last = 0;

/**
 * A whole number above all that this process has given: microseconds since 1970, so that rows of other processes and of earlier runs have lower
 * numbers, as far as the clocks of machines agree.
 */
export function nextPosition(): number {
  last = Math.max(last + 1, Date.now() * 1_000);
  return last;
}
