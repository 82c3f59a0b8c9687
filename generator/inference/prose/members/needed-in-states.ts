// Reads what a thing must have in a state: `A repair that is done must have a cost`, `Sent parcels must have a date`.
import { isNoRule } from '../grammar/plain.ts';
import { sentencesIn } from '../sentences.ts';
import { namesIn, singular, wordsOf } from '../words.ts';

export interface Needed {
  readonly member: string;
  readonly states: ReadonlySet<string>;
  readonly quote: string;
}

const FORM =
  /^(?<who>.+?)\s+(?:(?:must|has to|have to)\s+(?:always\s+)?have|(?:always\s+)?needs?|requires?)\s+(?:an?|the|its|their|one)\s+(?<what>[\p{L}\p{N}`_ -]{2,40})$/iu;
/** Words of a further condition. */
const OPEN =
  /\b(?:unless|except|if|when|while|once|may|can|could|should|until|before|after|without|not|no|never|neither|either|only|with|by|from|for|than|new)\b/i;
/** What may stand beside the states and the one noun of the thing. */
const LIGHT = new Set(
  'a an the one ones those each every any all that which who is are still already now or and status state its'.split(' '),
);

/** What the sentences of a text say. `members`: those of the thing that may be empty. */
export function neededIn(text: string, states: readonly string[], members: readonly string[]): readonly Needed[] {
  return sentencesIn(text).flatMap((quote) => {
    if (isNoRule(quote)) return [];
    const clauses = quote
      .replace(/\s*\((?:[^()]*)\)/g, '')
      .split(/[;:.]\s*|,?\s+(?:and|but)\s+(?=(?:an?|the|one|ones|those|each|every|any|all)\b)|,\s+/i);
    return clauses.flatMap((clause): readonly Needed[] => {
      const { who = '', what = '' } = FORM.exec(clause.trim())?.groups ?? {};
      const named = namesIn(who, states);
      if (named.length === 0 || named.length === states.length || OPEN.test(clause) || !isLight(who, named)) return [];
      const wanted = plain(what);
      const found = members.filter(
        (member) => plain(member) === wanted || plain(member.replace(/(?:_id|Id|_at|At|_on|On)$/, '')) === wanted,
      );
      const [member, other] = found;
      return member === undefined || other !== undefined ? [] : [{ member, states: new Set(named), quote }];
    });
  });
}

function plain(words: string): string {
  const all = wordsOf(words);
  return [...all.slice(0, -1), singular(all.at(-1) ?? '')].join(' ');
}

/** Whether a phrase has nothing beside the states but one noun for the thing. */
function isLight(who: string, states: readonly string[]): boolean {
  const known = new Set(states.flatMap(wordsOf));
  return wordsOf(who).filter((word) => !LIGHT.has(word) && !known.has(word)).length <= 1;
}
