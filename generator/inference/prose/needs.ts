// Reads what a sentence says of members that belong together, or of what a value may be: `A cargo bike needs loadKg`,
// `exactly one of email and phone`.
import { claimIn } from './grammar/claims.ts';
import { isNoRule, membersPlainOf } from './grammar/plain.ts';
import { mentionsIn } from './relations.ts';
import { escaped, formsOf } from './words.ts';

/** A member that is needed, or may not be there, while another member has a value. */
export interface Need {
  readonly member: string;
  /** The member with the listed values, and the one that is meant. */
  readonly of: string;
  readonly value: string;
  readonly isNeeded: boolean;
  /** Whether the member may not be there with each other value. */
  readonly isOnly: boolean;
}

const CONDITION = /\b(?:except|and (?:has|have|is|are)|or (?:has|have|is|are))\b/i;
/** What may be there with one value alone. */
const UNLESS =
  /\b(?:(?:must|may|can) not be (?:given|used|set)|(?:must be|is) null|not (?:allowed|permitted|valid|possible|accepted))\s+unless\b/i;
const NEEDS = /\b(?:needs?|requires?|must (?:have|give|state|name|include|come with|accompany))\b/i;
const NEEDED = /\b(?:required|needed|mandatory|necessary|must be given)\b/i;
const ONLY = /\bonly\b/i;
const OTHERS_NOT =
  /\b(?:another|others?|any other|(?:an?|the|every|each) [\w-]+ one|all others)\b[^.;]*\b(?:may not|must not|cannot|can['’]t|can not|never|not allowed)\b/i;

/**
 * `listed`: the values of each member that has a list of them. `subject`: the member that the text describes. `status`: the one by which the sentence
 * refuses.
 */
export function needIn(
  said: string,
  optional: readonly string[],
  listed: ReadonlyMap<string, readonly string[]>,
  subject?: string,
  status?: string,
): Need | undefined {
  const text = membersPlainOf(said).replace(/\b(\w+)\s*(?:==?|:)\s*`?(\w+)`?/g, '`$1` is `$2`');
  const isUnless = UNLESS.test(text);
  if (isNoRule(said) || CONDITION.test(text) || (!isUnless && /\bunless\b/i.test(text))) return undefined;
  const values = [...listed].flatMap(([of, own]) => own.filter((value) => isNamed(text, value)).map((value) => ({ of, value })));
  const named = [...new Set(mentionsIn(text, optional).map(({ name }) => name))].filter(
    (name) => !listed.has(name) && !values.some(({ value }) => value === name),
  );
  const members = named.length === 0 && subject !== undefined && optional.includes(subject) && !listed.has(subject) ? [subject] : named;
  // With two values, or two members, it is open which belongs to which.
  const [found] = values;
  const [member] = members;
  if (found === undefined || member === undefined || members.length > 1 || values.some(({ of }) => of !== found.of)) return undefined;
  const first = values.toSorted((one, other) => placeOf(text, one.value) - placeOf(text, other.value))[0] ?? found;
  const isOnly = isUnless || OTHERS_NOT.test(text) || (values.length === 1 && ONLY.test(text));
  const isMissing = /^4\d\d$/.test(status ?? '') && /\bmissing\b/i.test(text);
  const isNeeded = (NEEDS.test(text) || NEEDED.test(text) || isMissing) && !ONLY.test(text) && !isUnless;
  if ((values.length > 1 && !OTHERS_NOT.test(text)) || !isSure(text, first, subject)) return undefined;
  return isOnly || isNeeded ? { member, ...first, isNeeded, isOnly } : undefined;
}

/**
 * Whether the word is the value of the member, and not a word like it: a status, a word as code, the name of the member, or the text of a member says
 * so.
 */
function isSure(text: string, { of, value }: Pick<Need, 'of' | 'value'>, subject: string | undefined): boolean {
  return (
    (subject !== undefined &&
      new RegExp(`(?:\\b(?:for|if|when|with|is|are|to|of|unless|only|the|an?)|[:=])\\s+[\`'"]?${formsOf(value)}`, 'i').test(text)) ||
    /\b4\d\d\b/.test(text) ||
    new RegExp(`[\`"'“]${escaped(value)}[\`"'”]`).test(text) ||
    mentionsIn(text, [of]).length > 0
  );
}

function isNamed(text: string, value: string): boolean {
  return value.length > 2 && placeOf(text, value) >= 0;
}

function placeOf(text: string, value: string): number {
  return text.search(new RegExp(formsOf(value), 'i'));
}

/** Members of which a request has one, or at least or at most one. */
export interface Choice {
  readonly members: readonly string[];
  readonly isNoneWrong: boolean;
  readonly isAllWrong: boolean;
}

/** What says that two members may not both be there, and that one of them at least must be. */
const APART: readonly RegExp[] = [
  /\b(?:exactly one|only one|at most one|no more than one|one and only one)(?:\s+of)?\b/i,
  /\b(?:but )?(?:not|never) both\b|\bmutually exclusive\b|\bincompatible with\b/i,
  /\b(?:not|never)\b[^.;]*\b(?:both|together|at the same time|simultaneously|combined|in combination)\b/i,
  /^both\b[^.;]*\bmay not be given\b/i,
  /\b(?:must|may|can) not be (?:given|used) if\b[^.;]*\b(?:given|passed|used|set|present)\b/i,
];
const NEEDED_ONE: readonly RegExp[] = [
  /\b(?:exactly one|only one|at least one|one and only one)(?:\s+of)?\b/i,
  /\beither\b[^.;]*\bor\b[^.;]*(?:\bnot both\b|\bmust be given\b|\b(?:is|are) (?:required|needed|mandatory)\b)/i,
  /\bmust (?:supply|give|provide|specify|send|have|set|include|pass)\b[^.;]*\bor\b/i,
  /\bor\b[^.;]*\b(?:must be given|(?:is|are) (?:required|needed|mandatory))\b/i,
  /\b(?:required|mandatory|needed|must be given)\s+(?:if|when|unless|in case)\b/i,
  /^(?:both|neither)\b[^.;]*\bmissing\b|^neither\b[^.;]*\bnor\b/i,
];

/** `subject`: the member that the text describes, which is meant beside the one that it names. `status`: the one by which the sentence refuses. */
export function choiceIn(text: string, optional: readonly string[], subject?: string, status = ''): Choice | undefined {
  if (isNoRule(text)) return undefined;
  const claim = claimIn(text, status);
  const named = [...new Set(mentionsIn(claim, optional).map(({ name }) => name))];
  const isOfSubject = named.length === 1 && subject !== undefined && optional.includes(subject) && !named.includes(subject);
  const members = isOfSubject ? [subject, ...named] : named;
  if (members.length < 2 || members.length > 4 || /\b(?:except|where)\b/i.test(claim)) return undefined;
  // A condition must be that the other member is there, or is not.
  const condition = /\b(?:if|when|unless|in case)\s+(.*)$/i.exec(claim);
  const isOfOther =
    condition !== null &&
    /^(?:the )?\S+ (?:is|are) (?:(?:not )?(?:given|passed|used|set|present|provided|specified)|missing)$/i.test(condition[1] ?? '');
  const isNot = /\bmissing$/i.test(claim) !== /\bunless\b/i.test(condition?.[0] ?? '');
  if (condition !== null && (!isOfOther || !isOfSubject)) return undefined;
  const isAllWrong = APART.some((form) => form.test(claim)) && !(condition !== null && isNot);
  const isNoneWrong =
    condition === null
      ? NEEDED_ONE.some((form) => form.test(claim) && (/^(?:both|neither)/i.test(claim) ? /^4\d\d$/.test(status) : true))
      : isNot && NEEDED_ONE.some((form) => form.test(claim));
  return isAllWrong || isNoneWrong ? { members, isNoneWrong, isAllWrong } : undefined;
}

/** Values that a text about a member rules out, beyond its schema. */
export type Ruled = 'past' | 'future' | 'blank';

const MUST_BE = '(?:must|can only|may only)(?: (?:be|lie|fall|come))?(?: (?:an? |the |set |some )?)';
const NOT_BE = '(?:(?:must|may|can|does|do) not|never|not)(?: (?:be|lie|fall|have|consist of|contain|be set))?(?: (?:an? |the |of )?)';
const NOW = '(?:now|today|the present|(?:the )?current (?:date|day|time|moment|instant))';
const [LATER, EARLIER] = [
  '(?:later than|after|greater than|(?:later|greater) (?:than )?or equal(?: to| than)?|on or after|at or after|no earlier than|at least)',
  '(?:earlier than|before|less than|(?:earlier|less) (?:than )?or equal(?: to)?|on or before|at or before|no later than|at most)',
];
const DATE = '(?:(?:date|day|time|timestamp|instant)s?(?: and time)? )?(?:set )?';
const [FUTURE, PAST] = [
  `(?:${DATE}in the future|future (?:date|day|time|instant|moment)s?)`,
  `(?:${DATE}in the past(?! \\d)|past (?:date|day|time|instant|moment)s?|have passed)`,
];

const RULED: Readonly<Record<Ruled, RegExp>> = {
  past: new RegExp(
    `\\b${MUST_BE}(?:${FUTURE}|${LATER} ${NOW}|${NOW} or (?:later|after|in the future))\\b|\\b${NOT_BE}(?:${PAST}|(?:earlier than|before) ${NOW})\\b`,
    'i',
  ),
  future: new RegExp(
    `\\b${MUST_BE}(?:${PAST}|${EARLIER} ${NOW}|${NOW} or (?:earlier|before|in the past))\\b|\\b${NOT_BE}(?:${FUTURE}|(?:later than|after) ${NOW})\\b`,
    'i',
  ),
  blank:
    /\b(?:may|must|can) not\b(?: be| have| consist of| contain)? (?:only |just |all )?(?:(?:null|empty|missing)(?:,| or) ?){0,2}(?:or )?(?:blanks?|(?:only )?(?:white ?space|spaces)(?:[- ]only| only)?)\b|\bnever (?:be )?blank\b|\bat least one non-?(?:white ?space|blank)\b/i,
};

const RULES = Object.keys(RULED).filter((name): name is Ruled => Object.hasOwn(RULED, name));

/** `status`: the one by which the sentence refuses. */
export function ruledIn(text: string, status?: string): readonly Ruled[] {
  const claim = claimIn(text, status);
  if (isNoRule(text) || /\b(?:unless|except|if|when|where|while|for)\b/i.test(claim)) return [];
  return RULES.filter((name) => RULED[name].test(claim));
}
