// Says which version a new one replaces, and what stays of it.

import type { Tables } from '../../deps.ts';
import { usersByIds } from '../../people/store.ts';
import { NotAllowed } from '../../refusals.ts';
import { takeFromSearch } from '../../search/index.ts';
import { addEvents, momentOf } from '../../streams/events.ts';
import { countPost } from '../counts.ts';
import { EDITABLE_MILLISECONDS, isEditable, MOST_EDITS } from '../rules.ts';
import { findPost, versionsOf } from '../store.ts';
import type { PostRow } from '../tables.ts';
import type { Draft } from './draft.ts';
import type { Thread } from './threads.ts';

/** @throws {NotAllowed} if it is not the user's, or cannot be edited any more */
export async function requireEditable(tables: Tables, user: string, id: string, now: number): Promise<PostRow> {
  const post = await findPost(tables, id);
  if (post === undefined) throw new NotAllowed('no-edited');
  if (post.author !== user) throw new NotAllowed('not-own');
  if (!isEditable(post)) throw new NotAllowed('not-editable');
  if (!post.is_newest) throw new NotAllowed('not-newest');
  if (now >= post.first_at + EDITABLE_MILLISECONDS) throw new NotAllowed('too-late');
  if (post.version >= MOST_EDITS) throw new NotAllowed('too-many-edits');
  return post;
}

/** A version stays where the one before stands, and addresses the same users. @throws {NotAllowed} if it is to be something else */
export async function threadOfVersion(tables: Tables, previous: PostRow, { text, reply, poll }: Draft): Promise<Thread> {
  if (poll !== undefined) throw new NotAllowed('edited-poll');
  if (reply !== undefined && reply.to !== previous.reply_to) throw new NotAllowed('edited-reply');
  const { mentions = [] } = previous.entities;
  const before = mentions.filter(({ end }) => end <= previous.shown_from).flatMap(({ id }) => id ?? []);
  const addressed = await usersByIds(tables, before);
  const lower = text.toLowerCase();
  return {
    conversation: previous.conversation,
    reply_to: previous.reply_to,
    reply_to_user: previous.reply_to_user,
    addressed,
    added: addressed.filter(({ username }) => !lower.includes(`@${username.toLowerCase()}`)),
  };
}

/** What a version has of the one before. */
export function keptOf(previous: PostRow): Partial<PostRow> {
  const { first, first_at, version, reply_settings, is_nullcast, is_for_subscribers, is_hidden } = previous;
  return { first, first_at, version: version + 1, reply_settings, is_nullcast, is_for_subscribers, is_hidden };
}

/** Puts a version in the place of the one before, which is counted no more, within a unit of work. */
export async function replace(tables: Tables, previous: PostRow, id: string): Promise<void> {
  await tables.updateTable('b_posts').set({ is_newest: false }).where('id', '=', previous.id).execute();
  await takeFromSearch(tables, [previous]);
  await countPost(tables, previous, -1);
  await tables
    .updateTable('b_users')
    .set({ pinned_post_id: id })
    .where('id', '=', previous.author)
    .where('pinned_post_id', '=', previous.id)
    .execute();
}

/** Tells streams of a new version, within a unit of `writeInOrder`. */
export async function tellOfEdit(tables: Tables, { id, first, created_at: at }: PostRow): Promise<void> {
  const edit_tweet_ids = (await versionsOf(tables, first)).map((version) => version.id);
  const tweet_edit = { event_at: momentOf(at), initial_tweet_id: first, edit_tweet_ids, tweet: { id } };
  await addEvents(tables, 'post', at, [{ subject: first, data: { tweet_edit } }]);
}
