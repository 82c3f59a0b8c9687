// Reads from the text of a member how large its values may be: `Max length: 80 characters`, `At most 5 tags`, `Must be between 1 and 100`,
// `Cannot be negative`.
import { claimIn } from '../grammar/claims.ts';
import { isNoRule } from '../grammar/plain.ts';
import { NUMBERS, numberOf, phraseOf } from '../words.ts';

/** What is measured: the characters of a text, the items of a list, or the number itself. */
export type Measured = 'text' | 'list' | 'number';

/** A limit that values of a member keep. */
export interface Size {
  readonly kind: 'most' | 'least' | 'above';
  readonly count: number;
  /** `at most 80 characters`. */
  readonly says: string;
}

/** Whole numbers alone: of `at most 1.5` the 1 is no limit. */
const COUNT = `(-?\\d{1,3}(?:,\\d{3})+(?!\\.?\\d)|-?\\d+(?:\\.0+)?(?!\\.?\\d)|${NUMBERS.join('|')})`;
/** Only for numbers: what is measured is the value, and no unit follows. */
const ALONE = '(?=\\s*(?:$|[.;)]|, (?:and|with|inclusive)|\\(?inclusive|and\\b))';

/** The words before and behind a number that make it the largest or the smallest one. */
const WORDS = {
  most: [
    '(?:at most|no more than|no greater than|no longer than|up to|limited to|limit of|max(?:imum)?(?: (?:length|size|number|value|of))*(?: is|:)?|not (?:be |have |contain |exceed )?(?:more|longer|greater|larger|higher|bigger|above|over) than|not (?:be |contain |have )?(?:above|over|exceed)|(?:less|smaller|lower) (?:than )?or equal to)',
    '(?:at most|or (?:less|fewer|shorter)|max(?:imum)?)\\b',
  ],
  least: [
    '(?:at least|no (?:less|fewer) than|min(?:imum)?(?: (?:length|size|number|value|of))*(?: is|:)?|not (?:be |have |contain )?(?:less|fewer|shorter|smaller|lower) than|not be below|(?:greater|more|larger|higher) (?:than )?or equal to)',
    '(?:at least|or (?:more|longer)|min(?:imum)?)\\b',
  ],
} as const;

/** Denies what is compared with a number and the number itself: `must not be less than or equal to 5`. */
const DENIED = /\bnot (?:be )?(?:less|smaller|lower|greater|more|larger|higher) (?:than )?or equal to\b/i;

/** Texts of which the length is named, so that the number needs no unit: `Max length: 80`; and a limit behind its unit: `80 character limit`. */
const LENGTHS = {
  most: [
    `\\bmax(?:imum)?(?: |-)?(?:allowed )?length(?: of| is|:| =|=)? ?${COUNT}${ALONE}`,
    `\\b${COUNT}[ -]characters? limit\\b`,
    `\\blimit(?: of|:| is)? ${COUNT} char(?:acter)?s\\b`,
  ],
  least: [`\\bmin(?:imum)?(?: |-)?(?:allowed )?length(?: of| is|:| =|=)? ?${COUNT}${ALONE}`],
} as const;

/** Signs, and a limit apart from the sentence: `Must be >= 1`, `How many guests (50 max)`. */
const MARKS = {
  most: [`(?:≤|<=) ?${COUNT}${ALONE}`, `(?:^|\\()${COUNT} max(?:imum)?(?=$|[.;)])`],
  least: [`(?:≥|>=) ?${COUNT}${ALONE}`, `(?:^|\\()${COUNT} min(?:imum)?(?=$|[.;)])`],
} as const;

/** The same of lists, of which the items are counted: `Tags (max 10)`. */
const LISTS = {
  most: [`(?:^|\\()${COUNT} max(?:imum)?(?=$|[.;)])`, `(?:^|\\()max(?:imum)?(?: of|:)? ${COUNT}(?=$|[.;)])`],
  least: [`(?:^|\\()${COUNT} min(?:imum)?(?=$|[.;)])`, `(?:^|\\()min(?:imum)?(?: of|:)? ${COUNT}(?=$|[.;)])`],
} as const;

const MORE = { text: LENGTHS, number: MARKS, list: LISTS } as const;

/** Words by which a limit holds for some values or times only, or is none of one value. */
const OTHERWISE =
  /\b(?:if|for|otherwise|either|mode|returns?|offset|sum|if|when|where|unless|except|while|depend\w*|per (?:second|minute|hour|day|week|month|year|page|call|request)|each|every|default\w*|bytes?|bits?|[km]b|truncat\w*|cut|first|last|total|shown|displayed|visible|returned|results?|combined|decimal\w*|precision|or (?:up to|at most|no more than|\d|at least)|will be|would be|after|before)\b/i;

