// Handlers of version 1.1's operations tagged 'Saved searches'.
import type { RequiredMicroblogV1SavedSearchesHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, Deps } from '../deps.ts';
import { deleteSearch, savedSearch, savedSearches, saveSearch } from '../people/saved-searches.ts';

export const savedSearchHandlers = (deps: Deps): RequiredMicroblogV1SavedSearchesHandlers<CallerV1> => ({
  listSavedSearches: (_input, { principal }) => savedSearches(deps, principal.user),
  getSavedSearch: ({ path }, { principal }) => savedSearch(deps, principal.user, path.id),
  createSavedSearch: ({ body }, { principal }) => saveSearch(deps, principal.user, body.query),
  deleteSavedSearch: ({ path }, { principal }) => deleteSearch(deps, principal.user, path.id),
});
