// Reads from the text of a member which form its values have, where no keyword says so: `ISO 4217 code`, `Digits only`, `Must not contain spaces`.
import { isNoRule, plainOf } from '../grammar/plain.ts';
import { numberOf } from '../words.ts';
import { COUNT, type Form } from './form.ts';
import { valuesIn } from './listed-values.ts';
import type { Measured } from './sizes.ts';
import { stepsIn } from './steps.ts';

/** Words by which other values are taken too, or are brought into the form. */
const OTHERWISE =
  /\b(?:or|and those|includ\w+|variety|various|prefer\w*|if|when|unless|except|convert\w*|stored|saved|shown|returned|displayed|formatted|normali[sz]\w+|rounded|insensitive|ignored?|removed|stripped|trimmed|supports?|see|numeric code|defaults?|same)\b/i;
const ASIDES = /\s*\([^()]*\)|,?\s*(?:such as|e\.g\.?|for example|for instance|like)\b.*$/gi;

const two = /\balpha[- ]?2\b|\b(?:two|2)[- ](?:letters?|characters?|chars?|digits?)\b/i;
const three = /\balpha[- ]?3\b|\b(?:three|3)[- ](?:letters?|characters?|chars?)\b/i;
const always =
  (...values: string[]): Form['wrong'] =>
  () =>
    values;
const orElse =
  (isRight: (value: string) => boolean, otherwise: string): Form['fit'] =>
  (value) =>
    isRight(value) ? value : otherwise;
/** Whether a function of `Intl` takes a value. */
const isTaken =
  (read: (value: string) => unknown) =>
  (value: string): boolean => {
    try {
      return read(value) !== undefined;
    } catch {
      return false;
    }
  };
const isNamed = (type: 'currency' | 'region' | 'language'): ((value: string) => boolean) =>
  isTaken((value) => new Intl.DisplayNames('en', { type, fallback: 'none' }).of(value));

/** Codes and names of standards. Each wrong value breaks their form: whether a code is one of the list is open. */
const STANDARDS: readonly (readonly [form: RegExp, of: (text: string) => Form])[] = [
  [
    /\bISO[- ]?4217\b(?!.*\b(?:numeric|representation of)\b)/i,
    () => ({ says: 'an ISO 4217 code', wrong: always('E1R', 'E1', 'EURO1'), fit: orElse(isNamed('currency'), 'EUR') }),
  ],
  [/\bISO[- ]?3166(?:-1)?\b(?!-2)(?!.*\bnumeric\b)/i, countryIn],
  [
    /\bBCP[- ]?47\b|\bIETF language tag\b/i,
    () => ({ says: 'a BCP 47 tag', wrong: always('e!', '!!', '!!!!!'), fit: orElse(isNamed('language'), 'en') }),
  ],
  [
    /\bISO[- ]?639(?:-1)?\b/i,
    (text) => ({
      says: `an ISO 639 code${/639-1\b/.test(text) || two.test(text) ? ' of two letters' : ''}`,
      wrong: always('1!', '1!2'),
      fit: orElse((value) => /^[a-z]{2}$/.test(value) && isNamed('language')(value), 'en'),
    }),
  ],
  [
    /\bIANA\b.*\b(?:time ?zones?|database)\b|\btime ?zone\b.*\bIANA\b|\btz database\b/i,
    () => ({
      says: 'an IANA time zone',
      wrong: always('Nowhere/Nothing', 'No/Zone'),
      fit: orElse(
        isTaken((timeZone) => new Intl.DateTimeFormat('en', { timeZone })),
        'Europe/Berlin',
      ),
    }),
  ],
  [
    // A part of a number is none: `The national number, in E.164 format`.
    /^(?!.*\b(?:calling code|country code|national|in-country|portion|part|area code|subscriber)\b).*\bE\.?164\b/is,
    () => ({
      says: 'an E.164 number',
      wrong: always('no number', 'none', 'no telephone'),
      fit: orElse((value) => /^\+[1-9]\d{6,14}$/.test(value), '+4930901820'),
    }),
  ],
];

/** What is made of several codes is none of them: `The tag is made up of the ISO 639-2 code and the ISO 3166 code`. */
const MADE_UP = /\b(?:made up|composed|built|combination|comprised) (?:of|from)\b|\bfollowed by\b/i;

/** A language and a country are two codes, and an amount has its currency beside it. */
const OF_SEVERAL = /\bISO[- ]?639\b.*\bISO[- ]?3166\b|\bISO[- ]?3166\b.*\bISO[- ]?639\b|\b(?:number|amount)s? of\b.*\bISO[- ]?4217\b/i;

/** Some codes of three letters, as examples have them. */
const COUNTRIES = new Set('AUT BEL CAN CHE CHN DEU DNK ESP FIN FRA GBR IRL ITA JPN NLD NOR POL PRT SWE USA'.split(' '));

