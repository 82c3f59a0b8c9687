// Handlers of version 1.1's operations tagged 'Users'.
import type { RequiredMicroblogV1UsersHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, Deps } from '../deps.ts';
import { relatedAnswer, searchAnswer, userAnswer, usersAnswer } from '../people/read-v1.ts';
import { categories, category, categoryMembers } from '../people/suggestions.ts';
import { report } from '../people/write-v1.ts';

export const userHandlers = (deps: Deps): RequiredMicroblogV1UsersHandlers<CallerV1> => ({
  getUser: ({ query }, context) => userAnswer(deps, context, query, query),
  lookupUsers: ({ query }, context) => usersAnswer(deps, context, query),
  searchUsers: ({ query }, context) => searchAnswer(deps, context, query),
  listUserSuggestions: () => categories(deps),
  getUserSuggestions: ({ path }, context) => category(deps, context, path.slug),
  listSuggestedUsers: ({ path }, context) => categoryMembers(deps, context, path.slug),
  listContributees: ({ query }, context) => relatedAnswer(deps, context, query, { kind: 'contributor', side: 'from' }),
  listContributors: ({ query }, context) => relatedAnswer(deps, context, query, { kind: 'contributor', side: 'to' }),
  reportUser: ({ body }, context) => report(deps, context, body),
});
