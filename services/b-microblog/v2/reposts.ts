// Handlers of version 2's operations tagged 'Reposts'.
import type { RequiredMicroblogRepostsHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { repostedPosts, reposts } from '../posts/lists.ts';
import { reactingUsers } from '../posts/reacting-users.ts';
import { repost, undoRepost } from '../posts/reactions.ts';

export const repostHandlers = (deps: Deps): RequiredMicroblogRepostsHandlers<Caller> => ({
  listReposts: ({ path, query }, context) => reposts(deps, context, path.id, query),
  listRepostingUsers: ({ path, query }, context) => reactingUsers(deps, context, 'repost', path.id, query),
  listRepostedPosts: ({ query }, context) => repostedPosts(deps, context, query),

  async createRepost({ path, body }, { principal }) {
    const { repost: made } = await repost(deps, { user: path.id, app: principal.app }, body.tweet_id);
    return { status: 200, body: { data: { id: made.id, retweeted: true } } };
  },

  async deleteRepost({ path }) {
    await undoRepost(deps, path.id, path.source_tweet_id);
    return { status: 200, body: { data: { retweeted: false } } };
  },
});
