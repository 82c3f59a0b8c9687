// Handlers of version 1.1's operations tagged 'Posts'.
import type { RequiredMicroblogV1PostsHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, MicroblogPlatform } from '../deps.ts';
import { embedAnswer } from '../posts/embed.ts';
import { onePost, repostsAnswer } from '../posts/read-v1.ts';
import { homeAnswer, mentionsAnswer, userAnswer } from '../posts/timelines/timelines-v1.ts';
import { remove, repostOnce } from '../posts/write-v1.ts';
import { publishAnswer, publishWithPicture } from '../posts/writing/publish-v1.ts';
import { searchV1Answer } from '../search/search-v1.ts';
import type { Presents } from '../search/searches.ts';

export const postHandlers = (deps: MicroblogPlatform, presents: Presents): RequiredMicroblogV1PostsHandlers<CallerV1> => ({
  getPost: ({ path, query }, context) => onePost(deps, context, path.id, query),
  listPostReposts: ({ path, query }, context) => repostsAnswer(deps, context, path.id, query),
  createPost: ({ body }, context) => publishAnswer(deps, context, body),
  createPostWithMedia: ({ body }, context) => publishWithPicture(deps, context, body),
  deletePost: ({ path, body }, context) => remove(deps, context, path.id, body),
  repostPost: ({ path, body }, context) => repostOnce(deps, context, path.id, body),
  getHomeTimeline: ({ query }, context) => homeAnswer(deps, context, query),
  getMentionsTimeline: ({ query }, context) => mentionsAnswer(deps, context, query),
  getUserTimeline: ({ query }, context) => userAnswer(deps, context, query),
  searchPosts: ({ query }, context) => searchV1Answer(deps, presents, context, query),
  embedPost: ({ query }, context) => embedAnswer(deps, context, query),
});
