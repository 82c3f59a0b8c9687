// Handlers of version 2's operations tagged 'Timelines'.
import type { RequiredMicroblogTimelinesHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { homeAnswer, listAnswer, mentionsAnswer, userAnswer } from '../posts/timelines/timelines-read.ts';

export const timelineHandlers = (deps: Deps): RequiredMicroblogTimelinesHandlers<Caller> => ({
  listUserPosts: ({ path, query }, context) => userAnswer(deps, context, path.id, query),
  listUserMentions: ({ path, query }, context) => mentionsAnswer(deps, context, path.id, query),
  listListPosts: ({ path, query }, context) => listAnswer(deps, context, path.id, query),
  getHomeTimeline: ({ path, query }, context) => homeAnswer(deps, context, path.id, query),
});
