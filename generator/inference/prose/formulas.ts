// Reads from the text of a member which others it is computed from: `The quota less what is sold`, `The sum of quantities times unit prices`.
import { type Chosen, composedFormulaIn } from './composed/formulas.ts';
import { type Rounding, roundedIn } from './composed/rounding.ts';
import { sentencesIn } from './sentences.ts';
import { singular, stemOf, wordsOf } from './words.ts';

/** What a number is: the result for other numbers of the same thing, the sum of a number or product of the items of a list, or their count. */
export type Formula = { readonly quote: string; readonly rounding?: Rounding } & (
  | { readonly kind: 'sum' | 'difference' | 'product'; readonly of: readonly string[] }
  /** The first `plus` of them are added, and the others taken off. */
  | { readonly kind: 'mixed'; readonly of: readonly string[]; readonly plus: number }
  /** `less`: a number that is taken off the sum. */
  /** `where`: the items that count. */
  /** `isOfList`: the text of the list says so, which says nothing where there are no items. */
  | {
      readonly kind: 'items';
      readonly list: string;
      readonly of: readonly string[];
      readonly less?: string;
      readonly isOfList?: true;
      readonly where?: Chosen;
    }
  | { readonly kind: 'count'; readonly list: string }
  /** So many percent of a number; `by`: the number that says how many. `isHalfUp`: the text says how it is rounded. */
  | { readonly kind: 'percent'; readonly of: string; readonly by: string | number; readonly isHalfUp: boolean }
);

/** The members that a text may name. */
export interface Named {
  /** Numbers of the thing; with a slash, those of an object in it. */
  readonly numbers: readonly string[];
  /** The lists of the thing, and the numbers of their items. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** The members of the items of a list that have listed values. */
  readonly choices?: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** All members of the thing: what one of them names is another thing. */
  readonly members?: readonly string[];
}

/** Words that measure an amount, and that a text leaves out: `unitPriceMinor` is the unit price. */
const MEASURES = new Set(['minor', 'cent', 'pence', 'amount', 'value', 'unit']);
export const OPENING = /^(?:(?:always|it is|is|equals|equal to|(?:computed|calculated|worked out|derived) (?:as|from)|=)\s+)*/i;
/** What may stand before a formula: a name of the number, or who computes it. */
const PREFIX = /^(?:(?:an?|the|its)\s+)?[\p{L} ]{1,40}\s*[:=]\s+(?=\S)/iu;
/** What says the same before it in other words: `How long it takes in all, that is the sum of the minutes`. */
const MEANING = /^[^,;]{3,90},\s+(?:that is(?: to say)?|which is|i\.e\.|in other words),?\s+(?=\S)/i;
/** What may stand behind it and changes nothing: its unit, or when it is so. */
const SUFFIX =
  /(?:,?\s+(?:in (?:minor|whole|the smallest) (?:currency )?units|in cents|so far|at present|at the moment|right now|currently|as a (?:decimal|number)|all together))+$/i;
export const ARTICLE = /^(?:(?:the|its|their|an?|all|each|of|what(?:\s+is|\s+was|\s+has been)?)\s+)+/i;
const JOINS = {
  difference: /\s+(?:less|minus|without|−|-|–)\s+/i,
  product: /\s+(?:times|multiplied by|×|x|\*)\s+/i,
  sum: /\s*,?\s+(?:plus|\+)\s+/i,
} as const;
/** Names of the one number of an item that its list is the sum of. */
const AMOUNTS =
  /^(?:amount|total|value|sum|cents|price|cost|line_?total|line_?amount|(?:amount|total|price|cost|value)_?(?:minor|cents))$/i;
const LISTED = /\s*,\s*(?:and\s+)?|\s+and\s+/i;

