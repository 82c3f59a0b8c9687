// Reads a formula by its parts: nouns and what is said of them mean numbers of the thing or lists in it, `less`, `after` and `without` take off, and
// items may be told from others by one of their listed values: `What is left of days and carriedOver after taken`, `The sum of the lines a and b`.
import { namesIn, wordsOf } from '../words.ts';
import { isAlike, type Term, termIn } from './terms.ts';

/** The items of a list that a formula counts in: those with one of the values, or with none of them. */
export interface Chosen {
  readonly member: string;
  readonly values: readonly string[];
  readonly isDenied: boolean;
}

type Composed =
  | { readonly kind: 'difference'; readonly of: readonly string[] }
  | { readonly kind: 'mixed'; readonly of: readonly string[]; readonly plus: number }
  | { readonly kind: 'items'; readonly list: string; readonly of: readonly string[]; readonly where?: Chosen };

export interface Nouns {
  readonly numbers: readonly string[];
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** The members of the items of a list that have listed values. */
  readonly choices?: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

const LEFT =
  /^(?:what (?:is|remains) (?:still )?(?:left|over)|what remains|the rest|the remainder) (?:of|from) (.+?) (?:after|once|without|less) (.+?)(?: (?:is|are) (?:taken off|taken away|deducted|used|spent))?$/i;
const OFF = /\s+(?:less|minus|without)\s+/i;
const SUM = /^(?:the )?(?:sum|total) (?:of|over) (.+)$/i;
/** Names of the one number of an item that its list is the sum of. */
const AMOUNTS = /^(?:amount|total|value|sum|cents|price|cost|estimate|line_?total|line_?amount)$/i;

export function composedFormulaIn(text: string, own: string, nouns: Nouns): Composed | undefined {
  const terms = nouns.numbers.filter((name) => name !== own && !name.includes('/')).map(asTerm);
  const [, plus = '', minus = ''] = LEFT.exec(text) ?? [];
  const parts = plus === '' ? text.split(OFF) : [plus, minus];
  const [added, taken] = parts.length === 2 ? parts.map((part) => allIn(part, terms)) : [];
  if (added !== undefined && taken !== undefined && new Set([...added, ...taken]).size === added.length + taken.length) {
    const of = [...added, ...taken];
    return of.length === 2 ? { kind: 'difference', of } : { kind: 'mixed', of, plus: added.length };
  }
  const summed = SUM.exec(text)?.[1];
  return summed === undefined ? undefined : ofItems(summed, nouns);
}

function asTerm(name: string): Term {
  return { name, kind: 'number', texts: [] };
}

/** The numbers that all parts of a list of phrases mean. */
function allIn(text: string, terms: readonly Term[]): readonly string[] | undefined {
  const found = text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).map((part) => termIn(part, terms)?.name);
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** `the estimates of all damages`, `its payments, without reversed ones`, `the lines base and tip`. */
function ofItems(text: string, { lists, choices }: Nouns): Composed | undefined {
  const [main = '', denied, ...more] = text.split(/,?\s+(?:without|except(?: for)?|not counting)\s+/i);
  if (more.length > 0) return undefined;
  for (const [list, numbers] of lists) {
    const [what, whose, ...rest] = main.split(/\s+of\s+/i);
    if (rest.length > 0 || what === undefined) return undefined;
    const phrase = whose ?? what;
    const words = wordsOf(phrase.replace(/^(?:(?:the|its|their|all|each|every) )+/i, ''));
    const at = words.findIndex((word) => isAlike(word, wordsOf(list).at(-1) ?? ''));
    if (at < 0) continue;
    const member = whose === undefined ? onlyAmount(numbers) : termIn(what, numbers.map(asTerm))?.name;
    const before = words.slice(0, at + 1 - wordsOf(list).length).join(' ');
    const behind = words.slice(at + 1).join(' ');
    const where = whereIn(
      [before, behind.replace(/^(?:that|which) (?:is|are) /, '')].filter((one) => one !== '').join(' '),
      choices?.get(list),
      false,
    );
    const without = denied === undefined ? undefined : whereIn(denied.replace(/ ones?$/i, ''), choices?.get(list), true);
    // Each word of the text must say something.
    if (member === undefined || where === null || without === null || (where !== undefined && without !== undefined)) continue;
    const chosen = where ?? without;
    return { kind: 'items', list, of: [member], ...(chosen === undefined ? {} : { where: chosen }) };
  }
  return undefined;
}

function onlyAmount(numbers: readonly string[]): string | undefined {
  const amounts = numbers.filter((name) => AMOUNTS.test(name));
  return amounts.length === 1 ? amounts[0] : numbers.length === 1 ? numbers[0] : undefined;
}

/** The items that the words choose; `undefined` where there are no words, and `null` where they mean something else. */
function whereIn(text: string, choices: ReadonlyMap<string, readonly string[]> | undefined, isDenied: boolean): Chosen | undefined | null {
  if (text === '') return undefined;
  for (const [member, values] of choices ?? []) {
    const found = namesIn(text, values);
    const rest = wordsOf(text).filter(
      (word) => word !== 'and' && word !== 'or' && !found.some((value) => wordsOf(value).some((one) => isAlike(one, word))),
    );
    if (found.length > 0 && rest.length === 0) return { member, values: found, isDenied };
  }
  return null;
}
