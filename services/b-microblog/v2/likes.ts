// Handlers of version 2's operations tagged 'Likes'.
import type { RequiredMicroblogLikesHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { likedPosts } from '../posts/lists.ts';
import { reactingUsers } from '../posts/reacting-users.ts';
import { like, unlike } from '../posts/reactions.ts';

export const likeHandlers = (deps: Deps): RequiredMicroblogLikesHandlers<Caller> => ({
  listLikedPosts: ({ path, query }, context) => likedPosts(deps, context, path.id, query),
  listLikingUsers: ({ path, query }, context) => reactingUsers(deps, context, 'like', path.id, query),

  async createLike({ path, body }) {
    await like(deps, path.id, body.tweet_id);
    return { status: 200, body: { data: { liked: true } } };
  },

  async deleteLike({ path }) {
    await unlike(deps, path.id, path.tweet_id);
    return { status: 200, body: { data: { liked: false } } };
  },
});
