// Handlers of version 1.1's operations tagged 'Friendships'.
import type { RequiredMicroblogV1FriendshipsHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, Deps } from '../deps.ts';
import { connectionsAnswer, friendshipAnswer, idsAnswer } from '../people/read-v1.ts';
import { changeFriendship, endFollow, followOnce } from '../people/write-v1.ts';

export const friendshipHandlers = (deps: Deps): RequiredMicroblogV1FriendshipsHandlers<CallerV1> => ({
  createFriendship: ({ body }, context) => followOnce(deps, context, body),
  deleteFriendship: ({ body }, context) => endFollow(deps, context, body),
  updateFriendship: ({ body }, context) => changeFriendship(deps, context, body),

  getFriendship({ query }, context) {
    const source = { user_id: query.source_id, screen_name: query.source_screen_name };
    return friendshipAnswer(deps, context, source, { user_id: query.target_id, screen_name: query.target_screen_name });
  },

  lookupFriendships: ({ query }, context) => connectionsAnswer(deps, context, query),
  listIncomingRequests: ({ query }, context) => idsAnswer(deps, context, query, { kind: 'request', side: 'to' }),
  listOutgoingRequests: ({ query }, context) => idsAnswer(deps, context, query, { kind: 'request', side: 'from' }),
  listFollowerIds: ({ query }, context) => idsAnswer(deps, context, query, { kind: 'follow', side: 'to' }),
  listFriendIds: ({ query }, context) => idsAnswer(deps, context, query, { kind: 'follow', side: 'from' }),
});
