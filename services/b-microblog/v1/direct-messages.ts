// Handlers of version 1.1's operations tagged 'Direct messages'.
import type { RequiredMicroblogV1DirectMessagesHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, MicroblogPlatform } from '../deps.ts';
import { deleteNamed, mailboxAnswer, messageAnswer, sendToNamed } from '../messages/read-v1.ts';

export const directMessageHandlers = (deps: MicroblogPlatform): RequiredMicroblogV1DirectMessagesHandlers<CallerV1> => ({
  listDirectMessages: ({ query }, context) => mailboxAnswer(deps, context, 'received', query),
  listSentDirectMessages: ({ query }, context) => mailboxAnswer(deps, context, 'sent', query),
  getDirectMessage: ({ query }, context) => messageAnswer(deps, context, query.id),
  sendDirectMessage: ({ body }, context) => sendToNamed(deps, context, body),
  deleteDirectMessage: ({ body }, context) => deleteNamed(deps, context, body),
});
