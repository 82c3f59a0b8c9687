// Reads that an amount may not be more than a number of the thing: `More than what is open is never taken`, `It must not exceed the balance`.
import { memberNamed } from '../formulas.ts';
import { mentionsIn } from '../relations.ts';
import { type Stated, saidBy } from './statements.ts';

export interface AmountBound {
  /** The member of the body, and the one of the thing. */
  readonly member: string;
  readonly of: string;
}

/** The numbers that a clause may name. */
export interface AmountNames {
  readonly own: readonly string[];
  readonly shown: readonly string[];
  /** The words for the thing. */
  readonly nouns: readonly string[];
}

const MORE = '(?:more|greater|higher|larger|bigger)\\s+than|above|over|beyond|exceed(?:s|ing)?';
const DENIED = /\b(?:can|may|must|shall) not\b|\bnever\b|\b(?:refused|rejected|not (?:accepted|taken|allowed|possible))\b|\b4\d\d\b/i;
/** Words by which it holds at times only, or for something else. */
const OTHERWISE = /\b(?:unless|except|should|usually|if|when|while|percent|%|together|days?|hours?|each)\b/i;
/** Names of the one number of a body that is an amount. */
const AMOUNTS = /amount|sum|value|quantity|total|points|units|hours/i;

export function amountBoundIn(clause: Stated, { own, shown, nouns }: AmountNames): AmountBound | undefined {
  const text = saidBy(clause);
  if (OTHERWISE.test(text) || !(DENIED.test(text) || clause.refusal !== undefined)) return undefined;
  const found = new RegExp(
    `^(?<before>.*?)\\b(?:${MORE})\\s+(?<what>(?:what\\s+(?:is|was|has been)\\s+)?.+?)(?=\\s+(?:is|are|can|will|may|gives?|gets?|leads?)\\b|[,;.]|$)`,
    'i',
  ).exec(text);
  const { before = '', what = '' } = found?.groups ?? {};
  const of = memberNamed(what.replace(new RegExp(`\\s+(?:of|on|in)\\s+(?:the|its|an?)\\s+(?:${nouns.join('|')})$`, 'i'), ''), shown);
  if (of === undefined) return undefined;
  const named = mentionsIn(before, own).at(-1)?.name;
  const amounts = own.filter((name) => AMOUNTS.test(name));
  const isOpen = /^(?:an?\s+\w+\s+(?:of|with|for)\s+|it\s+.*|they\s+.*|)$/i.test(before.trim() === '' ? '' : `${before.trim()} `);
  const member = named ?? (isOpen && amounts.length === 1 ? amounts[0] : undefined);
  return member === undefined ? undefined : { member, of };
}
