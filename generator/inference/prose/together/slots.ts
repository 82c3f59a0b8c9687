// Reads that a thing of a kind has one of others in a slot at most, where members of these say the slot: `A teacher and a room each have at most one
// lesson in a period of a weekday`, `A lane has only one training per day and hour`.
import { plainOf, withoutAnswer } from '../grammar/plain.ts';
import { names, phraseOf, singular, wordsOf } from '../words.ts';

export interface Slot {
  /** The kinds and the members of which each one has one thing in the slot. */
  readonly subjects: readonly string[];
  /** The members that say the slot. */
  readonly members: readonly string[];
  /** The kind within which it holds: `in one school year`. */
  readonly within?: string;
}

interface SlotWords {
  /** The collection of the things. */
  readonly name: string;
  /** The collections of what they stand below and name. */
  readonly kinds: readonly string[];
  /** The members of a new one. */
  readonly members: readonly string[];
}

const WITHIN =
  /^(?:in|within|during|for)\s+(?:one|an?|each|every|any|the same)\s+(?<kind>[\p{L} ]+?)\s*,?\s+(?=(?:an?|the|each|every|any|no)\s)/iu;
const LIGHT = new Set('a an the and or of in on at per for each every any one both all same its their and/or'.split(' '));

/** What a sentence about a create says. A word that is no known one makes it narrower, or another one. */
export function slotIn(text: string, { name, kinds, members }: SlotWords): Slot | undefined {
  const noun = `(?:${phraseOf(name)})(?![\\p{L}\\p{N}_-])`;
  const form = new RegExp(
    `^(?<who>[^.;:]+?)\\s+(?:can\\s+|may\\s+|must\\s+)?(?:each\\s+)?(?:has|have|takes?|gives?|holds?|hosts?)\\s+(?:each\\s+)?(?:at most|only|no more than|not more than)\\s+(?:one|1|a single)\\s+${noun}\\s+(?:in|per|for|at|on|during)\\s+(?<slot>[^.;,:]+)`,
    'iu',
  );
  const { who = '', slot = '' } = form.exec(plainOf(withoutAnswer(text)))?.groups ?? {};
  if (slot === '') return undefined;
  const prefix = WITHIN.exec(who);
  const within = prefix === null ? undefined : kinds.find((one) => names(prefix.groups?.kind ?? '', one));
  if (prefix !== null && within === undefined) return undefined;
  const rest = who.slice(prefix?.[0].length ?? 0);
  const said = [...kinds, ...members].filter((one) => names(rest, one));
  // A member and the kind that it names are one.
  const subjects = said.filter((one) => !said.some((other) => other !== one && singular(other) === one));
  const own = members.filter((one) => names(slot, one) && !subjects.includes(one));
  if (subjects.length === 0 || own.length === 0 || !isAll(rest, said) || !isAll(slot, own)) return undefined;
  return { subjects, members: own, ...(within === undefined ? {} : { within }) };
}

/** Whether a phrase has no other words than those of names. */
function isAll(phrase: string, known: readonly string[]): boolean {
  const own = new Set(known.flatMap((one) => [...wordsOf(one), ...wordsOf(singular(one))]));
  return wordsOf(phrase).every((word) => LIGHT.has(word) || own.has(word) || own.has(singular(word)));
}
