// Finds the member that a noun phrase or an event means, by the names and the texts of the document: `the old meter's latest reading` is
// `latestReadingOn`, and `before it was installed` speaks of `installedOn`.
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { memberSentences } from '../sentences.ts';
import { phraseOf, singular, stemOf, wordsOf } from '../words.ts';

type TermKind = 'time' | 'number' | 'other';

/** A member as sentences may speak of it. */
export interface Term {
  readonly name: string;
  readonly kind: TermKind;
  /** What the document says of it. */
  readonly texts: readonly string[];
}

export function termsOf(members: ReadonlyMap<string, readonly Schema[]>): readonly Term[] {
  return [...members].map(([name, own]) => {
    const schemas = possibleConjuncts(own);
    return { name, kind: kindOf(schemas), texts: memberSentences(schemas).map(({ text }) => text) };
  });
}

function kindOf(schemas: readonly Schema[]): TermKind {
  if (schemas.some(({ format }) => format === 'date' || format === 'date-time')) return 'time';
  const isNumber = schemas.some(({ type = [] }) => type.includes('integer') || type.includes('number'));
  return isNumber ? 'number' : 'other';
}

const wordSet = (all: string): ReadonlySet<string> => new Set(all.split(/\s+/));

/** Words that name nothing. */
const FUNCTION = wordSet(
  `a an the its their that this those these it they he she them one ones some any each every all is are was were be been being has have had do does
  did can could may must will would shall not no never nor nobody nothing none of on at in to into for from by with as or and which who whom whose
  what when where than then so up down already still yet own itself themselves old new current present actual only also again very there here far
  take takes took place come comes came fall falls lie lies go goes get gets`,
);
/** Words that say no more than of which kind a value is. */
const GENERIC = wordSet('at on date dates day days time times moment instant amount amounts number value total sum count quantity utc');

/** What begins and what ends something, as names and texts have it. */
const ROLES: readonly (readonly [words: RegExp, names: RegExp])[] = [
  [/^(?:start|begin|began|begun|first|open|commenc|beginning)/, /^(?:start|begin|from|since|first|open|commence)/],
  [/^(?:end|last|finish|clos|expir|over)/, /^(?:end|until|till|to$|last|close|finish|expire|through)/],
];

/** What a noun has behind the verb that it comes from: `departure`, `shipment`, `arrival`. */
const NOUN_ENDING = /^(?:ure|ment|ance|ence|al|ion|ation|y|e|ing|ed|t|iv|ive|r|er)$/;

/** Whether two words come from one: `hiring` and `hired`, `departure` and `departed`. */
export function isAlike(one: string, other: string): boolean {
  const [left, right] = [stemOf(singular(one)), stemOf(singular(other))];
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.length >= 4 && long.startsWith(short) && NOUN_ENDING.test(long.slice(short.length));
}

/** The words of a phrase that name something. */
export function contentOf(phrase: string, ignored: readonly string[] = []): readonly string[] {
  return wordsOf(phrase.replace(/['’]s\b/g, '')).filter(
    (word) => !FUNCTION.has(word) && !GENERIC.has(word) && !ignored.some((one) => isAlike(one, word)),
  );
}

/** How well a word fits a term: by its name, by what begins or ends something, or by the beginning of its text. */
function fitOf(word: string, { name, texts: [text = ''] }: Term, common: readonly string[] = []): number {
  const own = wordsOf(name);
  const told = contentOf(text.split(/[,;:.(]| that | which /)[0] ?? '');
  const isTold = !common.some((one) => isAlike(one, word)) && told.some((one) => isAlike(one, word)) ? 1 : 0;
  if (own.some((one) => !GENERIC.has(one) && isAlike(one, word))) return 4 + isTold;
  return ROLES.some(([words, names]) => words.test(word) && own.some((one) => names.test(one))) ? 3 + isTold : isTold;
}

/** Names with fewer words that the phrase leaves out fit better. */
function leftOut(words: readonly string[], { name }: Term): number {
  const own = wordsOf(name).filter((one) => !GENERIC.has(one));
  return own.filter((one) => !words.some((word) => isAlike(one, word))).length;
}

/**
 * The one term that a phrase means: each of its words must fit. `ignored`: words that say whose it is; `common`: those that the text of any member
 * may have.
 */
export function termIn(
  phrase: string,
  terms: readonly Term[],
  ignored: readonly string[] = [],
  common: readonly string[] = [],
): Term | undefined {
  const bare = phrase.trim().replace(/^(?:(?:the|its|their|an?|that|this) )+/i, '');
  const [, code] = /`([^`]+)`/.exec(bare) ?? [];
  if (code !== undefined) return terms.find(({ name }) => name === code);
  const exact = terms.filter(({ name }) => new RegExp(`^${phraseOf(name)}$`, 'i').test(bare));
  if (exact.length === 1) return exact[0];
  const words = contentOf(bare, ignored);
  return bestOf(terms, (term) => {
    const fits = words.map((word) => fitOf(word, term, common));
    return words.length === 0 || fits.includes(0) ? 0 : fits.reduce((sum, one) => sum + one, 0) - leftOut(words, term) / 4;
  });
}

/** The one term of which a text speaks with any of its words. */
export function termOf(text: string, terms: readonly Term[]): Term | undefined {
  const words = contentOf(text);
  return bestOf(terms, (term) => words.map((word) => fitOf(word, term)).reduce((sum, one) => sum + (one > 1 ? one : 0), 0));
}

function bestOf(terms: readonly Term[], scoreOf: (term: Term) => number): Term | undefined {
  const ranked = terms.map((term) => ({ term, score: scoreOf(term) })).sort((one, other) => other.score - one.score);
  const [first, second] = ranked;
  return first === undefined || first.score <= 0 || first.score === second?.score ? undefined : first.term;
}
