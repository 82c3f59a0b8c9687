// Reads what a sentence says of members that belong together, or of what a value may be: `A cargo bike needs loadKg`, `exactly one of email and phone`.
import { mentionsIn } from './relations.ts';
import { formsOf } from './words.ts';

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

const CONDITION = /\b(?:unless|except|should|usually|and (?:has|have|is|are)|or (?:has|have|is|are))\b/i;
const NEEDS = /\b(?:needs?|requires?|must (?:have|give|state|name|include|come with)|has to have|have to have)\b/i;
const NEEDED = /\b(?:required|needed|mandatory|must be (?:given|present|set|sent|there))\b/i;
const ONLY = /\bonly\b/i;
const OTHERS_NOT =
  /\b(?:another|others?|any other|(?:an?|the|every|each) [\w-]+ one|all others)\b[^.;]*\b(?:may not|must not|cannot|can['’]t|can not|never|not allowed)\b/i;

/** `listed`: the values of each member that has a list of them. `subject`: the member that the text describes. */
export function needIn(
  text: string,
  optional: readonly string[],
  listed: ReadonlyMap<string, readonly string[]>,
  subject?: string,
): Need | undefined {
  if (CONDITION.test(text)) return undefined;
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
  const isOnly = OTHERS_NOT.test(text) || (values.length === 1 && ONLY.test(text));
  const isNeeded = (NEEDS.test(text) || NEEDED.test(text)) && !ONLY.test(text);
  if ((values.length > 1 && !OTHERS_NOT.test(text)) || !isSure(text, first, subject)) return undefined;
  return isOnly || isNeeded ? { member, ...first, isNeeded, isOnly } : undefined;
}

/** Whether the word is the value of the member, and not a word like it: a status, a word as code, the name of the member, or the text of a member says so. */
function isSure(text: string, { of, value }: Pick<Need, 'of' | 'value'>, subject: string | undefined): boolean {
  return (
    subject !== undefined ||
    /\b4\d\d\b/.test(text) ||
    new RegExp(`[\`"'“]${value.replace(/\W/g, '\\$&')}[\`"'”]`).test(text) ||
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

export function choiceIn(text: string, optional: readonly string[]): Choice | undefined {
  if (/\b(?:unless|except|if|when|where|should)\b/i.test(text)) return undefined;
  const members = [...new Set(mentionsIn(text, optional).map(({ name }) => name))];
  const [, words = ''] = /\b(exactly one|only one|at least one|at most one|no more than one|one and only one)\s+of\b/i.exec(text) ?? [];
  const isEither = /\beither\b[^.;]*\bor\b/i.test(text) && /\bnot both\b|\bnever both\b/i.test(text);
  const areApart =
    /\b(?:not|never|cannot|can['’]t|may not|must not)\b[^.;]*\b(?:both|together|at the same time|combined)\b|\bmutually exclusive\b/i.test(
      text,
    );
  if (members.length < 2 || members.length > 4 || (words === '' && !isEither && !areApart)) return undefined;
  const isNoneWrong = /^(?:exactly|at least|only|one and)/i.test(words) || isEither;
  return { members, isNoneWrong, isAllWrong: !/^at least/i.test(words) };
}

/** Values that a text about a member rules out, beyond its schema. */
export type Ruled = 'past' | 'future' | 'blank';

const RULED: Readonly<Record<Ruled, RegExp>> = {
  past: /\b(?:must|has to|have to|needs? to)\b[^.;,]*\b(?:be|lie) in the future\b|\bmust be (?:a|some) future (?:date|day|time|instant|moment)\b|\b(?:may not|must not|cannot|can['’]t|never|not)\b(?: be| lie)?(?: a \w+)? in the past\b/i,
  future:
    /\b(?:must|has to|have to|needs? to)\b[^.;,]*\b(?:be|lie) in the past\b|\bmust be (?:a|some) past (?:date|day|time|instant|moment)\b|\b(?:may not|must not|cannot|can['’]t|never|not)\b(?: be| lie)?(?: a \w+)? in the future\b/i,
  blank:
    /\b(?:may not|must not|cannot|can['’]t|never|not)\b(?: be| have| consist of)? (?:only |just |all )?(?:(?:null|empty|missing)(?:,| or) ?){0,2}(?:or )?(?:blanks?|white ?space)\b/i,
};

const RULES = Object.keys(RULED).filter((name): name is Ruled => Object.hasOwn(RULED, name));

export function ruledIn(text: string): readonly Ruled[] {
  if (/\b(?:unless|except|should|if|when|where)\b/i.test(text)) return [];
  return RULES.filter((name) => RULED[name].test(text));
}
