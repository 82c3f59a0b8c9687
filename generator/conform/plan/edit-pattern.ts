// Texts that a pattern does not match, near to one that it matches.
import { matches } from '@octavo/runtime/conformance';

/** Texts that are one step away: an expression without its ends, or without regard to capitals, matches them. */
export function* nearTexts(value: string): Generator<readonly [says: string, text: string]> {
  if (value === '') return;
  yield ['a text with more after what the pattern matches', `${value}~`];
  yield ['a text with more before what the pattern matches', `~${value}`];
  const lower = value.toLowerCase();
  yield ['the text in the other case', lower === value ? value.toUpperCase() : lower];
  const characters = [...value];
  const [first = '', last = ''] = [characters[0], characters.at(-1)];
  const other = /\d/.test(first) ? (first === '1' ? '3' : '1') : first.toLowerCase() === 'x' ? 'y' : 'x';
  yield ['the text with another beginning', other + characters.slice(1).join('')];
  yield ['the text with its last character twice', value + last];
  yield ['the text without its first character', characters.slice(1).join('')];
  yield ['the text without its last character', characters.slice(0, -1).join('')];
  const middle = Math.ceil(characters.length / 2);
  yield ['the text with a space inside', `${characters.slice(0, middle).join('')} ${characters.slice(middle).join('')}`];
  const sign = characters.findIndex((one, index) => index > 0 && /[^\p{L}\p{N}\s]/u.test(one));
  if (sign > 0) yield [`the text with ${characters[sign]} twice in a row`, characters.toSpliced(sign, 0, characters[sign] ?? '').join('')];
}

/** Texts with an end of a line beside what the pattern matches: in some languages `$` also matches before one, and `^` after one. */
function* withLineEnds(value: string): Generator<readonly [says: string, text: string]> {
  if (value === '') return;
  yield ['the text with a line feed after it', `${value}\n`];
  yield ['the text with a line before it', `x\n${value}`];
  yield ['the text with a line after it', `${value}\nx`];
}

/**
 * What is tried of the identifiers in paths: services look them up, so that all other texts are not found. A number beyond those that the pattern
 * allows may be one that a PUT makes: the month 13.
 */
export function* misfitsOfPath(value: string, pattern: string): Generator<readonly [says: string, text: string]> {
  for (const one of nearTexts(value)) if (OF_PATHS.has(one[0])) yield one;
  for (const one of numbersBeyond(value, pattern)) if (one[0].startsWith('the number after ')) yield one;
}

const OF_PATHS: ReadonlySet<string> = new Set(['a text with more after what the pattern matches', 'the text in the other case']);

/** The most characters that a text is lengthened to. */
const MOST_LENGTHENED = 300;

/** A text that is one character shorter, and one that is one longer, than the pattern allows for texts like this one. */
function* beyondLengths(value: string, pattern: string): Generator<readonly [says: string, text: string]> {
  const fits = (text: string): boolean => matches({}, { pattern }, text);
  if (!fits(value)) return;
  const shorter = (text: string, index: number): string => text.slice(0, -1 - index) + text.slice(text.length - index);
  const least = lastFitting(value, shorter, fits);
  if (least !== value && least !== '') yield ['a character less than the pattern allows', least.slice(0, -1)];
  const most = longestLike(value, pattern);
  if (most !== undefined) yield ['a character more than the pattern allows', most + most.slice(-1)];
}

/** The longest text like one that a pattern allows, where it is longer and the pattern has a limit. */
export function longestLike(value: string, pattern: string): string | undefined {
  const fits = (text: string): boolean => matches({}, { pattern }, text);
  const longer = (text: string, index: number): string => text.slice(0, text.length - index) + text.slice(-1 - index);
  const most = fits(value) ? lastFitting(value, longer, fits) : value;
  return most === value || most.length >= MOST_LENGTHENED ? undefined : most;
}

/** The text with a character less that the pattern still allows. */
export function shorterLike(value: string, pattern: string): string | undefined {
  const shorter = (text: string, index: number): string => text.slice(0, -1 - index) + text.slice(text.length - index);
  return firstFitting(value, shorter, (text) => matches({}, { pattern }, text));
}

