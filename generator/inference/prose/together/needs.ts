// Reads what a sentence says of members that belong together, or of what a value may be: `A cargo bike needs loadKg`,
// `exactly one of email and phone`.
import { claimIn } from '../grammar/claims.ts';
import { isNoRule, membersPlainOf } from '../grammar/plain.ts';
import { mentionsIn } from '../relations.ts';
import { escaped, formsOf, phraseOf } from '../words.ts';

/** What a member with few values has. */
export type Listed = string | boolean;

/** A member that is needed, or may not be there, while another member has one of these values. */
export interface Need {
  readonly member: string;
  /** The member with the listed values, and those that are meant. */
  readonly of: string;
  readonly values: readonly Listed[];
  readonly isNeeded: boolean;
  /** Whether the member may not be there with each other value. */
  readonly isOnly: boolean;
  /** Whether it may not be there with these values. */
  readonly isNot: boolean;
}

const CONDITION =
  /\b(?:except|as soon as|and (?:has|have|is|are)|or (?:has|have|is|are)|indicat\w+|whether)\b|\bonly be (?:set to )?`?(?:true|false|enabled|disabled)\b|\b(?:if|when|where|whose)\b[^.;]*\band (?:(?:the|its|an?) )?[`'"]?[\w ]+?[`'"]? (?:is|are|has|have|equals?)\b|\bonly be \p{L}+ by\b|\bonly (?:for|to|in) (?:that|this|those|these)\b/iu;
