// Reads how a sentence holds a member of a body against the thing that the body is about: `the quota is at most the capacity of the festival`.
import { claimIn } from './grammar/claims.ts';
import { isNoRule } from './grammar/plain.ts';
import { mentionsIn } from './relations.ts';
import { escaped, phraseOf, wordsOf } from './words.ts';

/** A member of a body, and the member of another thing that bounds it. */
export interface Bound {
  readonly kind: 'most' | 'least' | 'same';
  readonly member: string;
  readonly of: string;
}

const NOT = "(?:cannot|can not|can['’]t|(?:may|must|shall|should|need|does|is|are)\\s+(?:not|never)|never|nor|no|not)";
const MUST = '(?:must|has to|have to|may|can|shall)';

const MORE = '(?:more|greater|larger|higher|bigger|longer|deeper|wider|heavier|taller|older|later)';
const LESS = '(?:less|fewer|lower|smaller|shorter|lighter|narrower|younger|earlier)';
/** What may stand between a verb that denies and what it compares: `cannot come`, `may not be`. */
const VERB = '(?:(?!more\\b|less\\b)\\w+\\s+)?';

const SIGNS: readonly (readonly [Bound['kind'], RegExp])[] = [
  [
    'most',
    new RegExp(
      `(?:\\bat most|\\bup to|\\bno more than|\\blimited to|\\b(?:must|has to|have to) fit(?: in| into| within)?|≤|<=|\\b(?:less|smaller|lower) than or equal to|\\b${NOT}\\s+(?:${VERB}|\\w+\\s+(?:an?|the)\\s+\\w+\\s+)${MORE}\\s+than|\\b${NOT}\\s+(?:be\\s+|go\\s+)?(?:above|over|beyond|exceeds?))\\s*$`,
      'i',
    ),
  ],
  [
    'least',
    new RegExp(
      `(?:\\bat least|≥|>=|\\b(?:greater|more|higher|larger) than or equal to|\\b${NOT}\\s+${VERB}${LESS}\\s+than|\\b${NOT}\\s+(?:be\\s+)?below)\\s*$`,
      'i',
    ),
  ],
  [
    'same',
    new RegExp(`(?:\\b(?:is|are|be|stated|given|set)\\s+in|\\bequals?|\\bequal to|\\bmatch(?:es)?|\\b${MUST}\\s+be|\\bsame as)\\s*$`, 'i'),
  ],
];

/** How a sentence says that a member and the one of the same name in the other thing are the same. */
const SAME: readonly ((member: string, thing: string) => string)[] = [
  (member, thing) => `\\bmust (?:be|use|have) (?:in )?the same ${member} as (?:the|its) ${thing}\\b(?!['’])`,
  (member, thing) => `${member}\\s+must be that of (?:the|its) ${thing}\\b(?!['’])`,
];

/** Words by which a rule holds for some requests only, or says what a response shows. */
const OTHERWISE =
  /\b(?:unless|except|should|usually|normally|by default|defaults?|if|when|where|while|shown|returned|converted|displayed|reported|rounded)\b/i;

/**
 * What a sentence says of members of a body and of members of another thing.
 *
 * @param own names of members of the body
 * @param other the name of the collection of the other thing, and the names of its members; `isOwn`: what the operation is done to
 * @param subject the member that the text describes
 * @param status the status of the response that the sentence describes
 */
