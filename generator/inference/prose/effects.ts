// Reads what an operation does to members of the thing, from sentences such as `its resolution is null again, and reopen_count is one more`.
import { partsOf } from './clauses/statements.ts';
import { formsOf, namesIn } from './words.ts';

/**
 * `raised`: one more than before. `emptied`: null, or left out. `kept`: as it was. `on`: true, where it is a boolean. `zeroed`: 0, where it is a
 * number.
 */
type EffectKind = 'raised' | 'lowered' | 'emptied' | 'kept' | 'set' | 'on' | 'zeroed';

export interface Effect {
  readonly kind: EffectKind;
  readonly member: string;
  /** The sentence that says so, as it stands. */
  readonly quote: string;
}

/** Words that make an effect one that does not always come. */
const CONDITION =
  /\b(?:if|when|whenever|unless|where|until|while|may|might|can|could|without|except|but|only|otherwise|unknown|either|not)\b|^once\b/i;

/** Says how to come to something, and not what comes. */
const ADVICE = /^(?:to|use|see)\b/i;

/** Speaks of other things, which it tells by a member: `Entries with the same kind are removed`. */
const OF_ALIKE = /\b(?:with|of|that have|having) the same\b/i;

/** Behind a member without the marks of code there is no further noun: `removes the metadata template` is about another thing. */
const NEXT =
  '(?:(?<=`)|(?=\\s*(?:$|[.,;:)]|(?:from|of|in|on|and|again|to|for|so|by|at|as|is|are|back|unchanged|untouched|alone|date|time|timestamp|counter|count|field|value|when|after)\\b)))';

const BE = '(?:is|are|becomes?|gets?|goes|go)(?:\\s+(?:then|now|again))?';

/** Other things keep what they have: `Lines that were ordered before keep the name`. */
const OF_OTHERS = /^(?!(?:they|these|those|its?)\b)(?:(?:the|all|its|their|existing|earlier|older|other)\s+)*\p{L}{2,}s\b[^,;:]*\bkeep\b/iu;

/** What follows a member, or stands before it, for each kind. */
const AFTER: Readonly<Record<EffectKind, string>> = {
  raised: `(?:${BE}\\s+)?(?:one more|one higher|(?:up|goes up|raised|increased|incremented|rises?|grows?|increases?)\\s+by\\s+(?:one|1)|incremented|counted up)\\b`,
  lowered: `(?:${BE}\\s+)?(?:one less|one fewer|one lower|(?:down|goes down|lowered|decreased|decremented|falls?|decreases?)\\s+by\\s+(?:one|1)|decremented)\\b`,
  emptied: `${BE}\\s+(?:(?:re)?set\\s+|left\\s+)?(?:back\\s+)?(?:to\\s+)?(?:null|empty|cleared|emptied|removed|unset)\\b`,
  kept: '(?:stays?|remains?|is kept|are kept|(?:is|are) (?:left )?(?:unchanged|untouched)|does not change|do not change|never changes?)\\b(?!\\s+(?:null|empty|until|for|in))',
  set: `(?:${BE}\\s+(?:set|filled|recorded|stamped)\\b(?!\\s+(?:back|up|aside|off|to (?:null|0|zero|false|empty)))|(?:then\\s+)?holds?\\s+the\\s+(?:time|date|moment)\\b)`,
  on: '(?:is|becomes)\\s+(?:set\\s+to\\s+)?`?true\\b',
  zeroed: `${BE}\\s+(?:(?:re)?set\\s+)?(?:back\\s+)?(?:to\\s+)?(?:0|zero)\\b(?!\\.\\d)`,
};
const BEFORE: Readonly<Record<EffectKind, string>> = {
  raised: '\\b(?:increments?|increases|raises|counts up|adds?\\s+(?:one|1)\\s+to)\\s+(?:the\\s+|its\\s+)?',
  lowered: '\\b(?:decrements?|lowers|decreases)\\s+(?:the\\s+|its\\s+)?',
  emptied: '\\b(?:clears?|empties|unsets?|removes?)\\s+(?:the\\s+|its\\s+)?',
  kept: '\\b(?:keeps?|retains?|preserves?|leaves?)\\s+(?:the\\s+|its\\s+|all\\s+)*',
  set: '\\b(?:sets?|fills?|stamps?|records?(?:\\s+(?:the\\s+)?(?:current\\s+)?(?:time|date|moment|caller)\\s+in)?|(?:and|it|then)\\s+has)\\s+(?:the\\s+|its\\s+|an?\\s+)?',
  // Without the marks of code, the word may say something else of the thing.
  zeroed: '\\bresets\\s+(?:the\\s+|its\\s+)?(?=`)',
  on: '\\b(?:is|becomes)\\s+(?:then\\s+|now\\s+|marked\\s+(?:as\\s+)?)?(?=`)',
};

