// Reads what an operation does to members of the thing, from sentences such as `its resolution is null again, and reopen_count is one more`.
import { sentencesIn } from './sentences.ts';
import { formsOf, namesIn } from './words.ts';

/** `raised`: one more than before. `emptied`: null, or left out. `kept`: as it was. `on`: true, where it is a boolean. */
type EffectKind = 'raised' | 'lowered' | 'emptied' | 'kept' | 'set' | 'on';

export interface Effect {
  readonly kind: EffectKind;
  readonly member: string;
  /** The sentence that says so, as it stands. */
  readonly quote: string;
}

/** Words that make an effect one that does not always come. */
const CONDITION =
  /\b(?:if|when|whenever|unless|where|until|while|may|might|can|could|without|except|but|only|otherwise|unknown|either|not)\b/i;

const BE = '(?:is|are|becomes?|gets?|goes|go)';

/** What follows a member, or stands before it, for each kind. */
const AFTER: Readonly<Record<EffectKind, string>> = {
  raised: `(?:${BE}\\s+)?(?:one more|one higher|(?:up|raised|increased|incremented|rises?|grows?|increases?)\\s+by\\s+(?:one|1)|incremented|counted up)\\b`,
  lowered: `(?:${BE}\\s+)?(?:one less|one fewer|one lower|(?:down|lowered|decreased|decremented|falls?|decreases?)\\s+by\\s+(?:one|1)|decremented)\\b`,
  emptied: `${BE}\\s+(?:set\\s+)?(?:back\\s+)?(?:to\\s+)?(?:null|cleared|emptied|removed|reset to null|unset)\\b`,
  kept: '(?:stays?|remains?|is kept|are kept|(?:is|are) (?:left )?(?:unchanged|untouched)|does not change|do not change|never changes?)\\b(?!\\s+(?:null|empty|until|for|in))',
  set: `${BE}\\s+(?:set|filled|recorded|stamped)\\b(?!\\s+(?:back|to null))`,
  on: '(?:is|becomes)\\s+(?:set\\s+to\\s+)?`?true\\b',
};
const BEFORE: Readonly<Record<EffectKind, string>> = {
  raised: '\\b(?:increments?|increases|raises|counts up)\\s+(?:the\\s+|its\\s+)?',
  lowered: '\\b(?:decrements?|lowers|decreases)\\s+(?:the\\s+|its\\s+)?',
  emptied: '\\b(?:clears?|empties|unsets?|removes?)\\s+(?:the\\s+|its\\s+)?',
  kept: '\\b(?:keeps?|retains?|preserves?|leaves?)\\s+(?:the\\s+|its\\s+|all\\s+)*',
  set: '\\b(?:sets?|fills?|stamps?|records?|(?:and|it|then)\\s+has)\\s+(?:the\\s+|its\\s+|an?\\s+)?',
  // Without the marks of code, the word may say something else of the thing.
  on: '\\b(?:is|becomes)\\s+(?:then\\s+|now\\s+|marked\\s+(?:as\\s+)?)?(?=`)',
};

const KINDS = Object.keys(AFTER).filter((kind): kind is EffectKind => Object.hasOwn(AFTER, kind));

/** The effects that a text has on the members, by name. */
export function effectsIn(text: string, members: readonly string[]): readonly Effect[] {
  const names = members.filter((name) => name.length > 2);
  if (names.length === 0) return [];
  const one = `[\`'"]?(?:${names.map(exactly).join('|')})[\`'"]?`;
  const list = `(${one}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?:the\\s+|its\\s+)?(?:${one}|\\w+(?=\\s*$|[.,;])))*)`;
  const single = `(${one}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?:the\\s+|its\\s+)?${one})*)`;
  return sentencesIn(text).flatMap((quote) => {
    if (CONDITION.test(quote)) return [];
    return KINDS.flatMap((kind) => {
      const found = [
        ...quote.matchAll(new RegExp(`${single}(?:,\\s*and)?\\s+(?:then\\s+|again\\s+)?${AFTER[kind]}`, 'gi')),
        ...quote.matchAll(new RegExp(`${BEFORE[kind]}${list}`, 'gi')),
        // `published_at is the time of the first publication, and stays`.
        ...(kind === 'kept' ? quote.matchAll(new RegExp(`^${single}\\s+is\\s+[^,;]*,\\s+and\\s+${AFTER.kept}`, 'gi')) : []),
      ].flatMap(([, listed = '']) => namesIn(listed, names));
      return [...new Set(found)].map((member): Effect => ({ kind, member, quote }));
    });
  });
}

function exactly(name: string): string {
  return formsOf(name).replace(/s\?\\b$/, '\\b');
}
