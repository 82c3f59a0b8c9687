// Reads that a number which is sent must be the one that the thing shows: `Whoever approves repeats the total; another amount is refused`.
import type { Said } from '../refusing.ts';
import { mentionsIn } from '../relations.ts';
import { hasWord, wordsOf } from '../words.ts';
import type { Holder } from './comparisons.ts';
import { isAlike, type Term } from './terms.ts';

const OTHER =
  /\b(?:another|an? different|any other|every other) (\w+)(?: than [^,;]+)? (?:is|are|gets?|gives?) (?:refused|rejected|an error|(?:an? )?4\d\d)\b/i;
const AMOUNT = /^(?:amount|number|value|total|sum|price|figure)s?$/i;
const REPEATS = /\b(?:repeats?|equals?|must be the same as|must match|matches|must be that of)\b/i;

/** The member that has the same name in the request and in the thing. */
export function sameIn({ text, refusal }: Said, own: readonly Term[], { terms, isOwn = false }: Holder): string | undefined {
  if (refusal === undefined || !isOwn || /\b(?:if|when|unless|except|should|may|can)\b/i.test(text)) return undefined;
  const names = own.map(({ name }) => name);
  const [only = '', ...others] = names;
  const noun = OTHER.exec(text)?.[1];
  const isMeant = noun !== undefined && others.length === 0 && (AMOUNT.test(noun) || wordsOf(only).some((word) => isAlike(word, noun)));
  const named = REPEATS.test(text) ? names.filter((name) => hasWord(text, name) || mentionsIn(text, [name]).length > 0) : [];
  const member = isMeant ? only : named.length === 1 ? named[0] : undefined;
  return terms.some(({ name }) => name === member) ? member : undefined;
}
