// Makes bodies that break what a sentence says of the items of a list: two of them are marked, or none, two have the same value, or their sum
// is another.

import { isObject } from '../../inference/pointers.ts';
import type { Listed, ListRule } from '../../inference/prose/index.ts';
import { amountLike, amountOf, isBroken, itemsOfRule, sumOf } from '../../inference/stated/lists.ts';
import type { Body, Broken } from './broken.ts';

/** `values`: what the member of the rule may have. */
export function brokenList(rule: ListRule, values: readonly Listed[]): readonly Broken[] {
  const made = rule.rule === 'marked' ? marked(rule, values) : rule.rule === 'distinct' ? [distinct(rule)] : summed(rule);
  // What is accepted must be read in its answer, where that shows it: a service may bring a list in order.
  return made.map((one) => ({
    ...one,
    bodies: (body, spare) =>
      (isBroken(rule, body) === true ? [] : one.bodies(body, spare)).filter((other) => isBroken(rule, other) === true),
    isIn: (object) => isBroken(rule, object),
  }));
}

type Of<R extends ListRule['rule']> = Extract<ListRule, { rule: R }>;
type Item = Readonly<Record<string, unknown>>;

function itemsIn(list: string, body: Body): readonly Item[] {
  const items = body[list];
  return Array.isArray(items) ? items.filter((item): item is Item => isObject(item)) : [];
}

/** Two items at least: one of the other body, or the same again. */
function two(list: string, body: Body, spare: Body): readonly Item[] {
  const own = itemsIn(list, body);
  // The first one may be marked, and then no other may be.
  const more = [...itemsIn(list, spare).slice(1), ...itemsIn(list, spare), ...own].slice(0, 1);
  return own.length === 0 || own.length > 1 ? own : [...own, ...more];
}

function marked({ list, member, value, isNoneWrong, isManyWrong }: Of<'marked'>, values: readonly Listed[]): readonly Broken[] {
  const is = `\`${member}\` is ${String(value)}`;
  const other = values.find((one) => one !== value);
  const many: Broken = {
    says: `with two items of \`${list}\` whose ${is}`,
    member: list,
    bodies: (body, spare) => [
      { ...body, [list]: two(list, body, spare).map((item, at) => (at < 2 ? { ...item, [member]: value } : item)) },
    ],
  };
  const none: Broken = {
    says: `with no item of \`${list}\` whose ${is}`,
    member: list,
    bodies: (body) => [
      { ...body, [list]: itemsIn(list, body).map((item) => (item[member] === value ? { ...item, [member]: other } : item)) },
    ],
  };
  return [...(isManyWrong ? [many] : []), ...(isNoneWrong && other !== undefined ? [none] : [])];
}

function distinct({ list, member }: Of<'distinct'>): Broken {
  return {
    says: `with the same \`${member}\` in two items of \`${list}\``,
    member: list,
    bodies: (body, spare) => {
      const items = two(list, body, spare);
      return [{ ...body, [list]: items.map((item, at) => (at === 1 ? { ...item, [member]: items[0]?.[member] } : item)) }];
    },
  };
}

/** By as little as can be: the other member, and then the number of the first item. */
function summed(rule: Of<'summed'>): readonly Broken[] {
  const { list, member, sign, of } = rule;
  const says = `with ${typeof of === 'number' ? String(of) : `\`${of}\``} and another sum of \`${member === '' ? list : `${list}.${member}`}\``;
  const sumIn = (body: Body): number | undefined => sumOf(itemsOfRule(rule, body) ?? []);
  const byOther: Broken = {
    says,
    member: String(of),
    bodies(body) {
      const sum = sumIn(body);
      if (sum === undefined || typeof of === 'number' || amountOf(body[of]) === undefined) return [];
      const others = { '=': [sum + 1, sum - 1], '<': [sum], '<=': [sum - 1], '>': [sum], '>=': [sum + 1] }[sign];
      return others.map((amount) => ({ ...body, [of]: amountLike(body[of], amount) }));
    },
  };
  const byItem: Broken = {
    says: `${says}, by one item`,
    member: list,
    bodies: (body) => changedItems(rule, body),
  };
  return typeof of === 'number' ? [byItem] : sign === '=' ? [byOther, byItem] : [byOther];
}

function changedItems(rule: Of<'summed'>, body: Body): readonly Body[] {
  const { list, member, of } = rule;
  const values = itemsOfRule(rule, body) ?? [];
  const [sum, first] = [sumOf(values), amountOf(values[0])];
  if (sum === undefined || first === undefined) return [];
  const bounds = typeof of === 'number' ? [first + of - sum + 1, first + of - sum - 1, first + of - sum] : [];
  return [first + 1, first - 1, ...bounds].map((amount) => {
    const items: readonly unknown[] = Array.isArray(body[list]) ? body[list] : [];
    const value = amountLike(values[0], amount);
    const changed = items.map((item, at) => (at > 0 ? item : isObject(item) && member !== '' ? { ...item, [member]: value } : value));
    return { ...body, [list]: changed };
  });
}
