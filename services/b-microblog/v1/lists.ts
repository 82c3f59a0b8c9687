// Handlers of version 1.1's operations tagged 'Lists'.
import type { RequiredMicroblogV1ListsHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, MicroblogPlatform } from '../deps.ts';
import { listAnswer, listsAnswer, listsPageAnswer, userOfListAnswer, usersOfListAnswer } from '../lists/read-v1.ts';
import { changeMembers, endList, joinList, leaveList, makeList, reviseList, subscribe, unsubscribe } from '../lists/write-v1.ts';
import { listAnswer as timelineAnswer } from '../posts/timelines/timelines-v1.ts';

export const listHandlers = (deps: MicroblogPlatform): RequiredMicroblogV1ListsHandlers<CallerV1> => ({
  listLists: ({ query }, context) => listsAnswer(deps, context, query),
  getList: ({ query }, context) => listAnswer(deps, context, query),
  createList: ({ body }, context) => makeList(deps, context, body),
  updateList: ({ body }, context) => reviseList(deps, context, body),
  deleteList: ({ body }, context) => endList(deps, context, body),
  getListTimeline: ({ query }, context) => timelineAnswer(deps, context, query),
  listListMembers: ({ query }, context) => usersOfListAnswer(deps, context, 'list_member', query),
  getListMember: ({ query }, context) => userOfListAnswer(deps, context, 'list_member', query),
  addListMember: ({ body }, context) => joinList(deps, context, body),
  addListMembers: ({ body }, context) => changeMembers(deps, context, body, true),
  removeListMember: ({ body }, context) => leaveList(deps, context, body),
  removeListMembers: ({ body }, context) => changeMembers(deps, context, body, false),
  listListMemberships: ({ query }, context) => listsPageAnswer(deps, context, 'list_member', query),
  listListSubscribers: ({ query }, context) => usersOfListAnswer(deps, context, 'list_follow', query),
  getListSubscriber: ({ query }, context) => userOfListAnswer(deps, context, 'list_follow', query),
  subscribeToList: ({ body }, context) => subscribe(deps, context, body),
  unsubscribeFromList: ({ body }, context) => unsubscribe(deps, context, body),
  listListSubscriptions: ({ query }, context) => listsPageAnswer(deps, context, 'list_follow', query),
});
