// Handlers of version 2's operations tagged 'Communities'.
import type { RequiredMicroblogCommunitiesHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { matchingCommunities, oneCommunity } from '../rooms/communities.ts';

export const communityHandlers = (deps: Deps): RequiredMicroblogCommunitiesHandlers<Caller> => ({
  searchCommunities: ({ query }, context) => matchingCommunities(deps, context, query),
  getCommunity: ({ path, query }) => oneCommunity(deps, path.id, query),
});
