// Handlers of version 2's operations tagged 'Posts'.
import type { RequiredMicroblogPostsHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, MicroblogPlatform } from '../deps.ts';
import { hideReply } from '../posts/hide.ts';
import { quotes } from '../posts/lists.ts';
import { onePost, severalPosts } from '../posts/read.ts';
import { deletePost } from '../posts/remove.ts';
import { publishAnswer } from '../posts/writing/publish-v2.ts';
import { countsAnswer } from '../search/counts.ts';
import { searchAnswer } from '../search/search-v2.ts';
import type { Presents } from '../search/searches.ts';

export const postHandlers = (platform: MicroblogPlatform, presents: Presents): RequiredMicroblogPostsHandlers<Caller> => ({
  getPosts: ({ query }, context) => severalPosts(platform, context, query),
  getPost: ({ path, query }, context) => onePost(platform, context, query, path.id),

  listQuotePosts: ({ path, query }, context) => quotes(platform, context, path.id, query),

  searchRecentPosts: ({ query }, context) => searchAnswer(platform, presents, context, 'recent', query),
  searchAllPosts: ({ query }, context) => searchAnswer(platform, presents, context, 'all', query),
  countRecentPosts: ({ query }, context) => countsAnswer(platform, presents, context, 'recent', query),
  countAllPosts: ({ query }, context) => countsAnswer(platform, presents, context, 'all', query),

  async hideReply({ path, body: { hidden } }, { principal }) {
    await hideReply(platform, principal.user ?? '', path.tweet_id, hidden);
    return { status: 200, body: { data: { hidden } } };
  },
  createPost: ({ body }, context) => publishAnswer(platform, context, body),

  async deletePost({ path }, { principal }) {
    await deletePost(platform, principal.user ?? '', path.id);
    return { status: 200, body: { data: { deleted: true } } };
  },
});
