// Removes rows of posts, and what points at posts that are gone.

import type { Tables } from '../deps.ts';
import { takeEdges } from '../relations.ts';
import { takeFromSearch } from '../search/index.ts';
import { addEvents, momentOf, referenceTo } from '../streams/events.ts';
import { countPost } from './counts.ts';
import { takeFromFolders } from './folders.ts';
import type { PostRow } from './tables.ts';

/** Every post that ends does so here, within a unit of work. */
async function removeRows(tables: Tables, posts: readonly Pick<PostRow, 'id' | 'seq'>[]): Promise<void> {
  const ids = posts.map(({ id }) => id);
  await tables.deleteFrom('b_posts').where('id', 'in', ids).execute();
  await tables.deleteFrom('b_mentions').where('post_id', 'in', ids).execute();
  await tables.deleteFrom('b_insight_hours').where('post_id', 'in', ids).execute();
  await takeFromSearch(tables, posts);
}

/** Removes a post that is not a repost, with its poll and the notes on it. @param versions all of it, the oldest first */
export async function removeVersions(tables: Tables, versions: readonly PostRow[]): Promise<void> {
  const newest = versions.at(-1);
  if (newest === undefined) return;
  await countPost(tables, newest, -1);
  await removeRows(tables, versions);
  const ids = versions.map(({ id }) => id);
  await tables.deleteFrom('b_notes').where('post_id', 'in', ids).execute();
  const polls = versions.flatMap(({ poll }) => poll ?? []);
  if (polls.length > 0) await tables.deleteFrom('b_polls').where('id', 'in', polls).execute();
  await tables
    .updateTable('b_users')
    .set({ pinned_post_id: null })
    .where('id', '=', newest.author)
    .where('pinned_post_id', 'in', ids)
    .execute();
}

/** Removes reposts of one post, which may be gone already. */
async function removeReposts(tables: Tables, source: string, reposts: readonly PostRow[]): Promise<void> {
  if (reposts.length === 0) return;
  const authors = reposts.map(({ author }) => author);
  await removeRows(tables, reposts);
  await tables
    .updateTable('b_users')
    .set((row) => ({ post_count: row('post_count', '-', 1) }))
    .where('id', 'in', authors)
    .execute();
  await tables.deleteFrom('b_edges').where('kind', '=', 'repost').where('target', '=', source).where('source', 'in', authors).execute();
  await tables
    .updateTable('b_posts')
    .set((row) => ({ repost_count: row('repost_count', '-', reposts.length) }))
    .where('id', '=', source)
    .execute();
}

/** Undoes a repost, and tells streams of it. Reposts that end with the post that they repost have no events of their own. */
export async function endRepost(tables: Tables, source: string, repost: PostRow, at: number): Promise<void> {
  await removeReposts(tables, source, [repost]);
  await tellOfRemoved(tables, [repost], at);
}

/** Tells streams that posts were deleted, within a unit of `writeInOrder`. */
export function tellOfRemoved(tables: Tables, posts: readonly PostRow[], at: number): Promise<void> {
  const events = posts.map((post) => ({
    subject: post.id,
    data: { delete: { event_at: momentOf(at), tweet: referenceTo(post) } },
  }));
  return addEvents(tables, 'post', at, events);
}

/** Removes reposts, likes, bookmarks and votes of a post that is gone. @returns how many, at most `most` */
export async function removeReactions(tables: Tables, id: string, most: number): Promise<number> {
  const reposts = await tables.selectFrom('b_posts').selectAll().where('reposted', '=', id).limit(most).execute();
  await removeReposts(tables, id, reposts);
  let removed = reposts.length;
  for (const kind of ['like', 'bookmark', 'vote'] as const) removed += await removeEdges(tables, kind, id, most - removed);
  return removed;
}

async function removeEdges(tables: Tables, kind: 'like' | 'bookmark' | 'vote', id: string, most: number): Promise<number> {
  const users = await takeEdges(tables, kind, id, most);
  if (users.length === 0) return 0;
  if (kind === 'bookmark') await takeFromFolders(tables, users, id);
  if (kind === 'like')
    await tables
      .updateTable('b_users')
      .set((row) => ({ like_count: row('like_count', '-', 1) }))
      .where('id', 'in', users)
      .execute();
  return users.length;
}
