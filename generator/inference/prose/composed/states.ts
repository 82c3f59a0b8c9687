// Reads from the parts of a clause in which states alone something is possible, where it says so without `only`: a clause that refuses all else, a
// condition with the thing and its states, and a verb that says what is done. `Works while the run is open or counted (409)`.
import type { Stated } from '../clauses/statements.ts';
import type { StateClaim, StateWords } from '../clauses/states.ts';
import { formsOf, namesIn } from '../words.ts';

/** Verbs by which a clause says what is needed, what stays or what is refused, and not what is possible. */
const OTHER_VERBS =
  /\b(?:needs?|needed|requires?|required|must|ha(?:s|ve) to|stays?|remains?|keeps?|kept|refused|rejected|forbidden|invalid|shown|returned|listed|counts?|costs?|should)\b/i;
const DENIED = /\b(?:not|never|no|nothing|nobody|none|cannot|neither|unless|except)\b/i;
/** Whatever else is asked for in the same clause. */
const MORE = /\b(?:with|without|before|after|until|than|by)\b/i;
/** What is done to a part of the thing: the rest may be changed. */
const OF_PART = /\b(?:changes?|changed|edited|altered|updated|modified|moved|replaced)\b/i;

/** The states that the condition of a clause names, where the clause refuses all others. */
export function possibleIn(clause: Stated, { states, nouns }: StateWords): StateClaim | undefined {
  const { subject, verb, rest, condition = '', refusal, isSituation } = clause;
  if (refusal === undefined || isSituation === true || verb === '') return undefined;
  const main = `${subject} ${verb} ${rest}`;
  if (OTHER_VERBS.test(main) || DENIED.test(`${main} ${condition}`) || MORE.test(condition)) return undefined;
  const isWhole =
    /^(?:it|they|this|that|)$/i.test(subject) || nouns.some((noun) => new RegExp(`^(?:an?|the|any)\\s+${noun}s?$`, 'i').test(subject));
  if (!isWhole && OF_PART.test(main)) return undefined;
  const one = `[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?`;
  const thing = `(?:it|they|(?:an?|the|its)\\s+(?:${nouns.join('|')})s?)`;
  const form = new RegExp(
    `^(?:while|as long as|for (?=${thing} (?:that|which)))\\s*${thing}\\s+(?:(?:that|which)\\s+)?(?:is|are)\\s+(?:still\\s+|yet\\s+|in\\s+|an?\\s+)*(?<some>${one}(?:(?:,\\s*|,?\\s+or\\s+)(?:an?\\s+)?${one})*)$`,
    'i',
  );
  const found = namesIn(form.exec(condition.trim())?.groups?.some ?? '', states);
  return found.length === 0 ? undefined : { kind: 'only', states: found, isWhole: true };
}
