// Handlers of version 2's operations tagged 'Users'.
import type { RequiredMicroblogUsersHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { currentUser, matchingUsers, oneUser, relatedUsers, severalUsers } from '../people/read.ts';
import { follow, setMuted, unfollow } from '../people/write.ts';

export const userHandlers = (deps: Deps): RequiredMicroblogUsersHandlers<Caller> => ({
  getUsers: ({ query }, context) => severalUsers(deps, context, query, 'ids', query.ids),
  getUsersByUsernames: ({ query }, context) => severalUsers(deps, context, query, 'usernames', query.usernames),
  getUserByUsername: ({ path, query }, context) => oneUser(deps, context, query, 'username', path.username),
  getCurrentUser: ({ query }, context) => currentUser(deps, context, query),
  searchUsers: ({ query }, context) => matchingUsers(deps, context, query),
  getUser: ({ path, query }, context) => oneUser(deps, context, query, 'id', path.id),
  listFollowers: ({ path, query }, context) => relatedUsers(deps, context, query, { kind: 'follow', to: path.id }),
  listFollowedUsers: ({ path, query }, context) => relatedUsers(deps, context, query, { kind: 'follow', from: path.id }),
  listMutedUsers: ({ path, query }, context) => relatedUsers(deps, context, query, { kind: 'mute', from: path.id }),
  listBlockedUsers: ({ path, query }, context) => relatedUsers(deps, context, query, { kind: 'block', from: path.id }),

  async followUser({ path, body }) {
    const following = (await follow(deps, path.id, body.target_user_id)) === 'follows';
    return { status: 200, body: { data: { following, pending_follow: !following } } };
  },

  async unfollowUser({ path }) {
    await unfollow(deps, path.source_user_id, path.target_user_id);
    return { status: 200, body: { data: { following: false } } };
  },

  async muteUser({ path, body }) {
    await setMuted(deps, path.id, body.target_user_id, true);
    return { status: 200, body: { data: { muting: true } } };
  },

  async unmuteUser({ path }) {
    await setMuted(deps, path.source_user_id, path.target_user_id, false);
    return { status: 200, body: { data: { muting: false } } };
  },
});
