// Likes, reposts and bookmarks posts, for both versions: where nothing changes, version 2 answers as if it did, and version 1.1 with an error. Votes
// in polls, which no operation of the documents does.

import { refuse } from '@octavo/runtime';
import type { Deps, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { NotAllowed } from '../refusals.ts';
import { addEdge, removeEdge } from '../relations.ts';
import { addEvents, momentOf } from '../streams/events.ts';
import { addPost } from './counts.ts';
import { takeFromFolders } from './folders.ts';
import { endRepost } from './removal.ts';
import { repostOf } from './reposts.ts';
import { requireTarget, sightsOf } from './sight.ts';
import { type Author, sourceOf } from './source.ts';
import { findPost, findRepost, nextPost, writeInOrder } from './store.ts';
import type { PostRow } from './tables.ts';

/** A post with its counters as they are then, and whether something has changed. */
export interface Reaction {
  readonly post: PostRow;
  readonly changed: boolean;
}

/** @throws {NotAllowed} if the user may not see the post */
async function react(tables: Tables, kind: 'like' | 'bookmark', user: string, id: string, now: number): Promise<Reaction> {
  const { post } = await requireTarget(tables, user, id);
  const changed = await addEdge(tables, kind, user, post.id, now);
  const column = `${kind}_count` as const;
  return { post: changed ? { ...post, [column]: post[column] + 1 } : post, changed };
}

/** What is left where a reaction is taken back, which users may do with posts that they do not see any more. */
export interface TakenBack {
  /** Absent: there is no such post. */
  readonly post?: PostRow;
  readonly changed: boolean;
}

/** The identifier of the post that a reaction to a post is for: of a repost, that of the post that it reposts. */
async function reactedTo(tables: Tables, id: string): Promise<string> {
  return (await findPost(tables, id))?.reposted ?? id;
}

async function leftOf(tables: Tables, id: string, changed: boolean): Promise<TakenBack> {
  const post = await findPost(tables, id);
  return { changed, ...(post !== undefined && { post }) };
}

/** @throws {NotAllowed} if the user may not see the post */
export function like(deps: Deps, user: string, id: string): Promise<Reaction> {
  const now = deps.clock.now();
  return writeInOrder(deps, async (tables) => {
    const reaction = await react(tables, 'like', user, id, now);
    const { post, changed } = reaction;
    if (changed) await addEvents(tables, 'like', now, [{ subject: post.id, data: { post: post.id, author: post.author } }]);
    return reaction;
  });
}

export function unlike(deps: Deps, user: string, id: string): Promise<TakenBack> {
  const now = deps.clock.now();
  return writeInOrder(deps, async (tables) => {
    const target = await reactedTo(tables, id);
    const changed = await removeEdge(tables, 'like', user, target);
    const data = { delete: { event_at: momentOf(now), favorite: { id: target, user_id: user } } };
    if (changed) await addEvents(tables, 'unlike', now, [{ subject: target, data }]);
    return leftOf(tables, target, changed);
  });
}

/** @throws {NotAllowed} if the user may not see the post */
export function bookmark({ store, clock }: Deps, user: string, id: string): Promise<Reaction> {
  const now = clock.now();
  return store.write((tables) => react(tables, 'bookmark', user, id, now));
}

/** Removes a bookmark, from its folders too. */
export function removeBookmark({ store }: Deps, user: string, id: string): Promise<TakenBack> {
  return store.write(async (tables) => {
    const target = await reactedTo(tables, id);
    const changed = await removeEdge(tables, 'bookmark', user, target);
    if (changed) await takeFromFolders(tables, [user], target);
    return leftOf(tables, target, changed);
  });
}

export interface Reposted extends Reaction {
  readonly repost: PostRow;
}

/** @throws {NotAllowed} if the user may not see the post, or its author is protected */
export function repost(deps: Deps, { user, app }: Author, id: string): Promise<Reposted> {
  const now = deps.clock.now();
  return writeInOrder(deps, async (tables) => {
    const { post, author } = await requireTarget(tables, user, id);
    const before = await findRepost(tables, user, post.id);
    if (before !== undefined) return { post, repost: before, changed: false };
    if (author.is_protected) throw new NotAllowed('protected-post');
    const number = await nextPost(tables, now);
    const row = repostOf(post, author, { ...number, author: user, created_at: now, ...(await sourceOf(tables, app)) });
    await addPost(tables, row);
    await addEdge(tables, 'repost', user, post.id, now);
    return { post: { ...post, repost_count: post.repost_count + 1 }, repost: row, changed: true };
  });
}

export function undoRepost(deps: Deps, user: string, id: string): Promise<TakenBack> {
  const now = deps.clock.now();
  return writeInOrder(deps, async (tables) => {
    const target = await reactedTo(tables, id);
    const row = await findRepost(tables, user, target);
    if (row !== undefined) await endRepost(tables, target, row, now);
    return leftOf(tables, target, row !== undefined);
  });
}

/**
 * Votes in the poll of a post.
 * @param position of the option, from 1
 * @throws the refusal 400, 404 or 409 where the user cannot
 */
export async function vote({ store, clock }: Pick<Deps, 'store' | 'clock'>, user: string, id: string, position: number): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    const post = await findPost(tables, id);
    const poll = post?.poll == null ? undefined : await rows.find(tables, 'b_polls', post.poll);
    if (post === undefined || poll === undefined) throw refuse(404, { detail: `There is no post ${id} with a poll.` });
    if ((await sightsOf(tables, user, [post])).of(post) !== 'seen') throw refuse(409, { detail: 'The user does not see the post.' });
    if (poll.end_at <= now) throw refuse(409, { detail: 'The poll has ended.' });
    if (poll.options[position - 1] === undefined) throw refuse(400, { detail: `/option must be from 1 to ${poll.options.length}.` });
    if (!(await addEdge(tables, 'vote', user, id, now))) throw refuse(409, { detail: 'The user has voted in this poll.' });
    const options = poll.options.map((option, index) => (index === position - 1 ? { ...option, votes: option.votes + 1 } : option));
    await rows.change(tables, 'b_polls', poll.id, { options });
  });
}