/** The formula of a member; `undefined` where no sentence is one as a whole. */
export function formulaIn(text: string, own: string, named: Named): Formula | undefined {
  for (const [index, quote] of sentencesIn(text).entries()) {
    const { rest, rounding } = roundedIn(quote, sentencesIn(text)[index + 1]);
    for (const bare of writtenIn(rest)) {
      const found =
        (TOTALS.test(own) ? (ofListed(bare, named) ?? ofAllItems(bare, named)) : undefined) ??
        ofPercent(bare, rounding?.way === 'half-up' || HALF_UP.test(quote), named) ??
        ofItems(bare, named) ??
        ofItemsLess(bare, quote, named) ??
        ofNumbers(bare, named) ??
        ofMixed(bare, named) ??
        ofCount(bare, named) ??
        composedFormulaIn(bare, own, named);
      if (found !== undefined && !(found.kind !== 'items' && found.kind !== 'count' && [found.of].flat().includes(own)))
        return { quote, ...found, ...(rounding === undefined || found.kind === 'percent' ? {} : { rounding }) };
    }
  }
  return undefined;
}

/** `19 percent of the net amount`, `The tax rate in percent of net, rounded half up`. */
function ofPercent(text: string, isHalfUp: boolean, { numbers }: Named): Found | undefined {
  const [, rate = '', whole = ''] =
    /^(?:an? )?(?:the )?(.+?)\s*(?:%|percent|per cent)\s+(?:of|on)\s+(.+?)(?:,?\s+(?:and )?rounded\b.*)?$/i.exec(text) ?? [];
  const of = memberNamed(whole, numbers);
  const by = /^\d+(?:\.\d+)?$/.test(rate) ? Number(rate) : memberNamed(rate.replace(/\s+in$/i, ''), numbers);
  if (of === undefined || by === undefined || by === of) return undefined;
  return { kind: 'percent', of, by, isHalfUp };
}

const HALF_UP = /\bhalf(?:[- ](?:a )?\w+)? up\b|\bhalves up\b/i;

/** Names of a number that others are in. */
const TOTALS = /total|sum|gross|amount|price|cost|balance|net|due|all|credited|paid|count/i;

/** `Net and tax`, `Tests and surcharge without the discount`: nothing but the names of numbers. */
function ofListed(text: string, { numbers }: Named): Found | undefined {
  const [first = '', off, ...others] = text.split(JOINS.difference);
  const added = allNamed(first.split(LISTED), numbers);
  if (added === undefined || others.length > 0) return undefined;
  if (off === undefined) return { kind: 'sum', of: added };
  const less = memberNamed(off, numbers);
  return less === undefined || added.includes(less) ? undefined : { kind: 'mixed', of: [...added, less], plus: added.length };
}

/** `All credits`: the amounts of a list. */
function ofAllItems(text: string, { lists }: Named): Found | undefined {
  const named = /^all\s+(?:the\s+|its\s+)?(.+?)(?:\s+(?:together|added up|in sum|so far))?$/i.exec(text)?.[1];
  const list = named === undefined ? undefined : memberNamed(named, [...lists.keys()]);
  const amounts = (lists.get(list ?? '') ?? []).filter((name) => AMOUNTS.test(name));
  return list === undefined || amounts.length !== 1 ? undefined : { kind: 'items', list, of: amounts };
}

