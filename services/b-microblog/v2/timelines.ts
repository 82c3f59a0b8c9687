// Handlers of version 2's operations tagged 'Timelines'.
import type { MicroblogTimelinesHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { homeAnswer, mentionsAnswer, userAnswer } from '../posts/timelines/timelines-read.ts';

export const timelineHandlers = (deps: Deps): MicroblogTimelinesHandlers<Caller> => ({
  listUserPosts: ({ path, query }, context) => userAnswer(deps, context, path.id, query),
  listUserMentions: ({ path, query }, context) => mentionsAnswer(deps, context, path.id, query),
  getHomeTimeline: ({ path, query }, context) => homeAnswer(deps, context, path.id, query),
});
