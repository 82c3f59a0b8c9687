// Handlers of version 1.1's operations tagged 'Places'.
import type { RequiredMicroblogV1PlacesHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1 } from '../deps.ts';
import { createAnswer } from '../places/create.ts';
import { type PlaceDeps, placeAnswer, placesAtAnswer, searchAnswer, similarAnswer } from '../places/read.ts';

export const placeHandlers = (deps: PlaceDeps): RequiredMicroblogV1PlacesHandlers<CallerV1> => ({
  getPlace: ({ path }) => placeAnswer(deps, path.place_id),
  findPlacesAt: ({ query }) => placesAtAnswer(deps, query),
  searchPlaces: ({ query }) => searchAnswer(deps, query),
  findSimilarPlaces: ({ query }, context) => similarAnswer(deps, context, query),
  createPlace: ({ body }, context) => createAnswer(deps, context, body),
});
