// Makes the identifiers that callers see: numbers of 19 digits that rise with time.

/** Where the milliseconds of identifiers begin. */
const EPOCH = 1_288_834_974_657n;

/**
 * Milliseconds, and 22 bits that tell apart those of one moment. Every one that a sandbox makes is above those of the story.
 * @param bits below 2^22
 */
export function identifierOf(moment: number, bits: number): string {
  return String(((BigInt(moment) - EPOCH) << 22n) + BigInt(bits));
}