/** Takes the first of the next texts that fits, one for each place of the text, as long as there is one. */
function lastFitting(value: string, next: (text: string, index: number) => string, fits: (text: string) => boolean): string {
  let text = value;
  while (text.length < MOST_LENGTHENED) {
    const found = firstFitting(text, next, fits);
    if (found === undefined) return text;
    text = found;
  }
  return text;
}

/** Most often one of the first texts fits, so the others are not made. */
function firstFitting(text: string, next: (text: string, index: number) => string, fits: (text: string) => boolean): string | undefined {
  for (let index = 0; index < text.length; index++) {
    const other = next(text, index);
    if (fits(other)) return other;
  }
  return undefined;
}

/** Characters whose classes patterns often take a part of: `[1-9]`, `[A-F]`, `[a-hj-np-z]`. */
const RANGES: readonly (readonly [says: string, characters: string])[] = [
  ['digit', '0123456789'],
  ['letter', 'abcdefghijklmnopqrstuvwxyz'],
  ['letter', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
];

/** Texts with a digit or letter that is beside those that the pattern allows at its place: a zero where 1 to 9 may be, a G where A to F may be. */
function* beyondClasses(value: string, pattern: string): Generator<readonly [says: string, text: string]> {
  const characters = [...value];
  if (characters.length > MOST_LENGTHENED) return;
  const found = new Set<string>();
  for (const [index, own] of characters.entries()) {
    const [says, range] = RANGES.find(([, each]) => each.includes(own)) ?? [];
    if (says === undefined || range === undefined || found.has(says)) continue;
    const texts = Array.from(range, (other) => characters.with(index, other).join(''));
    const fits = texts.map((text) => matches({}, { pattern }, text));
    // One character alone is no class: nearly all others are refused there for what they are.
    if (fits.filter(Boolean).length < 2) continue;
    const beside = texts.find((_, at) => fits[at] === false && (fits[at - 1] === true || fits[at + 1] === true));
    if (beside === undefined) continue;
    found.add(says);
    yield [`another ${says} than the pattern allows at its place`, beside];
  }
}

/** Decimals that a pattern for amounts may leave out: a zero, one below zero, and one with a decimal more. */
function* decimalsBeyond(value: string): Generator<readonly [says: string, text: string]> {
  if (!/^\d+\.\d+$/.test(value)) return;
  yield ['zero in the form of the text', `0.${(value.split('.')[1] ?? '').replace(/\d/g, '0')}`];
  yield ['the number below zero', `-${value}`];
  yield ['the number with a decimal more', `${value}5`];
}

export function* misfits(value: string, pattern: string): Generator<readonly [says: string, text: string]> {
  yield* nearTexts(value);
  yield* decimalsBeyond(value);
  yield* beyondLengths(value, pattern);
  yield* withLineEnds(value);
  yield* numbersBeyond(value, pattern);
  yield* beyondClasses(value, pattern);
}

/** The most digits of a number in a text that is counted up and down. */
const MOST_DIGITS = 3;

/** Texts in which a number is just beyond those that the pattern allows: the hour 24, the month 13, a zero at the beginning. */
function* numbersBeyond(value: string, pattern: string): Generator<readonly [says: string, text: string]> {
  for (const { 0: digits, index } of value.matchAll(/\d+/g)) {
    if (digits.length > MOST_DIGITS) continue;
    const written = (number: number): string =>
      value.slice(0, index) + String(number).padStart(digits.length, '0') + value.slice(index + digits.length);
    yield [`a zero before ${digits}`, `${value.slice(0, index)}0${value.slice(index)}`];
    const count = 10 ** digits.length;
    const fits = Array.from({ length: count }, (_, number) => matches({}, { pattern }, written(number)));
    const [first, last] = [fits.indexOf(true), fits.lastIndexOf(true)];
    if (first > 0) yield [`the number before the least one that the pattern allows in place of ${digits}`, written(first - 1)];
    if (first >= 0 && last < count - 1)
      yield [`the number after the greatest one that the pattern allows in place of ${digits}`, written(last + 1)];
  }
}

/** What readers overlook most often: an expression without its ends, the other case, and numbers that are not checked. */
export function isOften(says: string): boolean {
  return says.startsWith('the number ') || OFTEN.has(says);
}

const OFTEN: ReadonlySet<string> = new Set([
  'a text with more after what the pattern matches',
  'the text in the other case',
  'a character less than the pattern allows',
  'a character more than the pattern allows',
]);
