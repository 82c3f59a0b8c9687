// Brings the items of a list to what a sentence wants of them: one of them is marked, their sum is another member or a number.

import { isObject } from '../../inference/pointers.ts';
import type { Listed, ListRule } from '../../inference/prose/index.ts';
import { amountLike, amountOf, isBroken, itemsOfRule, sumOf } from '../../inference/stated/lists.ts';

type Part = Readonly<Record<string, unknown>>;

/** The part as the rule wants it; the part itself where it is right. `values`: what the member of the rule may have. */
export function listed(part: Part, rule: ListRule, values: readonly Listed[]): Part {
  const items: unknown = part[rule.list];
  if (!Array.isArray(items) || items.length === 0 || isBroken(rule, part) !== true) return part;
  if (rule.rule === 'marked') return { ...part, [rule.list]: marked(items, rule, values) };
  return rule.rule === 'summed' ? summed(part, items, rule) : part;
}

type Of<R extends ListRule['rule']> = Extract<ListRule, { rule: R }>;

/** Exactly one item is marked: the first one that is, or else the first one. */
function marked(items: readonly unknown[], { member, value }: Of<'marked'>, values: readonly Listed[]): readonly unknown[] {
  const first = Math.max(
    0,
    items.findIndex((item) => isObject(item) && item[member] === value),
  );
  const other = values.find((one) => one !== value);
  return items.map((item, at) => {
    if (!isObject(item) || (at !== first && item[member] !== value)) return item;
    return { ...item, [member]: at === first ? value : other };
  });
}

/** The other member follows the sum; where that is a number, the items share it. */
function summed(part: Part, items: readonly unknown[], rule: Of<'summed'>): Part {
  const { list, member, sign, of } = rule;
  const values = itemsOfRule(rule, part) ?? [];
  const sum = sumOf(values);
  if (sum === undefined) return part;
  if (typeof of === 'string') {
    const wanted = { '=': sum, '<=': sum, '>=': sum, '<': sum + 1, '>': Math.max(0, sum - 1) }[sign];
    return amountOf(part[of]) === undefined ? part : { ...part, [of]: amountLike(part[of], wanted) };
  }
  const share = Math.floor(of / items.length);
  const shared = items.map((item, at) => {
    const value = amountLike(values[at], at === 0 ? of - share * (items.length - 1) : share);
    return isObject(item) && member !== '' ? { ...item, [member]: value } : value;
  });
  return { ...part, [list]: shared };
}
