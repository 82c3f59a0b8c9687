// Reads from the text of a member by which other member it goes: `Paid once the balance is 0`, `Whether the stock is below the reorder level`.
import { isNoRule, plainOf } from '../grammar/plain.ts';
import { sentencesIn } from '../sentences.ts';
import { escaped, formsOf, namesIn, phraseOf } from '../words.ts';

/** What is asked of another member of the same thing. */
export type Test = { readonly member: string } & (
  | { readonly kind: 'is'; readonly value: 0 | null | boolean; readonly isDenied: boolean }
  | { readonly kind: 'empty'; readonly isDenied: boolean }
  | { readonly kind: 'compared'; readonly sign: Sign; readonly to: string | number }
);

type Sign = 'above' | 'below' | 'least' | 'most';

/** A value that a member has where a test holds; `isBoth`: and nowhere else. */
export interface Condition {
  readonly value: string | boolean;
  readonly test: Test;
  readonly isBoth: boolean;
  readonly quote: string;
}

/** The member that a text describes: its listed values, or none where it is a boolean. */
interface Described {
  readonly name: string;
  readonly values: readonly string[];
}

/** The other members of the thing that a text may name. */
export interface Testable {
  readonly numbers: readonly string[];
  readonly booleans: readonly string[];
  readonly lists: readonly string[];
  /** Those that may be null. */
  readonly nullable: readonly string[];
}

const BE = '(?:is|are|becomes?|reaches|has reached|gets to|goes to|goes down to|falls to|drops to|comes to)';
const ONCE = '(?:once|when|whenever|if|where|while|as soon as|as long as)';

const SIGNS: readonly (readonly [Sign, string])[] = [
  ['least', '(?:at least|(?:not|no) (?:less|fewer|lower|smaller) than|not below|(?:greater|more|higher) than or equal to|>=|≥)'],
  ['most', '(?:at most|(?:not|no) (?:more|greater|higher) than|not above|(?:less|lower|fewer) than or equal to|<=|≤)'],
  ['above', '(?:more than|greater than|higher than|larger than|above|over|>)'],
  ['below', '(?:less than|fewer than|lower than|smaller than|below|under|<)'],
];

/** The conditions that each sentence of a text states as a whole, or by clauses that stand for themselves. */
export function conditionsIn(text: string, own: Described, named: Testable): readonly Condition[] {
  return sentencesIn(text).flatMap((quote) => {
    if (isNoRule(quote)) return [];
    const plain = plainOf(quote).replace(/[`'"]/g, '');
    return own.values.length > 0 ? ofValues(quote, plain, own, named) : ofFlag(quote, plain, own, named);
  });
}

/** `Open before the first payment, and paid once the balance is 0`: each clause names its value first, or its condition. */
function ofValues(quote: string, plain: string, { name, values }: Described, named: Testable): readonly Condition[] {
  const value = `(?<value>${values.map(formsOf).join('|')})`;
  const turned = new RegExp(`^${ONCE} (?<test>[^,]+), (?:it|they|(?:the|an?) \\w+) ${BE} ${value}$`, 'i').exec(plain);
  // What stands behind another comma, or behind an `and`, may be a further condition.
  const next = new RegExp(
    `(?:\\s*[,;]\\s+(?:and\\s+|then\\s+|or\\s+)?|\\s+and\\s+)(?=(?:(?:it|they) )?(?:${BE} )?(?:${values.map(formsOf).join('|')}))`,
    'i',
  );
  const clauses = turned === null ? plain.split(next) : [];
  const form = new RegExp(`^(?:(?:it|they|(?:the|an?) \\w+) )?(?:${BE} )?${value}:? ${ONCE} (?<test>.+)$`, 'i');
  return [turned, ...clauses.map((clause) => form.exec(clause))].flatMap((found): readonly Condition[] => {
    const { value: said = '', test: words = '' } = found?.groups ?? {};
    const [meant, ...others] = namesIn(said, values);
    const test = testIn(words, name, named);
    return meant === undefined || others.length > 0 || test === undefined ? [] : [{ value: meant, test, isBoth: false, quote }];
  });
}

const WHETHER = /^(?:(?:it )?(?:says|tells|shows|indicates) )?whether (?<test>.+)$/i;
const FLAG = new RegExp(`^(?:it |this )?(?:is )?(?:set to )?(?<value>true|false|set) (?:only )?(?<once>${ONCE}) (?<test>.+)$`, 'i');

function ofFlag(quote: string, plain: string, { name }: Described, named: Testable): readonly Condition[] {
  const { value = 'true', once = 'if', test: words = '' } = (WHETHER.exec(plain) ?? FLAG.exec(plain))?.groups ?? {};
  const test = testIn(words, name, named);
  // What comes once something is so may stay when it is so no longer.
  const isBoth = !/^(?:once|as soon as)$/i.test(once);
  return test === undefined ? [] : [{ value: value.toLowerCase() !== 'false', test, isBoth, quote }];
}

/** A test that is all of the words. */
function testIn(words: string, own: string, { numbers, booleans, lists, nullable }: Testable): Test | undefined {
  const found = (names: readonly string[], rest: string): readonly [string, RegExpExecArray] | undefined => {
    const hits = names.flatMap((name): readonly (readonly [string, RegExpExecArray])[] => {
      const one = name === own ? null : new RegExp(`^(?:the |its )?(?:${phraseOf(name)}|${escaped(name)}) ${BE} ${rest}$`, 'i').exec(words);
      return one === null ? [] : [[name, one]];
    });
    // Names of which one is a part of the other may both fit.
    return hits.length === 1 ? hits[0] : undefined;
  };
  const zero = found(numbers, '(?<not>not )?(?:0|zero)');
  if (zero !== undefined) return { member: zero[0], kind: 'is', value: 0, isDenied: zero[1].groups?.not !== undefined };
  const nothing = found(nullable, '(?<not>not )?null');
  if (nothing !== undefined) return { member: nothing[0], kind: 'is', value: null, isDenied: nothing[1].groups?.not !== undefined };
  const set = found(nullable, '(?<not>not )?(?:set|given|filled)');
  if (set !== undefined) return { member: set[0], kind: 'is', value: null, isDenied: set[1].groups?.not === undefined };
  const flag = found(booleans, '(?<value>true|false)');
  if (flag !== undefined) return { member: flag[0], kind: 'is', value: /^true$/i.test(flag[1].groups?.value ?? ''), isDenied: false };
  const empty = found(lists, '(?<not>not )?empty');
  if (empty !== undefined) return { member: empty[0], kind: 'empty', isDenied: empty[1].groups?.not !== undefined };
  for (const [sign, phrase] of SIGNS) {
    const one = found(numbers, `${phrase} (?:the |its )?(?<to>.+)`);
    const to = one?.[1].groups?.to ?? '';
    const others = numbers.filter((name) => new RegExp(`^(?:${phraseOf(name)}|${escaped(name)})$`, 'i').test(to));
    const limit = /^-?\d+$/.test(to) ? Number(to) : others.length === 1 ? others[0] : undefined;
    if (one !== undefined && limit !== undefined && limit !== one[0]) return { member: one[0], kind: 'compared', sign, to: limit };
  }
  return undefined;
}
