// Reads posts for version 1.1: single ones, those of a page, and the reposts of one.

import type { Post } from '@octavo/interfaces/b-microblog-v1';
import { readPage } from '../../platform/lists.ts';
import { byId } from '../../platform/rows.ts';
import { type ContextV1, type Deps, originOf, originV1Of, type Tables } from '../deps.ts';
import { fileUrl } from '../media/files.ts';
import type { MediaRow } from '../media/tables.ts';
import { shownUsers } from '../people/shown-v1.ts';
import { rows, usersByIds } from '../people/store.ts';
import { edgesWithPosts } from '../relations.ts';
import { boundsOf } from './bounds.ts';
import { type PostViewV1, showPostV1 } from './show-v1.ts';
import { requirePost, sightsOf } from './sight.ts';
import { findRepost, postsByIds, repostsOf } from './store.ts';
import type { PostRow } from './tables.ts';

export interface PostLooks {
  readonly trim_user?: boolean | undefined;
  readonly include_entities?: boolean | undefined;
}

/** What shows some posts to the caller: each kind of row is read by one query. */
export async function postView(deps: Deps, context: ContextV1, posts: readonly PostRow[], looks: PostLooks): Promise<PostViewV1> {
  const { read } = deps.store;
  const viewer = context.principal.user;
  const others = await otherPosts(read, viewer, posts);
  const all = [...posts, ...others.values()];
  const users = byId(await usersByIds(read, all.flatMap(usersIn)));
  const authors = [...new Set(all.map(({ author }) => author))].flatMap((id) => users.get(id) ?? []);
  const shown = looks.trim_user === true ? undefined : await shownUsers(deps, context, authors, looks);
  const ids = all.map(({ id }) => id);
  const places = all.flatMap(({ place }) => place ?? []);
  const edges = await edgesWithPosts(read, viewer, ids, ['like', 'repost']);
  const targets = (kind: 'like' | 'repost') => new Set(edges.flatMap((edge) => (edge.kind === kind ? [edge.target] : [])));
  return {
    users,
    shown: shown && new Map(shown.map((user) => [user.id_str, user])),
    others,
    media: byId(await mediaIn(deps, all)),
    places: byId(await rows.byIds(read, 'b_places', places)),
    liked: targets('like'),
    reposted: targets('repost'),
    hasEntities: looks.include_entities !== false,
    origin: originV1Of(deps),
  };
}

function usersIn({ author, reply_to_user, entities, long }: PostRow): readonly string[] {
  const mentioned = (long?.entities ?? entities).mentions?.flatMap(({ id }) => id ?? []) ?? [];
  return [author, ...(reply_to_user === null ? [] : [reply_to_user]), ...mentioned];
}

async function mediaIn(deps: Deps, posts: readonly PostRow[]): Promise<readonly MediaRow[]> {
  const ids = posts.flatMap(({ media }) => media ?? []);
  const found = await rows.byIds(deps.store.read, 'b_media', ids);
  return found.map((row) => ({ ...row, url: fileUrl(row.url, originOf(deps)) }));
}

/** The posts that some posts repost or quote, and those that the reposted ones quote, as far as the caller sees them. */
async function otherPosts(tables: Tables, viewer: string, posts: readonly PostRow[]): Promise<ReadonlyMap<string, PostRow>> {
  const first = await seenAmong(
    tables,
    viewer,
    posts.flatMap(({ reposted, quoted }) => [reposted ?? [], quoted ?? []].flat()),
  );
  const further = first.flatMap(({ quoted }) => quoted ?? []);
  return byId([...first, ...(await seenAmong(tables, viewer, further))]);
}

async function seenAmong(tables: Tables, viewer: string, ids: readonly string[]): Promise<readonly PostRow[]> {
  return ids.length === 0 ? [] : visible(tables, viewer, await postsByIds(tables, ids));
}

/** The posts that a viewer sees, of some. */
export async function visible(tables: Tables, viewer: string, posts: readonly PostRow[]): Promise<readonly PostRow[]> {
  const sights = await sightsOf(tables, viewer, posts);
  return posts.filter((post) => sights.of(post) === 'seen');
}

export async function shownPosts(deps: Deps, context: ContextV1, posts: readonly PostRow[], looks: PostLooks = {}): Promise<Post[]> {
  if (posts.length === 0) return [];
  const view = await postView(deps, context, posts, looks);
  return posts.map((post) => showPostV1(post, view));
}

/** Answers with the posts that the caller sees; a page may have fewer posts than the caller asked for. */
export async function seenPosts(deps: Deps, context: ContextV1, posts: readonly PostRow[], looks: PostLooks = {}) {
  const seen = await visible(deps.store.read, context.principal.user, posts);
  return { status: 200 as const, body: await shownPosts(deps, context, seen, looks) };
}

/** Where a page begins and ends: `since_id` is left out, and `max_id` is the first. */
export interface PlaceQuery {
  readonly count?: number | undefined;
  readonly since_id?: string | undefined;
  readonly max_id?: string | undefined;
}

export const ON_PAGE = 20;

export async function placeIn(tables: Tables, { count = ON_PAGE, since_id, max_id }: PlaceQuery) {
  return { limit: Math.max(1, count), isDown: true, ...(await boundsOf(tables, { since: since_id, max: max_id })) };
}

/** A post as it is now: what an operation that changes something answers. */
export async function postAnswer(deps: Deps, context: ContextV1, post: PostRow, looks?: PostLooks) {
  const [body] = await shownPosts(deps, context, [post], looks);
  return { status: 200 as const, body: body as Post };
}

export async function onePost(
  deps: Deps,
  context: ContextV1,
  id: string,
  looks: PostLooks & { readonly include_my_retweet?: boolean | undefined } = {},
) {
  const { read } = deps.store;
  const { user } = context.principal;
  const { post: row } = await requirePost(read, user, id);
  const { body } = await postAnswer(deps, context, row, looks);
  const own = looks.include_my_retweet === true ? await findRepost(read, user, row.reposted ?? id) : undefined;
  return {
    status: 200 as const,
    body: own === undefined ? body : { ...body, current_user_retweet: { id: BigInt(own.id), id_str: own.id } },
  };
}

const MOST_REPOSTS = 100;

/** The latest reposts of a post; there is only one page. */
export async function repostsAnswer(
  deps: Deps,
  context: ContextV1,
  id: string,
  { count = MOST_REPOSTS, ...looks }: PostLooks & { readonly count?: number | undefined } = {},
) {
  const { read } = deps.store;
  const { user } = context.principal;
  const { reposted } = (await requirePost(read, user, id)).post;
  const limit = Math.max(1, Math.min(count, MOST_REPOSTS));
  const page = await readPage(repostsOf, read, { reposted: reposted ?? id }, { limit, isDown: true });
  return seenPosts(deps, context, page.rows, looks);
}
