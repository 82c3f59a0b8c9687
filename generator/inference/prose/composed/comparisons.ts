// Reads from the parts of a clause how it holds a value that is sent against a member of a thing, in whatever words: who is compared, whether it is
// denied, how, and with what. `Nobody reads a meter before it was installed`, `It begins on the day of hiring at the earliest`.

import { claimIn } from '../grammar/claims.ts';
import { isNoRule, plainOf, withoutStatus } from '../grammar/plain.ts';
import { answeredBy, type Said } from '../refusing.ts';
import { mentionsIn } from '../relations.ts';
import { NUMBERS, numberOf, phraseOf, singular, TIME_UNITS, wordsOf } from '../words.ts';
import { contentOf, type Term, termIn, termOf } from './terms.ts';

/** A value that is sent lies at or above a member of a thing, or at or below it. */
export interface Compared {
  readonly kind: 'least' | 'most';
  readonly member: string;
  readonly of: string;
  /** Whether it may not be the same. */
  readonly isStrict: boolean;
  /** Milliseconds from the member on; less than 0 before it. */
  readonly by: number;
}

/** The thing that a value is held against. */
export interface Holder {
  /** The name of its collection. */
  readonly name: string;
  readonly terms: readonly Term[];
  readonly states?: readonly string[];
  /** Whether the operation is done to it: then `it` and `the balance` without a further word are its. */
  readonly isOwn?: boolean;
}

const MORE = '(?:more|greater|higher|larger|bigger|longer|deeper|wider|heavier|taller|later|newer|younger)';
const LESS = '(?:less|fewer|lower|smaller|shorter|lighter|narrower|earlier|older|sooner)';

/** How two values are compared; the longer words come first. */
const SIGNS: readonly (readonly [kind: Compared['kind'], isStrict: boolean, words: string])[] = [
  ['least', false, `${MORE} than or (?:equal to|the same as)|at least|(?:on|at) or after|no ${LESS} than|not ${LESS} than`],
  ['most', false, `${LESS} than or (?:equal to|the same as)|at most|up to|(?:on|at) or before|limited to|no ${MORE} than|not ${MORE} than`],
  ['least', true, `${MORE} than|after|above|beyond|exceed(?:s|ing)?|(?<=\\b(?:is|are|be|go|goes) )over`],
  ['most', true, `${LESS} than|before|prior to|below|(?<=\\b(?:is|are|be|go|goes) )under`],
];
const SIGN = new RegExp(`\\b(?:${SIGNS.map(([, , words]) => words).join('|')})(?= )`, 'gi');

