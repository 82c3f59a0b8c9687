// Reads what things of a kind have, and others do not: `A parcel with the kind `fragile` names its value, and others have none`,
// `Whoever refuses says why (`reason`)`.
import { isNoRule, plainOf, withoutStatus } from '../grammar/plain.ts';
import { mentionsIn } from '../relations.ts';
import { escaped, formsOf, phraseOf, stemOf } from '../words.ts';
import { type Listed, type Need, needIn } from './needs.ts';

/** The members that may be left out, and the values of each member that has few. */
export interface Having {
  readonly optional: readonly string[];
  readonly listed: ReadonlyMap<string, readonly Listed[]>;
}

/** What a thing must tell, as texts say it without `must`. */
const TELLS = '(?:always )?(?:must (?:have|say|name|give|state|tell)|says?|states?|names?|needs?|requires?)';
/** What it has, which is a rule where others have none, or where a status refuses it. */
const HAS = '(?:always )?(?:ha(?:s|ve)|carr(?:y|ies)|brings?|comes? with|gives?|tells?|shows?)';
const PART = new RegExp(`^(?<who>.{2,60}?) (?:(?<tells>${TELLS})|${HAS}) (?<what>.+)$`, 'i');

const OTHER =
  '(?:(?:all |any |the )?others?(?: \\p{L}+)?|(?:all |any )?(?:the )?(?:\\p{L}+ )?(?:of|with) (?:an)?other \\p{L}+|another (?:one|\\p{L}+)|(?:any|every)(?:thing| one)? (?:else|other)(?: \\p{L}+)?|the rest)';
const LACKS =
  '(?:(?:ha(?:s|ve)|names?|says?|gives?|needs?) (?:none|no|neither|nothing)\\b.*|(?:may|must|can) ?not (?:have|name|give|carry)\\b.*|(?:leaves?|leave) (?:it|them) out|goe?s? without\\b.*)';
const NO_OTHERS = new RegExp(`^${OTHER} ${LACKS}$`, 'iu');
/** What each of two needs, the other one may not have. */
const NOT_OTHER =
  /^(?:the other(?: one)?(?: of (?:these|the|those)(?: two)?)?|neither (?:may )?ha(?:s|ve) that of the other) (?:is|must be|stays|remains) (?:left out|null|missing|absent|empty|not given)\b.*$/i;

/** Words by which a rule holds at times only. */
const CONDITION = /\b(?:if|when|unless|where|while|until|once|except|may|can|could|should|usually|also|either)\b/i;

/**
 * The needs that a sentence states. `next`: the sentence behind it, which may say that others have none. `subject`: the member that the text
 * describes. `status`: the one by which the sentence refuses.
 */
export function needsIn(
  said: string,
  { optional, listed }: Having,
  {
    next = '',
    subject,
    status,
  }: { readonly next?: string; readonly subject?: string | undefined; readonly status?: string | undefined } = {},
): readonly Need[] {
  const plain = needIn(said, optional, listed, subject, status);
  if (plain !== undefined) return [plain];
  if (subject !== undefined || status !== undefined || isNoRule(said)) return [];
  const own = partsOf(said);
  const behind = partsOf(next);
  const found = own.flatMap((part) => [havingIn(part, { optional, listed })].flatMap((one) => one ?? []));
  const others = [...own, ...behind.slice(0, 1)];
  const isOnly =
    found.length === 1
      ? others.some((part) => NO_OTHERS.test(part) && mentionsIn(part, optional).every(({ name }) => name === found[0]?.member))
      : found.length === 2 && areApart(found) && others.some((part) => NOT_OTHER.test(part));
  const isRefused = /\b4\d\d\b/.test(said);
  return found
    .filter(({ isTold }) => isTold || isOnly || isRefused)
    .map(({ of, value, member }) => ({ member, of, values: [value], isNeeded: true, isOnly, isNot: false }));
}

/** The parts of a sentence, each with a subject of its own. */
function partsOf(text: string): readonly string[] {
  return plainOf(withoutStatus(text))
    .split(
      /\s*;\s+|,?\s+(?:and|while|but|whereas)\s+(?=(?:whoever|who|an?|the|all|any|every\w*|others?|another|\p{L}+ (?:of|with))\s)|:\s+/iu,
    )
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

interface Found {
  readonly of: string;
  readonly value: Listed;
  readonly member: string;
  /** Whether the verb alone says that it must be so. */
  readonly isTold: boolean;
}

function areApart([one, other]: readonly Found[]): boolean {
  return one !== undefined && other !== undefined && one.of === other.of && one.value !== other.value && one.member !== other.member;
}

function havingIn(part: string, { optional, listed }: Having): Found | undefined {
  const { who = '', tells, what = '' } = PART.exec(part)?.groups ?? {};
  if (
    who === '' ||
    CONDITION.test(part.replace(/\b(?:from|until|since|till) when\b/i, '')) ||
    /^(?:none|no|not|neither|nothing)\b/i.test(what)
  )
    return undefined;
  const kinds = [...listed].flatMap(([of, values]) => values.filter((value) => isMeant(who, of, value)).map((value) => ({ of, value })));
  const [kind, another] = kinds;
  if (kind === undefined || another !== undefined) return undefined;
  const named = [...new Set(mentionsIn(what, optional).map(({ name }) => name))].filter((name) => name !== kind.of);
  const [member] = named;
  return member === undefined || named.length > 1 ? undefined : { ...kind, member, isTold: tells !== undefined };
}

/** Whether a subject is what has one value of a member: `a spill`, `goods of class 3`, `whoever grants`, `a notice that closes`. */
function isMeant(who: string, of: string, value: Listed): boolean {
  const doing =
    /^(?:whoever|(?:any|every)(?:one|body) (?:who|that)|(?:an?|each|every|any)\s+\p{L}+ (?:that|which|who))\s+(\p{L}+)(?:\s.*)?$/iu.exec(
      who,
    )?.[1];
  if (typeof value === 'boolean') return value && doing !== undefined && doing !== 'is' && stemOf(doing) === stemOf(of);
  if (doing !== undefined) return value.length > 2 && stemOf(doing) === stemOf(value);
  const exact = `[\`'"]?${escaped(value)}[\`'"]?`;
  const kind = `(?:\`${escaped(of)}\`|${phraseOf(of)})`;
  const forms = [
    `^(?:(?:an?|all|each|every|any|the)\\s+)?\\p{L}+(?: \\p{L}+)? (?:of|with|in|whose)(?: the| an?)? ${kind}(?: is| of)? ${exact}$`,
    ...(value.length > 2 ? [`^(?:(?:an?|all|each|every|any)\\s+)?[\`'"]?${formsOf(value)}[\`'"]?(?: (?:one|ones|\\p{L}+s?))?$`] : []),
  ];
  return forms.some((form) => new RegExp(form, 'iu').test(who));
}
