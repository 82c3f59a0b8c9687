// Reads what must hold between the items of a list: `Exactly one of them has the role lead`, `Each line has a code of its own`, and of their sum:
// `Their sum is the amount`, `The shares must add up to 100`.

import { memberNamed } from '../formulas.ts';
import { claimIn } from '../grammar/claims.ts';
import { isNoRule, plainOf, withoutStatus } from '../grammar/plain.ts';
import { escaped, hasWord, names, phraseOf, wordsOf } from '../words.ts';
import type { Listed } from './needs.ts';

/** The members of the items of a list. An item that is a number has it under the empty name. */
export interface ItemFacts {
  readonly numbers: readonly string[];
  readonly days: readonly string[];
  readonly values: readonly string[];
  readonly listed: ReadonlyMap<string, readonly Listed[]>;
}

/** The items of a list of which one has a value: `isNoneWrong` if one must, `isManyWrong` if no other may. */
interface Marked {
  readonly rule: 'marked';
  readonly list: string;
  readonly member: string;
  readonly value: Listed;
  readonly isNoneWrong: boolean;
  readonly isManyWrong: boolean;
}

/** No two items have the same value of a member. */
interface Distinct {
  readonly rule: 'distinct';
  readonly list: string;
  readonly member: string;
}

export type SumSign = '=' | '<' | '<=' | '>' | '>=';

/** The sum of a number of the items is as much as, or less or more than, another member or a number. */
interface Summed {
  readonly rule: 'summed';
  readonly list: string;
  readonly member: string;
  readonly sign: SumSign;
  readonly of: string | number;
}

export type ListRule = Marked | Distinct | Summed;

export interface ListWords {
  readonly lists: ReadonlyMap<string, ItemFacts>;
  /** The numbers beside the lists. */
  readonly numbers: readonly string[];
  /** The member that the text describes. */
  readonly subject?: string | undefined;
}

/** Words by which a rule holds at times only. */
const CONDITION = /\b(?:if|when|unless|where|while|except|until|once|after|before|by default|per|either)\b/i;

/** What a sentence says of the items of a list. `status`: that of the response which it describes. */
export function listRulesIn(text: string, words: ListWords, status?: string): readonly ListRule[] {
  const claim = claimIn(withoutStatus(text), status);
  if (words.lists.size === 0 || isNoRule(text) || CONDITION.test(claim.replace(/\bonce(?=$|,)/i, ''))) return [];
  return [markedIn(claim, words), distinctIn(claim, words) ?? distinctIn(plainOf(text), words), summedIn(claim, words)].filter(
    (one) => one !== undefined,
  );
}

const ONE = '(?:one|1)';
const COUNT = new RegExp(
  `\\b(?:(?<exact>exactly|precisely|just|one and only)|(?<least>at least)|(?<most>only|at most|no more than|not more than|(?:may|can|must) not (?:be|have|contain|include) more than)) ${ONE}\\b`,
  'i',
);

function markedIn(claim: string, { lists, subject }: ListWords): Marked | undefined {
  const found = COUNT.exec(claim);
  const rest = found === null ? '' : claim.slice(found.index + found[0].length);
  if (found === null || /\b(?:not|no|different|each|every)\b/i.test(rest)) return undefined;
  const isOwn = subject !== undefined && lists.has(subject);
  const marks = [...lists].flatMap(([list, { listed }]): readonly (readonly [list: string, member: string, value: Listed])[] => {
    const isMeant = isOwn ? list === subject : names(claim, list);
    return isMeant ? markIn(rest, listed).map(([member, value]) => [list, member, value] as const) : [];
  });
  const [mark, another] = marks;
  if (mark === undefined || another !== undefined) return undefined;
  const { exact, least, most } = found.groups ?? {};
  const [list, member, value] = mark;
  return { rule: 'marked', list, member, value, isNoneWrong: (exact ?? least) !== undefined, isManyWrong: (exact ?? most) !== undefined };
}

