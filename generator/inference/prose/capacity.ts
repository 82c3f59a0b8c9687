// Reads what a sentence says of a thing that has room for so many others: no more can be made of it, and its room is not made less than what is
// taken.
import type { Said } from './refusing.ts';
import { hasWord, names, phraseOf } from './words.ts';

/** Names and descriptions of a number that says how many things there is room for. */
const ROOM =
  /(?:capacity|quota|room|places?|seats?|spots?|spaces?|stock|slots?|beds?|size|limit|how many .*(?:there are|(?:can|may) be|ha[sv]e? room|fit))/i;

export function isRoom(name: string, description: string): boolean {
  return ROOM.test(name) || ROOM.test(description);
}

const GOODS = '(?:places?|seats?|spots?|rooms?|spaces?|tickets?|units?|stock|copies|beds?|slots?|items?|docks?)';
const FULL = new RegExp(
  [
    '\\b(?:is|are|be|already)\\s+full\\b|\\bfully (?:booked|occupied|reserved)\\b|\\bfull\\s+(?:one|\\p{L}+)\\s+is\\b|\\bsold out\\b|\\bout of stock\\b',
    `\\ball\\s+(?:the\\s+)?${GOODS}\\s+(?:are|have been)\\s+(?:taken|booked|sold|occupied|reserved)\\b|\\binsufficient\\s+(?:capacity|${GOODS})\\b`,
    '\\bcapacity\\b[^.;]*\\b(?:reached|exceeded|exhausted|used up)\\b|\\b(?:reach|exceed|exhaust)\\w*\\b[^.;]*\\bcapacity\\b|\\bno (?:remaining |free |more )?capacity\\b',
    `\\bno\\s+(?:more\\s+|free\\s+)?${GOODS}(?:\\s+\\p{L}+)?\\s+(?:left|free|available|remain)`,
    `\\b(?:fewer|less|not enough|too few|more)\\b[^.;]*\\b(?:left|available|remain\\p{L}*|free)\\b`,
    '\\b(?:as many|more)\\b[^.;]*\\b(?:has|have) (?:room|space|places|seats) for\\b',
    // What must be there says as much: `The class must have a free place`, `needs an open seat`, `only while there are beds left`.
    `\\b(?:have|has|needs?|takes?|requires?|there\\s+(?:is|are|must be))\\s+(?:still\\s+)?(?:an?|one|at least one|enough|some|any)\\s+(?:free|open|available|spare|unoccupied|remaining)\\s+${GOODS}\\b`,
    `\\b(?:while|as long as|only if|only when|provided(?: that)?|has to|have to|must)\\b[^.;]*\\b${GOODS}\\s+(?:is|are|be|has|have)?\\s*(?:still\\s+)?(?:left|free|available|remain\\p{L}*)\\b`,
  ].join('|'),
  'iu',
);
const ABOVE = '(?:above|over|beyond|exceeds?|exceeding|more(?: \\p{L}+)? than|greater than|larger than)';
const BELOW = '(?:below|under|less than|fewer than|lower than|smaller than)';
const NARROW = /\b(?:unless|except|waiting list|waitlist|minutes?|hours?|per day|seconds?|overbook\w*)\b/i;

/** A kind of things, and the one that has room for them by a number of this name. */
export interface Filling {
  readonly room: string;
  readonly taker: string;
  /** The name that a sentence must have that does not name the number. */
  readonly other?: string;
}

/**
 * Whether a sentence refuses more things of a kind than another one has room for. A number that is above another says nothing of how many there are.
 */
export function isRefusedWhereFull({ text, refusal }: Said, { room, taker, other }: Filling): boolean {
  if (refusal === undefined || NARROW.test(text)) return false;
  const subject = `(?:\\b(?:would|brings?|takes?|goes|exceeds?|exceeding|cannot|can not|more)\\b[^.;]*|${phraseOf(taker)}\\s+)`;
  const over = new RegExp(`${subject}${ABOVE}\\s+(?:the\\s+|its\\s+)?(?:\\p{L}+\\s+)?\`?${phraseOf(room)}`, 'iu');
  return over.test(text) || (FULL.test(text) && (other === undefined || names(text, other)));
}

const TAKEN = 'sold|taken|booked|used|reserved|occupied';

/** Whether a number says what is taken, by its name and description. */
export function isTaken(name: string, description: string): boolean {
  return new RegExp(TAKEN, 'i').test(name) || new RegExp(`\\b(?:${TAKEN})\\b`, 'i').test(description);
}

/**
 * How a sentence refuses a number that is less than what is taken: less than the `things` of a kind that there are, or than the `number` that tells
 * what is taken, as in `A quota below what is sold is a 409`.
 */
export function belowTakenIn({ text, refusal }: Said, room: string, taker: string): 'things' | 'number' | undefined {
  if (refusal === undefined || NARROW.test(text) || !(names(text, room) || hasWord(text, room))) return undefined;
  const isBelow = (what: string, of = text): boolean =>
    new RegExp(`\\b${BELOW}\\b[^.;]*(?:\\b(?:${what})\\b|\`\\w*(?:${what})\\w*\`)`, 'iu').test(of);
  // `Less than the quota of a ticket type` is about that quota, and not about how many types there are.
  const own = new RegExp(`\\b(?!(?:number|count)\\b)\\p{L}+\\s+of\\s+(?:an?|any|one|each)\\s+${phraseOf(taker)}`, 'giu');
  if (isBelow(phraseOf(taker), text.replace(own, ''))) return 'things';
  return isBelow(TAKEN) ? 'number' : undefined;
}
