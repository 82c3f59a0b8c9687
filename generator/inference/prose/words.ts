// The words of names and of texts, and the forms in which a text writes a name of the document.
import { remembered } from './grammar/remembered.ts';

/** `books` becomes `book`, `categories` becomes `category`. */
export function singular(name: string): string {
  if (/[aeo]lves$|shelves$/i.test(name)) return `${name.slice(0, -3)}f`;
  if (/(?:status|virus|campus|bonus|census)(?:es)?$/i.test(name)) return name.replace(/es$/i, '');
  if (/ies$/i.test(name)) return `${name.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x)es$/i.test(name)) return name.slice(0, -2);
  return /[^s]s$/i.test(name) ? name.slice(0, -1) : name;
}

/** The words of a name in lower case: `fromWarehouse` has two. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A pattern for a name as prose writes it: `in_transit` as `in transit`, `draft` also as `drafts`. */
export function formsOf(name: string): string {
  const text = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .map(escaped)
    .join('[\\s_-]?');
  return `\\b${text}s?\\b`;
}

/** A pattern for a name in words: `vat_id` as `VAT id`, `email` as `e-mail`, `addresses` also as `address`. */
export const phraseOf = remembered((name: string): string => {
  const words = wordsOf(name).map((word) => (word === 'email' ? 'e-?mails?' : escaped(word)));
  const last = words.at(-1) ?? '';
  const one = singular(last);
  return [...words.slice(0, -1), last === one ? `${last}s?` : `(?:${last}|${one})`].join('[\\s_-]?');
});

/** Whether a text has the phrase of a name. */
export function names(text: string, name: string): boolean {
  return nameForm(name).test(text);
}

const nameForm = remembered((name: string) => new RegExp(`(?<![\\p{L}\\p{N}_-])${phraseOf(name)}(?![\\p{L}\\p{N}_])`, 'iu'));

/** Whether a text has a word exactly as it is, in any case. */
export function hasWord(text: string, word: string): boolean {
  return word !== '' && new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, 'iu').test(text);
}

/** A text as a pattern that matches nothing else. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * The names, such as values of an enum or properties, that a text names, in the order of the names: `part paid` names `part_paid`, and not `paid`.
 */
export function namesIn(text: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    const longer = names.filter((one) => one.length > name.length && new RegExp(formsOf(name), 'i').test(one.replaceAll('_', ' ')));
    const rest = longer.reduce((left, one) => left.replace(new RegExp(formsOf(one), 'gi'), ' '), text);
    return new RegExp(formsOf(name), 'i').test(rest);
  });
}

/** Verbs whose past is no form of the verb with `ed`. */
const IRREGULAR: readonly (readonly string[])[] = [
  ['send', 'sent'],
  ['pay', 'paid'],
  ['begin', 'began', 'begun'],
  ['hold', 'held'],
  ['withdraw', 'withdrew', 'withdrawn'],
  ['take', 'took', 'taken'],
  ['give', 'gave', 'given'],
  ['win', 'won'],
  ['lose', 'lost'],
  ['freeze', 'froze', 'frozen'],
  ['build', 'built'],
  ['write', 'wrote', 'written'],
  ['hide', 'hid', 'hidden'],
  ['sell', 'sold'],
  ['let', 'let'],
  ['lend', 'lent'],
  ['spend', 'spent'],
  ['bring', 'brought'],
  ['buy', 'bought'],
  ['draw', 'drew', 'drawn'],
  ['read', 'read'],
  ['tell', 'told'],
  ['meet', 'met'],
  ['undo', 'undone'],
  ['bear', 'born', 'birth'],
];

/** What verbs, their pasts and their nouns share: `send`, `sends` and `sent` are one, and so are `cancel`, `cancelled` and `canceled`. */
export const stemOf = remembered((word: string): string => {
  const small = word.toLowerCase();
  const irregular = IRREGULAR.find((forms) => forms.some((form) => form === small || `${form}s` === small || `${form}ing` === small));
  if (irregular !== undefined) return irregular[0] ?? small;
  const bare = small
    .replace(/ied$|ies$|ication$|ying$/, 'y')
    .replace(/(?:ed|ing|es|s|ation|ion|al)$/, '')
    .replace(/e$/, '');
  return bare.length < 3 ? small : bare.replace(/(.)\1$/, '$1');
});

/** A text with states in place of the verbs that say as much: `who is enrolled or waits` of `waiting`. */
export function statesInVerbs(text: string, states: readonly string[]): string {
  const doing = states.filter((state) => /ing$/i.test(state));
  if (doing.length === 0) return text;
  return text.replace(/\b(that|which|who|or|and)\s+(\p{L}+)\b/giu, (whole, before: string, verb: string) => {
    const state = doing.find((one) => /[^s]s?$/.test(verb) && verb.toLowerCase() !== one && stemOf(one) === stemOf(verb));
    if (state === undefined) return whole;
    return /^(?:or|and)$/i.test(before) ? `${before} ${state}` : `${before} is ${state}`;
  });
}

/** A text with states in place of nouns that say as much: `a cart that has become an order` of `ordered`. */
export function statesInNouns(text: string, states: readonly string[]): string {
  const done = states.filter((state) => /(?:ed|en|wn|ld|id|nt)$/i.test(state));
  if (done.length === 0) return text;
  return text.replace(BECOME, (whole, noun: string) => {
    const state = done.find((one) => one.toLowerCase() !== noun.toLowerCase() && stemOf(one) === stemOf(noun));
    return state === undefined ? whole : `is ${state}`;
  });
}

const BECOME =
  /\b(?:(?:has|have|had)\s+(?:already\s+|since\s+)?(?:become|turned\s+into|been\s+(?:made|turned|converted)\s+(?:in)?to)|(?:is|was|were)\s+(?:already\s+)?(?:made|turned|converted)\s+(?:in)?to|became)\s+(?:already\s+)?(?:an?|its|the)\s+(\p{L}+)\b/giu;

/** The numbers from zero on that texts write as words. */
const COUNTS: ReadonlyMap<string, number> = new Map([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index) => [word, index] as const),
  ...'thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, 30 + 10 * index] as const),
]);
export const NUMBERS: readonly string[] = [...COUNTS.keys()];

/** Milliseconds of what texts measure times in. */
export const TIME_UNITS: ReadonlyMap<string, number> = new Map([
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['night', 86_400_000],
  ['week', 604_800_000],
]);

/** A number as figures or as a word. */
export function numberOf(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : COUNTS.get(text.toLowerCase());
}

/** What a text may call the things of a collection: the words of its name, together and each, of several and of one. */
export function nounsFor(name: string): readonly string[] {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return [...new Set([words.join(' '), [...words.slice(0, -1), singular(last)].join(' '), ...words, ...words.map(singular)])];
}
