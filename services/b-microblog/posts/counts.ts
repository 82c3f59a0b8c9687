// Counts a post where it counts: for its author, the post that it replies to, the post that it quotes, and among the hidden replies.

import type { Tables } from '../deps.ts';
import { addToPost, addToUser } from '../relations.ts';
import { insertPosts } from './store.ts';
import type { PostRow } from './tables.ts';

/** Adds a post that has its number, within a unit of `writeInOrder`, and counts it. */
export async function addPost(tables: Tables, post: PostRow): Promise<void> {
  await insertPosts(tables, [post]);
  await countPost(tables, post, 1);
}

/** @param by 1 for a post that was added, -1 for one that was removed. All versions of a post count once. */
export async function countPost(tables: Tables, post: PostRow, by: 1 | -1): Promise<void> {
  await addToUser(tables, post.author, 'post_count', by);
  if (post.reply_to !== null) await addToPost(tables, post.reply_to, 'reply_count', by);
  if (post.quoted !== null) await addToPost(tables, post.quoted, 'quote_count', by);
  if (post.is_hidden) await addToPost(tables, post.conversation, 'hidden_count', by);
}
