// Finds where a new post stands in a conversation: what it replies to, whether its author may reply, and whom it addresses.

import type { Tables } from '../../deps.ts';
import { usersByIds } from '../../people/store.ts';
import type { UserRow } from '../../people/tables.ts';
import { NotAllowed } from '../../refusals.ts';
import { hasEdge } from '../../relations.ts';
import { findTarget, type SeenPost } from '../sight.ts';
import { findPost } from '../store.ts';
import type { PostRow } from '../tables.ts';
import type { Draft } from './draft.ts';

/** Where a post stands in a conversation. */
export interface Thread {
  /** Absent: the post begins one. */
  readonly conversation?: string;
  readonly reply_to: string | null;
  readonly reply_to_user: string | null;
  /** The users whom a reply addresses, by its own text or before it. */
  readonly addressed: readonly UserRow[];
  /** The addressed users whose names are written before the text. */
  readonly added: readonly UserRow[];
}

const NO_THREAD: Thread = { reply_to: null, reply_to_user: null, addressed: [], added: [] };

/** @throws {NotAllowed} if the user does not see the post to reply to, or may not reply to it */
export async function threadOf(tables: Tables, user: UserRow, { text, reply }: Draft): Promise<Thread> {
  if (reply === undefined) return NO_THREAD;
  const { post, author } = await requireReplied(tables, user.id, reply.to);
  if (reply.names === 'written' && author.id !== user.id && !names(text, author)) return NO_THREAD;
  await requireMayReply(tables, user, post);
  const addressed = await addressedBy(tables, user, { post, author });
  // A reply always addresses the author of the other post.
  const added = addressed.filter((other) => (other === author || !reply.excluded.includes(other.id)) && !names(text, other));
  return {
    conversation: post.conversation,
    reply_to: post.id,
    reply_to_user: author.id,
    addressed,
    added: reply.names === 'added' ? added : [],
  };
}

/** @throws {NotAllowed} */
async function requireReplied(tables: Tables, user: string, id: string): Promise<SeenPost> {
  const found = await findTarget(tables, user, id);
  if (found !== undefined) return found;
  const post = await findPost(tables, id);
  throw new NotAllowed(post !== undefined && (await hasEdge(tables, 'block', post.author, user)) ? 'blocked-reply' : 'no-replied');
}

/** Whether a text names a user anywhere. */
function names(text: string, { username }: UserRow): boolean {
  return new RegExp(`[@＠]${username}(?![A-Za-z0-9_])`, 'i').test(text);
}

/** The author of a post, and those whom the post mentions, without the user who replies. */
async function addressedBy(tables: Tables, user: UserRow, { post, author }: SeenPost): Promise<readonly UserRow[]> {
  const mentioned = mentionedIn(post).filter((id) => id !== author.id);
  return [author, ...(await usersByIds(tables, mentioned))].filter(({ id, is_suspended }) => id !== user.id && !is_suspended);
}

function mentionedIn({ entities, long }: PostRow): readonly string[] {
  return ((long?.entities ?? entities).mentions ?? []).flatMap(({ id }) => id ?? []);
}

/** The first post of a conversation says who may reply in all of it. @throws {NotAllowed} */
async function requireMayReply(tables: Tables, user: UserRow, replied: PostRow): Promise<void> {
  const first = replied.id === replied.conversation ? replied : ((await findPost(tables, replied.conversation)) ?? replied);
  if (!(await mayReply(tables, user, first))) throw new NotAllowed('limited-replies');
}

/** Users who are mentioned may always reply. Nobody can subscribe to another user. */
async function mayReply(tables: Tables, user: UserRow, first: PostRow): Promise<boolean> {
  const { author, reply_settings } = first;
  if (reply_settings === 'everyone' || author === user.id || mentionedIn(first).includes(user.id)) return true;
  if (reply_settings === 'following') return hasEdge(tables, 'follow', author, user.id);
  return reply_settings === 'verified' && user.verified_type !== 'none';
}