export function boundsIn(
  said: string,
  own: readonly string[],
  other: { readonly name: string; readonly members: readonly string[]; readonly isOwn?: boolean },
  subject?: string,
  status?: string,
): readonly Bound[] {
  const text = claimIn(said, status).replace(
    /^(?:it )?(?=(?:must|may not|can not|up to|limited to|no more than|at most)\b)/i,
    subject === undefined ? '' : `\`${subject}\` `,
  );
  if (isNoRule(said) || OTHERWISE.test(text)) return [];
  const thing = phraseOf(other.name);
  return other.members.flatMap((of): readonly Bound[] => {
    const phrase = `\`?(?:${phrasesOf(of).join('|')}|${escaped(of)})\`?`;
    // `In the same currency as the order`, `the currency must be that of the order`.
    const isSame = own.includes(of) && SAME.some((form) => new RegExp(form(phrase, thing), 'i').test(text));
    if (isSame) return [{ kind: 'same', member: of, of }];
    const forms = [
      `\\b(?:the|that)\\s+${phrase}\\s+(?:(?:used|set|given)\\s+)?(?:of|in|on|for)\\s+(?:the|its|their|that|an?)\\s+${thing}\\b`,
      `\\b(?:the|its|their|that|an?)\\s+${thing}(?:['’]s?)?\\s+${phrase}`,
      `\\bits\\s+${phrase}(?!\\s+of\\b)`,
      `\\bwhat\\s+(?:is|was|has been)\\s+(?:still\\s+|already\\s+)?(?:${bareOf(of)})(?=\\s*(?:$|[.,;)]|(?:on|of|in|by)\\s+(?:the|its|it)\\b))`,
      ...(other.isOwn === true ? [`\\bthe\\s+${phrase}(?=\\s*(?:$|[.,;)]))`] : []),
    ];
    for (const [index, form] of forms.entries()) {
      const found = new RegExp(form, 'i').exec(text);
      if (found === null) continue;
      const before = text.slice(0, found.index);
      // `Its` is that of the thing which the sentence has named before.
      if (index === 2 && !new RegExp(`\\b(?:the|a)\\s+${thing}\\b`, 'i').test(before)) continue;
      const [kind] = SIGNS.find(([, sign]) => sign.test(before)) ?? [];
      if (kind === undefined) continue;
      const mentioned = mentionsIn(before.split(/[,;:]|\band\b/).at(-1) ?? '', own).at(-1)?.name;
      const member = kind === 'same' && own.includes(of) ? of : (mentioned ?? own.find((name) => kind !== 'same' && isHeadOf(name, of)));
      if (member !== undefined) return [{ kind, member, of }];
    }
    return [];
  });
}

/** Words for the ends of what may be, as names and texts have them. */
const ENDS: readonly (readonly [name: RegExp, words: string])[] = [
  [/^max(?:imum)?$/, '(?:max|maximum|greatest|largest|highest|longest)'],
  [/^min(?:imum)?$/, '(?:min|minimum|least|smallest|lowest|shortest)'],
];

/** The phrases for a member: `maxLoad` is the `greatest load` too. */
function phrasesOf(name: string): readonly string[] {
  const [first = '', ...rest] = wordsOf(name);
  const end = ENDS.find(([form]) => form.test(first))?.[1];
  return [phraseOf(name), ...(end === undefined || rest.length === 0 ? [] : [`${end}\\s+${phraseOf(rest.join(' '))}`])];
}

/** Words of names that say no more than that they are numbers. */
const NUMBERS = /^(?:total|amount|sum|value|count)s?$/;

/** What a member says that is: `paid` of `paidTotal`. */
function bareOf(name: string): string {
  const words = wordsOf(name).filter((word) => !NUMBERS.test(word));
  return words.length === 0 ? '(?!)' : phraseOf(words.join(' '));
}

/** Whether a name ends another one that has more words: `load` of `maxLoad`. */
function isHeadOf(name: string, of: string): boolean {
  const [own, all] = [wordsOf(name), wordsOf(of)];
  return own.length < all.length && own.join(' ') === all.slice(-own.length).join(' ');
}

/** Whether a sentence puts the times of a thing between those of another one: `A slot starts on a day of the festival`. */
export function isWithin(text: string, other: string): boolean {
  const verb =
    '(?:starts?|begins?|ends?|lies?|lie|falls?|takes? place|happens?|held|runs?|must be|has to be|have to be|(?:is|are) always|be)';
  const place = '(?:on (?:a|one of the|the) days?(?: of)?|within|during|inside|in)';
  const time = '(?:(?:the |its )?(?:days?|dates?|times?|span|period|duration) of\\s+)?';
  return (
    !OTHERWISE.test(text) &&
    !/\b(?:not|never|cannot|can['’]t|outside)\b/i.test(text.split(/[,;]/)[0] ?? '') &&
    new RegExp(
      `\\b${verb}\\s+(?:only\\s+|both\\s+|entirely\\s+|completely\\s+)?${place}\\s+${time}(?:the|its|their|that)\\s+${phraseOf(other)}(?![\\p{L}'’])`,
      'iu',
    ).test(text)
  );
}