/** `On the day of hiring at the earliest`, `the last day or a later one`. */
const BEHIND =
  /(?:\b(?:on|at|by|is|are|be|to)|^|,|,? or) ((?:the|its|their|that|an?|what) [^,;:()]{2,50}?|`[^`]+`)(?: at the (earliest|latest)| or (?:an? |the |any )?(later|more|higher|after|above|earlier|less|lower|before|fewer)(?: (?:ones?|day|date|time))?)(?=$|[,;.)]| )/gi;
const RISING = /^(?:earliest|later|more|higher|after|above)$/i;

const DENIED = /\b(?:not|never|nor|neither|no|nobody|nothing|none|no one|cannot)\b/i;
const REFUSED =
  /^(.*?),? (?:is|are|gets?|gives?|will be) (?:then |also )?(?:refused|rejected|invalid|not (?:allowed|accepted|possible)|(?:an? )?4\d\d)\b[^,]*$/i;
/** Words by which a clause holds at times only, or says what is shown or advised. */
const OTHERWISE = /\b(?:if|when|where|unless|while|until|except|should|usually|shown|returned|sorted)\b/i;
/** Words by which a clause says what may be. */
const MAY = /\b(?:can|may)(?! not| only)\b/i;
const OPEN = /\b(?:unless|except|should|usually)\b/i;

const AMOUNT = new RegExp(`\\b(\\d+|an?|${NUMBERS.join('|')}) (${[...TIME_UNITS.keys()].join('|')})s?$`, 'i');
/** What bounds a length of time before an event. */
const OUTER: readonly (readonly [form: RegExp, isLong: boolean])[] = [
  [/\b(?:at least|(?:no|not) (?:less|sooner|fewer) than|(?:no|not) earlier than)$/i, true],
  [/\b(?:at most|within|(?:no|not) (?:more|later) than|up to)$/i, false],
];

/** What a clause that refuses something holds against a member of the thing. */
export function comparedIn(said: Said, own: readonly Term[], holder: Holder): readonly Compared[] {
  const { text, refusal, clause, isAnswer = false } = said;
  // Sentences are read by their clauses.
  if (refusal === undefined || (clause === undefined && !isAnswer) || isNoRule(text) || OPEN.test(text)) return [];
  const all = claimsIn(said).flatMap(({ claim, isRefused }) => {
    const context = { claim, own, holder, isRefused };
    return [
      ...[...claim.matchAll(SIGN)].map((sign) => byWords(sign, context)),
      ...[...claim.matchAll(BEHIND)].map((one) => fromBehind(one, context)),
    ].filter((one) => one !== undefined);
  });
  return all.filter((one, index) => all.findIndex(({ kind, member }) => kind === one.kind && member === one.member) === index);
}

const REFUSAL = /\b(?:refused|rejected|not (?:allowed|accepted|possible))\b/i;

interface Claim {
  readonly claim: string;
  /** Whether all that the claim names is refused. */
  readonly isRefused: boolean;
}

/** What must be so, and what is refused: things that are refused together, as behind a colon, have no verb of their own. */
function claimsIn(said: Said): readonly Claim[] {
  const { text, clause } = said;
  const [first = '', ...listed] = withoutStatus(text).split(/:\s+/);
  const isRefusing = REFUSAL.test(clause?.quote ?? text);
  const named = (one: string): readonly Claim[] => (isRefusing ? [{ claim: plainOf(one), isRefused: true }] : []);
  if (clause !== undefined && clause.verb === '' && clause.isSituation !== true) return [first, ...listed].flatMap(named);
  return [claimOf(first, answeredBy(said)), ...listed.flatMap((one) => (NAMES.test(one) ? named(one) : [claimOf(one)]))];
}

/** What begins with a thing, and has no verb before it is compared. */
const NAMES = /^(?:(?:an?|any|its|the) \w+|more|less) (?:before|after|than|above|below|or)\b/i;

function claimOf(text: string, status?: string): Claim {
  const plain = plainOf(text);
  const refused = /\b(?:if|when|unless|only)\b/i.test(plain) ? undefined : REFUSED.exec(plain)?.[1];
  return refused === undefined ? { claim: claimIn(text, status), isRefused: false } : { claim: refused, isRefused: true };
}

interface Context extends Claim {
  readonly own: readonly Term[];
  readonly holder: Holder;
}

function byWords(sign: RegExpMatchArray, context: Context): Compared | undefined {
  const { claim } = context;
  const at = sign.index ?? 0;
  const [words] = sign;
  const before = claim.slice(0, at).split(/[;:]/).at(-1) ?? '';
  const [phrase = ''] = /^ [^,;:()]*/.exec(claim.slice(at + words.length)) ?? [];
  // `The one up to which it was billed` has the second sign inside.
  if (/\b(?:the|that) (?:one|day|date|time|amount)$/i.test(before.trim())) return undefined;
  const object = phrase.split(/ (?:and|or|but|nor|until)(?= |$)/i)[0] ?? '';
  const behind = claim.slice(at + words.length + object.length);
  const [kind, isStrict] = SIGNS.find(([, , form]) => new RegExp(`^(?:${form})$`, 'i').test(words)) ?? ['least', true];
  const isFirst = contentOf(before).length === 0 && !DENIED.test(before);
  const isDenied = context.isRefused || DENIED.test(before) || (isFirst && DENIED.test(`${object}${behind}`));
  return made(context, {
    kind,
    isStrict,
    isDenied,
    before,
    object: isFirst && !context.isRefused ? object.replace(VERDICT, '') : object,
  });
}

function fromBehind(found: RegExpMatchArray, context: Context): Compared | undefined {
  const [, object = '', end, other = ''] = found;
  const before = context.claim.slice(0, found.index).split(/[;:]/).at(-1) ?? '';
  // What is denied in such a form says too little of which side is meant.
  if (DENIED.test(before)) return undefined;
  const kind = RISING.test(end ?? other) ? 'least' : 'most';
  return made(context, { kind, isStrict: false, isDenied: context.isRefused, before, object });
}

/** What a clause says of all that it begins with: `the balance must be paid`, `what is open is never taken`. */
const VERDICT = /(?<=^(?!.*\bwhat\b).*|\bwhat (?:is|was|are|were) .*) (?:is|are|can|may|must)(?: not| never)?(?: be)? \w+$/i;

interface Parts {
  readonly kind: Compared['kind'];
  readonly isStrict: boolean;
  readonly isDenied: boolean;
  readonly before: string;
  readonly object: string;
}

function made(context: Context, parts: Parts): Compared | undefined {
  const { own, holder } = context;
  const { before, object, isDenied } = parts;
  const plain = before.replace(/`[^`]*`/g, '');
  if (OTHERWISE.test(plain) || (!isDenied && MAY.test(plain))) return undefined;
  const of = PRESENT.test(object.trim()) ? presentOf(before, context) : heldBy(object, before, holder);
  if (of === undefined || of.kind === 'other') return undefined;
  // What the request sends itself is held against by other rules.
  const sent = own.filter(({ kind }) => kind === of.kind);
  if (!/\b(?:old|current|present)\b/i.test(object) && !namesHolder(object, holder) && termIn(object, own)?.name !== undefined)
    return undefined;
  const apart = apartOf(parts);
  const subject = subjectIn(apart?.before ?? before, sent);
  if (subject === undefined) return undefined;
  if (apart !== undefined) return { member: subject.name, of: of.name, kind: apart.kind, isStrict: false, by: apart.by };
  const kind = isDenied ? OTHER[parts.kind] : parts.kind;
  return { member: subject.name, of: of.name, kind, isStrict: isDenied !== parts.isStrict, by: 0 };
}

