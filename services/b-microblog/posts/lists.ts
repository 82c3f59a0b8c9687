// Lists posts for version 2: those that quote or repost a post, and those that a user likes, has bookmarked, or has seen reposted.

import type { Problem } from '@octavo/interfaces/b-microblog';
import { type List, readPage, readTokenPage } from '../../platform/lists.ts';
import type { Context, Deps, Tables } from '../deps.ts';
import { edgesFrom } from '../people/store.ts';
import type { EdgeRow } from '../people/tables.ts';
import { notAuthorized, notFound } from '../problems.ts';
import { listBody, otherList, pageMeta } from '../responses.ts';
import { shortCursors } from '../short-cursors.ts';
import type { MicroblogTables } from '../tables.ts';
import { problemOf } from './read.ts';
import type { PostQuery } from './shown/look.ts';
import { showPosts } from './shown/show.ts';
import { sightsBy, sightsOf } from './sight.ts';
import { findPost, postsByIds, quotesOf, repostedOf, repostsOf } from './store.ts';
import type { PostRow } from './tables.ts';
import { type Owner, ownerOf } from './timelines/timelines.ts';

export interface PageQuery extends PostQuery {
  readonly max_results?: number | undefined;
  readonly pagination_token?: string | undefined;
}

const ON_PAGE = 100;
/** Pages of which a caller sees few posts are filled from those after them, so many at most. */
const MOST_READS = 5;

/** A list of rows that are posts, or that name posts. */
interface Source<Filters, Row> {
  readonly list: List<MicroblogTables, Filters, Row>;
  readonly filters: Filters;
  postsOf(tables: Tables, rows: readonly Row[]): Promise<readonly PostRow[]>;
  /** Which of the posts that the caller sees the list has. */
  readonly has?: (post: PostRow) => boolean;
  /** Only the newest so many rows can be read. */
  readonly most?: number;
}

/** The posts of a page that the caller sees, with the tokens of its neighbours. */
async function seenPage<Filters, Row extends { readonly seq: number }>(
  { store: { read }, cursors }: Deps,
  { principal }: Context,
  { list, filters, postsOf, has = () => true, most }: Source<Filters, Row>,
  { max_results: limit = ON_PAGE, pagination_token }: PageQuery,
) {
  const above = most === undefined ? undefined : await boundOf(read, list, filters, most);
  const asked = { cursors: shortCursors(cursors), caller: principal.user ?? principal.app, isDown: true, above };
  const posts: PostRow[] = [];
  let sights = sightsBy(principal.user, [], []);
  let first: { readonly next: string | null; readonly previous: string | null } | undefined;
  let token = pagination_token;
  for (let reads = 1; ; reads++) {
    const page =
      (await readTokenPage(list, read, filters, { ...asked, token, limit: limit - posts.length })) ?? otherList('pagination_token');
    first ??= page;
    const found = await postsOf(read, page.rows);
    sights = await sightsOf(read, principal.user, found, sights);
    posts.push(...found.filter((post) => sights.of(post) === 'seen' && has(post)));
    // What comes after a page that a caller goes back to is the page from which the caller comes, so that it is filled from before it, if it is
    // empty.
    const goesBack = pagination_token?.startsWith('b') === true;
    const further = goesBack ? page.previous : page.next;
    const isFull = goesBack ? posts.length > 0 : posts.length >= limit;
    if (further === null || isFull || reads === MOST_READS) {
      const ends = goesBack ? { next: first.next, previous: page.previous } : { next: page.next, previous: first.previous };
      return { posts, sights, ...ends };
    }
    token = further;
  }
}

/** The place below the oldest row that can be read. */
export async function boundOf<Filters, Row extends { readonly seq: number }>(
  tables: Tables,
  list: List<MicroblogTables, Filters, Row>,
  filters: Filters,
  most: number,
): Promise<number | undefined> {
  const { rows } = await readPage(list, tables, filters, { limit: 1, page: most, isDown: true });
  return rows[0] && rows[0].seq - 1;
}

async function answer<Filters, Row extends { readonly seq: number }>(
  deps: Deps,
  context: Context,
  source: Source<Filters, Row>,
  query: PageQuery = {},
) {
  const { posts, sights, next, previous } = await seenPage(deps, context, source, query);
  const shown = await showPosts(deps, context.principal.user, posts, query, { sights });
  return { status: 200 as const, body: listBody(shown, pageMeta(posts.length, { next, previous })) };
}

const themselves = async (_tables: Tables, rows: readonly PostRow[]) => rows;

/** In the order of the relations, not of the posts. */
const targetsOf = (tables: Tables, rows: readonly EdgeRow[]) =>
  postsByIds(
    tables,
    rows.map(({ target }) => target),
  );

/** Why a caller does not see the post whose lists are asked for. */
export async function hiddenPost({ store }: Deps, { principal }: Context, id: string): Promise<Problem | undefined> {
  const post = await findPost(store.read, id);
  return problemOf(post, await sightsOf(store.read, principal.user, post === undefined ? [] : [post]), 'id', id);
}

const only = (problem: Problem) => ({ status: 200 as const, body: { errors: [problem] } });

const QUOTES_ON_PAGE = 10;

export async function quotes(deps: Deps, context: Context, id: string, query: PageQuery & { readonly exclude?: readonly string[] } = {}) {
  const problem = await hiddenPost(deps, context, id);
  if (problem !== undefined) return only(problem);
  const noReplies = query.exclude?.includes('replies') === true;
  const has = ({ reply_to }: PostRow) => !(noReplies && reply_to !== null);
  const filters = { quoted: id, is_newest: true };
  const asked = { ...query, max_results: query.max_results ?? QUOTES_ON_PAGE };
  return answer(deps, context, { list: quotesOf, filters, postsOf: themselves, has }, asked);
}

export async function reposts(deps: Deps, context: Context, id: string, query?: PageQuery) {
  const problem = await hiddenPost(deps, context, id);
  if (problem !== undefined) return only(problem);
  return answer(deps, context, { list: repostsOf, filters: { reposted: id }, postsOf: themselves }, query);
}

/** The caller's posts that others have reposted. */
export function repostedPosts(deps: Deps, context: Context, query?: PageQuery) {
  const filters = { author: context.principal.user ?? '' };
  return answer(deps, context, { list: repostedOf, filters, postsOf: themselves }, query);
}

/** What a user likes; the post that was liked last comes first. */
export async function likedPosts(deps: Deps, context: Context, user: string, query?: PageQuery) {
  const problem = hiddenOwner(await ownerOf(deps.store.read, context.principal.user, user));
  if (problem !== undefined) return only(problem);
  return answer(deps, context, { list: edgesFrom, filters: { kind: 'like', source: user }, postsOf: targetsOf }, query);
}

/** Why a caller does not see what a user posts and likes. */
export function hiddenOwner({ id, sight }: Owner): Problem | undefined {
  const user = { type: 'user', parameter: 'id', value: id } as const;
  if (sight === 'seen') return undefined;
  return sight === 'hidden' ? notAuthorized(user, 'data') : notFound(user);
}

const MOST_BOOKMARKS = 800;

export function bookmarks(deps: Deps, context: Context, user: string, query?: PageQuery) {
  const filters = { kind: 'bookmark', source: user } as const;
  return answer(deps, context, { list: edgesFrom, filters, postsOf: targetsOf, most: MOST_BOOKMARKS }, query);
}
