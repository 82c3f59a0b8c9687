// Puts what a search finds into the order of relevancy: posts whose words are those of the query for a larger part come first. What orders them does
// not change while a caller turns pages.

import type { Position } from '../../platform/cursors.ts';
import type { Tables } from '../deps.ts';
import { sightsBy, sightsOf } from '../posts/sight.ts';
import type { PostRow } from '../posts/tables.ts';
import { wordsIn } from './language/words.ts';
import { type FoundPage, matching, type Search } from './pages.ts';
import type { Plan } from './plan.ts';
import { postsFound } from './store.ts';
import { termOf } from './terms.ts';

/** The newest so many posts are put in order. */
const MOST_RANKED = 1000;

/** Where a page has ended: how relevant its last post is, the place of that one, and the place below which all posts are. */
type Place = readonly [score: number, seq: number, below: number];

export interface RankedPage extends Pick<FoundPage, 'posts' | 'sights'> {
  readonly next: Place | undefined;
}

export async function relevantPage(tables: Tables, search: Search, limit: number, position?: Position): Promise<RankedPage> {
  const from = position?.map(Number) as Place | undefined;
  const { plan, viewer } = search;
  const bounds = { ...search.bounds, below: from?.[2] ?? search.bounds.below };
  const found = await postsFound(tables, search, bounds, MOST_RANKED);
  const sights = await sightsOf(tables, viewer, found, sightsBy(viewer, [], []));
  const words = new Set(wordsOf(plan));
  const ranked = (await matching(tables, plan, found, sights))
    .map((post) => ({ post, score: scoreOf(post, words) }))
    .sort((left, right) => right.score - left.score || right.post.seq - left.post.seq)
    .filter(({ post, score }) => from === undefined || score < from[0] || (score === from[0] && post.seq < from[1]));
  const page = ranked.slice(0, limit);
  const last = page.at(-1);
  const next: Place | undefined = last === undefined || ranked.length <= limit ? undefined : [last.score, last.post.seq, bounds.below];
  return { posts: page.map(({ post }) => post), sights, next };
}

/** The words that a plan looks for, without those that it excludes. */
function wordsOf(plan: Plan): readonly string[] {
  if (plan.kind === 'terms') return plan.terms;
  return plan.kind === 'and' || plan.kind === 'or' ? plan.parts.flatMap(wordsOf) : [];
}

/** Thousandths: which part of the words of a text a query looks for. */
function scoreOf({ text }: PostRow, words: ReadonlySet<string>): number {
  const own = wordsIn(text, 'search').map((word) => termOf('word', word));
  return own.length === 0 ? 0 : Math.round((1000 * own.filter((word) => words.has(word)).length) / own.length);
}
