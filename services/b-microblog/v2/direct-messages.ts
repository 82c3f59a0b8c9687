// Handlers of version 2's operations tagged 'Direct messages'.
import type { RequiredMicroblogDirectMessagesHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, MicroblogPlatform } from '../deps.ts';
import { eventsOfConversation, eventsPage, eventsWithUser, groupAnswer, oneEvent, sendAnswer, sendToUserAnswer } from '../messages/read.ts';
import { deleteForAll } from '../messages/remove.ts';
import { setMessagesBlocked } from '../people/write.ts';

export const directMessageHandlers = (deps: MicroblogPlatform): RequiredMicroblogDirectMessagesHandlers<Caller> => ({
  createDirectMessageConversation: ({ body }, context) => groupAnswer(deps, context, body),
  sendDirectMessageToConversation: ({ path, body }, context) => sendAnswer(deps, context, path.dm_conversation_id, body),
  sendDirectMessage: ({ path, body }, context) => sendToUserAnswer(deps, context, path.participant_id, body),
  listDirectMessageEvents: ({ query }, context) => eventsPage(deps, context, query),
  listDirectMessageEventsWithUser: ({ path, query }, context) => eventsWithUser(deps, context, query, path.participant_id),
  listDirectMessageEventsOfConversation: ({ path, query }, context) => eventsOfConversation(deps, context, query, path.id),
  getDirectMessageEvent: ({ path, query }, context) => oneEvent(deps, context, query, path.event_id),

  async deleteDirectMessageEvent({ path }, { principal }) {
    await deleteForAll(deps, principal.user ?? '', path.event_id);
    return { status: 200, body: { data: { deleted: true } } };
  },

  async blockDirectMessages({ path }, { principal }) {
    await setMessagesBlocked(deps, principal.user ?? '', path.id, true);
    return { status: 200, body: { data: { blocked: true } } };
  },

  async unblockDirectMessages({ path }, { principal }) {
    await setMessagesBlocked(deps, principal.user ?? '', path.id, false);
    return { status: 200, body: { data: { blocked: false } } };
  },
});
