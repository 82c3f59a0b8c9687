// Handlers of version 2's operations tagged 'Spaces'.
import type { RequiredMicroblogSpacesHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { buyers, matchingSpaces, oneSpace, severalSpaces, sharedPosts, spacesOfUsers } from '../rooms/spaces.ts';

export const spaceHandlers = (deps: Deps): RequiredMicroblogSpacesHandlers<Caller> => ({
  getSpaces: ({ query }, context) => severalSpaces(deps, context, query),
  getSpacesByCreators: ({ query }, context) => spacesOfUsers(deps, context, query),
  searchSpaces: ({ query }, context) => matchingSpaces(deps, context, query),
  getSpace: ({ path, query }, context) => oneSpace(deps, context, query, path.id),
  listSpaceBuyers: ({ path, query }, context) => buyers(deps, context, path.id, query),
  listSpacePosts: ({ path, query }, context) => sharedPosts(deps, context, path.id, query),
});
