// Shows lists as version 1.1 has them.

import type { List as ShownList, User } from '@octavo/interfaces/b-microblog-v1';
import type { ContextV1, Deps } from '../deps.ts';
import { shownUsers } from '../people/shown-v1.ts';
import { usersByIds } from '../people/store.ts';
import { timestampOf } from '../rules/time.ts';
import { followedAmong } from './store.ts';
import type { ListRow } from './tables.ts';

/** Lists with their owners. `following` holds for the followers and for the owner. */
export async function shownLists(deps: Deps, context: ContextV1, rows: readonly ListRow[]): Promise<ShownList[]> {
  const { read } = deps.store;
  const { user } = context.principal;
  const owners = await usersByIds(read, [...new Set(rows.map(({ owner }) => owner))]);
  const users = new Map((await shownUsers(deps, context, owners)).map((owner) => [owner.id_str, owner]));
  const ids = rows.map(({ id }) => id);
  const followed = await followedAmong(read, user, ids);
  return rows.flatMap((row) => {
    const owner = users.get(row.owner);
    return owner === undefined ? [] : [showList(row, owner, row.owner === user || followed.has(row.id))];
  });
}

function showList(row: ListRow, user: User, following: boolean): ShownList {
  const { id, slug, name, description, is_private, created_at, member_count, follower_count } = row;
  return {
    id: BigInt(id),
    id_str: id,
    slug,
    name,
    full_name: `@${user.screen_name}/${slug}`,
    uri: `/${user.screen_name}/lists/${slug}`,
    description,
    mode: is_private ? 'private' : 'public',
    created_at: timestampOf(created_at),
    member_count,
    subscriber_count: follower_count,
    following,
    user,
  };
}
