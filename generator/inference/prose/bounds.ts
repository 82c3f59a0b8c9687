// Reads how a sentence holds a member of a body against the thing that the body is about: `the quota is at most the capacity of the festival`.
import { mentionsIn } from './relations.ts';
import { phraseOf } from './words.ts';

/** A member of a body, and the member of another thing that bounds it. */
export interface Bound {
  readonly kind: 'most' | 'least' | 'same';
  readonly member: string;
  readonly of: string;
}

const NOT = "(?:cannot|can not|can['’]t|(?:may|must|shall|should|need|does|is|are)\\s+(?:not|never)|never|nor|no|not)";
const MUST = '(?:must|has to|have to|may|can|shall)';

const SIGNS: readonly (readonly [Bound['kind'], RegExp])[] = [
  [
    'most',
    new RegExp(
      `(?:\\bat most|\\bup to|≤|<=|\\b${NOT}\\s+(?:be\\s+|have\\s+)?(?:more|greater|larger|higher|bigger|longer)\\s+than|\\b${NOT}\\s+(?:be\\s+|go\\s+)?(?:above|over|beyond|exceeds?))\\s*$`,
      'i',
    ),
  ],
  [
    'least',
    new RegExp(
      `(?:\\bat least|≥|>=|\\b${NOT}\\s+(?:be\\s+|have\\s+)?(?:less|fewer|lower|smaller)\\s+than|\\b${NOT}\\s+(?:be\\s+)?below)\\s*$`,
      'i',
    ),
  ],
  [
    'same',
    new RegExp(`(?:\\b(?:is|are|be|stated|given|set)\\s+in|\\bequals?|\\bequal to|\\bmatch(?:es)?|\\b${MUST}\\s+be|\\bsame as)\\s*$`, 'i'),
  ],
];

/** What stands right behind the member where a sentence refuses what is too much: `A quantity above the stock of the shop is a 422`. */
const EXCESS: readonly (readonly [Bound['kind'], RegExp])[] = [
  ['most', /^`?\s+(?:that is\s+|which is\s+)?(?:above|over|beyond|exceeding|(?:greater|more|larger|higher|bigger) than)\s*$/i],
  ['least', /^`?\s+(?:that is\s+|which is\s+)?(?:below|under|(?:less|lower|smaller|fewer) than)\s*$/i],
];
const NEEDS_MORE = /\b(?:needs?|requires?|without|must|has to|may|can)\b/i;

/** Words by which a rule holds for some requests only, or says what a response shows. */
const OTHERWISE =
  /\b(?:unless|except|should|usually|normally|by default|defaults?|if|when|where|while|shown|returned|converted|displayed|reported|rounded)\b/i;

/**
 * What a sentence says of members of a body and of members of another thing.
 *
 * @param own names of members of the body
 * @param other the name of the collection of the other thing, and the names of its members
 * @param refusal the status by which the sentence refuses something
 */
export function boundsIn(
  text: string,
  own: readonly string[],
  other: { readonly name: string; readonly members: readonly string[] },
  refusal = '',
): readonly Bound[] {
  if (OTHERWISE.test(text)) return [];
  const isRefused = (/^4\d\d$/.test(refusal) || /\b(?:refused|rejected|not allowed|invalid)\b/i.test(text)) && !NEEDS_MORE.test(text);
  const thing = phraseOf(other.name);
  return other.members.flatMap((of): readonly Bound[] => {
    const phrase = `\`?(?:${phraseOf(of)}|${of.replace(/\W/g, '\\$&')})\`?`;
    const forms = [
      `\\b(?:the|that)\\s+${phrase}\\s+of\\s+(?:the|its|their|that|an?)\\s+${thing}\\b`,
      `\\b(?:the|its|their|that|an?)\\s+${thing}['’]s?\\s+${phrase}`,
      `\\bits\\s+${phrase}(?!\\s+of\\b)`,
    ];
    for (const [index, form] of forms.entries()) {
      const found = new RegExp(form, 'i').exec(text);
      if (found === null) continue;
      const before = text.slice(0, found.index);
      // `Its` is that of the thing which the sentence has named before.
      if (index === 2 && !new RegExp(`\\b(?:the|a)\\s+${thing}\\b`, 'i').test(before)) continue;
      const last = mentionsIn(before, own).at(-1);
      const [excess] = isRefused && last ? (EXCESS.find(([, sign]) => sign.test(before.slice(last.end))) ?? []) : [];
      if (excess !== undefined && last !== undefined) return [{ kind: excess, member: last.name, of }];
      const [kind] = SIGNS.find(([, sign]) => sign.test(before)) ?? [];
      if (kind === undefined) continue;
      const subject = mentionsIn(before.split(/[,;:]|\band\b/).at(-1) ?? '', own).at(-1)?.name;
      const member = kind === 'same' && own.includes(of) ? of : subject;
      if (member !== undefined) return [{ kind, member, of }];
    }
    return [];
  });
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