/** Units of times. Behind a number that is measured itself there is none, and before it they say what it counts: `The month, from 0 to 11`. */
const TIMES = /\b(?:seconds?|minutes?|hours?|days?|months?|years?)\b/i;

/** The limits that a text states of a member with this name. `status`: the one by which the sentence refuses. */
export function sizesIn(
  text: string,
  { kind, name }: { readonly kind: Measured; readonly name: string },
  status?: string,
): readonly Size[] {
  const claim = claimIn(text, status);
  // The length of a number is none of its value.
  if (
    isNoRule(text) ||
    OTHERWISE.test(claim) ||
    DENIED.test(claim) ||
    (kind !== 'number' && TIMES.test(claim)) ||
    (kind === 'number' && /\b(?:length|digits?|characters?|size of)\b/i.test(claim))
  )
    return [];
  const unit = unitOf(kind, name);
  const between = new RegExp(`(?:\\b(?:between|from) |^\\W*)${COUNT}(?: (?:and|to) | ?[-–] ?)${COUNT}${unit}`, 'i').exec(claim);
  if (between !== null) {
    const [least, most] = [sizeOf('least', between[1], kind), sizeOf('most', between[2], kind)].flat();
    return least !== undefined && most !== undefined && least.count <= most.count && isSpan(claim, kind) ? [least, most] : [];
  }
  const found = (['least', 'most'] as const).flatMap((which) => {
    const [before, behind] = WORDS[which];
    const forms = [`\\b${before} (?:an? |the )?${COUNT}${unit}`, `\\b${COUNT}${unit} ${behind}`, ...MORE[kind][which]];
    const [count] = forms.flatMap((form) => new RegExp(form, 'i').exec(claim)?.[1] ?? []);
    return sizeOf(which, count, kind);
  });
  // `A positive integer of at most 9999` has both.
  const isOpen = kind === 'number' && found.every((one) => one.kind === 'most');
  return isOpen ? [...signIn(claim), ...found] : found.length > 0 ? found : emptyIn(claim, kind);
}

function unitOf(kind: Measured, name: string): string {
  if (kind === 'number') return ALONE;
  const nouns = kind === 'text' ? 'characters?|chars?|letters|symbols' : `items?|elements?|entries|entry|values?|${phraseOf(name)}`;
  return `[ -](?:(?:unicode|different|distinct|unique) )?(?:${nouns})\\b`;
}

/** `From 1 to 5` may be a path of a value and no limit of it, where nothing else is said. */
function isSpan(claim: string, kind: Measured): boolean {
  return kind !== 'number' || /\b(?:between|must|only|integer|number|value|inclusive|range)\b/i.test(claim);
}

function sizeOf(kind: Size['kind'], count: string | undefined, measured: Measured): readonly Size[] {
  const value =
    count === undefined
      ? undefined
      : /^-/.test(count)
        ? -Number(count.slice(1).replaceAll(',', ''))
        : numberOf(count.replaceAll(',', '').replace(/\.0+$/, ''));
  if (value === undefined || !Number.isSafeInteger(value) || (measured !== 'number' && (value > 100_000 || value < 1))) return [];
  const words = { most: 'at most', least: 'at least', above: 'more than' }[kind];
  const of = { text: ' characters', list: ' items', number: '' }[measured];
  return [{ kind, count: value, says: `${words} ${value}${of}` }];
}

/** `Must be positive`, `Cannot be negative`. */
function signIn(claim: string): readonly Size[] {
  if (
    /\b(?:must|only)\b[^.;]*\b(?:be|is) (?:an? )?(?:strictly )?positive\b(?! or)|\bmust be (?:strictly )?(?:greater|higher|larger|more) than (?:0|zero)\b(?! or)/i.test(
      claim,
    )
  )
    return sizeOf('above', '0', 'number');
  return /\b(?:must|may|can) not be (?:an? )?negative\b|\bmust be (?:an? )?non-?negative\b/i.test(claim)
    ? sizeOf('least', '0', 'number')
    : [];
}

/** `Must not be empty`. */
function emptyIn(claim: string, kind: Measured): readonly Size[] {
  const isFilled = /\b(?:may|must|can) not be (?:empty|an empty \w+)$|\bmust be non-?empty\b/i.test(claim);
  return isFilled ? sizeOf('least', '1', kind) : [];
}