/** The values that a phrase names: `has the role lead`, a flag by its name, or a value right behind the count. */
function markIn(rest: string, listed: ItemFacts['listed']): readonly (readonly [member: string, value: Listed])[] {
  return [...listed].flatMap(([member, values]) => {
    if (values.includes(true)) {
      const flag = wordsOf(member).filter((word) => word !== 'is' && word !== 'has');
      const isNamed = flag.length > 0 && new RegExp(`(?<![\\p{L}_-])${flag.map(escaped).join('[\\s_-]?')}(?![\\p{L}_-])`, 'iu').test(rest);
      return isNamed || hasWord(rest, member) ? [[member, true] as const] : [];
    }
    const texts = values.filter((value) => typeof value === 'string' && value.length > 2);
    const named = texts.filter((value) => {
      const isFirst = new RegExp(`^\\s+\`?${escaped(String(value))}\`?s?(?![\\p{L}_-])`, 'iu').test(rest);
      return isFirst || rest.includes(`\`${String(value)}\``) || (names(rest, member) && hasWord(rest, String(value)));
    });
    return named.length === 1 ? named.map((value) => [member, value] as const) : [];
  });
}

const SAME: readonly RegExp[] = [
  /\b(?:names?|lists?|has|have|contains?|holds?|includes?) (?:each|every|any) (?<what>[^.;,]+?) (?:only |just |exactly |at most )?once(?=$|,)/i,
  /^(?:an?|each|every|the same) (?<what>[\p{L}\p{N}`_ ]+?) (?:appears?|occurs?|(?:is|may be|can be|must be) (?:named|listed|given|used|there|included)) (?:only |just |exactly |at most )?once(?=$|,)/iu,
  /^(?:the same|no) (?<what>[\p{L}\p{N}`_ ]+?) (?:(?:is|may|can|must)(?: not)?(?: be)?|appears?|occurs?) (?:\p{L}+ )?twice(?: (?:in|within) (?:an?|one|the) \p{L}+)?$/iu,
  /\b(?:each|every)\b[^.;]*\bhas (?:an?|the) (?<what>[^.;,]+?) of (?:its|their) own$/i,
  /\b(?:each|every)\b[^.;]*\b(?:has|must have) (?:its own|an? (?:unique|distinct|different)) (?<what>[^.;,]+)$/i,
  /\btheir (?<what>[\p{L}`]+), no two of which (?:are|may be|can be) (?:the same|equal)$/iu,
  /\bno two\b[^.;]*\b(?:have|has|share|on|use|with) the same (?<what>[^.;,]+)$/i,
  /^(?:the )?(?<what>[\p{L}\p{N}`_ ]+?) (?:of|in) (?:the|its|all|their) (?<where>[\p{L}`_ ]+) must (?:all )?(?:be (?:unique|distinct|different)|differ)(?: from each other)?$/iu,
  /^(?:an? |the |each |every )?(?<what>[\p{L}\p{N}`_ ]+?) (?:must be|is) (?:unique|distinct) (?:within|in|among|across) (?:the|this|its|all|one) (?<where>[\p{L}`_ ]+)$/iu,
];

function distinctIn(claim: string, { lists, subject }: ListWords): Distinct | undefined {
  for (const form of SAME) {
    const { what } = form.exec(claim)?.groups ?? {};
    if (what === undefined) continue;
    const named = [...lists].filter(([list]) => (subject !== undefined && lists.has(subject) ? list === subject : names(claim, list)));
    // What is there once in the whole needs no name of the list, where one alone has such a member.
    const meant = named.length === 0 && /\bonce(?=$|,)|\btwice\b/i.test(claim) ? [...lists] : named;
    const found = meant.flatMap(([list, { values, days }]) => {
      const named = memberNamed(what, values);
      const [day, another] = /^(?:day|date)s?$/i.test(what.trim()) ? days : [];
      const member = named ?? (another === undefined ? day : undefined);
      return member === undefined ? [] : [{ rule: 'distinct', list, member } as const];
    });
    if (found.length === 1) return found[0];
  }
  return undefined;
}

/** How two amounts are compared, the longest words first. */
const SIGNS: readonly (readonly [form: string, sign: SumSign])[] = [
  [
    '(?:may|must|can) not (?:exceed|be (?:more|greater|higher|larger|above)(?: than)?)|(?:(?:is|are|must be) )?(?:at most|(?:not|no) more than|up to)',
    '<=',
  ],
  ['(?:may|must|can) not be (?:less|lower|smaller|below)(?: than)?|(?:(?:is|are|must be) )?(?:at least|(?:not|no) less than)', '>='],
  ['(?:(?:is|are|must be) )?(?:less|lower|smaller|below)(?: than)?', '<'],
  ['(?:(?:is|are|must be) )?(?:more|greater|higher|larger|above)(?: than)?|(?:must )?exceeds?', '>'],
  [
    '(?:must )?equals?(?: to)?|(?:must )?match(?:es)?|(?:is|are|must be)(?: always)?(?: exactly)?(?: equal to| the same as)?(?! not\\b)',
    '=',
  ],
];
const TURNED: Readonly<Record<SumSign, SumSign>> = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const ADDING =
  /^(?<what>.*?)\s*\b(?:must )?(?:together )?(?:always )?(?:(?:add|sum|total) up to|sum to|add to) (?:exactly )?(?<target>.+)$/i;
const TOTAL = '(?:(?:the )?(?:sum|total) of (?<what>.+?)|(?:their|its|the) (?:sum|total))';

function summedIn(claim: string, words: ListWords): Summed | undefined {
  const { what: parts, target: whole } = ADDING.exec(claim)?.groups ?? {};
  const added = whole === undefined ? undefined : summed(parts, '=', whole, words);
  if (added !== undefined) return added;
  for (const [form, sign] of SIGNS) {
    const ahead = new RegExp(`^${TOTAL}(?: together)? (?:${form}) (?<target>.+)$`, 'i').exec(claim)?.groups;
    const found = ahead?.target === undefined ? undefined : summed(ahead.what, sign, ahead.target, words);
    if (found !== undefined) return found;
    const behind = new RegExp(`^(?<target>.*?)\\s*(?:${form}) (?:the )?(?:sum|total) of (?<what>.+)$`, 'i').exec(claim)?.groups;
    const turned = behind?.what === undefined ? undefined : summed(behind.what, TURNED[sign], behind.target ?? '', words);
    if (turned !== undefined) return turned;
  }
  return undefined;
}

function summed(what: string | undefined, sign: SumSign, target: string, words: ListWords): Summed | undefined {
  const items = itemsNamed(what, words);
  const of = targetOf(target, words);
  return items === undefined || of === undefined ? undefined : { rule: 'summed', ...items, sign, of };
}

function targetOf(target: string, { numbers, lists, subject }: ListWords): string | number | undefined {
  const [, figures] = /^(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)?$/i.exec(target.trim()) ?? [];
  if (figures !== undefined) return Number(figures);
  if (/^(?:it|this)?$/i.test(target.trim()))
    return subject !== undefined && !lists.has(subject) && numbers.includes(subject) ? subject : undefined;
  return memberNamed(target, numbers);
}

/** Names of the one number of an item that is meant where only the list is named. */
const AMOUNTS = /(?:amount|cents|minor|value|share|percent|percentage|portion|price|total|weight)$/i;
const STOP = /^(?:the|all|of|its|their|in|each|every|over|from|for|lines?|items?|parts?|entries)?$/i;

/** The list and the number of its items that a phrase names with all of its words: `the amounts of the lines`, `the lines`, `their shares`. */
function itemsNamed(
  what: string | undefined,
  { lists, subject }: ListWords,
): { readonly list: string; readonly member: string } | undefined {
  const phrase = (what ?? '')
    .replace(/[`[\]]/g, '')
    .replaceAll('.', ' ')
    .trim();
  const found = [...lists].flatMap(([list, { numbers }]): readonly (readonly [list: string, member: string])[] => {
    const bare = phrase.replace(new RegExp(`(?<![\\p{L}\\p{N}_-])${phraseOf(list)}(?![\\p{L}\\p{N}_])`, 'iu'), ' ');
    const isNamed = bare !== phrase;
    if (!isNamed && subject !== list && lists.size > 1) return [];
    const rest = bare.trim().replace(/\s+/g, ' ');
    if (rest.split(' ').every((word) => STOP.test(word)) && (isNamed || subject === list)) {
      const [only, another] = numbers.length === 1 ? numbers : numbers.filter((name) => AMOUNTS.test(name));
      return only === undefined || another !== undefined ? [] : [[list, only]];
    }
    const member = memberNamed(
      rest.replace(/\s(?:of|in|over)(?:\s(?:the|its|all|their|each))*$/i, '').replace(/^(?:of )?all /i, ''),
      numbers,
    );
    return member === undefined ? [] : [[list, member]];
  });
  const [one, another] = found;
  return one === undefined || another !== undefined ? undefined : { list: one[0], member: one[1] };
}
