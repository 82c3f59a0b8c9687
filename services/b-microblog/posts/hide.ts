// Hides replies for the author of their conversation, and shows them again. Readers can still open hidden replies.

import type { Deps, Tables } from '../deps.ts';
import { NotAllowed } from '../refusals.ts';
import { addToPost } from '../relations.ts';
import { requirePost } from './sight.ts';
import { findPost } from './store.ts';
import type { PostRow } from './tables.ts';

/** How many replies of a conversation can be hidden. */
const MOST_HIDDEN = 725;

/** @throws {NotAllowed} if the post is not a reply, somebody else has started the conversation, or too many of its replies are hidden */
export function hideReply({ store }: Pick<Deps, 'store'>, user: string, id: string, is_hidden: boolean): Promise<void> {
  return store.write(async (tables) => {
    const { reply, opening } = await ownConversation(tables, user, id);
    if (reply.is_hidden === is_hidden) return;
    if (is_hidden && opening.hidden_count >= MOST_HIDDEN) throw new NotAllowed('too-many-hidden');
    await tables.updateTable('b_posts').set({ is_hidden }).where('first', '=', reply.first).execute();
    await addToPost(tables, opening.id, 'hidden_count', is_hidden ? 1 : -1);
  });
}

/** A reply, with the first post of its conversation. The author of that one need not see the reply, whose author may block them. */
async function ownConversation(tables: Tables, user: string, id: string): Promise<{ readonly reply: PostRow; readonly opening: PostRow }> {
  const reply = await findPost(tables, id);
  const opening = reply && (await findPost(tables, reply.conversation));
  if (reply === undefined || opening?.author !== user) {
    await requirePost(tables, user, id);
    throw new NotAllowed('not-your-conversation');
  }
  if (reply.reply_to === null) throw new NotAllowed('no-reply');
  return { reply, opening };
}
