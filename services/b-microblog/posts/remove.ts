// Deletes posts for both versions, with all that follows. What points at a post goes with it where it is little, and otherwise in jobs one after
// another: nobody waits for a post that many like.

import { isOf } from '../../platform/payload.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { releaseUploads } from '../media/store.ts';
import { NotAllowed } from '../refusals.ts';
import { endRepost, removeReactions, removeVersions, tellOfRemoved } from './removal.ts';
import { findPost, type OrderDeps, versionsOf, writeInOrder } from './store.ts';
import type { PostRow } from './tables.ts';

type RemovingDeps = OrderDeps & Pick<MicroblogPlatform, 'clock' | 'due' | 'blobs'>;

/** How many relations one unit of work removes at most. */
const MOST_ROWS = 500;

/** With identifiers of posts that are deleted. */
const FORGET = { service: 'b-microblog', name: 'forget-posts', accepts: isOf({ posts: 'strings' }) };

/**
 * Deletes a post of a user, by any of its versions. To delete a repost is to undo it.
 * @returns the version that was named
 * @throws {NotAllowed} if there is none, or it is another user's
 */
export function deletePost(deps: RemovingDeps, user: string, id: string): Promise<PostRow> {
  const at = deps.clock.now();
  return writeInOrder(deps, async (tables) => {
    const post = await findPost(tables, id);
    if (post === undefined) throw new NotAllowed('no-post');
    if (post.author !== user) throw new NotAllowed('not-own');
    if (post.reposted !== null) {
      await endRepost(tables, post.reposted, post, at);
      return post;
    }
    const versions = await versionsOf(tables, post.first);
    await removeVersions(tables, versions);
    await tellOfRemoved(tables, versions, at);
    const files = versions.flatMap(({ media }) => media ?? []);
    await releaseUploads(deps, tables, files, at);
    const posts = versions.map((version) => version.id);
    await forget(deps, tables, posts, at);
    return post;
  });
}

/** Removes what points at posts that are gone, and leaves to a job what is too much for one unit of work. */
async function forget({ due }: Pick<RemovingDeps, 'due'>, tables: Tables, posts: readonly string[], at: number): Promise<void> {
  let most = MOST_ROWS;
  for (const [index, id] of posts.entries()) {
    most -= await removeReactions(tables, id, most);
    if (most > 0) continue;
    await due.schedule(tables, FORGET, { at, payload: { posts: posts.slice(index) } });
    return;
  }
}

/** Says how what is left of deleted posts is removed. Call it once, before jobs run. */
export function handleRemovals(deps: Pick<RemovingDeps, 'due'>): void {
  deps.due.handle(FORGET, ({ at, payload }, tables) => forget(deps, tables, payload.posts, at));
}