/** All of a sentence; or what stands behind its colon, or in its brackets: `The balance: total minus paid`, `What is left (total - paid)`. */
function writtenIn(quote: string): readonly string[] {
  const whole = quote.replace(/[.;]$/, '').replace(/[`'"]/g, '').trim();
  const [, inside] = /^[^()]*\(([^()]+)\)$/.exec(whole) ?? [];
  return [whole, whole.replace(PREFIX, ''), whole.replace(MEANING, ''), ...(inside === undefined ? [] : [inside])].map((text) =>
    text.replace(SUFFIX, '').replace(OPENING, '').trim(),
  );
}

type Found = Formula extends infer F ? (F extends unknown ? Omit<F, 'quote' | 'rounding'> : never) : never;

function ofNumbers(text: string, { numbers }: Named): Found | undefined {
  for (const kind of ['difference', 'product', 'sum'] as const) {
    const of = allNamed(text.split(JOINS[kind]), numbers);
    if (of !== undefined) return { kind, of };
  }
  const between = /^(?:the\s+)?difference (?:between|of)\s+(.+)$/i.exec(text)?.[1];
  const apart = between === undefined ? undefined : allNamed(between.split(LISTED), numbers);
  if (apart?.length === 2) return { kind: 'difference', of: apart };
  const sum = /^(?:the\s+)?(?:sum|total) of\s+(.+)$/i.exec(text)?.[1];
  const together = sum === undefined ? undefined : allNamed(sum.split(LISTED), numbers);
  return together === undefined ? undefined : { kind: 'sum', of: together };
}

/** `the subtotal plus the tax minus the discount` */
function ofMixed(text: string, { numbers }: Named): Found | undefined {
  const [first = '', ...more] = text.split(/\s+(?:(?=(?:plus|\+)\s)|(?=(?:minus|less|−|-|–)\s))/i);
  const signed = more.map((one) => ({ isMore: /^(?:plus|\+)\s/i.test(one), phrase: one.replace(/^\S+\s+/, '') }));
  const parts = [first, ...signed.filter(({ isMore }) => isMore).map(({ phrase }) => phrase)];
  const off = signed.filter(({ isMore }) => !isMore).map(({ phrase }) => phrase);
  const of = parts.length > 1 && off.length > 0 ? allNamed([...parts, ...off], numbers) : undefined;
  return of === undefined ? undefined : { kind: 'mixed', of, plus: parts.length };
}

/**
 * `The sum of the lines less the discount`, or `without` it where it is named as the member is. `The sum of the payments, without tips` takes nothing
 * off where each payment has its tip beside its amount, and in other cases does not say whether the amounts have it in them.
 */
function ofItemsLess(text: string, quote: string, named: Named): Found | undefined {
  const [sum = '', off, ...more] = text.split(JOINS.difference);
  const items = off === undefined || more.length > 0 ? undefined : ofItems(sum.replace(/,$/, ''), named);
  if (items?.kind !== 'items' || off === undefined) return undefined;
  if (/\swithout\s/i.test(text)) {
    const isBeside =
      memberNamed(
        off,
        (named.lists.get(items.list) ?? []).filter((name) => !items.of.includes(name)),
      ) !== undefined;
    if (isBeside) return items;
    if (!/\bwithout `/i.test(quote)) return undefined;
  }
  // What is taken off may stand in the object that has the list.
  const [holder] = items.list.includes('/') ? items.list.split('/') : [];
  const less = memberNamed(off, named.numbers) ?? (holder === undefined ? undefined : memberNamed(`${holder} ${off}`, named.numbers));
  return less === undefined ? undefined : { ...items, less };
}

/** A phrase without the thing that has the list, which no member names: `the prices of all prints of the order`. */
function withoutOwner(phrase: string, { members = [] }: Named): string {
  const [, before, owner = ''] = /^(.+?)\s+of\s+(?:the|this)\s+([\p{L}-]+)$/iu.exec(phrase) ?? [];
  if (before === undefined) return phrase;
  const isOther = members.some((name) => singular(wordsOf(name)[0] ?? '') === singular(owner.toLowerCase()));
  return isOther ? phrase : before;
}

function ofItems(text: string, named: Named): Found | undefined {
  const { lists } = named;
  const whole = /^(?:the\s+)?(?:sum|total) (?:of|over)\s+(.+)$/i.exec(text)?.[1];
  if (whole === undefined) return undefined;
  // `the lines of the budget` are a list of an object.
  const inside = memberNamed(
    whole.replace(/^(.+?)\s+(?:of|in)\s+(?:the|its|their)\s+(.+)$/i, (_, list: string, of: string) => `${of} ${bare(list)}`),
    nestedIn(lists),
  );
  const sum = inside ?? withoutOwner(whole, named);
  // `The sum of the lines` means their amounts, where these are called so.
  const listed = inside ?? memberNamed(sum, [...lists.keys()]);
  const amounts = (lists.get(listed ?? '') ?? []).filter((name) => AMOUNTS.test(name));
  if (listed !== undefined && amounts.length === 1) return { kind: 'items', list: listed, of: amounts };
  // `the sum of the hours of its entries`, or without the list where one alone has such numbers.
  for (const [list, members] of lists) {
    const [what, whose, ...more] = sum.split(/\s+(?:of|in|over|from)\s+(?=(?:the|its|all|each)\s)/i);
    const of = what === undefined ? undefined : (allNamed(what.split(JOINS.product), members) ?? one(what, members));
    if (of === undefined || more.length > 0) continue;
    const isOnly = [...lists.values()].filter((other) => of.every((name) => other.includes(name))).length === 1;
    if (whose === undefined ? isOnly && of.length > 1 : memberNamed(whose, [list]) !== undefined) return { kind: 'items', list, of };
  }
  return undefined;
}