/** Stands before a member that is no subject: `Blanks before and after the name are removed` says nothing of the name. */
const NO_SUBJECT =
  '(?<!\\b(?:of|in|inside|within|around|before|after|behind|at|from|between|on|by|with|without)\\s+(?:the\\s+|its\\s+|an?\\s+)?[`\'"]?)';

const KINDS = Object.keys(AFTER).filter((kind): kind is EffectKind => Object.hasOwn(AFTER, kind));

/** Whether other nouns may be the subject: a blank in a member is removed, and the number in it goes up. */
function isOfSubject(kind: EffectKind): boolean {
  return kind === 'emptied' || kind === 'kept';
}

const TABLE = /\|\s*:?-{3,}/;

/** The effects that a text has on the members, by name. */
export function effectsIn(text: string, members: readonly string[]): readonly Effect[] {
  const names = members.filter((name) => name.length > 2);
  // A row of a table says what comes in its case alone.
  if (names.length === 0 || TABLE.test(text)) return [];
  const one = `[\`'"]?(?:${names.map(exactly).join('|')})[\`'"]?`;
  const list = `(${one}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?:the\\s+|its\\s+)?(?:${one}|\\w+(?=\\s*$|[.,;])))*)`;
  const single = `(${one}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?:the\\s+|its\\s+)?${one})*)`;
  const alike = sameWords(single);
  return partsOf(text).flatMap(({ quote, text: clause }) => {
    const plain = alike.reduce((before, [form, to]) => before.replace(form, to), clause.replace(/n['’]t\b/g, ' not'));
    if (CONDITION.test(plain) || ADVICE.test(plain) || OF_ALIKE.test(plain)) return [];
    return KINDS.filter((kind) => kind !== 'kept' || !OF_OTHERS.test(plain)).flatMap((kind) => {
      const found = [
        ...plain.matchAll(
          new RegExp(`${isOfSubject(kind) ? NO_SUBJECT : ''}${single}(?:,\\s*and)?\\s+(?:then\\s+|again\\s+)?${AFTER[kind]}`, 'gi'),
        ),
        ...plain.matchAll(new RegExp(`${BEFORE[kind]}${list}${NEXT}`, 'gi')),
        // `published_at is the time of the first publication, and stays`.
        ...(kind === 'kept' ? plain.matchAll(new RegExp(`^${single}\\s+is\\s+[^,;]*,\\s+and\\s+${AFTER.kept}`, 'gi')) : []),
      ].flatMap(([, listed = '']) => namesIn(listed, names));
      return [...new Set(found)].map((member): Effect => ({ kind, member, quote }));
    });
  });
}

/** Brings what is said in several ways to one: `sets assignee to null` to `assignee is null`, `does not change note` to `keeps note`. */
function sameWords(members: string): readonly (readonly [form: RegExp, to: string])[] {
  return [
    [
      new RegExp(`\\b(?:(?:re)?sets?|puts?)\\s+(?:the\\s+|its\\s+)?${members}\\s+(?:back\\s+)?to\\s+(?=(?:null|empty|0|zero)\\b)`, 'i'),
      '$1 is ',
    ],
    [/\b(?:does|do|will) not (?:change|touch|affect|modify|alter)\b/i, 'keeps'],
    [/\b(?:is|are) not (?:touched|changed|affected|modified|altered)\b/i, 'stays unchanged'],
    [
      new RegExp(`${members}\\s+(?:date|time|timestamp|counter|count|field|value|number)\\s+(?=(?:is|are|goes|rises|holds)\\b)`, 'i'),
      '$1 ',
    ],
  ];
}

function exactly(name: string): string {
  return formsOf(name).replace(/s\?\\b$/, '\\b');
}
