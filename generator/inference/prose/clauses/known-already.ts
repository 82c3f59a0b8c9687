// Reads that a create finds what is there: `If a customer with this email exists, it is updated`, `An order with a known reference is replaced`,
// `Adds a device, or updates the one with the same serial`.
import { isNoRule } from '../grammar/plain.ts';
import { sentencesIn } from '../sentences.ts';
import { hasWord, names, nounsFor, phraseOf } from '../words.ts';

export interface KnownAlready {
  readonly quote: string;
  /** The members by which a thing is known, in the order in which they are given here. */
  readonly by: readonly string[];
  /** What becomes of the thing that is there. */
  readonly does: 'merge' | 'replace' | 'nothing';
}

const OUTCOMES: Readonly<Record<string, KnownAlready['does']>> = {
  ...{ update: 'merge', change: 'merge', merge: 'merge', amend: 'merge' },
  ...{ replace: 'replace', overwrite: 'replace' },
  ...{ return: 'nothing', answer: 'nothing', give: 'nothing', keep: 'nothing' },
};

const PAST = '(updated|changed|merged|amended|replaced|overwritten|returned|answered|given|kept)';
const ACTIVE = '(updates?|changes?|merges? into|amends?|replaces?|overwrites?|returns?|answers? with)';
const IS_THERE =
  '(?:(?:already )?(?:exists?|(?:is|was) (?:already )?(?:there|known|registered|recorded|stored|saved|present)|has (?:it|that|this) already)(?: already)?)';
const HERE = '(?:it|that one|this one|that|the (?:existing|known|old|stored|first|present|same)(?: one| \\p{L}+)?)';
/** What a caller may not do, or what is not done. */
const DENIED = /\b(?:not|never|no longer|cannot|unless|except|refus\w+|reject\w+|conflict|error)\b|\b4\d\d\b/i;

/** What a text says of a create whose thing is there already; `members`: those that a request can give. `undefined` where it names none of them. */
export function knownAlreadyIn(text: string, thing: string, members: readonly string[]): KnownAlready | undefined {
  for (const quote of sentencesIn(text)) {
    if (isNoRule(quote) || DENIED.test(quote)) continue;
    for (const form of formsFor(thing)) {
      const found = form.exec(quote)?.groups;
      const by = members.filter((member) => names(found?.by ?? '', member) || hasWord(found?.by ?? '', member));
      const does = outcomeOf(found?.active ?? found?.passive ?? '');
      if (does !== undefined && by.length > 0) return { quote, by, does };
    }
  }
  return undefined;
}

function outcomeOf(verb: string): KnownAlready['does'] | undefined {
  const word = verb.toLowerCase();
  return Object.entries(OUTCOMES).find(([stem]) => word.startsWith(stem) || (stem === 'overwrite' && word === 'overwritten'))?.[1];
}

/** The group `by` has the words that say how a thing is known. */
function formsFor(thing: string): readonly RegExp[] {
  const nouns = [
    ...nounsFor(thing)
      .filter((noun) => noun.length > 2)
      .map(phraseOf),
    'one',
  ].join('|');
  const one = `(?:(?:an?|the|one|another|any|such an?)\\s+(?:\\p{L}+\\s+)?(?:${nouns})|one|another)`;
  const passive = `(?:is|gets) (?:then |just |simply )?${PAST.replace('(', '(?<passive>')}`;
  const active = ACTIVE.replace('(', '(?<active>');
  return [
    `^(?:if|where|when|once)\\s+${one}\\s+(?<by>(?:with|of|for|that has|whose)\\b[^;]*?)\\s*${IS_THERE}\\s*,\\s*(?:then\\s+)?${HERE}\\s+${passive}`,
    `^(?:if|where|when|once)\\s+${one}\\s+${IS_THERE}\\s+(?<by>(?:with|of|for|that has|whose)\\b[^;,]*),\\s*(?:then\\s+)?${HERE}\\s+${passive}`,
    `^(?:an?|any|each|every)\\s+(?:${nouns})\\s+(?<by>(?:with (?:an? |the )?(?:known|existing|same)|whose)\\b[^;,]*?)(?:\\s+${IS_THERE})?\\s+${passive}`,
    `\\b(?:or|and)\\s+${active}\\s+(?:the\\s+(?:existing\\s+|known\\s+)?(?:one|${nouns})|it)\\s+(?<by>(?:with|of|by|that has|whose)\\b[^;]*)`,
    `\\b(?:creates?|adds?|saves?|inserts?|registers?)\\s+(?:or|and)\\s+${active}\\s+[^;,]*?(?<by>\\b(?:with the same|by (?:its|the))\\b[^;]*)`,
  ].map((form) => new RegExp(form, 'iu'));
}
