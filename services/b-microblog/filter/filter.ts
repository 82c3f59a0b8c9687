// Chooses posts by the rules of an app, as they are at the moment.

import type { MicroblogPlatform, Tables } from '../deps.ts';
import { usersByIds } from '../people/store.ts';
import type { PostRow } from '../posts/tables.ts';
import { aroundPosts } from '../search/index.ts';
import { parseQuery } from '../search/language/parse.ts';
import { QueryFault } from '../search/language/query.ts';
import { type Checked, planOf } from '../search/plan.ts';
import { namesIn } from '../search/store.ts';
import { termsOf } from '../search/terms.ts';
import { createMatcher, type Matcher } from './matcher.ts';
import { RULES, rulesOf } from './store.ts';
import type { RuleRow } from './tables.ts';

/** How long rules are used, in milliseconds of wall time: names in them may stand for other users or places then. */
const KEPT = 20_000;

interface Loaded {
  readonly matcher: Promise<Matcher<RuleRow>>;
  readonly until: number;
}

export interface Filter {
  hasRules(app: string): Promise<boolean>;
  /** The rules that each post matches, in the order in which they were added. */
  matchesOf(app: string, posts: readonly PostRow[]): Promise<readonly (readonly RuleRow[])[]>;
}

export function createFilter({ store: { read }, bus }: Pick<MicroblogPlatform, 'store' | 'bus'>): Filter {
  const loaded = new Map<string, Loaded>();
  /** What rules look at, which is the same for all apps. */
  const looked = new WeakMap<PostRow, Checked>();
  bus.subscribe(
    RULES,
    (app) => void loaded.delete(app),
    () => loaded.clear(),
  );

  function matcherOf(app: string): Promise<Matcher<RuleRow>> {
    const found = loaded.get(app);
    if (found !== undefined && performance.now() < found.until) return found.matcher;
    const matcher = load(read, app);
    loaded.set(app, { matcher, until: performance.now() + KEPT });
    matcher.catch(() => loaded.delete(app));
    return matcher;
  }

  async function look(posts: readonly PostRow[]): Promise<readonly Checked[]> {
    const fresh = posts.filter((post) => !looked.has(post));
    if (fresh.length > 0) for (const checked of await checkedOf(read, fresh)) looked.set(checked.post, checked);
    return posts.flatMap((post) => looked.get(post) ?? []);
  }

  return {
    hasRules: async (app) => (await rulesOf(read, app)).length > 0,
    async matchesOf(app, posts) {
      const [matcher, checked] = await Promise.all([matcherOf(app), look(posts)]);
      return checked.map(matcher);
    },
  };
}

async function checkedOf(tables: Tables, posts: readonly PostRow[]): Promise<readonly Checked[]> {
  const around = await aroundPosts(tables, posts);
  const users = await usersByIds(tables, [...new Set(posts.map(({ author }) => author))]);
  const authors = new Map(users.map((user) => [user.id, user]));
  return posts.map((post) => {
    const near = around(post);
    return { post, author: authors.get(post.author), place: near.place, terms: termsOf(post, near, 'rules') };
  });
}

/** Rules stay as they were added, whatever level the app has now, so that they are read as the highest level reads them. */
async function load(tables: Tables, app: string): Promise<Matcher<RuleRow>> {
  const compiled = [];
  for (const rule of await rulesOf(tables, app)) {
    const query = queryOf(rule.value);
    if (query !== undefined) compiled.push({ rule, plan: planOf(query, await namesIn(tables, query, undefined), 'rules') });
  }
  return createMatcher(compiled);
}

/** `undefined` for a rule of an older release that this one does not read. */
function queryOf(value: string) {
  try {
    return parseQuery(value, { use: 'rules', level: 'enterprise', most: value.length });
  } catch (error) {
    if (error instanceof QueryFault) return undefined;
    throw error;
  }
}
