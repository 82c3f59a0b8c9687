// Makes the identifiers that callers see, numbers of 19 digits that rise with time, and the numbers that order posts.

/** Where the milliseconds of identifiers begin. */
const EPOCH = 1_288_834_974_657n;
/** The last bits of an identifier, which tell apart those of one moment. */
const BITS = 22n;
const DIGITS = 19;

/** How many posts one millisecond can order. Until the year 2039, milliseconds times this are below 2^53. */
export const STEPS = 4096;

/**
 * Milliseconds, and 22 bits that tell apart those of one moment. Every one that a sandbox makes is above those of the story.
 * @param bits below 2^22
 */
export function identifierOf(moment: number, bits: number): string {
  return String(((BigInt(moment) - EPOCH) << BITS) + BigInt(bits));
}

/** The identifier of the post with a number in the order (`seq`). */
export function postIdOf(seq: number): string {
  return identifierOf(Math.floor(seq / STEPS), seq % STEPS);
}

/** An identifier that somebody gives, as a text of the order in which those of posts and messages are: they have 19 digits. */
export function orderedId(id: string): string {
  const digits = id.replace(/^0+/, '');
  return digits.length > DIGITS ? '9'.repeat(DIGITS) : digits.padStart(DIGITS, '0');
}

/** The number of what comes next in a list whose order follows the clock: above the last one, also where several come in one millisecond. */
export function nextPlace(now: number, last = 0): number {
  return Math.max(now * STEPS, last + 1);
}

/** When what has an identifier was made, by the identifier alone: of what is deleted, nothing else is left. */
export function momentOf(id: string): number {
  return Number((BigInt(id) >> BITS) + EPOCH);
}
