// The words by which a sentence restricts requests, and by which it names their members.
import { NUMBERS, names, numberOf, stemOf, TIME_UNITS, wordsOf } from '../../../inference/prose/index.ts';
import { pairIn } from '../../../inference/spans.ts';
import type { About } from './sided.ts';

const RESTRICTS =
  /\b(?:must|may not|can ?not|can't|has to|have to|needs?|require[sd]?|only|never|none|no|nobody|not|without|refus\w*|reject\w*|422|400|at (?:least|most)|same|up to|\p{L}+er than|more than|less than|\d+ to \d+)\b/iu;

/** Words by which a sentence leaves something open, or speaks of what is shown or done afterwards. */
const OPEN =
  /\b(?:optional\w*|may be (?:left out|omitted|empty|null|missing|absent)|if you (?:like|want)|ignored?|defaults?|unless|except\w*|usually|shown?|shows|sees?|answered with 2\d\d|becomes?|stays?|keeps?|recommend\w*|should|might|for example|e\.g|read(?:-| )only)\b|\b(?:if|when(?:ever)?|while|where|once|as soon as|until|during|otherwise)\b(?! (?:an? )?4\d\d)/i;

/** Statuses that speak of what is there, and not of a value. */
const OF_STATE = /\b4(?!00|22)\d\d\b/;
const OF_VALUE = /\b4(?:00|22)\b/;

/** What is said of the credential of a call, whose words a body may have too: `This endpoint requires an access token with the scope`. */
const OF_CREDENTIAL =
  /\b(?:endpoint|operation|request|call|method|api) (?:needs|requires)\b[^.;]*\b(?:tokens?|scopes?|permissions?|keys?|rights?|roles?|credentials?)\b/i;

/** Whether a sentence restricts the values of a request. `bare`: the sentence without the statuses that it names. */
export function isRestricting(text: string, bare: string): boolean {
  return (
    (RESTRICTS.test(bare) || OF_VALUE.test(text)) &&
    !OPEN.test(bare) &&
    !OF_CREDENTIAL.test(bare) &&
    (!OF_STATE.test(text) || OF_VALUE.test(text))
  );
}

/** Words by which several numbers have a limit together. */
export const TOGETHER = /\b(?:together|altogether|combined|in (?:all|total|sum)|sum)\b/i;

const SMALL = new Set([
  'on',
  'by',
  'at',
  'of',
  'in',
  'is',
  'has',
  'the',
  'a',
  'an',
  'for',
  'per',
  'to',
  'from',
  'and',
  'or',
  'one',
  'it',
  'no',
  'not',
]);

/** Words that are no name of a listed value unless they stand as code. */
const COMMON = new Set(['other', 'none', 'all', 'any', 'new', 'one', 'same', 'both', 'each', 'no', 'yes', 'open', 'full', 'unknown']);

const stemsIn = (text: string): readonly string[] =>
  wordsOf(text)
    .filter((word) => !SMALL.has(word))
    .map(stemOf);

/** Whether a text names a member: as code, in words, or by all words of its name in another form (`the day of inspection` of `inspectedOn`). */
export function isNamed(text: string, name: string): boolean {
  if (text.includes(`\`${name}\``)) return true;
  const own = stemsIn(name).filter((stem) => stem.length > 2);
  if (own.length === 0 || SMALL.has(name.toLowerCase())) return false;
  const said = new Set(stemsIn(text));
  return names(text, name) || own.every((stem) => said.has(stem));
}

/** Whether a text names a listed value, as code or by a word of the same stem: `a rejection` of `rejected`. */
export function isValueNamed(text: string, value: string): boolean {
  if (text.includes(`\`${value}\``)) return true;
  if (value.length < 3 || COMMON.has(value.toLowerCase())) return false;
  const own = stemsIn(value);
  // A brand is one word: `PayPal` names no value `PAID`.
  const said = new Set(stemsIn(text.replace(/\b\p{Lu}\p{Ll}+\p{Lu}[\p{L}\p{N}]*/gu, (brand) => brand.toLowerCase())));
  return own.length > 0 && own.every((stem) => said.has(stem));
}

/** Members that a text names, and those that it calls the beginning or the end, the lowest or the highest. */
export function namedIn(text: string, { members }: Pick<About, 'members'>): readonly string[] {
  const found = [...members.keys()].filter((name) => isNamed(text, name));
  const pair = pairIn(members);
  // `The last month is not before the first one`: members that end with the same word are named by what stands before it.
  const alike = [...Map.groupBy(members.keys(), (name) => wordsOf(name).at(-1) ?? '').values()].filter((all) => all.length > 1);
  const modified = alike.flatMap((all) =>
    all.filter((name) => wordsOf(name).length > 1 && isNamed(text, wordsOf(name).slice(0, -1).join(' '))),
  );
  const called = [
    [pair?.start, /\b(?:first day|begin\w*|starts?|the start)\b/i],
    [pair?.end, /\b(?:last day|ends?|the end)\b/i],
    [[...members.keys()].find((name) => /^min(?:imum)?$|^low(?:est)?$|^least$/i.test(name)), /\b(?:lowest|least|smallest|minimum)\b/i],
    [[...members.keys()].find((name) => /^max(?:imum)?$|^high(?:est)?$|^most$/i.test(name)), /\b(?:highest|greatest|largest|maximum)\b/i],
  ] as const;
  return [
    ...new Set([...found, ...modified, ...called.flatMap(([name, words]) => (name !== undefined && words.test(text) ? [name] : []))]),
  ];
}

const COUNT = `(?:\\d{1,3}(?:[,  ]\\d{3})+|\\d+(?:\\.\\d+)?|${NUMBERS.join('|')})(?: (?:thousand|million))?`;
const ABOVE = 'more than|above|over|exceed(?:s|ing)?|longer than|greater than|higher than|larger than';
const FROM = 'at least|no (?:less|fewer) than|from|not below|not (?:less|fewer) than';
const UP_TO = `at most|up to|no (?:more|longer|greater) than|not (?:more|longer) than|not above|not exceed|to`;
const BELOW = 'less than|fewer than|below|under|shorter than|smaller than|lower than';

/** A number in a sentence, and with which neighbour it goes: `more than 3` draws the line behind 3, `at least 3` before it. */
export interface Limit {
  readonly count: number;
  readonly goesWith: 'below' | 'above';
  /** The word behind the number. */
  readonly unit: string;
  readonly index: number;
}

export function limitsIn(text: string): readonly Limit[] {
  const form = new RegExp(
    `\\b(?:(${ABOVE}|${UP_TO})|(${FROM}|${BELOW}))\\s+(?:the |an? )?(${COUNT})\\b[ -]*(?:(?:of|the)\\b)?\\s*(\\p{L}+)?`,
    'giu',
  );
  const after = new RegExp(`\\b(${COUNT})\\s+(?:(\\p{L}+)\\s+)?(?:(or (?:less|fewer)|at most)|(or more|or longer|at least|on\\b))`, 'giu');
  const range = new RegExp(`\\b(${COUNT}) to (${COUNT})\\s+(\\p{L}+)`, 'giu');
  return [
    ...[...text.matchAll(form)].map(({ 1: below, 3: count = '', 4: unit = '', index }) =>
      limitOf(count, below === undefined ? 'above' : 'below', unit, index),
    ),
    ...[...text.matchAll(after)].map(({ 1: count = '', 2: unit = '', 3: below, index }) =>
      limitOf(count, below === undefined ? 'above' : 'below', unit, index),
    ),
    ...[...text.matchAll(range)].map(({ 1: count = '', 3: unit = '', index }) => limitOf(count, 'above', unit, index)),
  ].filter(({ count }) => !Number.isNaN(count));
}

function limitOf(words: string, goesWith: Limit['goesWith'], unit: string, index: number): Limit {
  return { count: countOf(words), goesWith, unit: unit.toLowerCase(), index };
}

/** `three`, `1,500`, `two million`. */
export function countOf(words: string): number {
  const [, number = '', scale] = /^(.*?)(?:\s+(thousand|million))?$/i.exec(words.trim()) ?? [];
  const plain = number.replace(/(?<=\d)[, {2}](?=\d{3})/g, '');
  const count = /^\d+\.\d+$/.test(plain) ? Number(plain) : numberOf(plain);
  const factor = scale === undefined ? 1 : /million/i.test(scale) ? 1_000_000 : 1000;
  return count === undefined ? Number.NaN : count * factor;
}

/** Milliseconds of a unit of time; `undefined` where the word is none. */
export function unitOf(word: string): number | undefined {
  return TIME_UNITS.get(word.replace(/s$/, ''));
}

/** The clauses of a sentence, each with a subject of its own. */
export function clausesOf(text: string): readonly string[] {
  return text
    .split(
      /\s*[;:]\s+|,\s+(?:(?:and|but|while|whereas)\s+)?(?=(?:an?|one|the|for|with|all|any|every\w*|others?|another|other|more|half|which|who)\b)|\s+(?:and|but|while|whereas)\s+(?=(?:everything|everybody|others?|another|one)\b)/i,
    )
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
