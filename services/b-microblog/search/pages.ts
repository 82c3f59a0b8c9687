// Finds the posts of a page: those that match and that the viewer sees. A page can have fewer posts than it has room for, where many that the index
// finds are not shown.

import type { Tables } from '../deps.ts';
import type { Bounds } from '../posts/bounds.ts';
import { type Sights, sightsBy, sightsOf } from '../posts/sight.ts';
import type { PostRow } from '../posts/tables.ts';
import type { TimedPlan } from './blocks.ts';
import { aroundPosts } from './index.ts';
import { holds, isExact, type Plan } from './plan.ts';
import { postsFound } from './store.ts';
import { termsOf } from './terms.ts';

/** What is searched, and for whom. */
export interface Search extends TimedPlan {
  readonly bounds: Bounds;
  /** Absent: an application. */
  readonly viewer: string | undefined;
}

export interface FoundPage {
  /** The newest first. */
  readonly posts: readonly PostRow[];
  readonly sights: Sights;
  /** The place below which the next page begins; absent on the last one. */
  readonly next: number | undefined;
}

/** How many posts of the index one page looks at, and one query reads. */
const MOST_LOOKED = 10_000;
const MOST_AT_ONCE = 1000;
const GROWTH = 4;

export async function foundPage(tables: Tables, search: Search, limit: number): Promise<FoundPage> {
  const { plan, bounds, viewer } = search;
  const posts: PostRow[] = [];
  let sights = sightsBy(viewer, [], []);
  let below = bounds.below;
  for (let [looked, most] = [0, limit + 1]; ; most = Math.min(most * GROWTH, MOST_AT_ONCE)) {
    const some = await postsFound(tables, search, { above: bounds.above, below }, most);
    sights = await sightsOf(tables, viewer, some, sights);
    posts.push(...(await matching(tables, plan, some, sights)));
    const last = some.at(-1);
    if (posts.length > limit) return { posts: posts.slice(0, limit), sights, next: posts[limit - 1]?.seq };
    if (last === undefined || some.length < most) return { posts, sights, next: undefined };
    looked += some.length;
    below = last.seq;
    if (looked >= MOST_LOOKED) return { posts, sights, next: below };
  }
}

/** Keeps of the posts that the index has found those that the plan finds and the viewer sees. */
export async function matching(tables: Tables, plan: Plan, posts: readonly PostRow[], sights: Sights): Promise<readonly PostRow[]> {
  const seen = posts.filter((post) => sights.of(post) === 'seen');
  if (isExact(plan) || seen.length === 0) return seen;
  const around = await aroundPosts(tables, seen);
  return seen.filter((post) => {
    const { place, ...rest } = around(post);
    return holds(plan, { post, author: sights.authors.get(post.author), place, terms: termsOf(post, { place, ...rest }) });
  });
}
