// Handlers of version 2's operations tagged 'Streams'.

import type { RequiredMicroblogStreamsHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller } from '../deps.ts';
import type { Streams } from '../streams/streams.ts';

export const streamHandlers = ({ posts, likes }: Streams): RequiredMicroblogStreamsHandlers<Caller> => ({
  streamPostSample: ({ query }, context) => posts.open(context, query, 'sample'),
  streamPostSample10: ({ query }, context) => posts.open(context, query, 'sample10'),
  streamAllPosts: ({ query }, context) => posts.open(context, query, 'all'),
  streamEnglishPosts: ({ query }, context) => posts.open(context, query, 'english'),
  streamJapanesePosts: ({ query }, context) => posts.open(context, query, 'japanese'),
  streamKoreanPosts: ({ query }, context) => posts.open(context, query, 'korean'),
  streamPortuguesePosts: ({ query }, context) => posts.open(context, query, 'portuguese'),
  streamAllLikes: ({ query }, context) => likes.open(context, query, 'all'),
  streamLikeSample10: ({ query }, context) => likes.open(context, query, 'sample10'),
});
