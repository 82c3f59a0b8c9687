// Reads which right a caller needs for an operation: `Only administrators may delete an order`, `Requires the admin role`, `Managers only`.
import { plainOf } from './grammar/plain.ts';
import { escaped, singular } from './words.ts';

/** Words for people who have a right in all of an account, and not at one thing. */
const PEOPLE =
  'admin(?:istrator)?s?|managers?|supervisors?|moderators?|operators?|editors?|staff(?: members?)?|employees?|superusers?|accountants?|auditors?|coordinators?|directors?|reviewers?|approvers?|treasurers?|dispatchers?';
const KIND = '(?:(?:account|organi[sz]ation|company|workspace|team|tenant|system|site|platform|global) )?';
const MARKED = '`[\\w:.-]+`';
const RIGHT = '(?:role|permission|scope|privilege|right|authority)s?';
const CALLER =
  '(?:the |a |an |any |your )?(?:authenticated |calling |current |logged-in )?(?:callers?|users?|accounts?|members?|people|those|you|clients?|requester|credentials?|tokens?|(?:api )?keys?|logins?)';
const NAMED = `(?:(?:an? |the )?${KIND}(?<people>${PEOPLE})|(?:an? |the )?(?<marked>${MARKED})(?: ${RIGHT})?|(?:the )?${RIGHT} (?:of )?(?:an? )?(?<right>${MARKED}))`;
/** A word as code is a right where it is called one: `Requires name` may speak of a member. */
const CALLED = `(?:(?:an? |the )?${KIND}(?<people>${PEOPLE})|(?:an? |the )?(?<marked>${MARKED}) ${RIGHT}|(?:the )?${RIGHT} (?:of )?(?:an? )?(?<right>${MARKED}))`;
/** With more words than one behind it, it may be about some things only: `may cancel paid orders`. */
const DOES = '(?:can|may|must|is able to|are able to|is allowed to|are allowed to) \\w+(?: (?:an? |the |this |these |new )?[\\w-]+)?';
const HAS = `(?:has|have|with|must have|needs?|in) (?:the )?(?:(?<with>${MARKED}) ${RIGHT}|${RIGHT} (?:of )?(?<withRight>${MARKED}))`;

const FORMS: readonly string[] = [
  `only (?:for )?(?:an? |the )?${KIND}(?<people>${PEOPLE})(?: ${DOES})?`,
  `only ${CALLER} (?:who |that |which )?${HAS}(?: ${DOES})?`,
  `(?:(?:this|it|the) (?:(?!field|propert|value|param)\\w+ )?)?(?:requires?|needs?) ${CALLED}(?: ${RIGHT}| privileges| rights| access| to be called)?`,
  `${CALLER} (?:must|needs to) be ${NAMED}(?: (?:to|in order to)\\b.*)?`,
  `${CALLER} ${HAS}(?: (?:to|in order to)\\b.*)?`,
  `(?:.* )?(?:can|may) only be (?:called|used|done|made|changed|deleted|created|performed|invoked|requested|cancelled) by ${NAMED}`,
  `(?:available|open|restricted|limited|reserved|allowed)(?: only)? (?:to|for) ${NAMED}(?: only)?`,
  `(?<people>${PEOPLE}) only`,
  `(?:an? |the )?(?<people>${PEOPLE})(?: ${RIGHT}| access) (?:is|are) (?:required|needed|necessary)`,
  `(?:the )?(?<marked>${MARKED}) ${RIGHT} (?:is|are) (?:required|needed|necessary)`,
  `(?:403|forbidden|refused|rejected)(?: is returned)? (?:unless ${CALLER} (?:is|are)|for (?:anyone|everyone|all|any \\w+|callers|users)(?: but| except| other than)) ${NAMED}`,
  `not (?:available|allowed|possible|permitted) (?:to|for) (?:\\w+ )?(?:\\w+ )?without (?:the )?(?<marked>${MARKED}) ${RIGHT}`,
];

/** Words by which others may do it too, or do it at some things: an owner has the right at what is theirs. */
const OTHERWISE =
  /\b(?:or|own(?:er|ers|ed|s)?|their|his|your own|except(?! for)|when|while|if|themselves|also|usually|members? of|other fields?|see|view)\b/i;

/** The right that a sentence asks for, as one word: `admin`, `orders:write`; `undefined` where it asks for none, or for one of several. */
export function rightIn(said: string): string | undefined {
  const text = plainOf(said);
  if (/\b(?:should|please|recommend\w*|contact)\b/i.test(text) || OTHERWISE.test(text.replace(/\bother than\b/gi, ''))) return undefined;
  for (const form of FORMS) {
    const { people, marked, right, with: held, withRight } = new RegExp(`^${form}$`, 'i').exec(text)?.groups ?? {};
    const found = people ?? marked ?? right ?? held ?? withRight;
    if (found !== undefined) return nameOf(found);
  }
  return undefined;
}

/** `Administrators` and `ADMIN` are one. */
function nameOf(found: string): string {
  const plain = singular(found.replaceAll('`', '').toLowerCase());
  return /^admin/.test(plain) ? 'admin' : plain.replace(/ members?$/, '');
}

const SEE = '(?:sees?|gets?|reads?|receives?|views?|(?:is|are|be) (?:shown|given)|(?:can|may) (?:see|read|view|get))';
const SHOWN = '(?:shown|visible|returned|included|present|available|there|given|seen|exposed|disclosed|readable)';

/** The scope without which a member is not shown, as a sentence about it says: `Only tokens with pay:read see it`, `Left out without pay:read`. */
export function scopeToSee(text: string, scopes: readonly string[]): string | undefined {
  if (/\b(?:or|usually|should|may be|except)\b/i.test(text)) return undefined;
  return scopes.find((scope) => {
    // A scope that is a word like others needs the marks of code.
    const mark = /^\p{L}+$/u.test(scope) ? '[`\'"]' : '[`\'"]?';
    const name = `(?<![\\w:.-])${mark}${escaped(scope)}${mark}(?![\\w:-])`;
    const forms = [
      `\\bonly\\b[^.;]*${name}[^.;]*\\b${SEE}\\b`,
      `\\b${SHOWN} only\\b[^.;]*${name}`,
      `\\bonly ${SHOWN}\\b[^.;]*${name}`,
      `\\b(?:left out|omitted|hidden|absent|missing|removed|not ${SHOWN})\\b[^.;]*\\b(?:without|unless|lacks?|lacking)\\b[^.;]*${name}`,
      `\\b(?:needs?|requires?)\\b[^.;]*${name}[^.;]*\\bto (?:see|read|view|be (?:seen|shown|read|returned))\\b`,
      `\\b(?:without|lacks?)\\b[^.;]*${name}[^.;]*\\b(?:do not|does not|never|cannot|not) (?:see|get|read|be shown|shown|receive)\\b`,
    ];
    return forms.some((form) => new RegExp(form, 'i').test(text));
  });
}
