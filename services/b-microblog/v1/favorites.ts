// Handlers of version 1.1's operations tagged 'Favorites'.
import type { RequiredMicroblogV1FavoritesHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, Deps } from '../deps.ts';
import { favoritesAnswer } from '../posts/favorites-v1.ts';
import { addFavorite, removeFavorite } from '../posts/write-v1.ts';

export const favoriteHandlers = (deps: Deps): RequiredMicroblogV1FavoritesHandlers<CallerV1> => ({
  createFavorite: ({ body }, context) => addFavorite(deps, context, body),
  deleteFavorite: ({ body }, context) => removeFavorite(deps, context, body),
  listFavorites: ({ query }, context) => favoritesAnswer(deps, context, query),
});