function countryIn(text: string): Form {
  const length = two.test(text) ? ' of two letters' : three.test(text) ? ' of three letters' : '';
  return {
    says: `an ISO 3166 code${length}`,
    wrong: always(...(length === ' of three letters' ? ['D1U'] : length === '' ? ['1!', '1!2'] : ['D1'])),
    fit:
      length === ' of three letters'
        ? orElse((value) => COUNTRIES.has(value), 'DEU')
        : orElse((value) => /^[A-Z]{2}$/.test(value) && isNamed('region')(value), 'DE'),
  };
}

const ONLY = /\b(?:must|only|may consist|consists? of|contains? only|exactly|all)\b/i;

const withSign = (value: string, sign: string): string =>
  value.slice(0, Math.ceil(value.length / 2)) + sign + value.slice(Math.ceil(value.length / 2) + 1);

const https: Form = {
  says: 'an https address',
  wrong: (value) => [/^https:/i.test(value) ? value.replace(/^https:/i, 'http:') : 'http://site.example/a'],
  fit: orElse((value) => /^https:/i.test(value), 'https://site.example/a'),
  isBesideFormat: true,
};

/** A text that starts with another one. */
function starting(start: string): Form {
  const bare = (value: string): string => (value.startsWith(start) ? value.slice(start.length) : value);
  return {
    says: `a text that starts with ${start}`,
    wrong: (value) => [`x${bare(value) || 'x'}`, `x${value}`].filter((one) => !one.startsWith(start)),
    fit: (value) => (value.startsWith(start) ? value : start + value),
  };
}

const day: Form = {
  says: 'a date as YYYY-MM-DD',
  wrong: always('31.12.2090', '2090/12/31'),
  fit: orElse((value) => /^\d{4}-\d\d-\d\d$/.test(value), '2090-12-31'),
};

