// Makes values in place of those that others may have already: names, e-mail addresses, numbers.

import { valueAt } from '../../../inference/pointers.ts';
import { checkDigitsOf, withCheckDigit } from '../../../inference/stated/check-digits.ts';
import { lastPlaceOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import { chanceInt, chanceUuid } from '../../contract/chance.ts';
import type { Judge } from '../../judge/index.ts';
import { changedAt, hasOwnForm, type Input } from '../../plan/index.ts';

/** The input with a name in its path that nothing has yet, where the caller chooses the name. `example` shows in which form names may have to be. */
export function withNewName(judge: Judge, create: Operation, input: Input, example?: Input): Input {
  const at = create.method === 'PUT' ? lastPlaceOf(create.path) : undefined;
  if (at === undefined) return input;
  const shown = valueAt(example, at);
  const names = isCode(shown) ? [codeLike(shown), ...sameForm(shown)] : newValues(valueAt(input, at));
  const digits = checkDigitsOf(create).find((one) => one.at === at);
  const checked = digits === undefined ? names : names.map((name) => (typeof name === 'string' ? withCheckDigit(name, digits) : name));
  const candidates = checked.map((value) => changedAt(input, at, value) as Input);
  // What is wrong with the input on purpose stays so.
  const before = judge.input(create, input).length;
  const allowed = candidates.filter((one) => judge.input(create, one).length === before);
  return allowed.find((one) => hasOwnForm(judge, create, one)) ?? allowed[0] ?? input;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Values that no request had, the ones most like the given one first. */
export function newValues(value: unknown): readonly unknown[] {
  if (typeof value === 'number')
    return Number.isInteger(value) ? [chanceInt(1e6, 1e9), value + chanceInt(1, 1e5), chanceInt(1, 1e4), smallNumber()] : [];
  if (typeof value !== 'string') return [];
  const tag = chanceUuid().replaceAll('-', '').slice(0, 10);
  const mark = value.indexOf('@');
  return [
    ...(UUID.test(value) ? [chanceUuid()] : []),
    ...(mark > 0 ? [`${value.slice(0, Math.min(mark, 40))}.${tag}${value.slice(mark)}`, `o${tag}${value.slice(mark)}`] : []),
    ...(/^https?:\/\//.test(value) ? [`${URL.parse(value)?.origin ?? 'https://example.com'}/${tag}`] : []),
    ...((value.match(/\d/g) ?? []).length > 3 ? [value.replace(/\d/g, () => String(chanceInt(0, 10)))] : []),
    `${value}${tag}`,
    `${value} ${tag}`,
    ...sameForm(value),
    ...sameBeginning(value),
    tag,
  ];
}

/** A pattern seldom fixes more than so many characters at the beginning. */
const MOST_FIXED = 8;

/** Texts of the same form that begin alike: `2041-27` and `2058-03` in place of `2040-41`, where a pattern has the century, a prefix or a country. */
function sameBeginning(value: string): readonly unknown[] {
  const lengths = Array.from({ length: Math.max(0, Math.min(MOST_FIXED, value.length - 1)) }, (_, index) => index + 1);
  return lengths.flatMap((length) => sameForm(value.slice(length)).map((rest) => value.slice(0, length) + String(rest)));
}

/** A short code in capital letters, such as `EUR` or `NA`: texts often say what the schema of such a name does not. */
function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z][A-Z\d]{1,7}$/.test(value);
}

/** Capital letters, and so many that nobody has them. */
function codeLike({ length }: string): string {
  return Array.from({ length: Math.max(6, length) }, () => String.fromCodePoint(65 + chanceInt(0, 26))).join('');
}

/** A number below 100, one below ten as often as not: what is numbered below another thing may have to fit its size. */
function smallNumber(): number {
  return chanceInt(0, 2) === 0 ? chanceInt(1, 10) : chanceInt(10, 100);
}

/** A shorter word has too few forms. */
const LEAST_WORD = 4;

/**
 * Texts of the same length in which letters are letters and digits are digits. The scheme of an address stays: `http:` may be what a case is about.
 * `isPatterned`: first one in which the longest word alone is new, since a pattern may want the others, as the ending of `handbook.docx`.
 */
export function sameForm(value: unknown, isPatterned = false): readonly unknown[] {
  if (typeof value !== 'string') return [];
  const words = isPatterned ? [...value.matchAll(/[a-z\d]+/gi)].toSorted((one, other) => other[0].length - one[0].length) : [];
  const [word, other] = words;
  if (word !== undefined && other !== undefined && word[0].length >= LEAST_WORD) {
    const [before, after] = [value.slice(0, word.index), value.slice(word.index + word[0].length)];
    return [...sameForm(word[0]).map((text) => `${before}${String(text)}${after}`), ...sameForm(value)];
  }
  const letter = (first: string): string => String.fromCodePoint((first.codePointAt(0) ?? 0) + chanceInt(0, 26));
  const digit = (): string => String(chanceInt(0, 10));
  const [scheme = ''] = /^[a-z][a-z\d+.-]*:(?=\/\/)/i.exec(value) ?? [];
  const rest = value.slice(scheme.length);
  return [
    rest
      .replace(/\d/g, digit)
      .replace(/[a-z]/g, () => letter('a'))
      .replace(/[A-Z]/g, () => letter('A')),
    rest.replace(/\d/g, digit),
  ]
    .map((text) => scheme + text)
    .filter((text) => text !== value);
}
