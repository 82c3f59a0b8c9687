// Answers with the posts that a query finds, for version 2: the newest or the most relevant first, in pages.

import { refuse } from '@octavo/runtime';
import type { Position } from '../../platform/cursors.ts';
import type { Context, MicroblogPlatform, Tables } from '../deps.ts';
import type { PostQuery } from '../posts/shown/look.ts';
import { showPosts } from '../posts/shown/show.ts';
import type { PostRow } from '../posts/tables.ts';
import { listBody, otherList, pageMeta } from '../responses.ts';
import { foundPage, type Search } from './pages.ts';
import { relevantPage } from './relevancy.ts';
import { type Presents, searchOf } from './searches.ts';
import type { Present, TimeQuery } from './times.ts';

interface SearchQuery extends PostQuery, TimeQuery {
  readonly query: string;
  readonly max_results?: number | undefined;
  readonly next_token?: string | undefined;
  readonly sort_order?: 'recency' | 'relevancy' | undefined;
}

const ON_PAGE = 10;
const MOST_WITH_ANNOTATIONS = 100;

type SearchDeps = Pick<MicroblogPlatform, 'store' | 'clock' | 'cursors' | 'originOf'>;

export async function searchAnswer(
  deps: SearchDeps,
  presents: Presents,
  { principal }: Context,
  kind: Present['kind'],
  query: SearchQuery,
) {
  const { max_results: limit = ON_PAGE, sort_order = 'recency', next_token: token } = query;
  requireFewAnnotated(query, limit);
  const { read } = deps.store;
  const found = await searchOf(read, await presents.at(kind), query, principal);
  const name = JSON.stringify([found.name, sort_order]);
  const position = token === undefined ? undefined : (deps.cursors.position(name, token) ?? otherList('next_token'));
  const page = await (sort_order === 'recency' ? newestFirst(read, found, limit, position) : relevantPage(read, found, limit, position));
  const next = page.next === undefined ? null : deps.cursors.token(name, page.next);
  const shown = await showPosts(deps, principal.user, page.posts, query, { sights: page.sights });
  return {
    status: 200 as const,
    body: listBody(shown, { ...endsOf(page.posts), ...pageMeta(page.posts.length, { next, previous: null }) }),
  };
}

async function newestFirst(tables: Tables, search: Search, limit: number, position?: Position) {
  const below = Math.min(search.bounds.below, Number(position?.[0] ?? Number.MAX_SAFE_INTEGER));
  const page = await foundPage(tables, { ...search, bounds: { ...search.bounds, below } }, limit);
  return { ...page, next: page.next === undefined ? undefined : [page.next] };
}

/** The newest and the oldest post, whatever their order. */
function endsOf(posts: readonly PostRow[]) {
  const sorted = [...posts].sort((left, right) => right.seq - left.seq);
  const [newest, oldest] = [sorted[0], sorted.at(-1)];
  return newest === undefined || oldest === undefined ? {} : { newest_id: newest.id, oldest_id: oldest.id };
}

/** @throws the refusal 400 */
function requireFewAnnotated(query: SearchQuery, limit: number): void {
  if (limit <= MOST_WITH_ANNOTATIONS || query['tweet.fields']?.includes('context_annotations') !== true) return;
  throw refuse(400, {
    kind: 'invalid-request',
    pointer: '/query/max_results',
    detail: `The query parameter max_results is ${limit}, but must be at most ${MOST_WITH_ANNOTATIONS} where context_annotations are requested.`,
  });
}
