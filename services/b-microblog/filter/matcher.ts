// Finds the rules that a post matches. Of many rules, only those are tried of which the post has a term that every match has.

import { type Checked, holds, type Plan } from '../search/plan.ts';

/** A rule that can be tried. */
export interface Compiled<Rule> {
  readonly rule: Rule;
  readonly plan: Plan;
}

export type Matcher<Rule> = (post: Checked) => readonly Rule[];

export function createMatcher<Rule>(rules: readonly Compiled<Rule>[]): Matcher<Rule> {
  /** Rules by a term; a rule may stand under several. */
  const byTerm = new Map<string, Set<Compiled<Rule>>>();
  /** Those that no term leads to. */
  const others: Compiled<Rule>[] = [];
  for (const rule of rules) {
    const keys = keysOf(rule.plan);
    if (keys === undefined) others.push(rule);
    else for (const key of keys) byTerm.set(key, (byTerm.get(key) ?? new Set()).add(rule));
  }
  const order = new Map(rules.map((rule, index) => [rule, index]));

  return (post) => {
    const tried = new Set(others);
    for (const term of new Set(post.terms)) for (const rule of byTerm.get(term) ?? []) tried.add(rule);
    const found = [...tried].filter(({ plan }) => holds(plan, post));
    return found.sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0)).map(({ rule }) => rule);
  };
}

/** Terms of which every post has one that a plan finds; `undefined` where there are none. */
function keysOf(plan: Plan): readonly string[] | undefined {
  switch (plan.kind) {
    case 'nothing':
      return [];
    case 'terms':
      return plan.terms.length === 0 ? [] : [plan.terms.reduce((best, term) => (rarity(term) > rarity(best) ? term : best))];
    case 'and': {
      const sets = plan.parts.flatMap((part) => (keysOf(part) === undefined ? [] : [keysOf(part) ?? []]));
      return sets.reduce<readonly string[] | undefined>(
        (best, set) => (best === undefined || value(set) > value(best) ? set : best),
        undefined,
      );
    }
    case 'or': {
      const sets = plan.parts.map(keysOf);
      return sets.every((set) => set !== undefined) ? sets.flat() : undefined;
    }
    default:
      return undefined;
  }
}

/** How well terms choose: as well as the most frequent of them. */
function value(terms: readonly string[]): number {
  return Math.min(Number.POSITIVE_INFINITY, ...terms.map(rarity));
}

/** What many posts have: flags, languages and countries. */
const FREQUENT = /^x?[ilg]/;
/** What few have: authors, mentions, posts and tags. */
const RARE = /^x?[fmrsabdktcp]/;

/** How rare a term is, as far as its kind and its length tell: long words are rarer than short ones. */
function rarity(term: string): number {
  if (FREQUENT.test(term)) return 0;
  return RARE.test(term) ? 100 : Math.min(term.length, 99);
}
