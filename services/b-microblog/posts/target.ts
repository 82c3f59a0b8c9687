// Finds the post on which a user acts, and refuses where the user may not see it.

import type { Tables } from '../deps.ts';
import type { UserRow } from '../people/tables.ts';
import { NotAllowed, type Reason } from '../refusals.ts';
import { sightsOf } from './sight.ts';
import { findPost } from './store.ts';
import type { PostRow } from './tables.ts';

export interface Target {
  readonly post: PostRow;
  readonly author: UserRow;
}

/** Why a user cannot act on a post. */
interface Reasons {
  readonly gone: Reason;
  readonly hidden: Reason;
  readonly suspended: Reason;
}

const REASONS: Reasons = { gone: 'no-post', hidden: 'hidden-post', suspended: 'suspended-author' };

/**
 * The post with an identifier, within a unit of work. A repost stands for the post that it reposts.
 * @throws {NotAllowed} if there is none, or the user may not see it
 */
export async function requireTarget(tables: Tables, user: string, id: string, reasons = REASONS): Promise<Target> {
  const post = await findPost(tables, id);
  if (post === undefined) throw new NotAllowed(reasons.gone);
  const sights = await sightsOf(tables, user, [post]);
  const sight = sights.of(post);
  if (sight === 'hidden') throw new NotAllowed(reasons.hidden);
  const author = sights.authors.get(post.author);
  if (sight === 'suspended' || author === undefined) throw new NotAllowed(reasons.suspended);
  return post.reposted === null ? { post, author } : await requireTarget(tables, user, post.reposted, reasons);
}