/** An item of a list that says what a value means: `- fadeIn - fade the volume in only`. */
const LEGEND = /^\s*[-*•]\s+[`'"]?[\w-]+[`'"]?\s+[-–—:]/;
const NOT_THERE =
  '(?:(?:must|may|can) not be (?:given|used|set)|(?:must be|is) null|not (?:allowed|permitted|valid|possible|accepted|applicable|supported))';
/** What may be there with one value alone. */
const UNLESS = new RegExp(`\\b${NOT_THERE}\\s+unless\\b`, 'i');
/** What may not be there with one value. */
const NOT_WITH = new RegExp(`\\b${NOT_THERE}\\s+(?:if|when|with|while|for|together with)\\b`, 'i');
/** A thing that is named by its value has none: `A private customer must not have a companyNumber`. */
const HAS_NONE =
  /^(?:an?|the|each|every|any)\s+[`'"]?[\w-]+[`'"]?(?:\s+\w+)?\s+(?:(?:must|may|can) not (?:have|name|give|state|be given)|has no|never has)\b/i;
/** A thing that is named by its value, before what it needs. */
const BY_VALUE =
  /^(?:an?|the|each|every|any)\s+[`'"]?(?<value>[\w-]+)[`'"]?(?:\s+\w+)?\s+(?:needs?|requires?|(?:must|may|can)(?: not)? (?:have|name|give|state|be given)|has no|never has)\b/i;
const NEEDS = /\b(?:needs?|requires?|must (?:have|give|state|name|include|come with|accompany))\b/i;
const NEEDED = /\b(?:required|needed|mandatory|(?:is|are|be) necessary|necessary (?:if|when|for|with|to)|must be given(?! to\b))\b/i;
const NOT_NEEDED = /\bno need\b|\b(?:not|never|nor) (?:be )?(?:required|needed|mandatory|necessary)\b|\boptional\b/i;
const ONLY = /(?<!\bthe )\bonly\b(?! (?:the|these|those|this|selected)\b)/i;
/** What is needed with one value only may be there with others, and what is used with one only may be ignored with others. */
const ONLY_NEEDED = /\bonly (?:be )?(?:required|mandatory)\b|\b(?:required|mandatory) only\b/i;
const ONLY_USED =
  /\bonly (?:be )?(?:needed|necessary)\b|\bonly (?:used|relevant|considered|meaningful|read|looked at|taken into account|has an effect|has effect|applicable|appl(?:y|ies))\b(?![^.]*\botherwise\b)|\b(?:used|relevant|considered|applicable|appl(?:y|ies)) only\b|\bfor use with\b/i;
const OTHERS_NOT =
  /\b(?:another|others?|any other|(?:an?|the|every|each) [\w-]+ one|all others)\b[^.;]*\b(?:may not|must not|cannot|can['’]t|can not|never|not allowed)\b/i;

/**
 * `listed`: the values of each member that has few. `subject`: the member that the text describes. `status`: the one by which the sentence
 * refuses.
 */
export function needIn(
  said: string,
  optional: readonly string[],
  listed: ReadonlyMap<string, readonly Listed[]>,
  subject?: string,
  status?: string,
): Need | undefined {
  const text = membersPlainOf(said)
    .replace(/\b(\w+)\s*(?:==?|:)\s*`?(\w+)`?/g, '`$1` is `$2`')
    .replace(
      /^(?:it )?(?:requires|needs)(?: that)? (?:the )?(`?\w+`?)(?: parameter| field| flag)? (?:(?:to be|is|are)(?: set to)?|set to|to have the value) /i,
      'only if $1 is ',
    );
  const isUnless = UNLESS.test(text);
  if (isNoRule(said) || LEGEND.test(said) || CONDITION.test(text) || (!isUnless && /\bunless\b/i.test(text))) return undefined;
  const values = [...listed].flatMap(([of, own]) => own.filter((value) => isNamed(text, of, value)).map((value) => ({ of, value })));
  const named = [...new Set(mentionsIn(text, optional).map(({ name }) => name))].filter(
    (name) => !values.some(({ of, value }) => of === name || value === name) && typeof listed.get(name)?.[0] !== 'string',
  );
  const isOfSubject = named.length === 0 && subject !== undefined && optional.includes(subject) && !values.some(({ of }) => of === subject);
  const members = isOfSubject ? [subject] : named;
  // With two members, it is open which belongs to which.
  const [found] = values;
  const [member] = members;
  if (found === undefined || member === undefined || members.length > 1 || values.some(({ of }) => of !== found.of)) return undefined;
  const inOrder = values.map(({ value }) => value).toSorted((one, other) => placeOf(text, String(one)) - placeOf(text, String(other)));
  const isList = inOrder.length > 1 && areOneList(text, inOrder);
  const isAlone = (values.length === 1 || isList) && ONLY.test(text) && !ONLY_NEEDED.test(text);
  // `A plain one may not have powerKw` speaks of the plain ones, and not of all others.
  const isOnly = isUnless || (OTHERS_NOT.test(text) && !HAS_NONE.test(text)) || (isAlone && !ONLY_USED.test(text));
  const isNot = (NOT_WITH.test(text) || HAS_NONE.test(text)) && !isOnly;
  const isMissing = /^4\d\d$/.test(status ?? '') && /\bmissing\b/i.test(text);
  const isNeeded =
    (NEEDS.test(text) || NEEDED.test(text) || isMissing) &&
    !NOT_NEEDED.test(text) &&
    !ONLY_USED.test(text) &&
    !isAlone &&
    !isUnless &&
    !isNot;
  if (inOrder.length > 1 && !isList && !OTHERS_NOT.test(text)) return undefined;
  const meant = isList ? inOrder : inOrder.slice(0, 1);
  // With all other values: `if kind does not equal company`.
  if (meant.some((value) => isDenied(text, value))) return undefined;
  if (!meant.every((value) => isSure(text, found.of, value, subject))) return undefined;
  return isOnly || isNeeded || isNot ? { member, of: found.of, values: meant, isNeeded, isOnly, isNot } : undefined;
}

function isDenied(text: string, value: Listed): boolean {
  const not = '(?:\\b(?:does|do|is|are|was) not (?:be |equal )?|\\bother than |\\bdifferent from |<>|!=)';
  return new RegExp(`${not}\\s*(?:set to )?(?:the |an? )?[\`'"]?${formsOf(String(value))}`, 'i').test(text);
}

/** Whether the values stand beside each other: `single or recurring`. */
function areOneList(text: string, values: readonly Listed[]): boolean {
  const [first, ...more] = values.map((value) => `[\`'"]?${formsOf(String(value))}[\`'"]?`);
  return new RegExp([first, ...more].join('(?:,? (?:or|and|and/or) |, |/)(?:the |an? )?'), 'i').test(text);
}

/**
 * Whether the word is the value of the member, and not a word like it: a status, a word as code, the name of the member, or the text of a member
 * says so.
 */
function isSure(text: string, of: string, value: Listed, subject: string | undefined): boolean {
  if (typeof value === 'boolean') return true;
  return (
    (subject !== undefined &&
      new RegExp(
        `(?:\\b(?:for|if|when|with|is|are|to|of|unless|only|or|and|the|an?)|[:=,/])\\s*[\`'"]?${formsOf(value)}|^only (?:for|if|when|with) (?:\\w+ ){1,2}(?:who|that|which) \\w+ ${formsOf(value)}$`,
        'i',
      ).test(text)) ||
    /\b4\d\d\b/.test(text) ||
    BY_VALUE.exec(text)?.groups?.value?.toLowerCase() === value.toLowerCase() ||
    new RegExp(`[\`"'“]${escaped(value)}[\`"'”]`).test(text) ||
    mentionsIn(text, [of]).length > 0
  );
}

/** A word that is true or false counts only beside the name of its member. */
function isNamed(text: string, of: string, value: Listed): boolean {
  if (typeof value === 'string') return value.length > 2 && placeOf(text, value) >= 0;
  const name = `(?:\`${escaped(of)}\`|(?<![\\p{L}\\p{N}_])(?:${escaped(of)}|${phraseOf(of)}))`;
  const kind = '(?: (?:parameter|field|flag|property|option|attribute))?';
  return new RegExp(`${name}${kind} (?:is|are|equals?)(?: set)?(?: to)? \`?${String(value)}\`?(?![\\p{L}])`, 'iu').test(text);
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
  /\b(?:exactly one|at least one|one and only one)(?:\s+of)?\b|\bonly one\b[^.;]*\bmust\b/i,
  /\beither\b[^.;]*\bor\b[^.;]*(?:\bnot both\b|\bmust be given\b|\b(?:is|are) (?:required|needed|mandatory)\b)/i,
  /\b(?:required|mandatory|needed|must be given)\s+(?:if|when|unless|in case)\b/i,
  /^(?:both|neither)\b[^.;]*\bmissing\b|^neither\b[^.;]*\bnor\b/i,
];

/** Two members that may not both be so: one of them must be there. */
const LACKING = /\bboth\b[^.;]*\b(?:empty|blank|missing|omitted|absent|null|unset|left out)\b/i;
/** Says what another word stands for, or what must be there in a case that another sentence has. */
const OF_SOMETHING_ELSE = /\bmust also\b|\b(?:inferred|derived|calculated|computed|determined) from\b|\b(?:usage|use) of this\b/i;

/** What says so of members that stand beside each other: `You must give a name or an email`. */
const NEEDED_OR: readonly RegExp[] = [
  /\bmust (?:supply|give|provide|specify|send|have|set|include|pass)\b[^.;]*\bor\b/i,
  /\bor\b[^.;]*\b(?:must be given|(?:is|are) (?:required|needed|mandatory))\b/i,
];

/** All that may stand between two members of a list. */
const BESIDE = /^[`'"]?(?:\s|,|\/|\||\b(?:or|and|the|an?|its|either|both|parameter|field|value|property)\b|[`'"])*$/i;

/** `subject`: the member that the text describes, which is meant beside the one that it names. `status`: the one by which the sentence refuses. */
export function choiceIn(text: string, optional: readonly string[], subject?: string, status = ''): Choice | undefined {
  if (isNoRule(text)) return undefined;
  const claim = claimIn(text, status);
  const mentions = mentionsIn(claim, optional);
  const named = [...new Set(mentions.map(({ name }) => name))];
  const gaps = mentions.slice(1).map(({ index }, at) => claim.slice(mentions[at]?.end, index));
  const areBeside = gaps.every((gap) => BESIDE.test(gap)) && /\bor\b|\/|\|/i.test(gaps.at(-1) ?? '');
  const isOfSubject = named.length === 1 && subject !== undefined && optional.includes(subject) && !named.includes(subject);
  const members = isOfSubject ? [subject, ...named] : named;
  if (members.length < 2 || members.length > 4 || /\b(?:except|where)\b/i.test(claim) || OF_SOMETHING_ELSE.test(text)) return undefined;
  // `A notice that closes names at least one berth` counts what follows, and what stands before is no alternative to it.
  const one = claim.search(/\b(?:exactly|at least|at most|only|no more than) one\b(?! of\b)/i);
  if (one >= 0 && mentions.some(({ index }) => index < one) && mentions.some(({ index }) => index > one)) return undefined;
  // A condition must be that the other member is there, or is not.
  const condition = /\b(?:if|when|unless|in case)\s+(.*)$/i.exec(claim);
  const isOfOther =
    condition !== null &&
    /^(?:the )?\S+ (?:is|are) (?:(?:not )?(?:given|passed|used|set|present|provided|specified)|missing)$/i.test(condition[1] ?? '');
  const isNot = /\bmissing$/i.test(claim) !== /\bunless\b/i.test(condition?.[0] ?? '');
  if (condition !== null && (!isOfOther || !isOfSubject)) return undefined;
  const isApart = APART.some((form) => form.test(claim)) && !(condition !== null && isNot);
  const areLacking = isApart && LACKING.test(claim);
  const isAllWrong = isApart && !areLacking;
  const isNoneWrong =
    condition === null
      ? areLacking ||
        (areBeside && NEEDED_OR.some((form) => form.test(claim))) ||
        NEEDED_ONE.some((form) => form.test(claim) && (/^(?:both|neither)/i.test(claim) ? /^4\d\d$/.test(status) : true))
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

/** What may stand before a rule that is the whole text: `Today or later`, `A day from today on`. */
const ALONE = '(?:(?:always|only|an?|the|first|last|date|day|time|instant|moment)s? )*';

const RULED: Readonly<Record<Ruled, RegExp>> = {
  past: new RegExp(
    `\\b${MUST_BE}(?:${FUTURE}|${LATER} ${NOW}|${NOW} or (?:later|after|in the future))\\b|\\b${NOT_BE}(?:${PAST}|(?:earlier than|before) ${NOW})\\b|^${ALONE}(?:${LATER} ${NOW}|${NOW} or (?:later|after|in the future)|from ${NOW} on(?:wards?)?|in the future)$`,
    'i',
  ),
  future: new RegExp(
    `\\b${MUST_BE}(?:${PAST}|${EARLIER} ${NOW}|${NOW} or (?:earlier|before|in the past))\\b|\\b${NOT_BE}(?:${FUTURE}|(?:later than|after) ${NOW})\\b|^${ALONE}(?:${EARLIER} ${NOW}|${NOW} or (?:earlier|before|in the past)|in the past)$`,
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
