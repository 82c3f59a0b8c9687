// Reads that other things do not name a thing any more once it is gone: `Its courses have no trainer from then on`, `Their member_id becomes null`.
import { sentencesIn } from '../sentences.ts';
import { formsOf, phraseOf, singular } from '../words.ts';

/** Things of another kind, and the members by which they name the thing. */
interface Naming {
  /** The name of their collection: `courses`. */
  readonly name: string;
  /** The name of the collection of what they name: `trainers`. */
  readonly named: string;
  readonly members: readonly string[];
  /** The states of the things: a sentence may speak of those in one of them alone. */
  readonly states?: readonly string[];
}

export interface Emptied {
  readonly quote: string;
  /** Whether the sentence says too that the other things stay. */
  readonly isStaying: boolean;
}

/** Words that make an effect one that does not always come. */
const CONDITION =
  /\b(?:if|when|whenever|unless|until|while|before|provided|may|might|can|could|should|must|only|except|some|most|optionally|eventually|usually|never|n['’]t|(?:do|does|did) not)\b/i;
/** That the thing is gone is what the operation does, and no condition. */
const GONE =
  /\b(?:when|whenever|once|after|if|as soon as)\s+(?:it|this|that|(?:an?|the|its|their)\s+\p{L}+)\s+(?:is|was|has been)\s+(?:deleted|removed|erased|gone|closed|dissolved),?/iu;
const STAYS = /\b(?:stays?|remains?|(?:is|are) kept|keeps? existing|lives? on|survives?)\b/i;

const NOTHING = '[`\'"]?(?:null|empty|unset|cleared|emptied|none|blank|removed)[`\'"]?';
const APART = '(?:un-?assigned|unlinked|detached|disconnected|un-?categori[sz]ed|orphaned)';

/** The sentence by which things of a kind name nothing in the place of a thing that an operation takes away. */
export function emptiedIn(text: string, naming: Naming): Emptied | undefined {
  let before = '';
  let forms: readonly RegExp[] | undefined;
  for (const quote of sentencesIn(text)) {
    // `Their players stay. They have no team then.`
    const whole = /^(?:they|their|these|those)\b/i.test(quote) ? `${before} ${quote}` : quote;
    before = quote;
    const said = whole.replace(GONE, ' ');
    if (CONDITION.test(said)) continue;
    forms ??= formsFor(naming).map((form) => new RegExp(form, 'iu'));
    if (forms.some((form) => form.test(said))) return { quote: whole, isStaying: STAYS.test(whole) };
  }
  return undefined;
}

function formsFor({ name, named, members, states = [] }: Naming): readonly string[] {
  const things = nounOf([name]);
  const one = nounOf([named, ...members, ...members.map((member) => member.replace(/[_-]?(?:ids?|handles?|codes?|keys?)$/i, ''))]);
  const determined = `(?:(?:all|any|each|every|both|of|the|its|their|those|these|whose|other)\\s+)*`;
  // Those in one state alone may be meant: `out of open carts`.
  const some = states.length === 0 ? determined : `${determined}(?:(?:${states.map(formsOf).join('|')})\\s+)?`;
  const later = '(?:(?:then|now|also|left|all)\\s+)*';
  return [
    `${things}.*?\\b(?:have|has|are|is|get|gets|stays?|remains?|continues?|kept)\\s+${later}(?:no|without(?:\\s+(?:an?|any|the))?)\\s+(?:more\\s+)?${one}`,
    `${things}.*?\\b(?:no longer|not)\\s+(?:have|has|names?|shows?)\\s+(?:an?|any|the|its|their)\\s+${one}`,
    `${things}.*?\\bloses?\\s+(?:its|their|the|this|that)\\s+${one}`,
    `${things}.*?\\b(?:is|are|becomes?)\\s+${later}${APART}\\b`,
    `${things}.*?${one}\\s+(?:becomes?|turns?|goes|is|are)\\s+${later}(?:set\\s+to\\s+|to\\s+)?${NOTHING}`,
    `${one}\\s+(?:of|in|on)\\s+${determined}${things}.*?\\b(?:becomes?|turns?|goes|is|are)\\s+${later}(?:set\\s+to\\s+|to\\s+)?${NOTHING}`,
    `\\b(?:clears?|empties|unsets?|nulls?|removes?|erases?)\\s+${determined}${one}\\s+(?:of|in|on|from)\\s+${determined}${things}`,
    `\\bsets?\\s+${determined}${one}\\s+(?:of|in|on)\\s+${determined}${things}.*?\\bto\\s+${NOTHING}`,
    `(?:\\bit|${one})\\s+(?:is|are|gets?)\\s+${later}(?:removed|taken|dropped|unlinked|detached|cleared)\\s+(?:from|off|out of)\\s+${some}${things}`,
    `\\b(?:removes?|takes?|drops?|unlinks?|detaches|clears?)\\s+(?:it|${determined}${one})\\s+(?:from|off|out of)\\s+${some}${things}`,
    `(?:\\bit|${one})\\s+(?:is\\s+|are\\s+)?no longer\\s+(?:(?:takes?\\s+part|stands?|appears?|listed|named|shown|there|belongs?)\\s+)?(?:in|on|at|to|of)\\s+${some}${things}`,
    `(?:\\bit|${one})\\s+(?:disappears?|vanish(?:es)?)\\s+from\\s+${some}${things}`,
  ];
}

function nounOf(names: readonly string[]): string {
  const all = [...new Set(names.flatMap((name) => [name, singular(name)]))].filter((name) => name.length > 2);
  return `(?<![\\p{L}\\p{N}_-])[\`'"]?(?:${all.map(phraseOf).join('|')})[\`'"]?(?![\\p{L}\\p{N}_-])`;
}

/** Whether the description of a member says that it is empty once what it names is gone: `Null once the trainer was removed`. */
export function isEmptyOnceGone(description: string): boolean {
  const gone = '\\b(?:deleted|removed|gone|erased|no longer (?:exists?|there)|does not exist any ?more)\\b';
  return sentencesIn(description).some(
    (one) =>
      new RegExp(
        `(?<!\\bnot )(?<!\\bnever )\\b(?:null|empty|none|unset|blank|cleared)\\b[^.;]*\\b(?:once|after|when|if|where|as soon as|since)\\b[^.;]*${gone}`,
        'i',
      ).test(one) && !/\b(?:may|might|can|could|until|unless|before)\b/i.test(one),
  );
}