function nestedIn(lists: Named['lists']): readonly string[] {
  return [...lists.keys()].filter((name) => name.includes('/'));
}

function bare(phrase: string): string {
  return phrase.replace(ARTICLE, '');
}

const TOGETHER: readonly RegExp[] = [
  /^(?:together,?\s+(?:they|these|all of them|the \p{L}+)\s+(?:are|is|make(?: up)?|give|cost|equal|cover)|they (?:are|make(?: up)?|equal) together)\s+(.+)$/iu,
  /^(?:(?:they|these|all of them|(?:all |the )?(?:\p{L}+ ){0,2}\p{L}+) (?:always )?(?:(?:must )?(?:add|sum)s? up|(?:must )?sum|(?:must )?amount|totals?))\s+to\s+(.+)$/iu,
  /^(?:the|their) (?:sum|total)(?: of (?:them(?: all)?|(?:all |the )?\p{L}+))? (?:is|equals|makes|must be|is equal to) (?:always )?(.+)$/iu,
];

/** The number that the items of a list are together, as the text of the list says; `member` is the one of each item that is added. */
export function togetherIn(
  text: string,
  list: string,
  { numbers, lists }: Named,
): { readonly total: string; readonly formula: Formula } | undefined {
  const members = lists.get(list) ?? [];
  const amounts = members.length === 1 ? members : members.filter((name) => AMOUNTS.test(name));
  const [member] = amounts;
  if (member === undefined || amounts.length > 1) return undefined;
  for (const quote of sentencesIn(text)) {
    const bare = quote.replace(/[.;]$/, '').replace(/[`'"]/g, '').trim();
    const phrase = TOGETHER.map((form) => form.exec(bare)?.[1]).find((found) => found !== undefined);
    const total = phrase === undefined ? undefined : memberNamed(phrase.replace(SUFFIX, ''), numbers);
    if (total !== undefined) return { total, formula: { quote, kind: 'items', list, of: [member], isOfList: true } };
  }
  return undefined;
}

function ofCount(text: string, { lists }: Named): Found | undefined {
  const counted = /^(?:how many|(?:the\s+)?(?:number|count) of)\s+(.+?)(?:\s+(?:there (?:are|is)|(?:it|they) (?:has|have)))?$/i.exec(
    text,
  )?.[1];
  const list = counted === undefined ? undefined : memberNamed(counted, [...lists.keys()]);
  return list === undefined ? undefined : { kind: 'count', list };
}

/** The members that all parts name, where there are two at least. */
function allNamed(parts: readonly string[], names: readonly string[]): readonly string[] | undefined {
  const found = parts.map((part) => memberNamed(part, names));
  const of = found.filter((name) => name !== undefined);
  return parts.length > 1 && of.length === parts.length && new Set(of).size === of.length ? of : undefined;
}

function one(part: string, names: readonly string[]): readonly string[] | undefined {
  const name = memberNamed(part, names);
  return name === undefined ? undefined : [name];
}

/** The one member that a phrase names as a whole. */
export function memberNamed(phrase: string, names: readonly string[]): string | undefined {
  const words = wordsOf(phrase.trim().replace(ARTICLE, '')).map(singular);
  const found = names.filter((name) => {
    const own = wordsOf(name).map(singular);
    return (
      words.length > 0 && words.every((word, index) => word === own[index]) && own.slice(words.length).every((word) => MEASURES.has(word))
    );
  });
  if (found.length > 0 || words.length !== 1) return found.length === 1 ? found[0] : undefined;
  // `The credits` are `credited`.
  const alike = names.filter((name) => !name.includes('/') && wordsOf(name).length === 1 && stemOf(name) === stemOf(words[0] ?? ''));
  return alike.length === 1 ? alike[0] : undefined;
}
