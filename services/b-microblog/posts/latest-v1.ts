// Shows users of version 1.1 with the post that they published last.

import type { User } from '@octavo/interfaces/b-microblog-v1';
import type { ContextV1, Deps } from '../deps.ts';
import { shownUsers, type UserLooks } from '../people/shown-v1.ts';
import type { UserRow } from '../people/tables.ts';
import { postView, visible } from './read-v1.ts';
import { showLatest } from './show-v1.ts';
import { latestOf } from './store.ts';

/** Posts that the caller does not see are left out. */
export async function usersWithLatest(deps: Deps, context: ContextV1, rows: readonly UserRow[], looks: UserLooks = {}): Promise<User[]> {
  const users = await shownUsers(deps, context, rows, looks);
  if (looks.skip_status === true || users.length === 0) return users;
  const { read } = deps.store;
  const latest = await latestOf(
    read,
    users.map(({ id_str }) => id_str),
  );
  const seen = await visible(read, context.principal.user, latest);
  const view = await postView(deps, context, seen, { ...looks, trim_user: true });
  const posts = new Map(seen.map((post) => [post.author, post]));
  return users.map((user) => {
    const post = posts.get(user.id_str);
    return post === undefined ? user : { ...user, status: showLatest(post, view) };
  });
}