/** How a text begins, and other forms of all of it. */
const WHOLE: readonly (readonly [form: RegExp, of: (found: RegExpExecArray) => Form | undefined])[] = [
  [
    /^(?:it |the (?:url|uri|address|link) )?(?:must|only)\b[^.]*\bhttps(?::\/\/)?`?(?: (?:url|uri|address|link|protocol|scheme)(?:e?s)?)?(?: (?:is|are) (?:allowed|accepted|permitted|supported))?$/i,
    () => https,
  ],
  [/^(?:it |the \w+ )?must (?:start|begin) with (?:the prefix )?`([\w:/.#+-]{1,12})`$/i, ([, start = '']) => starting(start)],
  [
    /^(?:it |the \w+ )?must (?:start|begin) with a letter$/i,
    () => ({ ...starting('a'), says: 'a text that starts with a letter', wrong: (value) => [`1${value.slice(1)}`, '1ab'] }),
  ],
  [
    /^(?:(?:it|the \w+) )?(?:must be |is )?(?:given |written )?(?:in |as )?(?:the )?(?:format|form)?:? ?`?YYYY-MM-DD`?(?: format)?$/i,
    () => day,
  ],
];

/** Which characters a text may have. */
const LETTERS: readonly (readonly [form: RegExp, of: (found: RegExpExecArray) => Form | undefined])[] = [
  [
    /\b(?:must|may|can) not (?:contain|have|include) (?:any )?(?:white ?spaces?|spaces?|blanks?)(?: characters?)?$|^no (?:white ?)?spaces?(?: (?:is|are))?(?: allowed| permitted)?$|\bmust be without spaces$/i,
    () => ({
      says: 'without spaces',
      wrong: (value) => [withSign(value, ' '), 'a b', 'a b c d'].filter((one) => /\S \S/.test(one)),
      fit: (value) => value.replace(/\s/g, ''),
    }),
  ],
  [new RegExp(`(?:^|\\b(?:exactly|be|have|of)\\s+(?:an? |the )?)${COUNT}[- ]digits?$`, 'i'), ([, count = '']) => digits(numberOf(count))],
  [
    /\b(?:digits|numbers) only$|\b(?:only|consists? of|be) (?:of )?(?:digits|numeric characters)(?: \(?0-9\)?)?(?: are allowed)?$/i,
    () => digits(),
  ],
  [new RegExp(`\\b(?:${COUNT} )?(?:upper-?case|capital) letters(?: only)?(?: are allowed)?$`, 'i'), ([, count]) => letters('upper', count)],
  [new RegExp(`\\b(?:${COUNT} )?lower-?case letters(?: only)?(?: are allowed)?$`, 'i'), ([, count]) => letters('lower', count)],
  [
    /\bmust be (?:written )?(?:in )?(?:all )?(?:upper-? ?case|capitals)$/i,
    () => ({
      says: 'without lower-case letters',
      wrong: (value) => [value.toLowerCase(), 'abc', 'ab'].filter((one) => /[a-z]/.test(one)),
      fit: (value) => value.toUpperCase(),
    }),
  ],
  [
    /\bmust be (?:written )?(?:in )?(?:all )?lower-? ?case$/i,
    () => ({
      says: 'without capital letters',
      wrong: (value) => [value.toUpperCase(), 'ABC', 'AB'].filter((one) => /[A-Z]/.test(one)),
      fit: (value) => value.toLowerCase(),
    }),
  ],
  [
    /\b(?:only (?:contain |consist of |use )?|contains? only |consists? of )([\w ,-]+?)(?: characters)?(?: (?:is|are) (?:allowed|permitted|accepted))?$/i,
    ([, list = '']) => charactersIn(list),
  ],
];

/** A word that is like one of the list, and another one: neither differs from one only in its case. */
function oneOf(values: readonly string[]): Form {
  const isListed = (word: string): boolean => values.some((value) => value.toLowerCase() === word.toLowerCase());
  const words = [`${values[0]}x`, 'other', 'no'].filter((word) => !isListed(word));
  return {
    says: `one of ${values.join(', ')}`,
    wrong: always(...words),
    fit: (value) => (values.includes(value) ? value : (values[value.length % values.length] ?? value)),
  };
}

function digits(count?: number): Form {
  const lengths = count === undefined || count < 2 || count > 20 ? [] : ['1'.repeat(count - 1), '1'.repeat(count + 1)];
  const letter = count === undefined ? ['12a', '1a', '12345a'] : [`${'1'.repeat(Math.max(0, Math.min(count, 20) - 1))}a`];
  return {
    says: count === undefined ? 'digits' : `${count} digits`,
    wrong: () => [...letter, ...lengths],
    fit: (value) => madeOf(value, '123456789', count ?? Math.max(1, value.length)),
  };
}

function letters(which: 'upper' | 'lower', words: string | undefined): Form {
  const count = words === undefined ? undefined : numberOf(words);
  const one = which === 'upper' ? 'A' : 'a';
  const lengths = count === undefined ? [3, 2, 6] : [Math.min(count, 20)];
  return {
    says: `${count === undefined ? '' : `${count} `}${which}-case letters`,
    wrong: () => lengths.map((length) => `${one.repeat(length - 1)}1`),
    fit: (value) => madeOf(value, which === 'upper' ? UPPER : UPPER.toLowerCase(), count ?? Math.max(1, value.length)),
  };
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A text of some characters alone: those of the value that are among them, and others for the rest, always the same for one value. */
function madeOf(value: string, characters: string, length: number): string {
  const all = [...value.padEnd(length, 'x')].slice(0, length);
  return all.map((one, at) => (characters.includes(one) ? one : characters[((one.codePointAt(0) ?? 0) + at) % characters.length])).join('');
}

const SIGNS: readonly (readonly [word: RegExp, says: readonly string[]])[] = [
  [/^letters$/, ['letters']],
  [/^(?:numbers|digits)$/, ['digits']],
  [/^alphanumeric(?:al)?(?: (?:characters?|letters))?$/, ['letters', 'digits']],
  [/^underscores?$/, ['_']],
  [/^(?:hyphens?|dash(?:es)?)$/, ['-']],
  [/^(?:dots?|periods?)$/, ['.']],
];

function charactersIn(list: string): Form | undefined {
  const words = list.split(/,\s*(?:and\s+)?|\s+and\s+/).map((one) => one.trim().toLowerCase());
  const found = words.map((word) => SIGNS.find(([form]) => form.test(word))?.[1]);
  const [first, ...more] = found.some((one) => one === undefined) ? [] : found.flatMap((one) => one ?? []);
  if (first === undefined || first !== 'letters') return undefined;
  const last = more.pop();
  return {
    says: [[first, ...more].join(', '), last].filter((one) => one !== undefined).join(' and '),
    wrong: (value) => [withSign(value, '!'), 'ab!c'],
    fit: (value) => value.replace(/[^A-Za-z]/g, 'x'),
  };
}

/** The forms that a text states of a member with this name. */
export function formsIn(said: string, { kind, name }: { readonly kind: Measured; readonly name: string }): readonly Form[] {
  const text = plainOf(said.replace(ASIDES, ''));
  if (isNoRule(said) || OTHERWISE.test(text)) return [];
  if (kind === 'number') return stepsIn(text, name);
  if (kind !== 'text') return [];
  const isNoCode = MADE_UP.test(text) || OF_SEVERAL.test(text);
  const standard = isNoCode ? undefined : STANDARDS.find(([form]) => form.test(text))?.[1](text);
  if (standard !== undefined) return [standard];
  const listed = valuesIn(said);
  if (listed.length > 1) return [oneOf(listed)];
  // Where the list of characters goes on, or has both cases, more of them are right.
  if (/[;,:]$/.test(said.trim()) || /\bupper-? ?case\b.*\blower-? ?case\b|\blower-? ?case\b.*\bupper-? ?case\b/i.test(text)) return [];
  const whole = firstOf(WHOLE, text);
  const mayBeLetters = ONLY.test(text) || /^(?:no|digits|numbers|must|may|can)\b/i.test(text);
  return whole.length > 0 || !mayBeLetters ? whole : firstOf(LETTERS, text);
}

function firstOf(forms: typeof LETTERS, text: string): readonly Form[] {
  for (const [form, of] of forms) {
    const found = form.exec(text);
    const one = found === null ? undefined : of(found);
    if (one !== undefined) return [one];
  }
  return [];
}
