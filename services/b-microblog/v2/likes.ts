// Handlers of version 2's operations tagged 'Likes'.
import type { MicroblogLikesHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { like, unlike } from '../posts/reactions.ts';

export const likeHandlers = (deps: Deps): MicroblogLikesHandlers<Caller> => ({
  async createLike({ path, body }) {
    await like(deps, path.id, body.tweet_id);
    return { status: 200, body: { data: { liked: true } } };
  },

  async deleteLike({ path }) {
    await unlike(deps, path.id, path.tweet_id);
    return { status: 200, body: { data: { liked: false } } };
  },
});
