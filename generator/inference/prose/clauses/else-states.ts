// Reads the states in which alone something is possible from sentences that refuse all else: `Notes are added while the case is open (409
// otherwise)`, `Takes an order from open to packed; any other is refused with 409`.
import { withoutStatus } from '../grammar/plain.ts';

const ELSE = /\b4\d\d\b[^)]{0,20}\b(?:otherwise|else)\b|\b(?:otherwise|or else|if not),?\s+(?:an?\s+)?4\d\d\b/i;

const CHANGES = '(?:changes?|changed|modified|updated|edited|altered|moved|set|replaced)';

/** Whether a sentence refuses all that it does not speak of. */
export function refusesElse(text: string): boolean {
  return ELSE.test(text);
}

/** The states as the sentence lists them. `some`: a pattern of a list of states, as its first group; `nouns`: one of the words for the thing. */
export function statesOrElse(text: string, some: string, nouns: string): string | undefined {
  if (!refusesElse(text)) return undefined;
  const plain = withoutStatus(text);
  // `The days change only while the booking is new` says nothing of the rest.
  if (new RegExp(`^(?!(?:it|they|this|(?:an?|the)\\s+(?:${nouns}))\\s)[^,]*\\b${CHANGES}\\b`, 'i').test(plain)) return undefined;
  const end = '(?=\\s*(?:$|[.,;:)]|\\band\\b))';
  const thing = `(?:it|they|(?:the|its|an?|any)\\s+(?:${nouns}))`;
  const be = '(?:is|are)\\s+(?:(?:still|yet|an?|in)\\s+)*';
  const forms = [
    `\\b(?:while|when|if|as long as)\\s+${thing}\\s+${be}${some}${end}`,
    `\\b(?:for|on|of|to|in|below)\\s+(?:(?:an?|the|any)\\s+)?(?:${nouns})\\s+(?:that|which)\\s+${be}${some}${end}`,
    `^(?:an?|the|its)\\s+(?:${nouns})\\s+${be}${some}${end}`,
  ];
  return forms.map((form) => new RegExp(form, 'i').exec(plain)?.[1]).find((found) => found !== undefined);
}

/** The states that something is taken from, where all others are refused. */
export function statesTakenFrom(text: string, some: string, nouns: string): string | undefined {
  const form = `\\b(?:takes?|moves?|brings?|turns?)\\s+(?:an?|the|any|one)\\s+(?:${nouns})\\s+from\\s+(?:the\\s+)?(?:state\\s+|status\\s+)?${some}\\s+(?:in)?to\\s`;
  return new RegExp(form, 'i').exec(text)?.[1];
}