const PRESENT = /^(?:the|its) (?:present|current|old|previous|former) one$/i;

/** `The new end is later than the present one`: the thing shows a member of the same name. */
function presentOf(before: string, { own, holder: { terms, isOwn = false } }: Context): Term | undefined {
  const subject = subjectIn(
    before,
    own.filter(({ kind }) => kind !== 'other'),
  );
  return isOwn ? terms.find(({ name, kind }) => name === subject?.name && kind === subject.kind) : undefined;
}

const OTHER = { least: 'most', most: 'least' } as const;

/** `At least three days after the order`: the length, and which side of it is meant. */
function apartOf({ kind, before }: Parts): (Pick<Compared, 'kind' | 'by'> & { readonly before: string }) | undefined {
  const [whole, count = '', unit = ''] = AMOUNT.exec(before.trim()) ?? [];
  if (whole === undefined) return undefined;
  const length = (/^an?$/i.test(count) ? 1 : (numberOf(count) ?? Number.NaN)) * (TIME_UNITS.get(unit.toLowerCase()) ?? Number.NaN);
  const left = before.trim().slice(0, -whole.length).trim();
  const outer = OUTER.find(([form]) => form.test(left));
  if (outer === undefined || Number.isNaN(length)) return undefined;
  const [, isLong] = outer;
  const isAfter = kind === 'least';
  return { kind: isLong === isAfter ? 'least' : 'most', by: isAfter ? length : -length, before: left };
}

/** Whether a phrase says whose it is: `the policy's limit`, `the limit of the policy`, `after the policy has started`. */
function namesHolder(phrase: string, { name }: Holder): boolean {
  return new RegExp(`\\b${phraseOf(name)}(?![\\p{L}_-])`, 'iu').test(phrase);
}

const PRONOUN = /^(?:it|its|they|their)\b/i;

/** The member of the thing that a phrase or an event means; `it` may be what stands before. */
function heldBy(phrase: string, before: string, holder: Holder): Term | undefined {
  const { name, terms, states = [], isOwn = false } = holder;
  const noun = singular(name);
  const bare = phrase.trim();
  if (/^(?:it|that|this)$/i.test(bare)) return named(before, terms);
  const isNamed = namesHolder(phrase, holder);
  if (!isNamed && !isOwn && !(PRONOUN.test(bare) && namesHolder(before, holder))) return undefined;
  // The first or the last day of what, the sentence must say.
  if (!isNamed && !PRONOUN.test(bare) && /\b(?:first|last)\b/i.test(bare)) return undefined;
  if (isNamed && /^the date of\b/i.test(bare)) return dateOf(noun, terms);
  return termIn(bare, terms, isNamed ? [noun, ...states] : states, [noun]);
}

/** The one of the members that a text names last. */
function named(text: string, terms: readonly Term[]): Term | undefined {
  const last = mentionsIn(
    text,
    terms.map(({ name }) => name),
  ).at(-1)?.name;
  return terms.find(({ name }) => name === last);
}

/** The date that a paper bears: `the date of the bill`. */
function dateOf(noun: string, terms: readonly Term[]): Term | undefined {
  const found = terms.filter(({ name }) =>
    ['date', 'dated', 'issuedon', 'issuedat', 'issuedate', `${noun}date`].includes(wordsOf(name).join('')),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The value that is sent: the one that the words name, that of what is done, or the only one of its kind. */
function subjectIn(before: string, sent: readonly Term[]): Term | undefined {
  const near = before.split(/, | and /).at(-1) ?? '';
  for (const text of [near, before]) {
    const found = named(text, sent) ?? termOf(text, sent);
    if (found !== undefined) return found;
  }
  const [only, another] = sent;
  return another === undefined ? only : undefined;
}
