// Finds the rules that a post matches. Of many rules, only those are tried of which the post has a term that every match has.

import { type Checked, holds, type Plan } from '../search/plan.ts';

/** A rule that can be tried. */
export interface Compiled<Rule> {
  readonly rule: Rule;
  readonly plan: Plan;
}

export type Matcher<Rule> = (post: Checked) => readonly Rule[];

export function createMatcher<Rule>(rules: readonly Compiled<Rule>[]): Matcher<Rule> {
  /** Places of rules by a term; a rule may stand under several. */
  const byTerm = new Map<string, number[]>();
  /** Those that no term leads to. */
  const others: number[] = [];
  for (const [place, { plan }] of rules.entries()) {
    const keys = keysOf(plan);
    if (keys === undefined) others.push(place);
    else
      for (const key of new Set(keys)) {
        const places = byTerm.get(key);
        if (places === undefined) byTerm.set(key, [place]);
        else places.push(place);
      }
  }
  /** For which post each rule was tried last. */
  const tried = new Uint32Array(rules.length);
  let turn = 0;

  return (post) => {
    turn = (turn + 1) % 2 ** 32;
    const found: number[] = [];
    const attempt = (place: number) => {
      const rule = rules[place];
      if (rule === undefined || tried[place] === turn) return;
      tried[place] = turn;
      if (holds(rule.plan, post)) found.push(place);
    };
    others.forEach(attempt);
    for (const term of post.terms) byTerm.get(term)?.forEach(attempt);
    return found.sort((one, other) => one - other).flatMap((place) => rules[place]?.rule ?? []);
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
