// Handlers of version 1.1's operations tagged 'Favorites'.
import type { MicroblogV1FavoritesHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, Deps } from '../deps.ts';
import { favoritesAnswer } from '../posts/favorites-v1.ts';

export const favoriteHandlers = (deps: Deps): MicroblogV1FavoritesHandlers<CallerV1> => ({
  listFavorites: ({ query }, context) => favoritesAnswer(deps, context, query),
});
